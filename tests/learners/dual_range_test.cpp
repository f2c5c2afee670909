// A dual objective that no solution can have is an error and not a result.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/learners/block_smo/block_smo.hpp>
#include <sketchbench/learners/dual_range.hpp>
#include <sketchbench/learners/libsvm/libsvm.hpp>
#include "sample_data.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

void require(double objective, double C, Index first, Index second) {
  require_possible_dual(objective, C, {{1, first}, {-1, second}}, PolynomialKernel{2, 1}, "test");
}

// Between the objective of variables at 0 and that of all of the smaller class at C and as many of the other,
// where the kernel makes no difference of any rows.
TEST(DualObjective, LiesBetweenItsBounds) {
  for (const double objective : {0.0, -1.0, -59.9, -60.0, -60.000001})
    EXPECT_NO_THROW(require(objective, 0.5, 60, 100)) << objective;
  for (const double objective : {1.0, -61.0, -1e20, double{NAN}, double{INFINITY}}) {
    EXPECT_THROW(require(objective, 0.5, 60, 100), InputError) << objective;
    EXPECT_THROW(require(objective, 0.5, 100, 60), InputError) << objective;
  }
  EXPECT_NO_THROW(
      require_possible_dual(-1e-7, 1e-15, {{1, 1000}, {-1, 1000}}, PolynomialKernel{2, 1}, "test", 1e-6))
      << "it prints six decimals";
  EXPECT_THROW(require(-1e-7, 1e-15, 1000, 1000), InputError);
  EXPECT_THAT(
      [] { require(-121, 1, 60, 100); },
      ThrowsMessage<InputError>(AllOf(HasSubstr("1 against -1"), HasSubstr("-121"), HasSubstr("-120 and 0"),
                                      HasSubstr("(1+⟨x,y⟩)²"), HasSubstr("60 and 100 rows"))));
}

// Rows that are all alike reach the lower bound.
TEST(DualObjective, AtItsBoundIsAResult) {
  const DenseMatrix ones = [] {
    DenseMatrix x(90, 3);
    x.value.assign(x.value.size(), 0.7f);
    return x;
  }();
  std::vector<float> y;
  for (int i = 0; i < 90; ++i) y.push_back(i % 3 == 0 ? 1.0f : -1.0f);
  for (const PolynomialKernel& kernel :
       {PolynomialKernel{2, 1}, PolynomialKernel{4, 0}, PolynomialKernel{3, 100}}) {
    EXPECT_NEAR(Libsvm({}, kernel).train({ones.view(), y}, 1).report.objectives.at(0), -60, 1e-3);
    EXPECT_NEAR(BlockSmo({}, kernel).train({ones.view(), y}, 1).report.objectives.at(0), -60, 1e-3);
  }
}

// Next to 1e12 single precision has a value every 65,536, and what tells rows apart here is less.
TEST(DualObjective, ThatRoundingMadeIsAnErrorOfEitherSolver) {
  for (const int classes : {2, 3}) {
    const LabeledMatrix train = labelled_by_scores(300, 6, classes, 1);
    const PolynomialKernel kernel{2, 1e6};
    const auto rejects = ThrowsMessage<InputError>(
        AllOf(HasSubstr("(1000000+⟨x,y⟩)²"), HasSubstr("scale the data"), HasSubstr("lost to rounding")));
    EXPECT_THAT([&] { Libsvm({}, kernel).train(view(train), 1); }, rejects) << classes;
    EXPECT_THAT([&] { BlockSmo({}, kernel).train(view(train), 1); }, rejects) << classes;
  }
}

// Single precision has a value every 2^30 next to 1e16: no row differs from another by more than a few of
// these, and the objective is within its bounds all the same.
TEST(DualSolution, OfNothingButRoundingIsAnError) {
  LabeledMatrix train;
  train.x.d = 20;
  RandomStream random(1, "test.dual_range");
  for (int i = 0; i < 300; ++i) {
    train.y.push_back(static_cast<float>(random.sign()));
    for (Index j = i % 4; j < 20; j += 4) train.x.push(j, (j % 2 == 1) == (train.y.back() > 0) ? 1.0f : 0.5f);
    train.x.end_row();
  }
  const auto rejects = ThrowsMessage<InputError>(HasSubstr("beside a margin of 1"));
  const PolynomialKernel almost_constant{2, 1e8}, constant{2, 1e12};
  EXPECT_THAT([&] { BlockSmo({}, almost_constant).train(view(train), 1); }, rejects);
  EXPECT_THAT([&] { BlockSmo({}, constant).train(view(train), 1); }, rejects);
  EXPECT_THAT([&] { Libsvm({}, constant).train(view(train), 1); }, rejects);
}

/// Three rows at 1, 2 and 3 with the kernel (coef0 + <x, y>)^2.
PairSolution on_a_line(double b) { return {.first = 1, .second = -1, .row = {0, 1, 2}, .b = {b, -2 * b, b}}; }

TEST(DualSolution, IsLookedAtBesideItsOwnCoefficients) {
  const DenseMatrix x = [] {
    DenseMatrix points(3, 1);
    points.value = {1, 2, 3};
    return points;
  }();
  const auto require = [&](double coef0, double b) {
    require_resolved(x.view(), PolynomialKernel{2, coef0}, on_a_line(b), "test");
  };
  EXPECT_NO_THROW(require(1, 1));
  EXPECT_NO_THROW(require(1, 1e6)) << "whole numbers that are not rounded";
  EXPECT_NO_THROW(require(1e8, 1e-12));
  EXPECT_NO_THROW(require(1e6, 1e-6)) << "off by some hundredths";
  EXPECT_THROW(require(1e8, 1), InputError);
  EXPECT_THROW(require(1e6, 1), InputError);
}

}  // namespace
}  // namespace sketchbench
