#pragma once
#include <functional>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// A dual problem of support vector classification:
///
///     minimise  1/2 b^T K b - y^T b   over  lower <= b <= upper,  sum(b) fixed,
///
/// with b_t = y_t alpha_t, so that bounds are [0, C] for y = 1 and [-C, 0] for y = -1. Sequential minimal
/// optimisation (Platt 1999): each step moves b_i up and b_j down by the same amount; i violates the
/// optimality conditions most, and j promises the largest decrease of the objective among the partners of i
/// (second-order selection: Fan, Chen & Lin, JMLR 6, 2005, WSS 2).
///
/// The state is F = y - K b (what b outside of the subproblem contributes included). At the minimum no
/// b_i below its upper bound has a larger F_i than any b_j above its lower bound.
class SmoSubproblem {
 public:
  struct Outcome {
    std::int64_t steps = 0;
    double violation = 0;  ///< largest F_i - F_j at the end
  };

  /// Where row i of K is: padded(size) values, of which those beyond the size are finite and without meaning.
  /// What is returned stays valid until the second call after.
  using RowSource = std::function<const float*(Index i)>;

  /// For `size` variables. Fill in everything below, then solve().
  explicit SmoSubproblem(Index size);
  /// `size` rounded up to what the vectorised loops take at a time.
  static Index padded(Index size) { return (size + unit - 1) / unit * unit; }

  Index size() const { return size_; }
  double& value(Index i) { return b_[static_cast<std::size_t>(i)]; }
  double& gradient(Index i) { return f_[static_cast<std::size_t>(i)]; }  ///< F_i
  void set_bounds(Index i, double lower, double upper);
  void set_diagonal(Index i, float k_ii) { diagonal_[static_cast<std::size_t>(i)] = k_ii; }

  /// Steps until the largest violation is below `tolerance`, at most `max_steps`.
  Outcome solve(const RowSource& row, double tolerance, std::int64_t max_steps);

 private:
  static constexpr Index unit = 32;  // what the vectorised loops take at a time

  struct Extremes {
    double max_up;    ///< largest F of those that can go up
    Index i;          ///< where
    double min_down;  ///< smallest F of those that can go down
  };
  Extremes move(const float* up, const float* down, double delta);
  Index partner(const float* row, double diagonal, double max_up) const;
  void update_sides(Index i);

  Index size_, padded_;
  std::vector<double> b_, f_, lower_, upper_;
  // What every step reads is kept short.
  std::vector<float> diagonal_;
  std::vector<float> not_up_, not_down_;  ///< -infinity / infinity for those that cannot; else 0
};

}  // namespace sketchbench
