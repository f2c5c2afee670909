#include <sketchbench/learners/sgd.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/learners/coordinate_descent/coordinate_descent.hpp>
#include <sketchbench/learners/dense_tron/dense_tron.hpp>
#include <sketchbench/learners/liblinear/liblinear.hpp>
#include <sketchbench/learners/metrics.hpp>
#include <sketchbench/learners/ridge/ridge.hpp>
#include "sample_data.hpp"
#include "streamed_rows.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::StreamedRows;
using testing::HasSubstr;
using testing_support::message_of;
using Loss = Sgd::Loss;

TEST(SgdOrder, VisitsEveryRowOnceInAnEpoch) {
  for (const Index n : {1, 63, 64, 65, 4096, 4097, 10'000}) {
    const SgdOrder order(n, 5, 2);
    std::vector<Index> visited;
    for (Index g = 0; g < order.groups(); ++g) {
      std::vector<Index> rows;
      for (const auto& [begin, end] : order.chunks(g))
        for (Index i = begin; i < end; ++i) rows.push_back(i);
      for (const Index place : order.places(g)) visited.push_back(rows.at(static_cast<std::size_t>(place)));
    }
    std::ranges::sort(visited);
    std::vector<Index> all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), Index{0});
    EXPECT_EQ(visited, all);
  }
  EXPECT_NE(SgdOrder(10'000, 5, 0).chunks(0), SgdOrder(10'000, 5, 1).chunks(0));
  EXPECT_NE(SgdOrder(10'000, 5, 0).chunks(0), SgdOrder(10'000, 6, 0).chunks(0));
}

/// The same steps on vectors as they are written down, each minimum by a search of its one variable: v = w +
/// c x.
VectorXd naive_weights(const LabeledMatrix& data, const std::vector<double>& weights, const VectorXd& y,
                       const Sgd::Params& params, Seed seed) {
  const DenseMatrix x = to_dense(data.x);
  const Index n = x.n, steps = params.epochs * n;
  const double mean_weight =
      weights.empty() ? 1 : std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(n);
  const auto row = [&](Index i) -> VectorXd {
    return Eigen::Map<const Eigen::VectorXf>(x.row(i), x.d).cast<double>();
  };
  VectorXd w = VectorXd::Zero(x.d), sum = VectorXd::Zero(x.d);
  double first_rate = 0;
  Index step = 0, summed = 0;
  for (int epoch = 0; epoch < params.epochs; ++epoch) {
    const SgdOrder order(n, seed, epoch);
    for (Index g = 0; g < order.groups(); ++g) {
      std::vector<Index> rows;
      for (const auto& [begin, end] : order.chunks(g))
        for (Index i = begin; i < end; ++i) rows.push_back(i);
      if (step == 0) {
        double squares = 0;
        for (const Index i : rows) squares += row(i).squaredNorm();
        first_rate = static_cast<double>(rows.size()) / (2 * squares);
      }
      for (const Index place : order.places(g)) {
        const Index i = rows[static_cast<std::size_t>(place)];
        const double eta =
            first_rate / std::sqrt(1 + 10.0 * static_cast<double>(step) / static_cast<double>(n));
        w /= 1 + 2 * params.lambda * eta;
        const double c = eta * (weights.empty() ? 1 : weights[static_cast<std::size_t>(i)] / mean_weight);
        const double squares = row(i).squaredNorm(), score = row(i).dot(w);
        const auto cost = [&](double t) {
          const double s = score + t * squares, margin = std::max(0.0, 1 - y(i) * s);
          const double loss = params.loss == Loss::squared         ? (y(i) - s) * (y(i) - s)
                              : params.loss == Loss::squared_hinge ? margin * margin
                                                                   : margin;
          return t * t * squares / 2 + c * loss;
        };
        double low = -100, high = 100;
        for (int k = 0; k < 200; ++k) {
          const double a = low + (high - low) / 3, b = high - (high - low) / 3;
          (cost(a) < cost(b) ? high : low) = cost(a) < cost(b) ? b : a;
        }
        w += (low + high) / 2 * row(i);
        if (step++ >= steps / 2) sum += w, ++summed;
      }
    }
  }
  return sum / static_cast<double>(summed);
}

VectorXd weights_of(const Trained& trained) {
  const auto parts = trained.model->parts();
  const std::vector<double>& w = parts->real.at("weights");
  return Eigen::Map<const VectorXd>(w.data(), std::ssize(w));
}

TEST(Sgd, TakesTheStepsThatItSays) {
  const LabeledMatrix data = labelled_by_scores(150, 6, 2, 3);
  std::vector<double> some(150);
  for (std::size_t i = 0; i < some.size(); ++i) some[i] = static_cast<double>(i % 4);
  for (const Loss loss : {Loss::squared_hinge, Loss::hinge, Loss::squared})
    for (const bool weighted : {false, true}) {
      const Sgd::Params params = {.loss = loss, .lambda = 0.03, .epochs = 2};
      LabeledRows rows = view(data);
      if (weighted) rows.weights = some;
      const Trained trained = Sgd(params).train(rows, 7);
      const float first = static_cast<float>(trained.model->classes().at(0));
      VectorXd y(150);
      for (Index i = 0; i < 150; ++i) y(i) = data.y[static_cast<std::size_t>(i)] == first ? 1 : -1;
      const VectorXd expected = naive_weights(data, weighted ? some : std::vector<double>(), y, params, 7);
      // The search of a minimum in double precision finds its place to the root of what that holds.
      EXPECT_LT((weights_of(trained) - expected).norm(), 1e-5 * expected.norm());
    }
}

/// The objectives of classes, in the order of the model's.
std::vector<double> objectives_at(const LabeledMatrix& data, const Sgd::Params& params, const VectorXd& w,
                                  const std::vector<int>& classes) {
  std::vector<double> found;
  const Index problems = w.size() / data.x.d;
  for (Index k = 0; k < problems; ++k) {
    const VectorXd of_class = w.segment(k * data.x.d, data.x.d);
    double sum = 0;
    for (Index i = 0; i < data.x.size(); ++i) {
      double s = 0;
      data.x.view().for_each_nonzero(i, [&](Index j, float value) { s += of_class(j) * double{value}; });
      const double y =
          data.y[static_cast<std::size_t>(i)] == static_cast<float>(classes[static_cast<std::size_t>(k)])
              ? 1
              : -1;
      const double margin = std::max(0.0, 1 - y * s);
      sum += params.loss == Loss::squared         ? (y - s) * (y - s)
             : params.loss == Loss::squared_hinge ? margin * margin
                                                  : margin;
    }
    found.push_back(sum / static_cast<double>(data.x.size()) + params.lambda * of_class.squaredNorm());
  }
  return found;
}

// Five epochs come within 3 % of the least objective on these rows, whatever the seed of the order.
TEST(Sgd, ComesNearToTheExactSolution) {
  constexpr Index n = 6000;
  for (const int classes : {2, 3}) {
    const LabeledMatrix data = labelled_by_scores(n, 20, classes, 1);
    for (const double lambda : {1e-5, 1e-3}) {
      const double C = 1 / (2 * lambda * n);
      const Trained tron = DenseTron({.C = C, .eps = 1e-6}).train(view(data), 1);
      const Trained hinge = LearnerSpec({{"type", "liblinear"}, {"solver", 3}, {"C", C}, {"eps", 1e-3}})
                                .make({}, 1)
                                ->train(view(data), 1);
      for (const Seed seed : {1, 2, 3})
        for (const auto& [loss, exact] : {std::pair(Loss::squared_hinge, &tron), {Loss::hinge, &hinge}}) {
          const Sgd::Params params = {.loss = loss, .lambda = lambda};
          const Trained found = Sgd(params).train(view(data), seed);
          const auto ours = objectives_at(data, params, weights_of(found), found.model->classes());
          const auto least = objectives_at(data, params, weights_of(*exact), exact->model->classes());
          ASSERT_EQ(ours.size(), least.size());
          for (std::size_t k = 0; k < ours.size(); ++k) EXPECT_LT(ours[k], 1.03 * least[k]) << lambda;
          auto reported = found.report.objectives, expected = ours;
          std::ranges::sort(reported);
          std::ranges::sort(expected);
          for (std::size_t k = 0; k < ours.size(); ++k)
            EXPECT_NEAR(reported[k], expected[k], 1e-9 * expected[k]) << "what it reports of itself";
        }
    }
  }
}

TEST(Sgd, LearnsTargetsAsRidgeDoes) {
  constexpr Index n = 6000;
  const LabeledMatrix train = with_targets(n, 10, 1), test = with_targets(500, 10, 2);
  const double lambda = 1e-5;
  const Trained exact = Ridge({.lambda = lambda * n, .intercept = false}).train(targets_view(train), 1);
  const Sgd::Params params = {
      .task = Task::regression, .loss = Loss::squared, .lambda = lambda, .epochs = 10, .intercept = false};
  const Trained found = Sgd(params).train(targets_view(train), 1);
  EXPECT_LT(found.report.objectives.at(0), 1.02 * exact.report.objectives.at(0) / n);
  Sgd::Params about_mean = params;
  about_mean.intercept = true;
  EXPECT_LT(Sgd(about_mean).train(targets_view(train), 1).report.objectives.at(0),
            found.report.objectives.at(0))
      << "targets have a mean of about 3";
}

TEST(Sgd, IsTheSameWhateverTheStorageAndTheThreads) {
  const LabeledMatrix data = labelled_by_scores(5000, 12, 3, 4);
  const DenseMatrix dense = to_dense(data.x);
  const Trained sparse = Sgd({}).train(view(data), 3), held = Sgd({}).train({dense.view(), data.y}, 3),
                streamed = Sgd({.threads = 2}).train_on_blocks(StreamedRows(dense), data.y, {}, 3);
  EXPECT_EQ(weights_of(held), weights_of(streamed));
  EXPECT_LT((weights_of(sparse) - weights_of(held)).norm(), 1e-9 * weights_of(held).norm());
}

TEST(Sgd, StandsRowsOfAnyLength) {
  LabeledMatrix data = labelled_by_scores(3000, 8, 2, 5);
  for (std::int64_t k = data.x.row_start[1000]; k < data.x.row_start[1010]; ++k)
    data.x.value[static_cast<std::size_t>(k)] *= 1e4f;
  for (const Loss loss : {Loss::squared_hinge, Loss::hinge, Loss::squared}) {
    const Trained trained = Sgd({.loss = loss, .lambda = 1e-4}).train(view(data), 1);
    EXPECT_LT(trained.report.objectives.at(0), 1.01) << "weights of 0 have 1";
  }
}

TEST(Sgd, LearnsSquaredErrorsAloneOfTargets) {
  EXPECT_THAT(message_of<InputError>([] {
                LearnerSpec({{"type", "sgd"}, {"predicts", "targets"}, {"loss", "hinge"}});
              }),
              HasSubstr("\"squared\" where targets are learnt"));
  EXPECT_EQ(LearnerSpec({{"type", "sgd"}, {"predicts", "targets"}}).task(), Task::regression);
  EXPECT_TRUE(LearnerSpec({{"type", "sgd"}, {"features", "streamed"}}).streams());
}

}  // namespace
}  // namespace sketchbench
