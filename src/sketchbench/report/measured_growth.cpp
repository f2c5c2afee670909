#include <sketchbench/report/measured_growth.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/table_cells.hpp>

namespace sketchbench {

MeasuredGrowth measured_growth(std::vector<GrowthPoint> points) {
  std::erase_if(points, [](const GrowthPoint& point) { return point.value.n == 0; });
  std::ranges::stable_sort(points, {}, &GrowthPoint::size);
  std::vector<double> sizes, means;
  for (const GrowthPoint& point : points) {
    sizes.push_back(point.size);
    means.push_back(point.value.mean);
  }
  return {.points = std::move(points), .law = fit_power_law(sizes, means)};
}

RunGroupPointers groups_of(const MeasuredGrowth& growth) {
  RunGroupPointers groups;
  for (const GrowthPoint& point : growth.points) groups.push_back(point.group);
  return groups;
}

TableCell exponent_cell(const MeasuredGrowth& growth) {
  if (!growth.law) return one_line("");
  TableCell cell = one_line(exponent_text(*growth.law), Tone::strong);
  for (const GrowthPoint& point : growth.points) cell[0].results.push_back(point.group->id());
  return cell;
}

std::string sizes_text(const MeasuredGrowth& growth) {
  if (growth.points.empty()) return "";
  const auto text = [](const GrowthPoint& point) { return with_commas(std::llround(point.size)); };
  return growth.points.size() == 1
             ? text(growth.points.front())
             : fmt::format("{} – {}", text(growth.points.front()), text(growth.points.back()));
}

}  // namespace sketchbench
