#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "core/system/memory.hpp"
#include "features/nystrom/landmark_kernel.hpp"
#include "features/nystrom/landmarks.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index rows_per_block = 256;

/// kappa(x_i, x_pivot) for every row.
VectorXd kernel_column(const Kernel& kernel, const Rows& x, Index pivot) {
  const LandmarkKernel values(kernel, x.slice(pivot, pivot + 1));
  std::vector<double> block(static_cast<std::size_t>(rows_per_block * values.stride()));
  VectorXd column(x.size());
  for (Index first = 0; first < x.size(); first += rows_per_block) {
    const Index last = std::min(x.size(), first + rows_per_block);
    values.values(x.slice(first, last), block.data());
    for (Index i = first; i < last; ++i)
      column(i) = block[static_cast<std::size_t>((i - first) * values.stride())];
  }
  return column;
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
  require_memory(pivoted_landmarks_memory(kernel, train.dim(), n, D),
                 fmt::format("randomly pivoted Cholesky of {} rows with D = {}", n, D));
  VectorXd diagonal(n);  // of what the landmarks so far leave of K
  for (Index i = 0; i < n; ++i) diagonal(i) = kernel(train, i, train, i);
  const double nothing = 1e-13 * diagonal.sum();
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
    VectorXd column = kernel_column(kernel, train, pivot);
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

double pivoted_landmarks_memory(const Kernel& kernel, Index d_in, Index n, Index D) {
  return sizeof(double) * static_cast<double>(n) * (static_cast<double>(D) + 6) +
         LandmarkKernel::memory(kernel, d_in, 1) +
         sizeof(double) * static_cast<double>(rows_per_block * PanelMatrix<double>::panel);
}

}  // namespace sketchbench
