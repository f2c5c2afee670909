#pragma once
#include <Eigen/Core>

#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

/// The rows in double precision, d x n: row i in column i.
Eigen::MatrixXd columns_of(const Rows& rows);
/// |x_i|^2 of every row, in double precision.
Eigen::VectorXd squared_norms_of(const Rows& rows);
/// Turns products(a, b) = <x_a, y_b> into kappa(x_a, y_b), given |x_a|^2 and |y_b|^2. Only for a kernel with
/// uses_products().
void apply(const Kernel& kernel, Eigen::Ref<Eigen::MatrixXd> products, const Eigen::VectorXd& norms_x,
           const Eigen::VectorXd& norms_y);

/// The inner products of all columns: the lower triangle, the rest is zero.
Eigen::MatrixXd products_of(const Eigen::MatrixXd& columns);

/// Whether gram() makes products of these rows, its first, from their non-zeros: of sparse rows with few.
bool multiplies_nonzeros(const Rows& x);

/// The Gram matrix kappa(x_i, x_j) in double precision, n x n, both triangles. Throws InputError with the
/// numbers when it would not fit in memory. `threads` changes no value. A Gaussian kernel's distances are
/// made of norms and products: they lose about 1e-16 (|x|^2 + |y|^2) / sigma^2 of a value, which
/// Kernel::operator() does not.
Eigen::MatrixXd gram(const Kernel& kernel, const Rows& x, int threads = 1);
/// kappa(x_i, y_j), n_x x n_y; likewise. InputError when the rows have different numbers of columns.
Eigen::MatrixXd gram(const Kernel& kernel, const Rows& x, const Rows& y, int threads = 1);

}  // namespace sketchbench
