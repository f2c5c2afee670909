#include <sketchbench/learners/block_smo/working_set.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double at_lower = 0, inside = 0.5, at_upper = 1;

/// Variables in [0, 1] with these values and gradients.
DualState state_of(std::vector<double> b, std::vector<double> gradient) {
  const std::size_t n = b.size();
  return {std::move(b), std::move(gradient), std::vector<double>(n, 0), std::vector<double>(n, 1)};
}

TEST(ViolationOf, IsOfThoseThatCanMove) {
  const Violation violation = violation_of(state_of({at_upper, at_lower, inside, at_upper, at_lower},  //
                                                    {9, 3, 1, -2, -9}));
  EXPECT_EQ(violation.max_up, 3) << "9 cannot go up";
  EXPECT_EQ(violation.min_down, -2) << "-9 cannot go down";
  EXPECT_EQ(violation.size(), 5);
}

// A variable at its lower bound can only go up, which pays where its gradient is above that of one that can
// go down; likewise at the upper bound. One within its bounds is never left out.
TEST(IsHeldAtBound, AsksForABoundAndForAGradientBehindAllThatCouldMoveAgainstIt) {
  const Violation violation{.max_up = 2, .min_down = -1};
  for (const double gradient : {-5.0, -1.1, -1.0, -0.9, 0.0, 1.9, 2.0, 2.1, 5.0}) {
    const auto held = [&](double b) { return is_held_at_bound(state_of({b}, {gradient}), 0, violation); };
    EXPECT_EQ(held(at_lower), gradient < -1) << gradient;
    EXPECT_EQ(held(at_upper), gradient > 2) << gradient;
    EXPECT_FALSE(held(inside)) << gradient;
  }
}

// What is left out is in no violating pair, and what is in one is never left out.
TEST(IsHeldAtBound, LeavesNoViolatingPairOut) {
  const std::vector<double> places = {at_lower, inside, at_upper};
  std::vector<double> b, gradient;
  for (int i = 0; i < 60; ++i) {
    b.push_back(places[static_cast<std::size_t>(i % 3)]);
    gradient.push_back((i * 37 % 60) / 10.0 - 3);
  }
  const DualState state = state_of(b, gradient);
  const Violation violation = violation_of(state);
  int held = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    bool violates = false;
    for (std::size_t j = 0; j < b.size(); ++j)
      violates = violates || (state.can_go_up(i) && state.can_go_down(j) && gradient[i] > gradient[j]) ||
                 (state.can_go_down(i) && state.can_go_up(j) && gradient[i] < gradient[j]);
    if (!is_held_at_bound(state, i, violation)) continue;
    ++held;
    EXPECT_FALSE(violates) << i;
  }
  EXPECT_GT(held, 0);
}

TEST(WorkingSet, BeginsWithTheVariablesThatViolateMostFromEitherSide) {
  WorkingSet working(4);
  const DualState state = state_of({at_lower, at_lower, at_lower, at_upper, at_upper, at_upper},  //
                                   {5, 4, 3, -3, -4, -5});
  EXPECT_THAT(working.choose(state, violation_of(state)), ElementsAre(0, 1, 4, 5));
}

TEST(WorkingSet, IsEmptyWhereNothingViolates) {
  WorkingSet working(4);
  const DualState state = state_of({at_lower, at_upper}, {-1, 1});
  EXPECT_THAT(working.choose(state, violation_of(state)), IsEmpty());
}

// Half of the next set are new violators; the rest stay, those within their bounds first: without them the
// next subproblem would undo what this one has done.
TEST(WorkingSet, KeepsMembersOfTheLastSubproblem) {
  WorkingSet working(4);
  DualState state = state_of({at_lower, at_lower, at_lower, at_lower, at_upper, at_upper, at_upper, at_upper},
                             {8, 7, 3, 2, -2, -3, -7, -8});
  ASSERT_THAT(working.choose(state, violation_of(state)), ElementsAre(0, 1, 6, 7));
  // The subproblem is solved: its variables no longer violate, 1 and 6 are within their bounds.
  state.b = {at_upper, inside, at_lower, at_lower, at_upper, at_upper, inside, at_lower};
  state.gradient = {0.1, 0, 3, 2, -2, -3, 0, -0.1};
  EXPECT_THAT(working.choose(state, violation_of(state)), ElementsAre(1, 2, 5, 6));
}

TEST(WorkingSet, FollowsItsMembersToTheirNewNumbers) {
  WorkingSet working(4);
  DualState state = state_of({at_lower, at_lower, at_lower, at_lower, at_upper, at_upper, at_upper, at_upper},
                             {8, 7, 3, 2, -2, -3, -7, -8});
  ASSERT_THAT(working.choose(state, violation_of(state)), ElementsAre(0, 1, 6, 7));
  // 0 and 7 are left out; 1 and 6 are now 0 and 5.
  working.renumber(std::vector<Index>{-1, 0, 1, 2, 3, 4, 5, -1});
  state = state_of({inside, at_lower, at_lower, at_upper, at_upper, inside}, {0, 3, 2, -2, -3, 0});
  EXPECT_THAT(working.choose(state, violation_of(state)), ElementsAre(0, 1, 4, 5));
}

}  // namespace
}  // namespace sketchbench
