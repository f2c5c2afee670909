#pragma once
#include <Eigen/Core>

#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// Frequent directions (Liberty 2013; Ghashami, Phillips & Li 2014; Ghashami, Liberty, Phillips & Woodruff
/// 2016): a matrix B of at most 2 l rows that stands in for a matrix A of any number of them, which come in
/// blocks and are not kept.
///
/// Rows of A are put below those of B. When it is full, with the singular value decomposition B = U S V^T and
/// delta = s_{l+1}^2, B becomes sqrt(max(S^2 - delta I, 0)) V^T, of which l rows at most are not 0. No
/// direction loses more than delta, and the l + 1 first ones lose as much, so that for every x of length 1
///     0 <= |A x|^2 - |B x|^2 <= sum of the deltas <= |A|_F^2 / (l + 1).
/// The decomposition is by the eigenvectors of B B^T, 2 l x 2 l, in double precision, and no singular value
/// is divided by: B^T B keeps to the above up to 1e-15 of |B|^2. O(d l) a row.
class FrequentDirections {
 public:
  /// Throws InputError unless 1 <= l <= d.
  FrequentDirections(Index d, Index l);

  /// Further rows of A, as many as there are at hand; the result does not depend on how they are divided into
  /// blocks. InputError where they have not d columns; Error where a value is not finite.
  void add(const Rows& rows);

  /// The rows of a sketch of others of A's rows, of the same d and l (a mergeable summary: Agarwal, Cormode,
  /// Huang, Phillips, Wei & Yi 2012): B then stands for both, and keeps to the bound above of all rows.
  /// `transposed`: sketch() of the other, transposed.
  void merge(const Eigen::Ref<const Eigen::MatrixXd>& transposed, double squared_norm, double shrunk);

  Index d() const { return sketch_.rows(); }
  Index l() const { return sketch_.cols() / 2; }
  /// B, with the rows that it has now: from 0 to 2 l of them.
  Eigen::MatrixXd sketch() const { return sketch_.leftCols(used_).transpose(); }
  /// |A|_F^2 so far.
  double squared_norm() const { return squared_norm_; }
  /// The sum of the deltas so far: the most that |A x|^2 - |B x|^2 can be.
  double shrunk() const { return shrunk_; }

  /// The l leading right singular vectors of B, d x l, largest first: orthonormal whatever B's rank is.
  Eigen::MatrixXd directions() const;
  /// Their singular values squared.
  Eigen::VectorXd squared_singular_values() const;

  /// With what a shrinking takes meanwhile.
  static double memory(Index d, Index l);
  /// About how many seconds a row takes on one core.
  static double seconds_of_row(Index d, Index l);

 private:
  void shrink();

  Eigen::MatrixXd sketch_;  ///< B^T, d x 2 l
  Index used_ = 0;          ///< its columns that are rows of B
  double squared_norm_ = 0, shrunk_ = 0;
};

}  // namespace sketchbench
