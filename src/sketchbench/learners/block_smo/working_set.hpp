#pragma once
#include <span>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// The variables of a dual problem (smo_subproblem.hpp) and how far they are from its minimum.
struct DualState {
  std::vector<double> b, gradient, lower, upper;  ///< gradient: F = y - K b

  Index size() const { return static_cast<Index>(b.size()); }
  bool can_go_up(std::size_t i) const { return b[i] < upper[i]; }
  bool can_go_down(std::size_t i) const { return b[i] > lower[i]; }
  bool is_free(std::size_t i) const { return can_go_up(i) && can_go_down(i); }
};

/// Keerthi et al. 2001: at the minimum, max_up <= min_down.
struct Violation {
  double max_up;    ///< largest F of the variables that can go up
  double min_down;  ///< smallest F of those that can go down
  double size() const { return max_up - min_down; }
};
Violation violation_of(const DualState& state);

/// Whether variable i is at a bound and in no pair that violates the optimality conditions: what it could
/// move against lies on the other side of it. Shrinking leaves such variables out.
bool is_held_at_bound(const DualState& state, std::size_t i, const Violation& violation);

/// Chooses the variables of the next subproblem, in the manner of Joachims (1999): those that violate the
/// optimality conditions most, half of them from either side, and variables of the last subproblem, without
/// which the rounds would undo each other's work.
class WorkingSet {
 public:
  explicit WorkingSet(Index most) : most_(most) {}

  /// Ascending. Empty when nothing violates.
  const std::vector<Index>& choose(const DualState& state, const Violation& violation);
  /// To be called when variables get new numbers: new_number[old], -1 for those that are gone.
  void renumber(std::span<const Index> new_number);

 private:
  Index most_;
  std::vector<Index> current_;
  std::vector<Index> by_age_;  ///< the members, latest first
};

}  // namespace sketchbench
