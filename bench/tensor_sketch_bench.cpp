// Tensor Sketching, ours and scikit-learn's, on the same arrays and in turn; started by
// bench/beside_sklearn/run, or alone, without scikit-learn's columns.
//
// The bound of a row is degree + 1 bare FFTs (bare_fft.hpp). Times are CPU seconds of one thread, medians.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <optional>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include "bench/bare_fft.hpp"
#include "bench/beside_sklearn/worker.hpp"
#include "bench/common.hpp"
#include "bench/machine.hpp"
#include "bench/rows.hpp"

namespace sketchbench::bench {
namespace {

constexpr Index gram_rows = 300;
constexpr int gram_seeds = 10;
// A length without factors, beside one that has only small ones.
constexpr Index prime_below_gisette = 4999;

struct Settings {
  Options options;
  Index rows = 0;  ///< 0: each data set's own number
  std::vector<int> degrees = {4};
  double coef0 = 1;
  std::filesystem::path requests, answers;
};

/// ||Z Z' - K||_F / ||K||_F.
double gram_error(const Rows& x, const Rows& z, const PolynomialKernel& kernel) {
  double error = 0, size = 0;
  for (Index i = 0; i < z.size(); ++i)
    for (Index j = 0; j <= i; ++j) {
      const double exact = kernel(x, i, x, j), difference = inner_product(z, i, z, j) - exact;
      const double times = i == j ? 1 : 2;
      error += times * difference * difference;
      size += times * exact * exact;
    }
  return std::sqrt(error / size);
}

struct Input {
  std::string dataset, name;
  const BenchRows* rows;
  bool sparse;
  Index D;

  Rows view() const { return sparse ? rows->sparse.view() : rows->dense.view(); }
};

class Comparison {
 public:
  explicit Comparison(const Settings& settings) : settings_(settings) {
    if (!settings.requests.empty()) sklearn_.emplace(settings.requests, settings.answers);
  }

  void add(const Input& input) {
    for (const int degree : settings_.degrees) add(input, {degree, settings_.coef0});
  }

  void publish() {
    if (sklearn_) measurements_["versions"] = sklearn_->versions();
    bench::publish("tensor_sketch", std::move(measurements_), settings_.options);
  }

 private:
  void add(const Input& input, const PolynomialKernel& kernel) {
    const Rows x = input.view();
    const auto map_of = [&](const char* name, Seed seed) {
      return make_feature_map(name, {.d_in = x.dim(), .kernel = kernel, .D = input.D, .seed = seed});
    };
    const auto stock = map_of("tensor_sketch", 1), fast = map_of("tensor_sketch_fast", 1);
    const BareFft fft(input.D);
    DenseMatrix z(x.size(), input.D);
    std::vector<Contender> contenders = {timed("tensor_sketch", [&] { stock->transform(x, z); }),
                                         timed("tensor_sketch_fast", [&] { fast->transform(x, z); }),
                                         fft.contender()};
    SklearnWorker::Best best{};
    if (sklearn_) {
      best = sklearn_->load(*input.rows, input.sparse, kernel, input.D, 1);
      contenders.push_back({"sklearn", [&] { return sklearn_->time(); }});
    }
    const std::vector<Timing> timings = interleaved(contenders, settings_.options.repeats);

    const auto microseconds = [&](std::size_t c) {
      return 1e6 * timings[c].cpu.median / static_cast<double>(x.size());
    };
    const double bound =
        1e6 * (kernel.degree + 1) * timings[2].cpu.median / static_cast<double>(fft.transforms());
    const TwoThreads threads =
        two_threads([&](int count) { fast->transform(x, z, count); }, settings_.options.quick ? 5 : 40);
    const TwoThreads ceiling = two_thread_ceiling();
    const double nonzeros =
        static_cast<double>(input.rows->sparse.view().stored()) / static_cast<double>(x.size());
    Json seconds;
    for (std::size_t c = 0; c < contenders.size(); ++c) seconds[contenders[c].name] = to_json(timings[c]);
    Json entry = {{"dataset", input.dataset},
                  {"input", input.name},
                  {"rows", x.size()},
                  {"d", x.dim()},
                  {"D", input.D},
                  {"degree", kernel.degree},
                  {"coef0", kernel.coef0},
                  {"nonzeros_per_row", nonzeros},
                  {"seconds", seconds},
                  {"microseconds_per_row",
                   {{"tensor_sketch", microseconds(0)}, {"tensor_sketch_fast", microseconds(1)}}},
                  {"two_threads", to_json(threads)},
                  {"two_threads_ceiling", to_json(ceiling)},
                  {"bare_fft_microseconds_per_row", bound},
                  {"multiple_of_bare_fft", microseconds(1) / bound}};
    if (sklearn_) {
      entry["microseconds_per_row"]["sklearn"] = microseconds(3);
      entry["ratio"] = microseconds(3) / microseconds(1);
      entry["sklearn_rows_at_a_time"] = best.chunk;
      entry["sklearn_form"] = best.form;
    }
    compare_gram(input, kernel, entry);
    measurements_["cases"].push_back(std::move(entry));
  }

  void compare_gram(const Input& input, const PolynomialKernel& kernel, Json& entry) {
    const Rows all = input.view();
    const Rows x = all.slice(0, std::min(gram_rows, all.size()));
    std::vector<double> sklearn, stock, fast;
    for (Seed seed = 1; seed <= gram_seeds; ++seed) {
      const auto error_of = [&](const char* name) {
        DenseMatrix z(x.size(), input.D);
        make_feature_map(name, {.d_in = x.dim(), .kernel = kernel, .D = input.D, .seed = seed})
            ->transform(x, z);
        return gram_error(x, z.view(), kernel);
      };
      stock.push_back(error_of("tensor_sketch"));
      fast.push_back(error_of("tensor_sketch_fast"));
      if (sklearn_)
        sklearn.push_back(gram_error(x, sklearn_->features(x.size(), input.D, seed).view(), kernel));
    }
    entry["gram_error"] = {{"tensor_sketch", stock}, {"tensor_sketch_fast", fast}, {"sklearn", sklearn}};
  }

  const Settings& settings_;
  std::optional<SklearnWorker> sklearn_;
  Json measurements_;
};

void run(const Settings& settings) {
  Comparison comparison(settings);
  for (const BenchSet& set : bench_sets) {
    const Index count = settings.rows > 0 ? settings.rows : settings.options.quick ? set.rows / 8 : set.rows;
    const BenchRows rows = load_rows(set, count);
    comparison.add({set.name, "dense", &rows, false, set.D});
    if (std::string_view(set.name) != "gisette_sim") {
      comparison.add({set.name, "sparse", &rows, true, set.D});
      continue;
    }
    // The harness scales it to [-1, 1]: CSR, but no zeros.
    comparison.add({set.name, "CSR, full", &rows, true, set.D});
    comparison.add({set.name, "CSR, full", &rows, true, prime_below_gisette});
    const BenchRows sparse = with_zeros(rows);
    comparison.add({set.name, "sparse, in [0, 1]", &sparse, true, set.D});
  }
  comparison.publish();
}

}  // namespace
}  // namespace sketchbench::bench

int main(int argc, char** argv) {
  using namespace sketchbench::bench;
  CLI::App app("Tensor Sketching against scikit-learn's", "tensor_sketch_bench");
  Settings settings;
  settings.options.add_to(app);
  app.add_option("--rows", settings.rows, "Rows of each data set (default: 8192, 2048 and 512)")
      ->check(CLI::PositiveNumber);
  app.add_option("--degrees", settings.degrees, "Degrees of the kernel")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--coef0", settings.coef0, "Its constant")->capture_default_str();
  app.add_option("--sklearn-requests", settings.requests, "Where beside_sklearn/sketch.py reads");
  app.add_option("--sklearn-answers", settings.answers, "Where it writes");
  return main_of(app, argc, argv, [&] { run(settings); });
}
