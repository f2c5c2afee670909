#include <sketchbench/learners/metrics.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

struct Predictions {
  std::vector<double> predicted;
  std::vector<float> targets;
};

/// Targets about `offset` and predictions that are off by about 0.3.
Predictions sample(double offset, int n = 500) {
  RandomStream random(5, "metrics");
  Predictions result;
  for (int i = 0; i < n; ++i) {
    result.targets.push_back(static_cast<float>(offset + random.normal()));
    result.predicted.push_back(double{result.targets.back()} + 0.3 * random.normal());
  }
  return result;
}

/// By the textbook, in long double.
long double sum_of_squares(const Predictions& s) {
  long double sum = 0;
  for (std::size_t i = 0; i < s.targets.size(); ++i) {
    const long double error = static_cast<long double>(s.predicted[i]) - s.targets[i];
    sum += error * error;
  }
  return sum;
}
long double spread(const Predictions& s, long double origin) {
  long double sum = 0;
  for (const float y : s.targets) sum += (y - origin) * (y - origin);
  return sum;
}
long double mean(const Predictions& s) {
  long double sum = 0;
  for (const float y : s.targets) sum += y;
  return sum / static_cast<long double>(s.targets.size());
}

TEST(Metrics, AreWhatTheirFormulasSay) {
  for (const double offset : {0.0, -4.0, 1e4}) {
    const Predictions s = sample(offset);
    const long double sse = sum_of_squares(s);
    EXPECT_NEAR(rmse(s.predicted, s.targets), static_cast<double>(std::sqrt(sse / 500)), 1e-14);
    EXPECT_NEAR(relative_rmse(s.predicted, s.targets), static_cast<double>(std::sqrt(sse / spread(s, 0))),
                1e-14);
    EXPECT_NEAR(r_squared(s.predicted, s.targets), static_cast<double>(1 - sse / spread(s, mean(s))), 1e-12);
  }
}

/// The share of pairs of a row of either kind that are in order, ties for one half.
double share_of_pairs(const std::vector<double>& scores, const std::vector<float>& labels, float positive) {
  double in_order = 0, pairs = 0;
  for (std::size_t i = 0; i < scores.size(); ++i)
    for (std::size_t j = 0; j < scores.size(); ++j)
      if (labels[i] == positive && labels[j] != positive) {
        in_order += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
        ++pairs;
      }
  return in_order / pairs;
}

TEST(Metrics, TheAreaUnderTheCurveIsTheShareOfPairsInOrder) {
  RandomStream random(7, "auc");
  for (const int values : {1, 2, 10, 1000000})  // from ties alone to hardly one
    for (const double share : {0.02, 0.5, 0.9}) {
      std::vector<double> scores(300);
      std::vector<float> labels(300);
      for (std::size_t i = 0; i < scores.size(); ++i) {
        labels[i] = i == 0 || (i > 1 && random.uniform() < share) ? 1.0f : -1.0f;
        scores[i] = static_cast<double>(random.below(static_cast<std::uint64_t>(values))) + labels[i];
      }
      const double area = area_under_roc(scores, labels, 1);
      EXPECT_NEAR(area, share_of_pairs(scores, labels, 1), 1e-13);
      // Neither what is called positive nor a growing function of scores matters.
      std::vector<double> turned(scores), grown(scores);
      for (double& score : turned) score = -score;
      for (double& score : grown) score = std::exp(score * 1e-5) - 5;
      EXPECT_DOUBLE_EQ(area_under_roc(turned, labels, -1), area);
      EXPECT_DOUBLE_EQ(area_under_roc(grown, labels, 1), area);
    }
  const std::vector<float> labels = {1, 1, -1, -1};
  EXPECT_EQ(area_under_roc(std::vector<double>{INFINITY, 3, 2, -INFINITY}, labels, 1), 1);
  EXPECT_EQ(area_under_roc(std::vector<double>{0, 0, 0, 0}, labels, 1), 0.5);
  EXPECT_EQ(area_under_roc(std::vector<double>{1, 2, 3, 4}, labels, 1), 0);
}

TEST(Metrics, AreTiedByIdentities) {
  Predictions s = sample(-4);
  const double sd = static_cast<double>(std::sqrt(spread(s, mean(s)) / 500));
  const double ratio = rmse(s.predicted, s.targets) / sd;
  EXPECT_NEAR(r_squared(s.predicted, s.targets), 1 - ratio * ratio, 1e-12);

  // On targets of mean 0, to the last bit: each with its negative.
  for (std::size_t i = 0; i < 250; ++i) s.targets[250 + i] = -s.targets[i];
  const double relative = relative_rmse(s.predicted, s.targets);
  EXPECT_NEAR(r_squared(s.predicted, s.targets), 1 - relative * relative, 1e-12);
}

TEST(Metrics, HaveTheirLandmarks) {
  const std::vector<float> targets = {1, 2, 3, 6};
  const std::vector<double> exact(targets.begin(), targets.end()), mean(4, 3.0), zero(4, 0.0), worse(4, 9.0);
  EXPECT_EQ(rmse(exact, targets), 0);
  EXPECT_EQ(relative_rmse(exact, targets), 0);
  EXPECT_EQ(r_squared(exact, targets), 1);
  EXPECT_EQ(r_squared(mean, targets), 0);
  EXPECT_LT(r_squared(worse, targets), 0);
  EXPECT_EQ(relative_rmse(zero, targets), 1);
  EXPECT_EQ(percent_correct(std::vector<float>{1, 2, 0, NAN}, targets), 50);
}

TEST(Metrics, AreRefusedWhereTheyAreNotDefined) {
  const std::vector<float> none, zeros(3, 0.0f), sevens(3, 7.0f), one = {7};
  const std::vector<double> nothing, three(3, 1.0), single = {1};
  EXPECT_THAT([&] { rmse(nothing, none); }, ThrowsMessage<InputError>(HasSubstr("without test rows")));
  EXPECT_THAT([&] { relative_rmse(nothing, none); }, ThrowsMessage<InputError>(HasSubstr("without")));
  EXPECT_THAT([&] { r_squared(nothing, none); }, ThrowsMessage<InputError>(HasSubstr("without test rows")));
  EXPECT_THAT([&] { percent_correct(none, none); },
              ThrowsMessage<InputError>(HasSubstr("without test rows")));
  EXPECT_THAT([&] { rmse(three, one); }, ThrowsMessage<InputError>(HasSubstr("3 predictions for 1 rows")));
  EXPECT_THAT([&] { relative_rmse(three, zeros); }, ThrowsMessage<InputError>(HasSubstr("are 0")));
  EXPECT_THAT([&] { r_squared(three, sevens); }, ThrowsMessage<InputError>(HasSubstr("are 7")));
  EXPECT_THAT([&] { r_squared(single, one); }, ThrowsMessage<InputError>(HasSubstr("are 7")));
  EXPECT_DOUBLE_EQ(relative_rmse(three, sevens), 6.0 / 7.0);
  EXPECT_THAT([&] { area_under_roc(nothing, none, 1); }, ThrowsMessage<InputError>(HasSubstr("without")));
  EXPECT_THAT([&] { area_under_roc(three, sevens, 7); },
              ThrowsMessage<InputError>(HasSubstr("all test rows")));
  EXPECT_THAT([&] { area_under_roc(three, sevens, 1); },
              ThrowsMessage<InputError>(HasSubstr("no test rows")));
  EXPECT_THAT(
      [&] {
        area_under_roc(std::vector<double>{1, NAN}, std::vector<float>{1, 2}, 1);
      },
      ThrowsMessage<InputError>(HasSubstr("not a number")));
}

}  // namespace
}  // namespace sketchbench
