#include <sketchbench/core/fields.hpp>

#include <fmt/format.h>

#include <algorithm>

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

bool are_numbers(const Json& list, const FieldInfo& field) {
  return list.is_array() && (field.may_be_empty || !list.empty()) &&
         std::ranges::all_of(list, [&](const Json& one) {
           return one.is_number() && one.get<double>() >= field.low && one.get<double>() <= field.high;
         });
}

}  // namespace

void read_field(StrictObject& from, const FieldInfo& field, double& value) {
  value = from.number(field.name, field.low, field.high);
}

void read_field(StrictObject& from, const FieldInfo& field, std::int64_t& value) {
  value = from.integer(field.name, whole(field.low), whole(field.high));
}

void read_field(StrictObject& from, const FieldInfo& field, bool& value) {
  if (!from.has(field.name)) from.fail(field.name, "true or false");
  value = from.boolean_or(field.name, false);
}

void read_field(StrictObject& from, const FieldInfo& field, std::string& value) {
  value = from.text(field.name);
  if (!field.choices.empty() && std::ranges::find(field.choices, value) == field.choices.end())
    from.fail(field.name, fmt::format("one of {}", fmt::join(field.choices, ", ")));
}

void read_field(StrictObject& from, const FieldInfo& field, std::vector<double>& value) {
  if (!from.has(field.name) || !are_numbers(from.raw(field.name), field))
    from.fail(field.name, fmt::format("a list of {}", numbers_text(field)));
  value = from.raw(field.name).get<std::vector<double>>();
}

void read_field(StrictObject& from, const FieldInfo& field, std::vector<std::vector<double>>& value) {
  const auto are_lists = [&](const Json& lists) {
    return lists.is_array() && (field.may_be_empty || !lists.empty()) &&
           std::ranges::all_of(lists, [&](const Json& list) { return are_numbers(list, field); });
  };
  if (!from.has(field.name) || !are_lists(from.raw(field.name)))
    from.fail(field.name, fmt::format("a list of lists of {}", numbers_text(field)));
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
