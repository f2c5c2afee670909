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

  /// One of `of` shares of the values, all about the same work to change. Threads may change different ones
  /// at the same time; into how many it is divided does not change a value.
  struct Share {
    Eigen::Index number = 0, of = 1;
  };

  explicit SymmetricMatrix(Eigen::Index dim);
  /// Bytes, once there are values.
  static double memory(Eigen::Index dim);
  /// Shares that there can be; further ones are empty.
  Eigen::Index most_shares() const { return static_cast<Eigen::Index>(blocks_.size()); }

  /// The identity so many times.
  void set_identity(Share share, double times = 1);
  /// += scale * X^T X.
  void add_products(const Eigen::Ref<const Rows>& x, double scale, Share share);
  Eigen::VectorXd times(const Eigen::VectorXd& v) const;
  Eigen::VectorXd diagonal() const;

 private:
  template <class Body>
  void for_blocks(Share share, const Body& body);

  Eigen::Index dim_;
  std::vector<Eigen::MatrixXd> blocks_;  ///< block b: rows from column b * columns_per_block on
};

}  // namespace sketchbench
