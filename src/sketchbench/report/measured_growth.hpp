#pragma once
#include <optional>
#include <vector>

#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/figure/power_law.hpp>
#include <sketchbench/report/run_groups.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

/// What the runs of one group have measured at one size: rows, random features.
struct GrowthPoint {
  const RunGroup* group = nullptr;
  double size = 0;
  Sample value;
};

/// How a measured number grows with a size.
struct MeasuredGrowth {
  std::vector<GrowthPoint> points;  ///< those with runs, by ascending size
  /// Through the means, one for each size: how much the runs of a size scatter says nothing of whether the
  /// sizes lie on a line, and the interval must cover that they do not.
  std::optional<PowerLaw> law;
};

/// Points without runs are left out; sizes are different.
MeasuredGrowth measured_growth(std::vector<GrowthPoint> points);

/// Whose runs the points are of.
RunGroupPointers groups_of(const MeasuredGrowth& growth);

/// "1.08 ± 0.03", which leads to all of the runs; empty without a law.
TableCell exponent_cell(const MeasuredGrowth& growth);

/// "1,000 – 40,000": from the smallest size to the largest; empty without points.
std::string sizes_text(const MeasuredGrowth& growth);

}  // namespace sketchbench
