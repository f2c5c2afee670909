#include <sketchbench/kernels/sigma_rule.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/quartiles.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/kernels/differences.hpp>

namespace sketchbench {

double median_distance(const Kernel& kernel, const Rows& x) {
  if (kernel.sigma() == nullptr) throw InputError(fmt::format("a {} kernel has no sigma", kernel.family()));
  const bool of_absolute_values = kernel.as<LaplacianKernel>() != nullptr;
  const std::vector<Index> rows = random_row_numbers(x.size(), rows_of_median, 0, "median_distance");
  std::vector<double> distances;
  distances.reserve(rows.size() * (rows.size() - std::min<std::size_t>(rows.size(), 1)) / 2);
  for (std::size_t b = 1; b < rows.size(); ++b)
    for (std::size_t a = 0; a < b; ++a) {
      double sum = 0;
      for_each_difference(x, rows[a], x, rows[b], [&](double difference) {
        sum += of_absolute_values ? difference : difference * difference;
      });
      if (sum > 0) distances.push_back(of_absolute_values ? sum : std::sqrt(sum));
    }
  if (distances.empty())
    throw InputError(
        rows.size() < 2
            ? fmt::format("the median distance needs two rows, there is {}: give sigma as a number",
                          rows.size())
            : fmt::format(
                  "all {} rows that the median distance was to be taken from are equal: give sigma as a "
                  "number",
                  rows.size()));
  return quartiles_of(distances).median;
}

}  // namespace sketchbench
