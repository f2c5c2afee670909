// Exact kernel machines: LIBSVM and our block_smo on the same rows with the same cache.
//
// Times are seconds of training and of predicting the test rows. LIBSVM has one thread and takes minutes: it
// is run once, ours as often as --repeats says, before and after it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <functional>

#include "bench/common.hpp"
#include "core/text.hpp"
#include "data/catalog.hpp"
#include "learners/block_smo/block_smo.hpp"
#include "learners/libsvm/libsvm.hpp"
#include "report/words.hpp"

namespace sketchbench::bench {
namespace {

constexpr Index quick_rows = 2000;
constexpr double goal = 4, most_points = 0.1, most_of_objective = 1e-3;

struct Case {
  const char* name;  ///< for --cases
  const char* dataset;
  const char* split;
  PolynomialKernel kernel;
};
constexpr Case all_cases[] = {{"adult2", "adult", "publisher", {2, 1}},
                              {"adult4", "adult", "publisher", {4, 1}},
                              {"mnist2", "mnist", "paper", {2, 1}},
                              {"mnist4", "mnist", "paper", {4, 1}}};

struct Settings {
  Options options;
  std::vector<std::string> cases;
  Index rows = 0;  ///< 0: all
  double cache_mb = 4000;
};

/// The last of a learner's runs, and the times of all.
struct Trial {
  Trained trained;
  Timing train, predict;
  double accuracy = 0, objective = 0;
};

class Comparison {
 public:
  explicit Comparison(const Settings& settings) : settings_(settings) {
    results_.document.name = "kernel";
    results_.document.title = "Exact kernel machines: block_smo against LIBSVM";
    times_.caption =
        fmt::format("Training and predicting, C = 1, eps = 0.001, a cache of {:g} MB", settings.cache_mb);
    times_.remarks = {
        "LIBSVM and block_smo: CPU time of one thread; \"2 threads\": the wall clock's, beside LIBSVM's. "
        "LIBSVM is run once, ours are medians."};
    times_.columns = {
        {{"Data set"}, false},          {{"Kernel"}, false},         {{"n"}, true},
        {{"LIBSVM", "training"}, true}, {{"block_smo"}, true},       {{"times", "faster"}, true},
        {{"2 threads"}, true},          {{"times", "faster"}, true}, {{"LIBSVM", "predicting"}, true},
        {{"block_smo"}, true},          {{"times", "faster"}, true}};
    same_.caption = "Do they find the same?";
    same_.remarks = {
        fmt::format("Objective: block_smo's dual minus LIBSVM's, summed over the pairs of classes, as a "
                    "share of it (within {:g} is wanted). Accuracy in per cent on the test rows (at most "
                    "{:g} points apart are wanted).",
                    most_of_objective, most_points)};
    same_.columns = {{{"Data set"}, false},
                     {{"Kernel"}, false},
                     {{"Objective"}, true},
                     {{"LIBSVM", "%"}, true},
                     {{"block_smo", "%"}, true},
                     {{"points", "apart"}, true},
                     {{"Support vectors", "LIBSVM"}, true},
                     {{"block_smo"}, true}};
  }

  void add(const Case& one) {
    DatasetRequest request;
    request.name = one.dataset;
    request.split = one.split;
    request.max_train = settings_.rows;
    const auto dataset = open_dataset(request, DataPaths::from_environment());
    announce(fmt::format("{}, {}, block SMO and LIBSVM", dataset_title(one.dataset), display(one.kernel)));
    const auto ours = [&](int threads) {
      return BlockSmo({.cache_mb = settings_.cache_mb, .threads = threads}, one.kernel);
    };
    const BlockSmo alone = ours(1), pair = ours(2);
    const Libsvm libsvm({.cache_mb = settings_.cache_mb}, one.kernel);
    const Trial one_thread = run(alone, *dataset, settings_.options.repeats, 1);
    const Trial two_threads = run(pair, *dataset, settings_.options.repeats, 2);
    const Trial stock = run(libsvm, *dataset, 1, 1);
    add_times(one, dataset->info().n_train, stock, one_thread, two_threads);
    add_agreement(one, stock, one_thread);
    results_.measurements["cases"].push_back(
        {{"case", one.name},
         {"dataset", one.dataset},
         {"degree", one.kernel.degree},
         {"coef0", one.kernel.coef0},
         {"n", dataset->info().n_train},
         {"cache_mb", settings_.cache_mb},
         {"libsvm", measured(stock)},
         {"block_smo", measured(one_thread)},
         {"block_smo, 2 threads", measured(two_threads)},
         {"ratio", stock.train.cpu.median / one_thread.train.cpu.median}});
  }

  void publish() {
    results_.document.tables = {std::move(times_), std::move(same_)};
    bench::publish(std::move(results_), settings_.options);
  }

 private:
  static Trial run(const Learner& learner, const Dataset& data, int repeats, int threads) {
    Trial trial;
    const LabeledRows train = data.train(), test = data.test();
    trial.train =
        interleaved({timed("train", [&] { trial.trained = learner.train(train, 1); })}, repeats, WarmUp::no)
            .front();
    std::vector<float> labels;
    trial.predict =
        interleaved({timed("predict", [&] { labels = trial.trained.model->predict(test.x, threads); })}, 1,
                    WarmUp::no)
            .front();
    std::ptrdiff_t hits = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) hits += labels[i] == test.y[i] ? 1 : 0;
    trial.accuracy = 100 * static_cast<double>(hits) / static_cast<double>(labels.size());
    for (const double value : trial.trained.report.objectives) trial.objective += value;
    return trial;
  }

  static double objective_gap(const Trial& stock, const Trial& ours) {
    return (ours.objective - stock.objective) / std::abs(stock.objective);
  }

  void add_times(const Case& one, Index n, const Trial& stock, const Trial& ours, const Trial& two) {
    times_.rows.push_back(
        {text(dataset_title(one.dataset)), text(display(one.kernel)), text(with_commas(n)),
         text(time_text(stock.train.cpu.median)), text(time_text(ours.train.cpu.median)),
         ratio(stock.train.cpu.median / ours.train.cpu.median, goal), text(time_text(two.train.wall.median)),
         ratio(stock.train.wall.median / two.train.wall.median), text(time_text(stock.predict.cpu.median)),
         text(time_text(ours.predict.cpu.median)),
         ratio(stock.predict.cpu.median / ours.predict.cpu.median)});
  }

  void add_agreement(const Case& one, const Trial& stock, const Trial& ours) {
    const double gap = objective_gap(stock, ours), points = ours.accuracy - stock.accuracy;
    const auto tone = [](bool good) { return good ? Tone::good : Tone::bad; };
    same_.rows.push_back({text(dataset_title(one.dataset)), text(display(one.kernel)),
                          text(fmt::format("{:+.1e}", gap), tone(std::abs(gap) <= most_of_objective)),
                          number(stock.accuracy, 2), number(ours.accuracy, 2),
                          text(points_text(points), tone(std::abs(points) <= most_points + 1e-9)),
                          text(with_commas(stock.trained.report.support_vectors)),
                          text(with_commas(ours.trained.report.support_vectors))});
  }

  static Json measured(const Trial& trial) {
    return {{"train", to_json(trial.train)},
            {"predict", to_json(trial.predict)},
            {"accuracy", trial.accuracy},
            {"objective", trial.objective},
            {"steps", trial.trained.report.iterations},
            {"support_vectors", trial.trained.report.support_vectors},
            {"converged", trial.trained.report.converged}};
  }

  const Settings& settings_;
  Results results_;
  Table times_, same_;
};

void run(const Settings& settings) {
  Comparison comparison(settings);
  for (const Case& one : all_cases)
    if (settings.cases.empty() || std::ranges::count(settings.cases, one.name) > 0) comparison.add(one);
  comparison.publish();
}

}  // namespace
}  // namespace sketchbench::bench

int main(int argc, char** argv) {
  using namespace sketchbench::bench;
  CLI::App app("Exact kernel machines, LIBSVM's and ours", "kernel_bench");
  Settings settings;
  settings.options.repeats = 3;
  settings.options.add_to(app);
  std::vector<std::string> names;
  for (const Case& one : all_cases) names.emplace_back(one.name);
  app.add_option("--cases", settings.cases, "Only these")->delimiter(',')->check(CLI::IsMember(names));
  app.add_option("--rows", settings.rows, "Training rows (default: all)")->check(CLI::PositiveNumber);
  app.add_option("--cache-mb", settings.cache_mb, "Of either")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  return main_of(app, argc, argv, [&] {
    if (settings.options.quick && settings.rows == 0) settings.rows = quick_rows;
    run(settings);
  });
}
