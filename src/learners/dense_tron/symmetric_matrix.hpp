#pragma once
#include <Eigen/Core>
#include <vector>

namespace sketchbench {

/// A symmetric D x D matrix of sums of products of rows. Columns are kept in blocks from the diagonal down:
/// about 4 D^2 bytes. Values are in double precision and made of products of single-precision rows, a few
/// hundred of which are summed in single precision.
class SymmetricMatrix {
 public:
  using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  explicit SymmetricMatrix(Eigen::Index dim) : dim_(dim) {}
  /// Bytes, once there are values.
  static double memory(Eigen::Index dim);

  void set_identity();
  /// += scale * X^T X, the same for any number of threads.
  void add_products(const Eigen::Ref<const Rows>& x, float scale, int threads);
  Eigen::VectorXd times(const Eigen::VectorXd& v) const;
  Eigen::VectorXd diagonal() const;

 private:
  Eigen::Index dim_;
  std::vector<Eigen::MatrixXd> blocks_;  ///< block b: rows from column b * columns_per_block on
};

}  // namespace sketchbench
