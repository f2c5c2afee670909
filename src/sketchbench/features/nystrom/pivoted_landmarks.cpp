#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include <sketchbench/core/random.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/features/nystrom/draw_without_repetition.hpp>
#include <sketchbench/features/nystrom/landmarks.hpp>
#include <sketchbench/kernels/gram.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// column(i) = kappa(x_i, x_pivot) for every row. `norms`: |x_i|^2, for a kernel that is made of products.
void set_kernel_column(const Kernel& kernel, const Rows& x, const VectorXd& norms, Index pivot,
                       VectorXd& column) {
  if (!kernel.uses_products()) {
    for (Index i = 0; i < x.size(); ++i) column(i) = kernel(x, i, x, pivot);
    return;
  }
  for (Index i = 0; i < x.size(); ++i) column(i) = inner_product(x, pivot, x, i);
  apply(kernel, Eigen::Map<MatrixXd>(column.data(), 1, column.size()), norms.segment(pivot, 1), norms);
}

/// The first row at which the sum of the diagonal reaches that part of the whole.
Index row_at(const VectorXd& diagonal, double part) {
  double sum = 0;
  Index last = 0;
  for (Index i = 0; i < diagonal.size(); ++i) {
    if (diagonal(i) == 0) continue;
    sum += diagonal(i);
    last = i;
    if (sum > part) break;
  }
  return last;
}

}  // namespace

std::vector<Index> pivoted_landmarks(const Kernel& kernel, const Rows& train, Index D, Seed seed) {
  const Index n = train.size();
  require_memory(pivoted_landmarks_memory(n, D),
                 fmt::format("randomly pivoted Cholesky of {} rows with D = {}", n, D));
  VectorXd diagonal(n);  // of what the landmarks so far leave of K
  for (Index i = 0; i < n; ++i) diagonal(i) = kernel(train, i, train, i);
  const double nothing = 1e-13 * diagonal.sum();
  VectorXd column(n);
  const VectorXd norms = kernel.uses_products() ? squared_norms_of(train) : VectorXd();
  std::vector<Index> landmarks;
  std::vector<double> others(static_cast<std::size_t>(n), 1);
  MatrixXd factor(n, D);
  RandomStream random(seed, "nystrom_rpcholesky.pivots");
  Index rank = 0;
  while (static_cast<Index>(landmarks.size()) < D) {
    const double total = diagonal.sum();
    if (!(total > nothing)) break;
    const Index pivot = row_at(diagonal, total * random.uniform());
    landmarks.push_back(pivot);
    others[static_cast<std::size_t>(pivot)] = 0;
    set_kernel_column(kernel, train, norms, pivot, column);
    column.noalias() -= factor.leftCols(rank) * factor.row(pivot).head(rank).transpose();
    if (column(pivot) > 0) {
      factor.col(rank) = column / std::sqrt(column(pivot));
      diagonal = (diagonal.array() - factor.col(rank).array().square()).cwiseMax(0);
      ++rank;
    }
    diagonal(pivot) = 0;
  }
  if (const Index missing = D - static_cast<Index>(landmarks.size()); missing > 0)
    for (const Index i : draw_without_repetition(others, missing, seed, "nystrom_rpcholesky.others"))
      landmarks.push_back(i);
  std::ranges::sort(landmarks);
  return landmarks;
}

double pivoted_landmarks_memory(Index n, Index D) {
  // The factor, and beside it the diagonal, a column, norms, and what is drawn from where K is known.
  return sizeof(double) * static_cast<double>(n) * (static_cast<double>(D) + 8);
}

}  // namespace sketchbench
