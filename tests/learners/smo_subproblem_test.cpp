#include <sketchbench/learners/block_smo/smo_subproblem.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

/// A random K = A A^T with `rank` columns in A, as rows that the subproblem can read.
struct Problem {
  Index size, stride;
  std::vector<float> k;
  std::vector<double> y;

  Problem(Index n, Index rank, Seed seed) : size(n), stride(SmoSubproblem::padded(n)) {
    RandomStream random(seed, "test.smo");
    std::vector<double> a(static_cast<std::size_t>(n * rank));
    for (double& value : a) value = random.normal();
    k.assign(static_cast<std::size_t>(n * stride), 0);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) {
        double sum = 0;
        for (Index c = 0; c < rank; ++c)
          sum += a[static_cast<std::size_t>(i * rank + c)] * a[static_cast<std::size_t>(j * rank + c)];
        k[static_cast<std::size_t>(i * stride + j)] = static_cast<float>(sum);
      }
    for (Index i = 0; i < n; ++i) y.push_back(random.sign());
  }
  const float* row(Index i) const { return &k[static_cast<std::size_t>(i * stride)]; }
};

TEST(SmoSubproblem, MeetsTheOptimalityConditions) {
  for (const Index n : {2, 3, 31, 32, 33, 150})
    for (const double C : {0.05, 1.0, 1000.0}) {
      const Problem problem(n, 20, static_cast<Seed>(n));
      SmoSubproblem smo(n);
      for (Index i = 0; i < n; ++i) {
        const double y = problem.y[static_cast<std::size_t>(i)];
        smo.value(i) = 0;
        smo.gradient(i) = y;
        smo.set_bounds(i, y > 0 ? 0 : -C, y > 0 ? C : 0);
        smo.set_diagonal(i, problem.row(i)[i]);
      }
      const auto outcome = smo.solve([&](Index i) { return problem.row(i); }, 1e-6, 10'000'000);
      EXPECT_LT(outcome.violation, 1e-6);

      double sum = 0, most = -std::numeric_limits<double>::infinity(), least = -most;
      for (Index i = 0; i < n; ++i) {
        const double y = problem.y[static_cast<std::size_t>(i)], b = smo.value(i);
        EXPECT_GE(y * b, 0);
        EXPECT_LE(y * b, C);
        sum += b;
        double f = y;
        for (Index j = 0; j < n; ++j) f -= double{problem.row(i)[j]} * smo.value(j);
        EXPECT_NEAR(smo.gradient(i), f, 1e-7);
        if (y > 0 ? b < C : b < 0) most = std::max(most, f);
        if (y > 0 ? b > 0 : b > -C) least = std::min(least, f);
      }
      EXPECT_NEAR(sum, 0, 1e-10);
      EXPECT_LT(most - least, 2e-6);
    }
}

TEST(SmoSubproblem, StopsAtItsLimit) {
  const Problem problem(50, 3, 1);
  SmoSubproblem smo(50);
  for (Index i = 0; i < 50; ++i) {
    const double y = problem.y[static_cast<std::size_t>(i)];
    smo.gradient(i) = y;
    smo.set_bounds(i, y > 0 ? 0 : -1, y > 0 ? 1 : 0);
    smo.set_diagonal(i, problem.row(i)[i]);
  }
  const auto outcome = smo.solve([&](Index i) { return problem.row(i); }, 1e-9, 4);
  EXPECT_EQ(outcome.steps, 4);
  EXPECT_GT(outcome.violation, 1e-9);
}

}  // namespace
}  // namespace sketchbench
