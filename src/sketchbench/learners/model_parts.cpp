#include <sketchbench/learners/model_parts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/labels.hpp>

namespace sketchbench {

void PartsReader::fail(std::string_view name, std::string_view what) {
  throw InputError(fmt::format("the model's part \"{}\" {}", name, what));
}

const std::vector<double>& PartsReader::real(const std::string& name) const {
  const auto found = parts_.real.find(name);
  if (found == parts_.real.end()) fail(name, "is missing");
  if (!std::ranges::all_of(found->second, [](double value) { return std::isfinite(value); }))
    fail(name, "has a value that is not finite");
  return found->second;
}

const std::vector<double>& PartsReader::real(const std::string& name, std::size_t count) const {
  const std::vector<double>& values = real(name);
  if (values.size() != count) fail(name, fmt::format("has {} values, expected {}", values.size(), count));
  return values;
}

const std::vector<std::int64_t>& PartsReader::whole(const std::string& name, std::int64_t low,
                                                    std::int64_t high) const {
  const auto found = parts_.whole.find(name);
  if (found == parts_.whole.end()) fail(name, "is missing");
  for (const std::int64_t value : found->second)
    if (value < low || value > high)
      fail(name, fmt::format("has the value {}, expected {} to {}", value, low, high));
  return found->second;
}

std::vector<int> PartsReader::labels() const {
  const auto& values = whole("labels", -largest_label, largest_label);
  if (values.size() < 2) fail("labels", fmt::format("has {} values, expected two or more", values.size()));
  if (std::set<std::int64_t>(values.begin(), values.end()).size() != values.size())
    fail("labels", "has a label twice");
  return {values.begin(), values.end()};
}

Rows PartsReader::rows(Index columns) const {
  if (!parts_.rows) fail("rows", "is missing");
  const Rows rows = parts_.rows->view();
  if (rows.dim() != columns) fail("rows", fmt::format("has {} columns, expected {}", rows.dim(), columns));
  return rows;
}

std::vector<std::int64_t> part_of_labels(std::span<const int> labels) {
  return {labels.begin(), labels.end()};
}

}  // namespace sketchbench
