#pragma once
#include <Eigen/Core>
#include <span>

#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// Inner products of rows about an origin o, both triangles: what n equations for more columns than rows are
/// made of. A column that many rows have is moved by its mean, as the differences of its values would be lost
/// in the rounding of large squares; of one that few rows have the mean is small beside its spread, and
/// products are made from non-zeros. So it costs O(n^2) for each non-zero of a row, whatever the storage, and
/// `threads` change no bit.
struct DualProducts {
  Eigen::MatrixXd k;  ///< <x_i - o, x_j - o>, n x n
  Eigen::VectorXd origin;
};
/// `centred`: false: o = 0. `weights`: of rows, empty: 1 each. MemoryShortage where there is no room.
DualProducts dual_products(const Rows& x, bool centred, int threads, std::span<const double> weights = {});

/// sum_i a_i (x_i - o), d weights.
Eigen::VectorXd combined_rows(const Rows& x, const Eigen::VectorXd& a, const Eigen::VectorXd& origin);

/// Bytes of dual_products() and of the rows' copies.
double dual_products_bytes(double n, double d, double nonzeros_per_row);

}  // namespace sketchbench
