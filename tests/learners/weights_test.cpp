// Weights of classes and of rows: what they are equal to, and what is refused.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>
#include <ostream>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/learners/class_weights.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/liblinear/liblinear.hpp>
#include <sketchbench/learners/libsvm/libsvm.hpp>
#include "sample_data.hpp"
#include "stock_tools.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::HasSubstr;
using testing::ThrowsMessage;

const Kernel quadratic = PolynomialKernel{2, 1};

LabeledRows with_weights(LabeledRows rows, std::span<const double> weights) {
  rows.weights = weights;
  return rows;
}

/// {{"-1", ...}, {"1", ...}}, or of four classes the first and the third.
Json uneven(int classes) {
  if (classes == 2) return {{"1", 0.25}, {"-1", 2.0}};
  return {{"3", 0.25}, {"5", 2.0}};
}

ClassWeights uneven_weights(int classes) {
  if (classes == 2) return {.of = {{1, 0.25}, {-1, 2.0}}};
  return {.of = {{3, 0.25}, {5, 2.0}}};
}

std::string stock_weights(int classes) { return classes == 2 ? " -w1 0.25 -w-1 2" : " -w3 0.25 -w5 2"; }

TEST(ClassWeights, AreThoseOfLiblinearTrain) {
  for (int solver = 0; solver <= 7; ++solver)
    for (const int classes : {2, 4}) {
      const LabeledMatrix train = labelled_by_scores(400, 12, classes, 1),
                          test = labelled_by_scores(300, 14, classes, 2);
      const Trained trained =
          Liblinear({.solver = solver, .class_weight = uneven_weights(classes)}).train(view(train), 1);
      const StockResult stock = run_stock_liblinear(
          fmt::format("-s {} -c 1 -e 0.01{}", solver, stock_weights(classes)), view(train), view(test));
      EXPECT_EQ(trained.model->predict(test.x.view()), stock.labels) << solver << ", " << classes;
      EXPECT_EQ(trained.report.messages, stock.messages) << solver << ", " << classes;
    }
}

TEST(ClassWeights, AreThoseOfSvmTrain) {
  for (const int classes : {2, 4}) {
    const LabeledMatrix train = labelled_by_scores(400, 12, classes, 1),
                        test = labelled_by_scores(300, 14, classes, 2);
    const Trained trained =
        Libsvm({.C = 0.5, .class_weight = uneven_weights(classes)}, quadratic).train(view(train), 1);
    const StockResult stock = run_stock_libsvm("-t 1 -g 1 -d 2 -r 1 -c 0.5 -m 200" + stock_weights(classes),
                                               view(train), view(test));
    EXPECT_EQ(trained.model->predict(test.x.view(), 2), stock.labels) << classes;
    EXPECT_EQ(trained.report.messages, stock.messages) << classes;
  }
}

/// Each ends at the minimum but for its tolerance.
void expect_same_minimum(const LearnerSpec& ours, const LearnerSpec& library, const LabeledRows& train) {
  const Trained a = ours.make(quadratic, 2)->train(train, 1), b = library.make(quadratic, 1)->train(train, 1);
  ASSERT_EQ(a.report.objectives.size(), b.report.objectives.size());
  std::vector<double> left = a.report.objectives, right = b.report.objectives;
  std::ranges::sort(left);  // the order of problems is each learner's own
  std::ranges::sort(right);
  for (std::size_t k = 0; k < left.size(); ++k)
    EXPECT_NEAR(left[k], right[k], 2e-4 * std::abs(right[k])) << k;
}

TEST(ClassWeights, MakeOurSolversEndWhereTheLibrariesDo) {
  // Of few columns the Hessians are matrices, of many they are products.
  for (const int classes : {2, 4})
    for (const auto& [n, d] : {std::pair<Index, Index>{3000, 5}, {200, 40}}) {
      const LabeledMatrix train = labelled_by_scores(n, d, classes, 1);
      expect_same_minimum({{"type", "dense_tron"}, {"eps", 1e-6}, {"class_weight", uneven(classes)}},
                          {{"type", "liblinear"}, {"eps", 1e-6}, {"class_weight", uneven(classes)}},
                          view(train));
      expect_same_minimum({{"type", "coordinate_descent"}, {"eps", 1e-5}, {"class_weight", uneven(classes)}},
                          {{"type", "liblinear"}, {"eps", 1e-6}, {"class_weight", uneven(classes)}},
                          view(train));
    }
  for (const int classes : {2, 4}) {
    const LabeledMatrix train = labelled_by_scores(300, 8, classes, 1);
    expect_same_minimum({{"type", "block_smo"}, {"eps", 1e-5}, {"class_weight", uneven(classes)}},
                        {{"type", "libsvm"}, {"eps", 1e-5}, {"class_weight", uneven(classes)}}, view(train));
  }
}

TEST(ClassWeights, BalancedAreInverseToTheRowsOfClasses) {
  const std::vector<ClassCount> classes = {{1, 10}, {-1, 30}};
  EXPECT_EQ(ClassWeights{.balanced = true}.for_classes(classes), (std::vector<double>{2, 40.0 / 60}));
  const std::vector<ClassCount> weighted = {{1, 10, 30}, {-1, 30, 10}};
  EXPECT_EQ(ClassWeights{.balanced = true}.for_classes(weighted), (std::vector<double>{40.0 / 60, 2}));
}

TEST(ClassWeights, AreWrittenOnlyWhereTheyAreGiven) {
  for (const char* type : {"liblinear", "libsvm", "dense_tron", "block_smo", "coordinate_descent"}) {
    EXPECT_FALSE(LearnerSpec({{"type", type}}).to_json().contains("class_weight")) << type;
    for (const Json& weights : {Json("balanced"), uneven(2)}) {
      const LearnerSpec spec({{"type", type}, {"class_weight", weights}});
      EXPECT_EQ(spec.to_json().at("class_weight"), weights);
      EXPECT_EQ(LearnerSpec::parse(spec.to_json()), spec);
    }
  }
}

TEST(ClassWeights, RefusesWhatTheyCannotBe) {
  for (const Json& weights : {Json(2), Json("even"), Json::object(), Json{{"1", 0}}, Json{{"1", -1}},
                              Json{{"one", 1}}, Json{{"1.5", 1}}, Json{{"1", "2"}}})
    EXPECT_THAT(([&] {
                  LearnerSpec({{"type", "dense_tron"}, {"class_weight", weights}});
                }),
                ThrowsMessage<InputError>(HasSubstr("0.1, \"-1\": 2}; of a label that is text")))
        << weights;
  EXPECT_THAT(([] {
                LearnerSpec({{"type", "liblinear"}, {"solver", 11}, {"class_weight", "balanced"}});
              }),
              ThrowsMessage<InputError>(HasSubstr("none with solver 11")));
  const LabeledMatrix train = labelled_by_scores(50, 4, 2, 1);
  for (const char* type : {"liblinear", "libsvm", "dense_tron", "block_smo", "coordinate_descent"}) {
    const LearnerSpec spec({{"type", type}, {"class_weight", Json{{"7", 2}}}});
    EXPECT_THAT(([&] { spec.make(quadratic, 1)->train(view(train), 1); }),
                ThrowsMessage<InputError>(
                    HasSubstr("has a weight for 7, expected labels of the training rows: -1, 1")))
        << type;
  }
}

struct WeightedCase {
  Json learner;
  int classes;       ///< 0: targets
  double tolerance;  ///< of scores
};

void PrintTo(const WeightedCase& c, std::ostream* out) { *out << c.learner.dump() << ", " << c.classes; }

LabeledMatrix rows_for(int classes, Index n, Seed seed) {
  return classes == 0 ? with_targets(n, 6, seed) : labelled_by_scores(n, 6, classes, seed);
}

LabeledRows seen(const LabeledMatrix& rows, int classes) {
  return classes == 0 ? targets_view(rows) : view(rows);
}

class WeightedRows : public testing::TestWithParam<WeightedCase> {
 protected:
  std::vector<double> scores(const Json& learner, const LabeledRows& data) const {
    const Trained trained = LearnerSpec::parse(learner).make(quadratic, 2)->train(data, 1);
    return trained.model->scores(test.x.view(), 2);
  }
  void expect_near(const std::vector<double>& left, const std::vector<double>& right) const {
    ASSERT_EQ(left.size(), right.size());
    for (std::size_t i = 0; i < left.size(); ++i)
      ASSERT_NEAR(left[i], right[i], GetParam().tolerance * std::max(1.0, std::abs(right[i]))) << i;
  }
  const int classes = GetParam().classes;
  const LabeledMatrix train = rows_for(classes, 120, 1), test = rows_for(classes, 50, 2);
};

TEST_P(WeightedRows, AreRepeatedRows) {
  std::vector<double> weights;
  std::vector<Index> repeated;
  std::vector<float> y;
  for (Index i = 0; i < train.x.view().size(); ++i) {
    weights.push_back(i < 6 ? 1.0 : static_cast<double>(i * 7 % 4));
    for (int k = 0; k < static_cast<int>(weights.back()); ++k) {
      repeated.push_back(i);
      y.push_back(train.y[static_cast<std::size_t>(i)]);
    }
  }
  const OwnedRows copy(train.x.view(), repeated);
  const LabeledRows all = seen(train, classes);
  std::vector<Json> learners = {GetParam().learner};
  if (classes > 0) {
    learners.push_back(GetParam().learner);
    learners.back()["class_weight"] = "balanced";
  }
  for (const Json& learner : learners)
    expect_near(scores(learner, with_weights(all, weights)), scores(learner, {copy.view(), y, all.task}));
}

TEST_P(WeightedRows, OfWeight0AreNone) {
  const LabeledRows all = seen(train, classes);
  std::vector<double> weights;
  std::vector<Index> others;
  std::vector<float> y;
  for (std::size_t i = 0; i < all.y.size(); ++i) {  // of several classes the first loses all of its rows
    weights.push_back(classes > 2 ? static_cast<double>(all.y[i] != all.y[0])
                                  : static_cast<double>(i % 3 > 0));
    if (weights.back() == 0) continue;
    others.push_back(static_cast<Index>(i));
    y.push_back(all.y[i]);
  }
  const OwnedRows copy(train.x.view(), others);
  expect_near(scores(GetParam().learner, with_weights(all, weights)),
              scores(GetParam().learner, {copy.view(), y, all.task}));
}

TEST_P(WeightedRows, OfOneWeightScaleTheLoss) {
  const LabeledRows all = seen(train, classes);
  const std::vector<double> quarters(all.y.size(), 0.25), ones(all.y.size(), 1);
  Json scaled = GetParam().learner;
  if (scaled.contains("lambda"))
    scaled["lambda"] = 4.0;
  else
    scaled["C"] = 0.25;
  expect_near(scores(GetParam().learner, with_weights(all, quarters)), scores(scaled, all));
  expect_near(scores(GetParam().learner, with_weights(all, ones)), scores(GetParam().learner, all));
}

TEST_P(WeightedRows, AreRefusedWhereTheyAreNone) {
  const LabeledRows all = seen(train, classes);
  std::vector<double> weights(all.y.size(), 1);
  const auto refused = [&](const char* what) {
    EXPECT_THAT(([&] { scores(GetParam().learner, with_weights(all, weights)); }),
                ThrowsMessage<InputError>(HasSubstr(what)));
  };
  weights[4] = -1;
  refused("the weight of training row 5 is -1");
  weights[4] = std::nan("");
  refused("the weight of training row 5 is nan");
  weights.assign(all.y.size(), 0);
  refused("all weights of training rows are 0");
  weights.resize(3);
  refused("3 weights for 120 training rows");
  if (classes == 0) return;
  weights.clear();
  for (const float label : all.y) weights.push_back(label == all.y[0] ? 1 : 0);
  refused("expected at least two classes");
}

INSTANTIATE_TEST_SUITE_P(
    Learners, WeightedRows,
    testing::Values(
        WeightedCase{{{"type", "liblinear"}, {"eps", 1e-8}, {"C", 1.0}}, 2, 1e-5},
        WeightedCase{{{"type", "liblinear"}, {"eps", 1e-8}, {"C", 1.0}, {"solver", 0}}, 4, 1e-5},
        WeightedCase{{{"type", "liblinear"}, {"eps", 1e-8}, {"C", 1.0}, {"solver", 11}}, 0, 1e-5},
        WeightedCase{{{"type", "libsvm"}, {"eps", 1e-6}, {"C", 1.0}}, 4, 1e-3},
        WeightedCase{{{"type", "libsvm_svr"}, {"eps", 1e-6}, {"C", 1.0}}, 0, 1e-3},
        WeightedCase{{{"type", "dense_tron"}, {"eps", 1e-8}, {"C", 1.0}}, 2, 1e-5},
        WeightedCase{{{"type", "dense_tron"}, {"eps", 1e-8}, {"C", 1.0}}, 4, 1e-5},
        WeightedCase{
            {{"type", "coordinate_descent"}, {"eps", 1e-8}, {"max_passes", 100000}, {"C", 1.0}}, 2, 1e-5},
        WeightedCase{
            {{"type", "coordinate_descent"}, {"eps", 1e-8}, {"max_passes", 100000}, {"C", 1.0}}, 4, 1e-5},
        WeightedCase{{{"type", "block_smo"}, {"eps", 1e-6}, {"C", 1.0}}, 2, 1e-3},
        WeightedCase{{{"type", "block_smo"}, {"eps", 1e-6}, {"C", 1.0}}, 4, 1e-3},
        WeightedCase{{{"type", "ridge"}, {"lambda", 1.0}}, 0, 1e-9},
        WeightedCase{{{"type", "ridge"}, {"lambda", 1.0}, {"intercept", false}}, 0, 1e-9},
        WeightedCase{{{"type", "krr"}, {"lambda", 1.0}}, 0, 1e-8},
        WeightedCase{{{"type", "krr"}, {"lambda", 1.0}, {"intercept", false}}, 0, 1e-8}));

std::vector<double> some_weights(Index n) {
  std::vector<double> weights;
  for (Index i = 0; i < n; ++i) weights.push_back(0.1 + std::abs(std::sin(static_cast<double>(i))));
  return weights;
}

TEST(WeightedRows, OfAnyWeightAreOnlyForOurSolvers) {
  const LabeledMatrix train = labelled_by_scores(60, 4, 2, 1), targets = with_targets(60, 4, 1);
  const std::vector<double> weights = some_weights(60);
  for (const auto& [type, other] : {std::pair{"liblinear", "dense_tron"}, {"libsvm", "block_smo"}})
    EXPECT_THAT(
        ([&] {
          LearnerSpec({{"type", type}}).make(quadratic, 1)->train(with_weights(view(train), weights), 1);
        }),
        ThrowsMessage<InputError>(HasSubstr(fmt::format("choose {}, which takes any", other))));
  EXPECT_THAT(([&] {
                LearnerSpec({{"type", "libsvm_svr"}})
                    .make(quadratic, 1)
                    ->train(with_weights(targets_view(targets), weights), 1);
              }),
              ThrowsMessage<InputError>(HasSubstr("choose block_smo_svr, which takes any")));
}

TEST(WeightedRows, OfWeight0MakeNoClassOfAnyLearner) {
  const LabeledMatrix train = labelled_by_scores(60, 4, 4, 1);
  std::vector<double> weights;
  for (const float label : train.y) weights.push_back(label == train.y[0] ? 0 : 1);
  const auto unseen = static_cast<int>(train.y[0]);
  for (const LearnerKind& kind : learner_kinds()) {
    const LearnerSpec spec({{"type", kind.type}});
    if (spec.task() != Task::classification || kind.one_class) continue;
    const Trained trained = spec.make(quadratic, 1)->train(with_weights(view(train), weights), 1);
    EXPECT_THAT(trained.model->classes(),
                testing::AllOf(testing::SizeIs(3), testing::Not(testing::Contains(unseen))))
        << kind.type;
  }
}

// Doubling weights and halving C changes nothing, whatever the weights.
TEST(WeightedRows, AreTimesC) {
  const LabeledMatrix train = labelled_by_scores(150, 6, 4, 1), test = labelled_by_scores(40, 6, 4, 2);
  const std::vector<double> weights = some_weights(150);
  std::vector<double> twice;
  for (const double weight : weights) twice.push_back(2 * weight);
  for (const char* type : {"dense_tron", "block_smo"}) {
    const auto scores = [&](double C, std::span<const double> of_rows) {
      const LearnerSpec spec({{"type", type}, {"C", C}, {"eps", 1e-7}});
      return spec.make(quadratic, 1)
          ->train(with_weights(view(train), of_rows), 1)
          .model->scores(test.x.view());
    };
    const std::vector<double> once = scores(1, weights), again = scores(0.5, twice);
    for (std::size_t i = 0; i < once.size(); ++i) ASSERT_NEAR(once[i], again[i], 1e-3) << type;
  }
}

MatrixXd matrix_of(const Rows& x) {
  MatrixXd dense = MatrixXd::Zero(x.size(), x.dim());
  for (Index i = 0; i < x.size(); ++i)
    x.for_each_nonzero(i, [&](Index j, float value) { dense(i, j) = double{value}; });
  return dense;
}

/// (S K S + lambda I)^-1 with S = sqrt(C): the weighted minimum by the textbook, without an intercept.
VectorXd naive_predictions(const MatrixXd& k, const MatrixXd& k_test, const VectorXd& y, const VectorXd& c,
                           double lambda) {
  const VectorXd s = c.cwiseSqrt();
  MatrixXd system = s.asDiagonal() * k * s.asDiagonal();
  system.diagonal().array() += lambda;
  return k_test * (s.asDiagonal() * system.llt().solve(s.asDiagonal() * y));
}

TEST(WeightedRidge, IsTheTextbooks) {
  const LabeledMatrix train = with_targets(80, 5, 1), test = with_targets(30, 5, 2);
  const std::vector<double> weights = some_weights(80);
  const VectorXd c = Eigen::Map<const VectorXd>(weights.data(), 80),
                 y = Eigen::Map<const Eigen::VectorXf>(train.y.data(), 80).cast<double>();
  const MatrixXd x = matrix_of(train.x.view()), x_test = matrix_of(test.x.view());
  const LabeledRows data = with_weights(targets_view(train), weights);
  for (const char* type : {"ridge", "krr"}) {
    const bool linear = std::string_view(type) == "ridge";
    const MatrixXd k = linear ? MatrixXd(x * x.transpose()) : gram(quadratic, train.x.view(), train.x.view()),
                   k_test = linear ? MatrixXd(x_test * x.transpose())
                                   : gram(quadratic, test.x.view(), train.x.view());
    const VectorXd expected = naive_predictions(k, k_test, y, c, 0.5);
    const std::vector<double> found = LearnerSpec({{"type", type}, {"lambda", 0.5}, {"intercept", false}})
                                          .make(quadratic, 2)
                                          ->train(data, 1)
                                          .model->scores(test.x.view());
    for (Index i = 0; i < expected.size(); ++i)
      ASSERT_NEAR(found[static_cast<std::size_t>(i)], expected(i), 1e-7) << type;
  }
}

// The chosen lambda's error is that of leaving each row out for real.
TEST(WeightedRidge, LeavesOneRowOut) {
  const LabeledMatrix train = with_targets(40, 4, 1);
  const std::vector<double> weights = some_weights(40);
  for (const char* type : {"ridge", "krr"})
    for (const bool intercept : {true, false}) {
      const Trained all = LearnerSpec({{"type", type}, {"lambda", "loo"}, {"intercept", intercept}})
                              .make(quadratic, 2)
                              ->train(with_weights(targets_view(train), weights), 1);
      const auto lambda = all.report.chosen.at("lambda").get<double>();
      double squares = 0, total = 0;
      for (std::size_t out = 0; out < 40; ++out) {
        std::vector<Index> kept;
        std::vector<float> y;
        std::vector<double> c;
        for (std::size_t i = 0; i < 40; ++i)
          if (i != out) {
            kept.push_back(static_cast<Index>(i));
            y.push_back(train.y[i]);
            c.push_back(weights[i]);
          }
        const OwnedRows rest(train.x.view(), kept);
        const auto row = static_cast<Index>(out);
        const double predicted = LearnerSpec({{"type", type}, {"lambda", lambda}, {"intercept", intercept}})
                                     .make(quadratic, 1)
                                     ->train({rest.view(), y, Task::regression, c}, 1)
                                     .model->scores(train.x.view().slice(row, row + 1))
                                     .at(0);
        squares += weights[out] * std::pow(predicted - double{train.y[out]}, 2);
        total += weights[out];
      }
      EXPECT_NEAR(all.report.chosen.at("loo_rmse").get<double>(), std::sqrt(squares / total), 1e-5)
          << type << ", " << intercept;
    }
}

}  // namespace
}  // namespace sketchbench
