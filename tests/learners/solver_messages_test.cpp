#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <climits>

#include <sketchbench/learners/dual_range.hpp>
#include <sketchbench/learners/liblinear/liblinear_messages.hpp>
#include <sketchbench/learners/libsvm/libsvm_messages.hpp>

namespace sketchbench {
namespace {

using testing::ElementsAre;

template <class Messages>
Messages read(std::initializer_list<const char*> lines) {
  Messages messages;
  for (const char* line : lines) messages.read(line);
  return messages;
}

TEST(LiblinearMessages, CountsTrustRegionSteps) {
  const auto messages = read<LiblinearMessages>({
      "iter  1 act 1.977e+02 pre 1.933e+02 delta 1.594e+00 f 3.000e+02 |g| 8.811e+02 CG   3",
      "cg reaches trust region boundary",
      "iter  2 act -1.862e+01 pre 1.607e+01 delta 6.378e+00 f 1.023e+02 |g| 8.516e+01 CG   7",
      "iter  2 act 1.862e+01 pre 1.607e+01 delta 6.378e+00 f 1.023e+02 |g| 8.516e+01 CG   7",
      "WARNING: reaching maximal number of CG steps",
      "WARNING: actred and prered too small",
  });
  EXPECT_EQ(messages.iterations(), 3);
  EXPECT_TRUE(messages.objectives().empty());
  EXPECT_TRUE(messages.converged());
}

TEST(LiblinearMessages, KnowsTheSilentLimitOfTrustRegionSteps) {
  EXPECT_TRUE(read<LiblinearMessages>({"iter 999 act 1e-2 pre 1e-2 delta 1 f 1 |g| 1 CG 1"}).converged());
  EXPECT_FALSE(read<LiblinearMessages>({"iter 1000 act 1e-2 pre 1e-2 delta 1 f 1 |g| 1 CG 1"}).converged());
}

TEST(LiblinearMessages, TakesAGiveUpForUnconverged) {
  EXPECT_FALSE(read<LiblinearMessages>({"WARNING: prered <= 0"}).converged());
  EXPECT_FALSE(read<LiblinearMessages>({"WARNING: f < -1.0e+32"}).converged());
}

TEST(LiblinearMessages, SumsTheSubproblemsOfDualSolvers) {
  const auto messages = read<LiblinearMessages>({
      "optimization finished, #iter = 101",
      "Objective value = -74.199033",
      "nSV = 142",
      "optimization finished, #iter = 1000",
      "WARNING: reaching max number of iterations",
      "Using -s 2 may be faster (also see FAQ)",
      "Objective value = -1e3",
      "nSV = 2",
  });
  EXPECT_EQ(messages.iterations(), 1101);
  EXPECT_THAT(messages.objectives(), ElementsAre(-74.199033, -1000));
  EXPECT_FALSE(messages.converged());
}

TEST(LiblinearMessages, ALimitOfAnInnerLoopIsNoFailure) {
  const auto messages = read<LiblinearMessages>(
      {"WARNING: reaching max number of inner iterations", "iter   8  #CD cycles 1000",
       "optimization finished, #iter = 8", "Objective value = 93.067933"});
  EXPECT_EQ(messages.iterations(), 8);
  EXPECT_TRUE(messages.converged());
}

TEST(LibsvmMessages, KeepsPairsApart) {
  const auto messages = read<LibsvmMessages>({
      "optimization finished, #iter = 1170",
      "nu = 0.021339",
      "obj = -4.201201, rho = 0.551833",
      "nSV = 116, nBSV = 1",
      "optimization finished, #iter = 2170",
      "nu = 0.1",
      "obj = 5.5, rho = -0.551833",
      "nSV = 16, nBSV = 1",
      "Total nSV = 132",
  });
  EXPECT_THAT(messages.iterations(), ElementsAre(1170, 2170));
  EXPECT_THAT(messages.objectives(), ElementsAre(-4.201201, 5.5));
}

TEST(LibsvmMessages, TheLimitGrowsWithTheRows) {
  EXPECT_EQ(libsvm_iteration_limit(10), 10'000'000);
  EXPECT_EQ(libsvm_iteration_limit(200'000), 20'000'000);
  EXPECT_EQ(libsvm_iteration_limit(INT_MAX), INT_MAX);
}

}  // namespace
}  // namespace sketchbench
