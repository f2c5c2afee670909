#pragma once
#include <Eigen/Core>
#include <vector>

namespace sketchbench {

/// A symmetric D x D matrix of sums of products of rows. Columns are kept in blocks from the diagonal down:
/// about 4 D^2 bytes. Values and sums are in double precision, in which products of single-precision features
/// are exact: a value is off by no more than the number of rows times 2^-53 times the sum of the products'
/// sizes, so that a Hessian I + 2 C X^T X stays positive definite while its largest eigenvalue is far below
/// 2^53. Sums in single precision would not do: off by 2^-24, they lose the identity as soon as 2 C times the
/// sum of squares of a feature is some millions.
class SymmetricMatrix {
 public:
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  explicit SymmetricMatrix(Eigen::Index dim) : dim_(dim) {}
  /// Bytes, once there are values.
  static double memory(Eigen::Index dim);

  void set_identity();
  /// += scale * X^T X, the same for any number of threads.
  void add_products(const Eigen::Ref<const Rows>& x, double scale, int threads);
  Eigen::VectorXd times(const Eigen::VectorXd& v) const;
  Eigen::VectorXd diagonal() const;

 private:
  Eigen::Index dim_;
  std::vector<Eigen::MatrixXd> blocks_;  ///< block b: rows from column b * columns_per_block on
};

}  // namespace sketchbench
