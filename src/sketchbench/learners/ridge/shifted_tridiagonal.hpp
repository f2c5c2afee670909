#pragma once
#include <Eigen/Core>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// A = Q T Q^T with orthogonal Q and tridiagonal T: what answers A + lambda I for many lambda (Elden, BIT 17,
/// 1977). It is made once in O(n^3), at a fifth of the time of an eigendecomposition; each lambda then costs
/// O(n) a vector.
struct Tridiagonal {
  Eigen::MatrixXd q;            ///< n x n
  Eigen::VectorXd diagonal;     ///< n
  Eigen::VectorXd subdiagonal;  ///< n - 1
};

/// Of a symmetric matrix, whose lower triangle is read; it is freed on the way, so that 2 n^2 values are in
/// memory at most.
Tridiagonal tridiagonalise(Eigen::MatrixXd&& a);

/// L D L^T = T + lambda I, L with ones on its diagonal.
class ShiftedFactor {
 public:
  ShiftedFactor(const Tridiagonal& t, double lambda);

  /// Whether T + lambda I is positive definite, and its largest eigenvalue at most 1/eps of its smallest,
  /// where the matrix and its rounding are of the size `scale` (0: its own trace).
  bool is_regular(double scale = 0) const;

  /// (T + lambda I)^-1 b.
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
  /// L^-1 b.
  Eigen::VectorXd forward(const Eigen::VectorXd& b) const;

  /// For each row z of Z, which has n columns: z (T + lambda I)^-1 z^T and, with forward_b = L^-1 b,
  /// z (T + lambda I)^-1 b.
  struct Forms {
    Eigen::VectorXd squares, products;
  };
  Forms forms(const Eigen::MatrixXd& z, const Eigen::VectorXd& forward_b) const;

 private:
  Eigen::VectorXd l_, d_;
  double trace_ = 0, largest_of_inverse_ = 0;
};

}  // namespace sketchbench
