#include <sketchbench/learners/ridge/normal_equations.hpp>

#include <algorithm>
#include <numeric>

#include <sketchbench/learners/ridge/row_passes.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index columns_per_part = 128;  // of X^T X, that a thread adds to

/// The lower triangle, a part of its columns at a time: half of the values, and little memory beside it.
void sum_lower_triangle(MatrixXd& matrix, const Communicator& ranks) {
  if (ranks.size() == 1) return;
  const Index d = matrix.cols();
  for (Index begin = 0; begin < d; begin += columns_per_part) {
    auto lower = matrix.block(begin, begin, d - begin, std::min(columns_per_part, d - begin));
    MatrixXd part = lower;
    ranks.sum_in_place(part);
    lower = part;
  }
}

}  // namespace

double total_weight(Index rows, std::span<const double> weights, const Communicator& ranks) {
  return ranks.sum_of(weights.empty() ? static_cast<double>(rows)
                                      : std::accumulate(weights.begin(), weights.end(), 0.0));
}

VectorXd targets_about(const Origin& origin, std::span<const float> y, Index first, Index count) {
  return Eigen::Map<const Eigen::VectorXf>(&y[static_cast<std::size_t>(first)], count)
             .cast<double>()
             .array() -
         origin.y;
}

Eigen::ArrayXd root_weights(std::span<const double> weights, Index first, Index count) {
  if (weights.empty()) return Eigen::ArrayXd::Ones(count);
  return Eigen::Map<const Eigen::ArrayXd>(&weights[static_cast<std::size_t>(first)], count).sqrt();
}

Origin means_of(const RowBlocks& rows, std::span<const float> y, int threads, std::span<const double> weights,
                const Communicator& ranks) {
  VectorXd sum = VectorXd::Zero(rows.dim());
  for (Index first = 0; first < rows.size(); first += rows_per_mean) {
    const Index last = std::min(first + rows_per_mean, rows.size());
    MatrixXd sums(rows.dim(), (last - first + rows_per_block - 1) / rows_per_block);
    for_each_block(rows, first, last, threads, [&](Index begin, const RowBlock& block) {
      auto of_block = sums.col((begin - first) / rows_per_block);
      if (weights.empty())
        of_block = block.cast<double>().colwise().sum().transpose();
      else
        of_block = block.cast<double>().transpose() *
                   Eigen::Map<const VectorXd>(&weights[static_cast<std::size_t>(begin)], block.rows());
    });
    sum += sums.rowwise().sum();
  }
  const double total = total_weight(rows.size(), weights, ranks);
  ranks.sum_in_place(sum);
  Origin mean{.x = sum / total};
  for (std::size_t i = 0; i < y.size(); ++i) mean.y += (weights.empty() ? 1 : weights[i]) * double{y[i]};
  mean.y = ranks.sum_of(mean.y) / total;
  return mean;
}

NormalEquations normal_equations(const RowBlocks& rows, std::span<const float> y, const Origin& origin,
                                 int threads, std::span<const double> weights, const Communicator& ranks) {
  const Index d = rows.dim();
  NormalEquations sums{.xx = MatrixXd::Zero(d, d), .xy = VectorXd::Zero(d)};
  MatrixXd chunk(std::min(rows_per_chunk, rows.size()), d);
  for (Index first = 0; first < rows.size(); first += rows_per_chunk) {
    const Index count = std::min(rows_per_chunk, rows.size() - first);
    for_each_block(rows, first, first + count, threads, [&](Index begin, const RowBlock& block) {
      chunk.middleRows(begin - first, block.rows()) = block.cast<double>().rowwise() - origin.x.transpose();
    });
    auto x = chunk.topRows(count);
    VectorXd targets = targets_about(origin, y, first, count);
    if (!weights.empty()) {
      const Eigen::ArrayXd roots = root_weights(weights, first, count);
      x.array().colwise() *= roots;
      targets.array() *= roots;
    }
    parallel_blocks(d, columns_per_part, threads, [&](Index begin, Index end) {
      sums.xx.block(begin, begin, d - begin, end - begin).noalias() +=
          x.rightCols(d - begin).transpose() * x.middleCols(begin, end - begin);
    });
    sums.xy.noalias() += x.transpose() * targets;
    sums.yy += targets.squaredNorm();
  }
  sum_lower_triangle(sums.xx, ranks);
  ranks.sum_in_place(sums.xy);
  sums.yy = ranks.sum_of(sums.yy);
  return sums;
}

}  // namespace sketchbench
