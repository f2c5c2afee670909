#include <sketchbench/learners/dual_range.hpp>

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <climits>
#include <cmath>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

// What an objective may be beyond its bounds, as a share of them: kernel values are rounded.
constexpr double tolerated_share = 1e-3;

}  // namespace

std::int64_t libsvm_iteration_limit(std::int64_t rows) {
  const std::int64_t hundred_a_row = rows > INT_MAX / 100 ? INT_MAX : 100 * rows;
  return std::max<std::int64_t>(10'000'000, hundred_a_row);
}

void require_possible_dual(double objective, double C, const ClassPair& pair, const Kernel& kernel,
                           std::string_view learner, double printed) {
  // 1/2 alpha^T Q alpha is not negative, and as the two classes have the same sum of alphas, each of at most
  // C, the smaller one bounds both.
  const double least = -2 * C * static_cast<double>(std::min(pair.first.rows, pair.second.rows));
  const double room = printed - tolerated_share * least;
  if (objective >= least - room && objective <= room) return;
  throw InputError(
      fmt::format("{} ended {} against {} with the dual objective {:.6g}, which is impossible: it lies "
                  "between {:g} and 0 for C = {:g} with {} and {} rows. The values of the kernel {} were "
                  "lost to rounding: scale the data, or choose other parameters of the kernel",
                  learner, pair.first.label, pair.second.label, objective, least, C, pair.first.rows,
                  pair.second.rows, kernel.display()));
}

void require_resolved(const Rows& x, const Kernel& kernel, const PairSolution& pair, std::string_view learner,
                      Index some) {
  // By Cauchy and Schwarz no decision value at a support vector can be off by more than this.
  double longest = 0, sum = 0;
  for (std::size_t t = 0; t < pair.row.size(); ++t) {
    const double length = std::sqrt(kernel(x, pair.row[t], x, pair.row[t]));
    longest = std::max(longest, length);
    sum += std::abs(pair.b[t]) * length;
  }
  if (0x1p-24 * longest * sum < 1) return;

  const auto support = static_cast<Index>(pair.row.size()), count = std::min(some, support);
  Eigen::ArrayXd off = Eigen::ArrayXd::Zero(count);
  for (Index k = 0; k < count; ++k)
    for (std::size_t t = 0; t < pair.row.size(); ++t) {
      const double value = kernel(x, pair.row[static_cast<std::size_t>(k * support / count)], x, pair.row[t]);
      off(k) += pair.b[t] * (double{static_cast<float>(value)} - value);
    }
  const double moved = std::sqrt((off - off.mean()).square().mean());
  if (moved < 1) return;
  throw InputError(fmt::format(
      "{} ended {} against {} with decision values that rounding {} to single precision moves by "
      "{:.2g}, beside a margin of 1: scale the data, lower C, or choose other parameters of the kernel",
      learner, pair.first, pair.second, kernel.display(), moved));
}

}  // namespace sketchbench
