#include <sketchbench/features/kernel_pca/frequent_directions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/numerics/decompositions.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The eigenvalues of b^T b, largest first and none below 0, with their eigenvectors.
struct Squares {
  VectorXd values;
  MatrixXd vectors;
};

Squares squares_of(const Eigen::Ref<const MatrixXd>& b) {
  MatrixXd products = MatrixXd::Zero(b.cols(), b.cols());
  products.selfadjointView<Eigen::Lower>().rankUpdate(b.transpose());
  if (!products.allFinite())
    throw InputError(fmt::format("the products of training rows in a sketch of {} are not finite: {}",
                                 b.cols(), scaling_advice({})));
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(products);
  if (solver.info() != Eigen::Success)
    throw InputError(
        fmt::format("the singular values of a sketch of {} training rows are beyond double "
                    "precision: {}",
                    b.cols(), scaling_advice({})));
  return {.values = solver.eigenvalues().reverse().cwiseMax(0),
          .vectors = solver.eigenvectors().rowwise().reverse()};
}

}  // namespace

FrequentDirections::FrequentDirections(Index d, Index l) {
  if (l < 1 || l > d)
    throw InputError(
        fmt::format("{} frequent directions of rows with {} columns, expected from 1 to {}", l, d, d));
  sketch_ = MatrixXd::Zero(d, 2 * l);
}

void FrequentDirections::add(const Rows& rows) {
  if (rows.dim() != d())
    throw InputError(
        fmt::format("rows with {} columns for a sketch of {}, expected as many", rows.dim(), d()));
  for (Index i = 0; i < rows.size(); ++i) {
    if (used_ == sketch_.cols()) shrink();
    auto row = sketch_.col(used_++);
    row.setZero();
    rows.for_each_nonzero(i, [&](Index k, float value) { row(k) = double{value}; });
    squared_norm_ += row.squaredNorm();
  }
}

void FrequentDirections::merge(const Eigen::Ref<const MatrixXd>& transposed, double squared_norm,
                               double shrunk) {
  for (Index i = 0; i < transposed.cols(); ++i) {
    if (used_ == sketch_.cols()) shrink();
    sketch_.col(used_++) = transposed.col(i);
  }
  squared_norm_ += squared_norm;
  shrunk_ += shrunk;
}

void FrequentDirections::shrink() {
  const Squares squares = squares_of(sketch_);
  const double delta = squares.values(l());
  const Index left = (squares.values.head(l()).array() > delta).count();
  const VectorXd kept = (1 - delta / squares.values.head(left).array()).sqrt();
  const MatrixXd shrunk = sketch_ * (squares.vectors.leftCols(left) * kept.asDiagonal());
  sketch_.leftCols(left) = shrunk;
  used_ = left;
  shrunk_ += delta;
}

MatrixXd FrequentDirections::directions() const {
  MatrixXd leading = MatrixXd::Zero(d(), l());
  const Index count = std::min(l(), used_);
  if (count > 0)
    leading.leftCols(count) =
        sketch_.leftCols(used_) * squares_of(sketch_.leftCols(used_)).vectors.leftCols(count);
  // Orthogonal but for rounding, longest first: reflections change no direction that is longer than rounding.
  return orthonormal_basis(std::move(leading));
}

VectorXd FrequentDirections::squared_singular_values() const {
  VectorXd values = VectorXd::Zero(l());
  const Index count = std::min(l(), used_);
  if (count > 0) values.head(count) = squares_of(sketch_.leftCols(used_)).values.head(count);
  return values;
}

double FrequentDirections::memory(Index d, Index l) {
  // B, what becomes of it, its products and their eigenvectors; or the directions before and after.
  const auto rows = 2 * static_cast<double>(l), columns = static_cast<double>(d);
  return sizeof(double) * (2.5 * rows * columns + 6 * rows * rows);
}

double FrequentDirections::seconds_of_row(Index d, Index l) {
  // Every l rows: the products and eigenvectors of 2 l rows, and l of 2 l rows made of them. Seconds of an
  // operation in double precision: a server processor of 2021.
  const auto rows = 2 * static_cast<double>(l), columns = static_cast<double>(d);
  return 2 * (0.13e-9 * rows * columns + 1e-9 * rows * rows) + 1e-9 * columns;
}

}  // namespace sketchbench
