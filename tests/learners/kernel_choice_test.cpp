#include <sketchbench/learners/ridge/kernel_choice.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/learners/ridge/krr.hpp>
#include "sample_data.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

struct Sample {
  DenseMatrix x;
  std::vector<float> y;
  LabeledRows rows(Task task) const { return {x.view(), y, task}; }
};

/// Points in [-1, 1]^2; the target is a sum of 30 Gaussian bumps of width `sigma` around some of them, and a
/// little noise: it is in the span of the kernel of that sigma.
Sample bumps(double sigma, Index n, Seed seed) {
  RandomStream random(seed, "bumps");
  Sample sample{.x = DenseMatrix(n, 2), .y = {}};
  for (float& v : sample.x.value) v = static_cast<float>(2 * random.uniform() - 1);
  const GaussianKernel kernel{sigma};
  std::vector<double> weights(30);
  for (double& w : weights) w = random.normal();
  for (Index i = 0; i < n; ++i) {
    double target = 0.01 * random.normal();
    for (Index c = 0; c < 30; ++c)
      target += weights[static_cast<std::size_t>(c)] * Kernel(kernel)(sample.x.view(), i, sample.x.view(), c);
    sample.y.push_back(static_cast<float>(target));
  }
  return sample;
}

std::vector<Kernel> gaussians(double scale) {
  std::vector<Kernel> kernels;
  for (const double sigma : sigmas_around(scale)) kernels.emplace_back(GaussianKernel{sigma});
  return kernels;
}

TEST(KernelChoice, LooksAroundAScale) {
  EXPECT_EQ(sigmas_around(1), (std::vector<double>{0.0625, 0.125, 0.25, 0.5, 1, 2, 4, 8, 16}));
}

// Steps of the grid are factors of 2: the right sigma, or a neighbour.
TEST(KernelChoice, FindsTheScaleThatTheTargetsHave) {
  for (const double sigma : {0.125, 0.5}) {
    const Sample sample = bumps(sigma, 300, 1);
    const KernelChoice choice = choose_kernel(gaussians(1), sample.rows(Task::regression));
    const double found = sigmas_around(1)[choice.best];
    EXPECT_GE(found, sigma / 2) << sigma;
    EXPECT_LE(found, sigma * 2) << sigma;
    const double error = choice.facts.at("candidates")[choice.best].at("loo_rmse");
    for (const Json& other : choice.facts.at("candidates")) EXPECT_GE(other.at("loo_rmse"), error);
    EXPECT_LT(error, 0.1);
    EXPECT_EQ(choice.facts.at("rows"), 300);
  }
}

// A chessboard of squares of side 0.5: kernels that are much wider or narrower see nothing of it.
TEST(KernelChoice, FindsTheScaleOfClasses) {
  RandomStream random(2, "chessboard");
  for (const int classes : {2, 3}) {
    Sample sample{.x = DenseMatrix(300, 2), .y = {}};
    for (Index i = 0; i < 300; ++i) {
      for (Index j = 0; j < 2; ++j) sample.x.row(i)[j] = static_cast<float>(2 * random.uniform());
      const int square = static_cast<int>(std::floor(2 * double{sample.x.row(i)[0]})) +
                         static_cast<int>(std::floor(2 * double{sample.x.row(i)[1]}));
      sample.y.push_back(static_cast<float>(square % classes));
    }
    const KernelChoice choice = choose_kernel(gaussians(1), sample.rows(Task::classification));
    EXPECT_GE(sigmas_around(1)[choice.best], 0.125) << classes;
    EXPECT_LE(sigmas_around(1)[choice.best], 0.5) << classes;
  }
}

TEST(KernelChoice, SaysWhatKernelRidgeRegressionDoes) {
  const Sample sample = bumps(0.5, 80, 3);
  const LambdaGrid grid{.from = 1e-6, .to = 1, .per_decade = 1};
  const std::vector<Kernel> candidates = {GaussianKernel{0.5}, LaplacianKernel{1}, CauchyKernel{1},
                                          PolynomialKernel{3, 1}};
  const KernelChoice choice =
      choose_kernel(candidates, sample.rows(Task::regression), {.grid = grid, .threads = 2});
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const Json chosen =
        Krr({.lambda = grid}, candidates[k]).train(sample.rows(Task::regression), 1).report.chosen;
    const Json& said = choice.facts.at("candidates")[k];
    EXPECT_EQ(said.at("kernel"), candidates[k].family());
    EXPECT_EQ(said.at("lambda"), chosen.at("lambda"));
    EXPECT_EQ(said.at("loo_rmse"), chosen.at("loo_rmse"));
  }
}

// For two classes the error is that of the targets +1 and -1.
TEST(KernelChoice, OfTwoClassesIsThatOfTheirSigns) {
  const LabeledMatrix classes = labelled_by_scores(100, 4, 2, 1);
  const LabeledRows targets{classes.x.view(), classes.y, Task::regression};
  EXPECT_EQ(choose_kernel(gaussians(2), view(classes)).facts, choose_kernel(gaussians(2), targets).facts);
}

TEST(KernelChoice, LooksAtSomeRowsOnly) {
  const LabeledMatrix sample = with_targets(300, 2, 1);
  const auto facts = [&](Index rows, int threads) {
    return choose_kernel(gaussians(1), targets_view(sample), {.rows = rows, .threads = threads}).facts;
  };
  EXPECT_EQ(facts(40, 1).at("rows"), 40);
  EXPECT_NE(facts(40, 1).at("candidates"), facts(41, 1).at("candidates"));
  EXPECT_EQ(facts(300, 1), facts(1000, 1));
}

// More rows than two blocks of 64, so that threads have something to share.
TEST(KernelChoice, ThreadsChangeNoBit) {
  const LabeledMatrix targets = with_targets(200, 3, 1), classes = labelled_by_scores(200, 3, 3, 1);
  const std::vector<Kernel> candidates = {GaussianKernel{1}, LaplacianKernel{2}, PolynomialKernel{2, 1}};
  for (const LabeledRows& rows : {targets_view(targets), view(classes)}) {
    const KernelChoice one = choose_kernel(candidates, rows, {.threads = 1});
    for (const int threads : {2, 3}) {
      const KernelChoice more = choose_kernel(candidates, rows, {.threads = threads});
      EXPECT_EQ(more.best, one.best);
      EXPECT_EQ(more.facts, one.facts);
    }
  }
}

// All errors are 0: of equal lambdas the largest, as kernel ridge regression takes it, and the first
// candidate.
TEST(KernelChoice, OfConstantTargetsIsTheLargestLambda) {
  LabeledMatrix sample = with_targets(60, 2, 1);
  for (float& y : sample.y) y = 2;
  const LambdaGrid grid{.from = 1e-3, .to = 1, .per_decade = 1};
  const KernelChoice choice = choose_kernel(gaussians(1), targets_view(sample), {.grid = grid});
  EXPECT_EQ(choice.best, 0u);
  for (std::size_t k = 0; k < 9; ++k) {
    const Json& said = choice.facts.at("candidates")[k];
    const Json chosen = Krr({.lambda = grid}, gaussians(1)[k]).train(targets_view(sample), 1).report.chosen;
    EXPECT_EQ(chosen.at("lambda"), chosen.at("lambdas").back());
    EXPECT_EQ(said.at("lambda"), chosen.at("lambda"));
    EXPECT_EQ(said.at("loo_rmse"), 0);
  }
}

TEST(KernelChoice, PlansForTheMatrixAndForTheRowsItIsMadeFrom) {
  constexpr double matrix = 8.0 * 2000 * 2000;
  for (const Index n : {2000, 1'000'000}) {  // it looks at 2000 of them
    EXPECT_GE(kernel_choice_memory({.n = n, .d = 10, .nonzeros_per_row = 10}), 3 * matrix);
    EXPECT_LT(kernel_choice_memory({.n = n, .d = 10, .nonzeros_per_row = 10}), 3.1 * matrix);
    const double wide = kernel_choice_memory({.n = n, .d = 50'000, .nonzeros_per_row = 100});
    EXPECT_GE(wide, matrix + 8.0 * 2000 * 50'000);
    EXPECT_LT(wide, 1.1 * (matrix + 8.0 * 2000 * 50'000));
  }
  EXPECT_LT(kernel_choice_memory({.n = 20, .d = 10, .nonzeros_per_row = 10}), 1e5);
}

TEST(KernelChoice, NamesWhatTheKernelsHaveToChange) {
  LabeledMatrix sample = with_targets(20, 2, 1);
  for (float& value : sample.x.value) value *= 1e30f;
  const std::vector<Kernel> powers = {PolynomialKernel{9, 1}};
  EXPECT_THAT([&] { choose_kernel(powers, targets_view(sample)); },
              ThrowsMessage<InputError>(HasSubstr("scale the data, or lower the degree or coef0")));
}

TEST(KernelChoice, RefusesWhatItCannotChooseFrom) {
  const LabeledMatrix sample = with_targets(20, 2, 1), one = with_targets(1, 2, 1);
  EXPECT_THAT([&] { choose_kernel({}, targets_view(sample)); },
              ThrowsMessage<InputError>(HasSubstr("a candidate")));
  EXPECT_THAT([&] { choose_kernel(gaussians(1), targets_view(one)); },
              ThrowsMessage<InputError>(HasSubstr("two training rows or more")));
  LabeledMatrix alike = labelled_by_scores(20, 2, 2, 1);
  for (float& y : alike.y) y = 1;
  EXPECT_THAT([&] { choose_kernel(gaussians(1), view(alike)); },
              ThrowsMessage<InputError>(HasSubstr("two classes")));
}

}  // namespace
}  // namespace sketchbench
