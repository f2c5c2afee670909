#include <sketchbench/core/parameter_values.hpp>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

bool is_list_of_numbers(const Json& list) {
  return list.is_array() && std::ranges::all_of(list, [](const Json& one) { return one.is_number_float(); });
}

bool fits_whole(const Json& whole) {
  return whole.is_number_integer() &&
         (!whole.is_number_unsigned() || whole.get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX));
}

}  // namespace

ParameterValue::ParameterValue(const Json& json) {
  if (json.is_boolean())
    value_ = json.get<bool>();
  else if (fits_whole(json))
    value_ = json.get<std::int64_t>();
  else if (json.is_number_float())
    value_ = json.get<double>();
  else if (json.is_string())
    value_ = json.get<std::string>();
  else if (is_list_of_numbers(json))
    value_ = json.get<Numbers>();
  else if (json.is_array() &&
           std::ranges::all_of(json, [](const Json& one) { return is_list_of_numbers(one); }))
    value_ = json.get<std::vector<Numbers>>();
  else
    value_ = Document(json_text(json));
}

bool ParameterValue::is_number() const {
  return std::holds_alternative<std::int64_t>(value_) || std::holds_alternative<double>(value_);
}

double ParameterValue::number() const {
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&value_)) return *number;
  throw Error("a parameter is " + json() + ", expected a number");
}

std::string ParameterValue::json() const { return json_text(Json(*this)); }

bool operator==(const ParameterValue& a, const ParameterValue& b) {
  if (a.value_.index() != b.value_.index() && a.is_number() && b.is_number()) return a.number() == b.number();
  return a.value_ == b.value_;
}

void to_json(Json& json, const ParameterValue& value) {
  std::visit(
      [&]<class Value>(const Value& one) {
        if constexpr (std::same_as<Value, ParameterValue::Document>)
          json = Json::parse(one.json);
        else
          json = one;
      },
      value.value_);
}

ParameterValues::ParameterValues(const Json& json) {
  if (json.is_null()) return;
  for (const auto& [name, value] : json.get_ref<const Json::object_t&>())
    emplace(name, ParameterValue(value));
}

void to_json(Json& json, const ParameterValues& values) {
  json = nullptr;
  for (const auto& [name, value] : values) json[name] = value;
}

}  // namespace sketchbench
