#include <sketchbench/features/map_parts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

[[noreturn]] void fail(std::string_view name, std::string_view what) {
  throw InputError(fmt::format("the map's part \"{}\" {}", name, what));
}

template <class Number>
const std::vector<Number>& found_in(const std::map<std::string, std::vector<Number>>& parts,
                                    const std::string& name, Index count) {
  const auto found = parts.find(name);
  if (found == parts.end()) fail(name, "is missing");
  const std::vector<Number>& values = found->second;
  if (std::ssize(values) != count)
    fail(name, fmt::format("has {} values, expected {}", values.size(), count));
  if (!std::ranges::all_of(values, [](Number value) { return std::isfinite(value); }))
    fail(name, "has a value that is not finite");
  return values;
}

}  // namespace

const std::vector<float>& MapPartsReader::single(const std::string& name, Index count) const {
  return found_in(parts_.single, name, count);
}

const std::vector<double>& MapPartsReader::real(const std::string& name, Index count) const {
  return found_in(parts_.real, name, count);
}

Rows MapPartsReader::rows(Index columns) const {
  if (!parts_.rows) fail("rows", "is missing");
  const Rows rows = parts_.rows->view();
  if (rows.dim() != columns) fail("rows", fmt::format("has {} columns, expected {}", rows.dim(), columns));
  return rows;
}

Rows MapPartsReader::rows(Index columns, Index count) const {
  const Rows all = rows(columns);
  if (all.size() != count) fail("rows", fmt::format("has {} rows, expected {}", all.size(), count));
  return all;
}

}  // namespace sketchbench
