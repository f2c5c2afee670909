// Probabilities of classes: from scores that are log-odds, and fitted to scores that are not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <sketchbench/core/error.hpp>
#include "models/sample_models.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::message_of;

const Kernel square = PolynomialKernel{.degree = 2, .coef0 = 1};

TEST(Probabilities, AreThoseOfLogisticRegression) {
  for (const int classes : {2, 3}) {
    const LabeledMatrix rows = labelled_by_scores(100, 5, classes, 1);
    const TrainedModel model = train_model(view(rows), {.learner = {{"type", "liblinear"}, {"solver", 0}}});
    const std::vector<double> scores = model.scores(rows.x.view()),
                              probabilities = model.probabilities(rows.x.view());
    ASSERT_EQ(std::ssize(probabilities), 100 * classes);
    for (std::size_t i = 0; i < 100; ++i) {
      const auto k = static_cast<std::size_t>(classes);
      double sum = 0, odds_sum = 0;
      for (std::size_t c = 0; c < k; ++c) sum += probabilities[i * k + c];
      EXPECT_NEAR(sum, 1, 1e-12);
      if (classes == 2) {
        EXPECT_NEAR(probabilities[2 * i], 1 / (1 + std::exp(-scores[i])), 1e-12);
        continue;
      }
      for (std::size_t c = 0; c < k; ++c) odds_sum += 1 / (1 + std::exp(-scores[i * k + c]));
      for (std::size_t c = 0; c < k; ++c)
        EXPECT_NEAR(probabilities[i * k + c], 1 / (1 + std::exp(-scores[i * k + c])) / odds_sum, 1e-12);
    }
  }
}

// A sigmoid that had the order of the classes wrong would put most rows on the other side. In some folds the
// first row is of another class than in all, on which the order depends.
TEST(FittedProbabilities, AgreeWithTheLabelsThatArePredicted) {
  for (Seed seed = 1; seed <= 4; ++seed) {
    LabeledMatrix rows = labelled_by_scores(300, 5, 2, seed);
    for (float& label : rows.y) label = label > 0 ? 7.0f : 2.0f;
    for (const char* type : {"dense_tron", "libsvm", "block_smo"}) {
      const TrainedModel model = train_model(view(rows), {.kernel = PolynomialKernel{.degree = 2, .coef0 = 1},
                                                          .learner = {{"type", type}},
                                                          .seed = seed,
                                                          .probabilities = true});
      const std::vector<double> p = model.probabilities(rows.x.view());
      const std::vector<int> classes = model.classes();
      int agree = 0;
      for (std::size_t i = 0; i < 300; ++i) {
        EXPECT_NEAR(p[2 * i] + p[2 * i + 1], 1, 1e-12);
        agree += static_cast<int>(rows.y[i]) == classes[p[2 * i] > 0.5 ? 0 : 1] ? 1 : 0;
      }
      EXPECT_GT(agree, 240) << type;
    }
  }
}

TrainedModel with_probabilities(const LabeledMatrix& rows, const std::string& type, Seed seed = 1) {
  return train_model(view(rows),
                     {.kernel = square, .learner = {{"type", type}}, .seed = seed, .probabilities = true});
}

std::size_t index_of(const std::vector<int>& classes, float label) {
  return static_cast<std::size_t>(std::ranges::find(classes, static_cast<int>(label)) - classes.begin());
}

/// The mean of -log P(label) over the rows.
double log_loss(const TrainedModel& model, const LabeledMatrix& rows) {
  const std::vector<double> p = model.probabilities(rows.x.view());
  const std::vector<int> classes = model.classes();
  double loss = 0;
  for (std::size_t i = 0; i < rows.y.size(); ++i)
    loss -=
        std::log(p[i * classes.size() + index_of(classes, rows.y[i])]) / static_cast<double>(rows.y.size());
  return loss;
}

/// That of telling every row the shares that its classes have among these rows themselves: no constant has a
/// lower one.
double loss_of_shares(const LabeledMatrix& rows) {
  std::map<float, double> count;
  for (const float label : rows.y) ++count[label];
  double loss = 0;
  const auto n = static_cast<double>(rows.y.size());
  for (const auto& [label, share] : count) loss -= share / n * std::log(share / n);
  return loss;
}

TEST(FittedProbabilities, OfManyClassesSumToOneAndTellMoreThanTheirShares) {
  for (const char* type : {"dense_tron", "liblinear", "libsvm", "block_smo"})
    for (const int classes : {2, 3, 5}) {
      SCOPED_TRACE(std::string(type) + " with " + std::to_string(classes));
      const LabeledMatrix rows = labelled_by_scores(600, 5, classes, 1),
                          others = labelled_by_scores(500, 5, classes, 2);
      const TrainedModel model = with_probabilities(rows, type);
      EXPECT_TRUE(model.has_probabilities());
      const std::vector<double> p = model.probabilities(others.x.view());
      const auto k = static_cast<std::size_t>(classes);
      ASSERT_EQ(p.size(), 500 * k);
      for (std::size_t i = 0; i < 500; ++i) {
        double sum = 0;
        for (std::size_t c = 0; c < k; ++c) {
          EXPECT_GE(p[i * k + c], 0);
          sum += p[i * k + c];
        }
        EXPECT_NEAR(sum, 1, 1e-12);
      }
      // The classes follow from the rows but for noise: the loss is about half of the shares'.
      EXPECT_LT(log_loss(model, others), 0.8 * loss_of_shares(others));
      EXPECT_EQ(model.probabilities(others.x.view(), 3), p) << "threads";
    }
}

// In some folds the order of the classes is another one: taken for that of all rows, it would swap them.
TEST(FittedProbabilities, OfManyClassesAgreeWithTheLabelsThatArePredicted) {
  for (Seed seed = 1; seed <= 3; ++seed) {
    const LabeledMatrix rows = labelled_by_scores(400, 5, 4, seed);
    for (const char* type : {"dense_tron", "libsvm", "block_smo"}) {
      const TrainedModel model = with_probabilities(rows, type, seed);
      const std::vector<double> p = model.probabilities(rows.x.view());
      const std::vector<float> predicted = model.predict(rows.x.view());
      const std::vector<int> classes = model.classes();
      int agree = 0;
      for (std::size_t i = 0; i < 400; ++i) {
        const auto best = std::max_element(&p[4 * i], &p[4 * i] + 4) - &p[4 * i];
        agree += static_cast<int>(predicted[i]) == classes[static_cast<std::size_t>(best)] ? 1 : 0;
      }
      EXPECT_GT(agree, 340) << type;
    }
  }
}

// Of one sigmoid for all classes, the largest score has the largest probability; of pairs, whoever wins each
// of its own has it.
TEST(FittedProbabilities, OfEqualSigmoidsAreLargestForThePredictedClass) {
  const LabeledMatrix rows = labelled_by_scores(300, 5, 4, 1);
  for (const char* type : {"dense_tron", "block_smo"}) {
    TrainedModel model = train_model(view(rows), {.kernel = square, .learner = {{"type", type}}});
    model.set_sigmoids(std::vector<Sigmoid>(static_cast<std::size_t>(model.outputs()), {.A = -1.5, .B = 0}));
    const std::vector<double> p = model.probabilities(rows.x.view()), scores = model.scores(rows.x.view());
    const std::vector<float> predicted = model.predict(rows.x.view());
    const std::vector<int> classes = model.classes();
    int decided = 0;
    for (std::size_t i = 0; i < 300; ++i) {
      const std::size_t winner = index_of(classes, predicted[i]);
      if (model.state().model->scores_pairs()) {
        // Pairs that do not agree, (a, b) from a and (b, c) from b and (c, a) from c, have no clear winner.
        int won = 0;
        for (std::size_t a = 0, pair = 0; a < 4; ++a)
          for (std::size_t b = a + 1; b < 4; ++b, ++pair)
            won += (scores[6 * i + pair] > 1 && a == winner) || (scores[6 * i + pair] < -1 && b == winner);
        if (won < 3) continue;
      }
      ++decided;
      EXPECT_EQ(std::max_element(&p[4 * i], &p[4 * i] + 4) - &p[4 * i], static_cast<std::ptrdiff_t>(winner));
    }
    EXPECT_GT(decided, 100) << type;
  }
}

TEST(FittedProbabilities, AreAskedForInTraining) {
  const LabeledMatrix rows = labelled_by_scores(100, 5, 3, 1);
  const TrainedModel model = train_model(view(rows), {.learner = {{"type", "dense_tron"}}});
  EXPECT_FALSE(model.has_probabilities());
  EXPECT_THAT(message_of<InputError>([&] { model.probabilities(rows.x.view()); }),
              HasSubstr("no probabilities"));
}

TEST(FittedProbabilities, NeedARowOfEachClassInEachFold) {
  LabeledMatrix rows = labelled_by_scores(100, 5, 3, 1);
  for (std::size_t i = 0; i < 4; ++i) rows.y[i] = 9;
  EXPECT_THAT(message_of<InputError>([&] { with_probabilities(rows, "dense_tron"); }),
              HasSubstr("the class 9 has 4 rows"));
}

}  // namespace
}  // namespace sketchbench
