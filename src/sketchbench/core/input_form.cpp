#include <sketchbench/core/input_form.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

using Type = TableColumn::Type;

constexpr std::array<std::pair<Type, std::string_view>, 5> type_names = {{{Type::number, "number"},
                                                                          {Type::boolean, "boolean"},
                                                                          {Type::category, "category"},
                                                                          {Type::label, "label"},
                                                                          {Type::ignored, "ignored"}}};
constexpr std::array<std::pair<Missing, std::string_view>, 4> missing_names = {
    {{Missing::refuse, "refuse"}, {Missing::zero, "zero"}, {Missing::mean, "mean"}, {Missing::drop, "drop"}}};

template <class Value, std::size_t n>
std::string_view name_in(const std::array<std::pair<Value, std::string_view>, n>& names, Value value) {
  return std::ranges::find(names, value, &std::pair<Value, std::string_view>::first)->second;
}

template <class Value, std::size_t n>
const Value* value_in(const std::array<std::pair<Value, std::string_view>, n>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name, &std::pair<Value, std::string_view>::second);
  return found == names.end() ? nullptr : &found->first;
}

Json to_json(const TableColumn& column) {
  Json json = {{"type", name_of(column.type)}};
  if (!column.name.empty()) json["name"] = column.name;
  if (!column.values.empty()) json["values"] = column.values;
  if (column.type == Type::number || column.type == Type::boolean) json["mean"] = column.mean;
  return json;
}

std::vector<std::string> texts_in(StrictObject& object, std::string_view key) {
  if (!object.has(key)) return {};
  const Json& list = object.raw(key);
  if (!list.is_array() || !std::ranges::all_of(list, [](const Json& item) { return item.is_string(); }))
    object.fail(key, "a list of texts");
  return list.get<std::vector<std::string>>();
}

TableColumn parse_column(StrictObject& object) {
  TableColumn column;
  const std::string type = object.text("type");
  if (const std::optional<Type> known = parse_column_type(type))
    column.type = *known;
  else
    object.fail("type", "number, boolean, category, label or ignored");
  column.name = object.text_or("name", "");
  column.values = texts_in(object, "values");
  constexpr double largest = std::numeric_limits<float>::max();
  column.mean = object.number_or("mean", 0, -largest, largest);
  object.finish();
  return column;
}

char sign_in(StrictObject& object, std::string_view key, char fallback) {
  if (!object.has(key)) return fallback;
  const std::string text = object.text(key);
  if (text.size() != 1) object.fail(key, "one sign");
  return text.front();
}

}  // namespace

Index TableColumn::features() const {
  if (type == Type::category) return static_cast<Index>(values.size());
  return type == Type::number || type == Type::boolean ? 1 : 0;
}

Index TableSchema::features() const {
  Index sum = 0;
  for (const TableColumn& column : columns) sum += column.features();
  return sum;
}

bool TableSchema::has_names() const {
  return std::ranges::any_of(columns, [](const TableColumn& column) { return !column.name.empty(); });
}

bool TableSchema::is_numeric() const {
  return std::ranges::all_of(columns, [](const TableColumn& column) { return column.values.empty(); });
}

const TableColumn* TableSchema::label() const {
  const auto found = std::ranges::find(columns, Type::label, &TableColumn::type);
  return found == columns.end() ? nullptr : &*found;
}

const std::vector<std::string>& InputForm::classes() const {
  static const std::vector<std::string> none;
  const TableColumn* const label = table ? table->label() : nullptr;
  return label == nullptr ? none : label->values;
}

std::string_view name_of(Type type) { return name_in(type_names, type); }
std::string_view name_of(Missing missing) { return name_in(missing_names, missing); }

std::optional<Type> parse_column_type(std::string_view name) {
  if (const Type* const known = value_in(type_names, name)) return *known;
  return std::nullopt;
}

Missing parse_missing(std::string_view option, std::string_view text) {
  if (const Missing* const known = value_in(missing_names, text)) return *known;
  throw InputError(fmt::format("{} \"{}\": expected refuse, zero, mean or drop", option, text));
}

Json to_json(const InputForm& form) {
  if (!form.table) {
    Json json = {{"index_from", form.index_from}};
    if (form.kernel_matrix) json["kernel_matrix"] = true;
    return json;
  }
  Json columns = Json::array();
  for (const TableColumn& column : form.table->columns) columns.push_back(to_json(column));
  Json json = {{"columns", columns}, {"missing", name_of(form.table->missing)}};
  const NumberStyle& numbers = form.table->numbers;
  if (numbers.decimal != '.') json["decimal"] = std::string(1, numbers.decimal);
  if (numbers.thousands != '\0') json["thousands"] = std::string(1, numbers.thousands);
  if (!form.table->missing_texts.empty()) json["missing_texts"] = form.table->missing_texts;
  return json;
}

InputForm parse_input_form(StrictObject object, Index features) {
  InputForm form;
  if (object.has("columns")) {
    TableSchema& table = form.table.emplace();
    for (StrictObject& column : object.objects("columns")) table.columns.push_back(parse_column(column));
    table.missing = parse_missing("\"missing\"", object.text("missing"));
    table.numbers = {.decimal = sign_in(object, "decimal", '.'),
                     .thousands = sign_in(object, "thousands", '\0')};
    table.missing_texts = texts_in(object, "missing_texts");
    if (table.features() != features)
      object.fail("columns", fmt::format("columns of {} features, as the model has", features));
  } else {
    form.index_from = object.integer("index_from", 0, 1);
    form.kernel_matrix = object.boolean_or("kernel_matrix", false);
  }
  object.finish();
  return form;
}

}  // namespace sketchbench
