#include <sketchbench/learners/block_smo/working_set.hpp>

#include <algorithm>
#include <limits>

namespace sketchbench {
namespace {

/// The first `count` in the order of `before`, which is total.
template <class Before>
std::vector<Index> first_of(std::vector<Index> candidates, Index count, const Before& before) {
  if (static_cast<Index>(candidates.size()) > count) {
    std::nth_element(candidates.begin(), candidates.begin() + count, candidates.end(), before);
    candidates.resize(static_cast<std::size_t>(count));
  }
  std::sort(candidates.begin(), candidates.end(), before);
  return candidates;
}

}  // namespace

Violation violation_of(const DualState& state) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Violation violation{-infinity, infinity};
  for (std::size_t i = 0; i < state.b.size(); ++i) {
    if (state.can_go_up(i)) violation.max_up = std::max(violation.max_up, state.gradient[i]);
    if (state.can_go_down(i)) violation.min_down = std::min(violation.min_down, state.gradient[i]);
  }
  return violation;
}

bool is_held_at_bound(const DualState& state, std::size_t i, const Violation& violation) {
  const double f = state.gradient[i];
  return (!state.can_go_down(i) && f < violation.min_down) || (!state.can_go_up(i) && f > violation.max_up);
}

const std::vector<Index>& WorkingSet::choose(const DualState& state, const Violation& violation) {
  std::vector<Index> ups, downs;
  for (std::size_t i = 0; i < state.b.size(); ++i) {
    if (state.can_go_up(i) && state.gradient[i] > violation.min_down) ups.push_back(static_cast<Index>(i));
    if (state.can_go_down(i) && state.gradient[i] < violation.max_up) downs.push_back(static_cast<Index>(i));
  }
  const auto f = [&](Index i) { return state.gradient[static_cast<std::size_t>(i)]; };
  ups = first_of(std::move(ups), most_, [&](Index i, Index j) { return f(i) != f(j) ? f(i) > f(j) : i < j; });
  downs =
      first_of(std::move(downs), most_, [&](Index i, Index j) { return f(i) != f(j) ? f(i) < f(j) : i < j; });

  std::vector<bool> taken(state.b.size(), false);
  std::vector<Index> chosen;
  const auto take = [&](Index i) {
    if (taken[static_cast<std::size_t>(i)]) return;
    taken[static_cast<std::size_t>(i)] = true;
    chosen.push_back(i);
  };
  std::size_t up = 0, down = 0;
  const auto take_violators = [&](Index until) {
    while (static_cast<Index>(chosen.size()) < until && (up < ups.size() || down < downs.size())) {
      if (up < ups.size()) take(ups[up++]);
      if (down < downs.size() && static_cast<Index>(chosen.size()) < until) take(downs[down++]);
    }
  };
  const auto take_members = [&](bool free) {
    for (const Index i : by_age_)
      if (static_cast<Index>(chosen.size()) < most_ && state.is_free(static_cast<std::size_t>(i)) == free)
        take(i);
  };
  take_violators(by_age_.empty() ? most_ : std::max<Index>(2, most_ / 2));
  take_members(true);
  take_members(false);
  take_violators(most_);

  by_age_ = chosen;
  current_ = std::move(chosen);
  std::sort(current_.begin(), current_.end());
  return current_;
}

void WorkingSet::renumber(std::span<const Index> new_number) {
  std::vector<Index> kept;
  for (const Index i : by_age_)
    if (new_number[static_cast<std::size_t>(i)] >= 0) kept.push_back(new_number[static_cast<std::size_t>(i)]);
  by_age_ = std::move(kept);
}

}  // namespace sketchbench
