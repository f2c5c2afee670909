#include <sketchbench/learners/weight_model.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;

std::vector<ClassCount> classes(int count) {
  std::vector<ClassCount> all;
  for (int k = 0; k < count; ++k) all.push_back({.label = k, .rows = 1});
  return all;
}

/// Normal values times powers of ten from 1e-4 to 1e4, as polynomial features have them.
DenseMatrix features(Index n, Index d) {
  RandomStream random(1, "test.weight_model");
  DenseMatrix x(n, d);
  for (float& value : x.value)
    value = static_cast<float>(random.normal() * std::pow(10, 8 * random.uniform() - 4));
  return x;
}

MatrixXd weights(Index d, Index outputs) {
  RandomStream random(2, "test.weight_model");
  return MatrixXd::NullaryExpr(d, outputs, [&] { return random.normal(); });
}

// A score is off by no more than the number of features times 2^-53 times the sum of the terms' sizes. The
// largest of 800 is nearer to 2^-27 of that where it is summed in single precision.
TEST(WeightModel, SumsInDoublePrecision) {
  const Index n = 200, d = 1003;
  const DenseMatrix x = features(n, d);
  for (const int outputs : {1, 3, 10}) {
    const MatrixXd w = weights(d, outputs);
    const WeightModel model(w, classes(outputs == 1 ? 2 : outputs));
    const std::vector<double> scores = model.scores(x.view());
    for (Index i = 0; i < n; ++i)
      for (Index k = 0; k < outputs; ++k) {
        double exact = 0, size = 0;
        for (Index j = 0; j < d; ++j) {
          exact += double{x.row(i)[j]} * w(j, k);
          size += std::abs(double{x.row(i)[j]} * w(j, k));
        }
        EXPECT_NEAR(scores[static_cast<std::size_t>(i * outputs + k)], exact, 2e-13 * size);
      }
  }
}

// 2^30 + 1 - 2^30: single precision loses the 1, and with it the class.
TEST(WeightModel, DecidesByWhatIsLeftOfLargeTerms) {
  DenseMatrix x(2, 3);
  x.value = {0x1p30f, 1, -0x1p30f, 0x1p30f, -1, -0x1p30f};
  const WeightModel two(MatrixXd::Ones(3, 1), classes(2));
  EXPECT_EQ(two.scores(x.view()), (std::vector<double>{1, -1}));
  EXPECT_EQ(two.predict(x.view()), (std::vector<float>{0, 1}));
  MatrixXd w = MatrixXd::Zero(3, 3);
  w.col(1).setOnes();
  w(1, 2) = 0.5;
  const WeightModel three(w, classes(3));
  EXPECT_EQ(three.predict(x.view()), (std::vector<float>{1, 0}));
}

// Weights of features near the end of single precision are below its other end.
TEST(WeightModel, HoldsWeightsBeyondSinglePrecision) {
  DenseMatrix x(1, 2);
  x.value = {3e38f, -1e38f};
  const WeightModel model(MatrixXd::Constant(2, 1, 1e-60), classes(2));
  const double score = model.scores(x.view()).front();
  EXPECT_NEAR(score / 2e-22, 1, 1e-6);
  EXPECT_EQ(model.predict(x.view()).front(), 0);
}

// To the last bit: neither on the rows beside it, nor on how they are stored.
TEST(WeightModel, ScoresOfARowDependOnItAlone) {
  const DenseMatrix x = features(300, 70);
  const CsrMatrix sparse = to_sparse(x);
  const WeightModel model(weights(70, 4), classes(4));
  const std::vector<double> all = model.scores(x.view());
  EXPECT_EQ(model.scores(x.view(), 3), all);
  EXPECT_EQ(model.scores(sparse.view()), all);
  for (const Index i : {0, 17, 255, 256, 299}) {
    const std::vector<double> alone = model.scores(x.view().slice(i, i + 1));
    for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(alone[k], all[static_cast<std::size_t>(4 * i) + k]) << i;
  }
}

}  // namespace
}  // namespace sketchbench
