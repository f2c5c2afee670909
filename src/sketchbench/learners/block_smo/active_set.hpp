#pragma once
#include <Eigen/Core>
#include <vector>

#include <sketchbench/learners/block_smo/free_system.hpp>
#include <sketchbench/learners/block_smo/kernel_rows.hpp>
#include <sketchbench/learners/block_smo/working_set.hpp>

namespace sketchbench {

/// A dual problem (smo_subproblem.hpp) by its free variables: for a guess which are free and which at which
/// bound, the minimum over the free ones is a system of linear equations; variables that it puts beyond a
/// bound are held there, those at a bound that want to leave it become free, and a few such guesses find the
/// minimum (primal-dual active sets: Hintermueller, Ito & Kunisch, SIAM J. Optim. 13, 2003, a semismooth
/// Newton method). Steps of pairs take millions where thousands of variables are free.
///
/// The guesses settle where K is far from singular. So that they always can, a problem is solved as a
/// sequence of problems with delta/2 |b - b_k|^2 added, b_k the minimum of the one before (proximal points:
/// Rockafellar, SIAM J. Control Optim. 14, 1976); delta grows where guesses do not settle and falls where
/// they do.
class ActiveSet {
 public:
  enum class End { settled, unsettled, too_large };

  ActiveSet(double eps, int threads) : system_(threads), eps_(eps), threads_(threads) {}

  /// Bytes beside the kernel rows when n variables are free.
  static double memory(double n) { return FreeSystem::memory(n); }

  /// The next of the sequence of problems, from `state`, which is its minimum afterwards (settled) or as
  /// before: guesses did not settle, or more than `most_free` variables would be free. Calls nothing of
  /// `rows` but fetch() for all free variables at once, and diagonal().
  End step(KernelRows& rows, DualState& state, Index most_free);
  void forget() { system_.forget(); }
  /// Rows without which the next step would have to begin with a new factor, whether they are free or not.
  std::span<const Index> needed() const { return system_.base(); }
  void renumber(std::span<const Index> new_number) { system_.renumber(new_number); }

  Index systems() const { return systems_; }           ///< solved so far
  Index factors() const { return system_.factors(); }  ///< made for them

 private:
  enum class Side : char { lower, free, upper };

  End settle(const DualState& centre, double delta, Index most_free);
  bool solve_for(const SelectedRows& free, const DualState& centre, double delta, double& level);
  bool conjugate_gradients(const SelectedRows& free, const DualState& centre, double delta, double& level);
  Index choose(const DualState& centre, double delta, double level);
  void move(const SelectedRows& some, const Eigen::VectorXd& change);
  void clip(const DualState& centre);

  KernelRows* rows_ = nullptr;
  FreeSystem system_;
  double delta_ = 0, least_ = 0;  ///< 0: not chosen yet; delta falls no further than `least_`
  double eps_;
  int threads_;
  Index systems_ = 0;
  std::vector<Side> side_;
  std::vector<double> b_, f_;  ///< of the guess
  std::vector<double> image_;  ///< - K times a direction
  double sum_ = 0;             ///< of b, which is to stay
};

}  // namespace sketchbench
