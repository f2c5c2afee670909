#include <sketchbench/core/fields.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

std::int64_t whole(double bound) {
  if (bound >= 0x1p63) return INT64_MAX;
  if (bound <= -0x1p63) return INT64_MIN;
  return static_cast<std::int64_t>(bound);
}

std::string numbers_text(const FieldInfo& field) {
  if (std::isinf(field.low)) return "numbers";
  return std::isinf(field.high) ? fmt::format("numbers of at least {}", field.low)
                                : fmt::format("numbers from {} to {}", field.low, field.high);
}

std::string one_number_text(const FieldInfo& field) {
  if (type_of(field) == FieldType::whole)
    return std::isinf(field.high)
               ? fmt::format("a whole number of at least {}", whole(field.low))
               : fmt::format("a whole number from {} to {}", whole(field.low), whole(field.high));
  if (std::isinf(field.low)) return "a number";
  if (!std::isinf(field.high))
    return fmt::format("a number {} {} {} {}", field.above_low ? "above" : "from", field.low,
                       field.above_low ? "and at most" : "to", field.high);
  return fmt::format("a number {} {}", field.above_low ? "above" : "of at least", field.low);
}

bool are_numbers(const Json& list, const FieldInfo& field) {
  return list.is_array() && (field.may_be_empty || !list.empty()) &&
         std::ranges::all_of(list, [&](const Json& one) {
           return one.is_number() && one.get<double>() >= field.low && one.get<double>() <= field.high;
         });
}

}  // namespace

FieldType type_of(const FieldInfo& field) {
  if (field.type != FieldType::other) return field.type;
  const Json& value = field.default_value;
  if (value.is_number()) return value.is_number_integer() ? FieldType::whole : FieldType::number;
  return value.is_string() ? FieldType::text : FieldType::other;
}

std::string expected_text(const FieldInfo& field) {
  if (!field.expected.empty()) return field.expected;
  const std::string words = fmt::format("one of {}", fmt::join(field.choices, ", "));
  switch (type_of(field)) {
    case FieldType::truth:
      return field.choices.empty()
                 ? "true or false"
                 : fmt::format("\"{}\" or \"{}\"", field.choices.at(0), field.choices.at(1));
    case FieldType::text:
      if (field.file) return "the name of a file";
      return field.choices.empty() ? "a text" : words;
    case FieldType::number:
    case FieldType::whole:
      return one_number_text(field) + (field.choices.empty() ? "" : ", or " + words);
    case FieldType::numbers:
      return fmt::format("a list of {}", numbers_text(field));
    case FieldType::lists:
      return fmt::format("a list of lists of {}", numbers_text(field));
    case FieldType::other:
      break;
  }
  return "an object";
}

std::string default_text(const FieldInfo& field) {
  if (!field.default_text.empty()) return field.default_text;
  const Json& value = field.default_value;
  if (value.is_number_float()) return fmt::format("{}", value.get<double>());
  return value.is_null() ? "" : json_text(value);
}

void read_field(StrictObject& from, const FieldInfo& field, double& value) {
  const bool is_number = from.has(field.name) && from.raw(field.name).is_number();
  value = is_number ? from.raw(field.name).get<double>() : 0;
  if (!is_number || !std::isfinite(value) || value < field.low || value > field.high ||
      (field.above_low && value == field.low))
    from.fail(field.name, expected_text(field));
}

void read_field(StrictObject& from, const FieldInfo& field, std::int64_t& value) {
  if (!field.expected.empty()) {
    const bool is_whole = from.has(field.name) && from.raw(field.name).is_number_integer();
    const double given = is_whole ? from.raw(field.name).get<double>() : 0;
    if (!is_whole || given < field.low || given > field.high) from.fail(field.name, field.expected);
  }
  value = from.integer(field.name, whole(field.low), whole(field.high));
}

void read_field(StrictObject& from, const FieldInfo& field, bool& value) {
  if (!field.choices.empty()) {
    std::string word;
    read_field(from, field, word);
    value = word == field.choices.front();
    return;
  }
  if (!from.has(field.name)) from.fail(field.name, expected_text(field));
  value = from.boolean_or(field.name, false);
}

void read_field(StrictObject& from, const FieldInfo& field, std::string& value) {
  const bool is_text = from.has(field.name) && from.raw(field.name).is_string();
  if (field.choices.empty() || !is_text) {
    if (!field.choices.empty()) from.fail(field.name, expected_text(field));
    value = from.text(field.name);
    return;
  }
  value = from.text(field.name);
  if (std::ranges::find(field.choices, value) != field.choices.end()) return;
  const std::string near = nearest(value, field.choices);
  from.fail(field.name,
            expected_text(field) + (near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
}

void read_field(StrictObject& from, const FieldInfo& field, std::vector<double>& value) {
  if (!from.has(field.name) || !are_numbers(from.raw(field.name), field))
    from.fail(field.name, expected_text(field));
  value = from.raw(field.name).get<std::vector<double>>();
}

void read_field(StrictObject& from, const FieldInfo& field, std::vector<std::vector<double>>& value) {
  const auto are_lists = [&](const Json& lists) {
    return lists.is_array() && (field.may_be_empty || !lists.empty()) &&
           std::ranges::all_of(lists, [&](const Json& list) { return are_numbers(list, field); });
  };
  if (!from.has(field.name) || !are_lists(from.raw(field.name))) from.fail(field.name, expected_text(field));
  value = from.raw(field.name).get<std::vector<std::vector<double>>>();
}

void read_field(StrictObject& from, const FieldInfo& field, Json& value) { value = from.raw(field.name); }

std::string quick_limits(const std::vector<FieldInfo>& fields) {
  std::vector<std::string> limits;
  for (const FieldInfo& field : fields)
    if (field.quick_most)
      limits.push_back(fmt::format("{} {}", with_commas(whole(*field.quick_most)), field.name));
  if (limits.empty()) return "";
  const std::string last = limits.back();
  limits.pop_back();
  return limits.empty() ? "at most " + last : fmt::format("at most {} and {}", fmt::join(limits, ", "), last);
}

}  // namespace sketchbench
