#include <sketchbench/features/kernel_pca/operators/row_panels.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/threads.hpp>

namespace sketchbench {
namespace {

constexpr Index rows_per_task = 1 << 14;

}  // namespace

void RowPanel::read(const Eigen::MatrixXf& x, Index begin, Index end, int threads) {
  parallel_blocks(x.rows(), rows_per_task, threads, [&](Index first, Index last) {
    for (Index c = begin; c < end; ++c)
      for (Index i = first; i < last; ++i) values_(i * width_ + (c - begin)) = x(i, c);
  });
}

void RowPanel::write(Eigen::MatrixXf& y, Index begin, Index end, float factor, int threads) const {
  parallel_blocks(y.rows(), rows_per_task, threads, [&](Index first, Index last) {
    for (Index c = begin; c < end; ++c)
      for (Index i = first; i < last; ++i) y(i, c) = factor * values_(i * width_ + (c - begin));
  });
}

void require_factors(Index size, const Eigen::MatrixXf& x, const Eigen::MatrixXf& y) {
  if (x.rows() == size && y.rows() == size && x.cols() == y.cols()) return;
  throw Error(
      fmt::format("a product of a matrix of {0} rows with {1} x {2} values into {3} x {4}, expected "
                  "{0} rows and as many columns",
                  size, x.rows(), x.cols(), y.rows(), y.cols()));
}

}  // namespace sketchbench
