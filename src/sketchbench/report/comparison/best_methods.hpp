#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/report.hpp>

namespace sketchbench {

/// For people who ask which method to take: of each data set and kernel a line with the method of the best
/// mean and those that are not told from it, by the quantity that the experiment's results are ranked by:
///   "Adult: best within noise at D = 500: Tensor Sketching, Random Maclaurin (84.93 ± 0.10 %)"
/// The number is that of the first. Compared are results with the most training rows and, of these, with the
/// largest D, and methods that have no D. ComparisonVerdict apart is what Welch's interval says to differ, at
/// the confidence of as many comparisons as the best has with the others (Leaderboard). Behind the lines
/// stands how they are made. Empty where no two methods can be compared.
std::vector<std::string> best_within_noise(const Report& report);

/// The report's document with these lines last among its notes: for the terminal, where there is no board to
/// look at.
Document with_best_methods(const Report& report);

}  // namespace sketchbench
