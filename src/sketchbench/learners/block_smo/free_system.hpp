#pragma once
#include <Eigen/Core>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// Some rows of a kernel matrix K.
struct SelectedRows {
  std::vector<Index> members;        ///< their numbers, ascending
  std::vector<const float*> values;  ///< K(member, .) for each
};

/// (K_SS + delta I)^-1 to single precision, for sets S of rows that change by a few members at a time. K_SS
/// is factorised once, for S = B. A set that is B without R and with A besides is solved by elimination of
/// the borders in
///
///     | K_BB + delta I   K_BA             E_R |
///     | K_AB             K_AA + delta I   0   |
///     | E_R^T            0                0   |
///
/// whose last rows hold the removed variables at zero: O(|B|^2) for each border, once for as long as B stays,
/// and O((|A| + |R|)^3) for a set.
class FreeSystem {
 public:
  explicit FreeSystem(int threads) : threads_(threads) {}

  /// Bytes for sets of n members, at most.
  static double memory(double n);

  /// S, of a matrix of `size` rows. A factor that is there keeps its delta: one with this delta is made where
  /// there is none, or too many borders. False where K_SS + delta I is not positive definite to single
  /// precision; there is then no system.
  bool set(const SelectedRows& s, Index size, double delta);
  /// x = (K_SS + delta I)^-1 r, in the order of the members.
  Eigen::VectorXd solve(const Eigen::VectorXd& r) const;
  /// The next set() factorises.
  void forget();
  /// The rows that the factor is of. It is lost when one of them goes.
  std::span<const Index> base() const { return base_; }
  /// To be called when rows get new numbers: new_number[old], -1 for those that are gone.
  void renumber(std::span<const Index> new_number);

  Index factors() const { return factors_; }  ///< made so far

 private:
  using Border = std::pair<Index, bool>;  ///< a row, and whether it is added

  bool factorise_for(const SelectedRows& s, double delta);
  bool eliminate_borders(const SelectedRows& s, const std::vector<Index>& place);
  void make_columns(const SelectedRows& s, const std::vector<Border>& wanted,
                    const std::vector<Index>& place);

  int threads_;
  Index factors_ = 0;
  double delta_ = 0;
  std::vector<Index> base_;                    ///< B; empty: no factor
  Eigen::MatrixXf factor_;                     ///< L, of K_BB + delta I
  std::map<Border, Eigen::VectorXf> columns_;  ///< L^-1 times a border

  // Of S. A member's place is its row of L, or -1 - k for the k-th that is added.
  std::vector<Index> place_;
  Index added_ = 0, removed_ = 0;
  Eigen::MatrixXf borders_;  ///< L^-1 times those of A, then those of R
  Eigen::MatrixXd of_added_, of_both_,
      of_removed_;  ///< what is left of the last two rows; the factors of A and R
};

}  // namespace sketchbench
