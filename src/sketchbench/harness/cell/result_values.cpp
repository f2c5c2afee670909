#include <sketchbench/harness/cell/result_values.hpp>

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

void require_between(const char* key, double value, double low, double high) {
  if (std::isfinite(value) && value >= low && value <= high) return;
  throw InputError(fmt::format(
      "\"{}\" of the result is {}, expected a number {}", key, value,
      std::isinf(high) ? fmt::format("of at least {}", low) : fmt::format("from {} to {}", low, high)));
}

}  // namespace

double number_in(const Json& result, const char* key, double low, double high) {
  const auto value = result.at(key).get<double>();
  require_between(key, value, low, high);
  return value;
}

Index count_in(const Json& result, const char* key, Index low) {
  const Json& value = result.at(key);
  const auto count = value.get<Index>();
  if (value.is_number_integer() && count >= low) return count;
  throw InputError(fmt::format("\"{}\" of the result is {}, expected a whole number of at least {}", key,
                               value.get<double>(), low));
}

std::vector<double> numbers_in(const Json& result, const char* key, double low) {
  const auto values = result.at(key).get<std::vector<double>>();
  for (const double value : values) require_between(key, value, low, HUGE_VAL);
  if (values.empty()) throw InputError(fmt::format("\"{}\" of the result is empty, expected numbers", key));
  return values;
}

}  // namespace sketchbench
