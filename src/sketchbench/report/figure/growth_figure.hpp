#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/report/figure/figure.hpp>

namespace sketchbench {

/// Where bench/run leaves its results, from the root of the checkout; others find it with find_resource().
inline constexpr const char* default_bench_folder = "results/bench";

/// How time grows with rows, columns, random features and degree: what bench/run's part "growth" measured, a
/// panel for each of them and a curve for each map and learner, with the claimed growth as a dashed line.
/// `results` is what bench/growth_bench.cpp leaves:
///   {"machine": {"host": {"cpu"}},
///    "measurements": {"curves": [{"subject": a method or a learner's type, "axis": "n" | "d" | "D" | "p",
///                                 "points": [{"size", "seconds": {"cpu": {"q1", "median", "q3"}},
///                                             "claimed_seconds": by the fitted formula}],
///                                 "time", "claimed_time": {"exponent"}, or null where nothing could be
///                                 fitted, "time_beside_claim"}]}}
/// Measurements of before the formula's terms were fitted lack "claimed_seconds" and "time_beside_claim"; the
/// dashed line is then a power through the curve's last point.
/// Throws InputError naming `where` when it is not of that form.
Figure growth_figure(const Json& results, const std::string& where);

/// The figure from <bench_folder>/growth.json; none where there is no such file.
std::vector<Figure> growth_figures(const std::filesystem::path& bench_folder);

}  // namespace sketchbench
