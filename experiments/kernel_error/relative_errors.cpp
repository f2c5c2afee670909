#include "experiments/kernel_error/relative_errors.hpp"

#include <algorithm>
#include <cmath>

namespace sketchbench {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Rows of the Gram matrix at once: enough for a fast product, few enough to stay in the cache.
constexpr Index rows_per_block = 64;

}  // namespace

BoundExcess::BoundExcess(const KernelPairs& pairs, const PairVariance& exact, const PairVariance& bound)
    : weight_(Eigen::MatrixXd::Zero(pairs.rows(), pairs.rows())) {
  double sum = 0;
  pairs.for_each([&](Index i, Index j) {
    const PairMoments moments = pairs.moments(i, j);
    const double at_most = bound(moments), ratio = exact(moments) / at_most;
    largest_ratio_ = std::max(largest_ratio_, ratio);
    if (ratio <= 1) return;
    ++pairs_;
    sum += ratio;
    weight_(j, i) = 1 / at_most;
  });
  if (pairs_ > 0) mean_ratio_ = sum / static_cast<double>(pairs_);
}

RelativeErrors relative_errors(const KernelPairs& pairs, const DenseMatrix& z, const BoundExcess* excess) {
  const Eigen::Map<const RowMajor> features(z.value.data(), z.n, z.d);
  double sum = 0, squares = 0, weighted = 0;
  RowMajor block;
  for (Index begin = 0; begin < z.n; begin += rows_per_block) {
    const Index count = std::min(rows_per_block, z.n - begin);
    block.noalias() = features.middleRows(begin, count) * features.bottomRows(z.n - begin).transpose();
    for (Index i = begin; i < begin + count; ++i)
      for (Index j = i + 1; j < z.n; ++j) {
        const double kappa = pairs.kappa(i, j);
        if (kappa == 0) continue;
        const double error = block(i - begin, j - begin) - kappa, relative = error / kappa;
        sum += std::abs(relative);
        squares += relative * relative;
        if (excess != nullptr) weighted += excess->weight(i, j) * error * error;
      }
  }
  const auto n = static_cast<double>(pairs.used());
  RelativeErrors errors{.mean = sum / n, .mean_square = squares / n};
  if (excess != nullptr && excess->pairs() > 0)
    errors.mean_square_beyond_bound = weighted / static_cast<double>(excess->pairs());
  return errors;
}

}  // namespace sketchbench
