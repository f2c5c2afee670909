#include "learners/block_smo/svc_dual.hpp"

#include <gtest/gtest.h>

#include "learners/block_smo/kernel_rows.hpp"
#include "learners/block_smo/smo_subproblem.hpp"
#include "sample_data.hpp"

namespace sketchbench {
namespace {

std::vector<bool> positive_rows(const LabeledMatrix& data) {
  std::vector<bool> positive;
  for (const float label : data.y) positive.push_back(label > 0);
  return positive;
}

// With a kernel that hardly sees two rows at once and a large C, all variables are free in the end. A cache
// of ten rows allows working sets of ten, whatever is asked for; soon more than twice as many are free, and
// from then on steps are among all variables.
TEST(SvcDual, GoesByTheWorkingSetsThatTheCacheAllows) {
  const LabeledMatrix train = labelled_by_scores(300, 10, 2, 1);
  const double ten_rows = 10.5 * 4 * static_cast<double>(SmoSubproblem::padded(300));
  ASSERT_EQ(KernelRows::capacity(300, ten_rows), 10);
  const auto solved = [&](Index working_set) {
    return solve_svc_dual(train.x.view(), positive_rows(train), GaussianKernel{0.5},
                          {.C = 1000, .cache_bytes = ten_rows, .working_set = working_set});
  };
  const SvcDualResult asked = solved(10), allowed = solved(512);
  EXPECT_TRUE(asked.converged);
  EXPECT_LE(asked.rounds, 30) << "rounds alone would take five new variables each";
  EXPECT_EQ(allowed.rounds, asked.rounds);
  EXPECT_EQ(allowed.steps, asked.steps);
  EXPECT_EQ(allowed.b, asked.b);
}

}  // namespace
}  // namespace sketchbench
