#include <sketchbench/learners/ridge/normal_equations.hpp>

#include <algorithm>

#include <sketchbench/learners/ridge/row_passes.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index columns_per_part = 128;  // of X^T X, that a thread adds to

}  // namespace

VectorXd targets_about(const Origin& origin, std::span<const float> y, Index first, Index count) {
  return Eigen::Map<const Eigen::VectorXf>(&y[static_cast<std::size_t>(first)], count)
             .cast<double>()
             .array() -
         origin.y;
}

Origin means_of(const RowBlocks& rows, std::span<const float> y, int threads) {
  MatrixXd sums(rows.dim(), (rows.size() + rows_per_block - 1) / rows_per_block);
  for_each_block(rows, 0, rows.size(), threads, [&](Index begin, const RowBlock& block) {
    sums.col(begin / rows_per_block) = block.cast<double>().colwise().sum().transpose();
  });
  Origin mean{.x = sums.rowwise().sum() / static_cast<double>(rows.size())};
  for (const float target : y) mean.y += double{target};
  mean.y /= static_cast<double>(y.size());
  return mean;
}

NormalEquations normal_equations(const RowBlocks& rows, std::span<const float> y, const Origin& origin,
                                 int threads) {
  const Index d = rows.dim();
  NormalEquations sums{.xx = MatrixXd::Zero(d, d), .xy = VectorXd::Zero(d)};
  MatrixXd chunk(std::min(rows_per_chunk, rows.size()), d);
  for (Index first = 0; first < rows.size(); first += rows_per_chunk) {
    const Index count = std::min(rows_per_chunk, rows.size() - first);
    for_each_block(rows, first, first + count, threads, [&](Index begin, const RowBlock& block) {
      chunk.middleRows(begin - first, block.rows()) = block.cast<double>().rowwise() - origin.x.transpose();
    });
    const auto x = chunk.topRows(count);
    parallel_blocks(d, columns_per_part, threads, [&](Index begin, Index end) {
      sums.xx.block(begin, begin, d - begin, end - begin).noalias() +=
          x.rightCols(d - begin).transpose() * x.middleCols(begin, end - begin);
    });
    const VectorXd targets = targets_about(origin, y, first, count);
    sums.xy.noalias() += x.transpose() * targets;
    sums.yy += targets.squaredNorm();
  }
  return sums;
}

}  // namespace sketchbench
