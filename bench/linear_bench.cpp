// Linear training: LIBLINEAR's solver 2 and our dense_tron on the same features, in turn.
//
// The features are those of Table 1: (1 + <x, y>)^4 by Tensor Sketching with the paper's D for each data set.
// Times are CPU seconds of one thread, medians; on two threads the wall clock's, beside LIBLINEAR's, which
// has one.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <string_view>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/catalog.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/cell_data.hpp>
#include <sketchbench/learners/dense_tron/dense_tron.hpp>
#include <sketchbench/learners/liblinear/liblinear.hpp>
#include <sketchbench/learners/mapped_rows.hpp>
#include "bench/common.hpp"
#include "bench/machine.hpp"
#include "bench/memory.hpp"
#include "bench/rows.hpp"

namespace sketchbench::bench {
namespace {

constexpr PolynomialKernel kernel{.degree = 4, .coef0 = 1};
constexpr Index quick_rows = 2000;
constexpr int random_orders = 4;

struct Settings {
  Options options;
  std::vector<std::string> datasets;
  Index rows = 0;  ///< 0: all
};

/// A way to train, and what came of the last time.
struct Solver {
  std::string name;
  std::function<Trained()> train;
  Trained trained;
  double accuracy = 0, objective = 0;

  Contender contender() {
    return timed(name, [this] { trained = train(); });
  }
  void judge(const Rows& z, std::span<const float> y) {
    const std::vector<float> labels = trained.model->predict(z, 1);
    std::ptrdiff_t hits = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) hits += labels[i] == y[i] ? 1 : 0;
    accuracy = 100 * static_cast<double>(hits) / static_cast<double>(labels.size());
    for (const double value : trained.report.objectives) objective += value;
  }
};

class Comparison {
 public:
  explicit Comparison(const Settings& settings) : settings_(settings) {}

  void add(const BenchSet& set) {
    DatasetRequest request;
    request.name = set.name;
    request.split = set.split;
    if (settings_.rows > 0) request.max_train = settings_.rows;
    const auto dataset = open_dataset(request, DataPaths::from_environment());
    const LabeledRows train = dataset->train(), test = dataset->test();
    const auto map = make_feature_map("tensor_sketch_fast",
                                      {.d_in = train.x.dim(), .kernel = kernel, .D = set.D, .seed = 1});
    const DenseMatrix z = features_of(*map, train.x), z_test = features_of(*map, test.x);
    const LabeledRows features{z.view(), train.y};
    const Cell cell{
        .dataset = request, .kernel = kernel, .method = "tensor_sketch_fast", .D = set.D};  // for messages
    const MappedRows streamed(*map, train.x, [&](const Rows& rows, Index first_row) {
      require_finite_features(rows, first_row, "training", cell);
    });

    announce(fmt::format("{}, {} rows, D = {}", set.name, with_commas(train.x.size()), set.D));
    std::array<Solver, 4> solvers;
    solvers[0] = {"liblinear", [&] { return Liblinear({}).train(features, 1); }};
    solvers[1] = {"dense_tron", [&] { return DenseTron({}).train(features, 1); }};
    solvers[2] = {"dense_tron, 2 threads", [&] { return DenseTron({.threads = 2}).train(features, 1); }};
    solvers[3] = {"dense_tron, streamed, 2 threads",
                  [&] { return DenseTron({.threads = 2}).train_on_blocks(streamed, train.y, {}, 1); }};
    std::vector<Contender> contenders;
    for (Solver& solver : solvers) contenders.push_back(solver.contender());
    const std::vector<Timing> timings = interleaved(contenders, settings_.options.repeats, WarmUp::no);
    for (Solver& solver : solvers) solver.judge(z_test.view(), test.y);
    const TwoThreads gain = two_threads(
        [&](int threads) { DenseTron({.threads = threads}).train(features, 1); }, settings_.options.repeats);

    const double held_bytes = peak_growth([&] { solvers[2].train(); }),
                 streamed_bytes = peak_growth([&] { solvers[3].train(); });

    std::vector<Index> order(static_cast<std::size_t>(z.n));
    std::iota(order.rbegin(), order.rend(), 0);
    const LabeledMatrixOfFeatures turned = in_order(z, train.y, order);
    std::array<Solver, 4> others;
    others[0] = {"liblinear, rows reversed", [&] { return Liblinear({}).train(turned.view(), 1); }};
    others[1] = {"liblinear, eps 1e-4", [&] { return Liblinear({.eps = 1e-4}).train(features, 1); }};
    others[2] = {"liblinear, rows reversed, eps 1e-4",
                 [&] { return Liblinear({.eps = 1e-4}).train(turned.view(), 1); }};
    others[3] = {"dense_tron, eps 1e-4",
                 [&] { return DenseTron({.eps = 1e-4, .threads = 2}).train(features, 1); }};
    double liblinear_bytes = 0;
    for (Solver& solver : others) {
      const double bytes = peak_growth([&] { solver.trained = solver.train(); });
      if (&solver == &others.front()) liblinear_bytes = bytes;
      solver.judge(z_test.view(), test.y);
    }
    const int classes = static_cast<int>(dataset->info().classes.size());
    std::vector<double> gaps = {objective_gap(solvers[0], others[0])};
    for (int seed = 1; seed <= random_orders; ++seed) {
      const LabeledMatrixOfFeatures shuffled = in_order(z, train.y, random_order(z.n, seed));
      Solver again{"liblinear, rows shuffled", [&] { return Liblinear({}).train(shuffled.view(), 1); }};
      again.trained = again.train();
      again.judge(z_test.view(), test.y);
      gaps.push_back(objective_gap(solvers[0], again));
    }
    const double feature_bytes = sizeof(float) * static_cast<double>(z.value.size());
    Json results = measured(set, train.x.size(), classes, solvers, others, timings);
    results["objective_gaps_of_other_orders"] = gaps;
    results["second_thread"] = to_json(gain);
    results["bytes"] = {{"features", feature_bytes},
                        {"liblinear", liblinear_bytes},
                        {"dense_tron", held_bytes},
                        {"dense_tron, streamed", streamed_bytes}};
    measurements_["cases"].push_back(std::move(results));
  }

  void publish() { bench::publish("linear", std::move(measurements_), settings_.options); }

 private:
  struct LabeledMatrixOfFeatures {
    DenseMatrix z;
    std::vector<float> y;
    LabeledRows view() const { return {z.view(), y}; }
  };
  static LabeledMatrixOfFeatures in_order(const DenseMatrix& z, std::span<const float> y,
                                          std::span<const Index> order) {
    LabeledMatrixOfFeatures result{DenseMatrix(z.n, z.d), {}};
    for (Index i = 0; i < z.n; ++i) {
      const Index from = order[static_cast<std::size_t>(i)];
      std::copy_n(z.row(from), z.d, result.z.row(i));
      result.y.push_back(y[static_cast<std::size_t>(from)]);
    }
    return result;
  }
  static std::vector<Index> random_order(Index n, int seed) {
    std::vector<Index> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::shuffle(order, std::mt19937(static_cast<unsigned>(seed)));
    return order;
  }

  static DenseMatrix features_of(const FeatureMap& map, const Rows& x) {
    DenseMatrix z(x.size(), map.d_out());
    map.transform(x, z, 2);
    return z;
  }

  static double objective_gap(const Solver& stock, const Solver& ours) {
    return (ours.objective - stock.objective) / stock.objective;
  }

  static Json measured(const BenchSet& set, Index n, int classes, const std::array<Solver, 4>& solvers,
                       const std::array<Solver, 4>& others, const std::vector<Timing>& timings) {
    Json seconds, accuracy, objective;
    for (std::size_t s = 0; s < solvers.size(); ++s) {
      seconds[solvers[s].name] = to_json(timings[s]);
    }
    for (const auto* all : {&solvers, &others})
      for (const Solver& solver : *all) {
        accuracy[solver.name] = solver.accuracy;
        objective[solver.name] = solver.objective;
      }
    return {{"dataset", set.name},
            {"n", n},
            {"D", set.D},
            {"classes", classes},
            {"seconds", seconds},
            {"accuracy", accuracy},
            {"objective", objective},
            {"ratio", timings[0].cpu.median / timings[1].cpu.median},
            {"ratio_two_threads", timings[0].wall.median / timings[2].wall.median},
            {"objective_gap", objective_gap(solvers[0], solvers[1])},
            {"objective_gap_at_eps_1e-4", objective_gap(others[1], others[3])}};
  }

  const Settings& settings_;
  Json measurements_;
};

void run(const Settings& settings) {
  Comparison comparison(settings);
  for (const BenchSet& set : table1_sets)
    if (settings.datasets.empty() || std::ranges::count(settings.datasets, set.name) > 0) comparison.add(set);
  comparison.publish();
}

}  // namespace
}  // namespace sketchbench::bench

int main(int argc, char** argv) {
  using namespace sketchbench::bench;
  CLI::App app("Linear training, LIBLINEAR's and ours", "linear_bench");
  Settings settings;
  settings.options.repeats = 5;
  settings.options.add_to(app);
  app.add_option("--rows", settings.rows, "Training rows of each data set (default: all)")
      ->check(CLI::PositiveNumber);
  app.add_option("--datasets", settings.datasets, "Only these of the data sets")->delimiter(',');
  return main_of(app, argc, argv, [&] {
    if (settings.options.quick && settings.rows == 0) settings.rows = quick_rows;
    run(settings);
  });
}
