// The maps of the Gaussian kernel, ours and scikit-learn's RBFSampler, on the same dense rows and in turn;
// started by bench/fourier_vs_sklearn, or alone, without scikit-learn's columns. Times are CPU seconds of one
// thread, medians.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "bench/common.hpp"
#include "bench/matrix_product.hpp"
#include "bench/rows.hpp"
#include "bench/sklearn_worker.hpp"
#include "core/random.hpp"
#include "features/feature_map.hpp"

namespace sketchbench::bench {
namespace {

constexpr const char* map_names[] = {"rks", "qmc", "orf", "sorf", "fastfood", "craft"};

struct Shape {
  Index n, d, D;
  double goal(std::string_view map) const {
    if (map == "rks") return 5;
    return d >= 1024 && (map == "sorf" || map == "fastfood") ? 20 : 0;
  }
};
constexpr Shape shapes[] = {{4096, 123, 200}, {2048, 784, 1000}, {1024, 1024, 1024}, {512, 2048, 4096}};

struct Settings {
  Options options;
  std::filesystem::path requests, answers;
};

BenchRows normal_rows(Index n, Index d) {
  BenchRows rows;
  rows.dense = DenseMatrix(n, d);
  RandomStream random(1, "bench.rows");
  for (float& value : rows.dense.value) value = static_cast<float>(random.normal());
  return rows;
}

class Comparison {
 public:
  explicit Comparison(const Settings& settings) : settings_(settings) {
    if (!settings.requests.empty()) sklearn_.emplace(settings.requests, settings.answers);
    results_.document.name = "fourier";
    results_.document.title = "Maps of the Gaussian kernel against scikit-learn's RBFSampler";
    times_.caption = "Microseconds a row, dense normal rows, one thread";
    times_.remarks = {
        "The same arrays in single precision, CPU time, medians of repeats in turn. sklearn takes as many "
        "rows at a time as it is fastest with. \"product\" is the fastest library's multiplication of the "
        "rows with a d x D / 2 matrix, which Random Kitchen Sinks cannot do without; \"% of it\" is its "
        "rate in the map as a whole, cosines and sines included."};
    times_.columns = {{{"d"}, true},       {{"D"}, true}, {{"Map"}, false},    {{"µs a row"}, true},
                      {{"sklearn"}, true}, {{"×"}, true}, {{"product"}, true}, {{"% of it"}, true}};
  }

  void add(Shape shape) {
    if (settings_.options.quick) shape.n /= 8;
    const BenchRows rows = normal_rows(shape.n, shape.d);
    const GaussianKernel kernel{std::sqrt(static_cast<double>(shape.d))};
    DenseMatrix z(shape.n, shape.D), half(shape.n, shape.D / 2);
    const std::vector<float> frequencies(static_cast<std::size_t>(shape.d * shape.D / 2), 0.01f);
    std::vector<std::unique_ptr<FeatureMap>> maps;
    std::vector<Contender> contenders;
    for (const char* const name : map_names) {
      maps.push_back(make_feature_map(name, {.d_in = shape.d, .kernel = kernel, .D = shape.D, .seed = 1}));
      contenders.push_back(
          timed(name, [&, map = maps.back().get()] { map->transform(rows.dense.view(), z); }));
    }
    const std::size_t first_product = contenders.size();
    for (const MatrixProduct& product : matrix_products())
      contenders.push_back(timed(product.name, [&, product] {
        product.run(shape.n, shape.d, shape.D / 2, rows.dense.value.data(), frequencies.data(),
                    half.value.data());
      }));
    const std::size_t sklearn = contenders.size();
    Index chunk = 0;
    if (sklearn_) {
      chunk = sklearn_->load(rows, false, kernel, shape.D, 1);
      contenders.push_back({"sklearn", [&] { return sklearn_->time(); }});
    }
    const std::vector<Timing> timings = interleaved(contenders, settings_.options.repeats);
    const auto microseconds = [&](std::size_t c) {
      return 1e6 * timings[c].cpu.median / static_cast<double>(shape.n);
    };
    double product = microseconds(first_product);
    for (std::size_t c = first_product; c < sklearn; ++c) product = std::min(product, microseconds(c));
    for (std::size_t m = 0; m < maps.size(); ++m) {
      const bool multiplies = m < 3;
      times_.rows.push_back(
          {text(std::to_string(shape.d)), text(std::to_string(shape.D)),
           text(find_feature_map(map_names[m]).brief), number(microseconds(m)),
           sklearn_ ? number(microseconds(sklearn)) : text(""),
           sklearn_ ? ratio(microseconds(sklearn) / microseconds(m), shape.goal(map_names[m])) : text(""),
           multiplies ? number(product) : text(""),
           multiplies ? number(100 * product / microseconds(m), 0) : text("")});
    }
    Json seconds;
    for (std::size_t c = 0; c < contenders.size(); ++c) seconds[contenders[c].name] = to_json(timings[c]);
    results_.measurements["cases"].push_back({{"rows", shape.n},
                                              {"d", shape.d},
                                              {"D", shape.D},
                                              {"sklearn_rows_at_a_time", chunk},
                                              {"seconds", seconds}});
  }

  void publish() {
    if (sklearn_) {
      const Json versions = sklearn_->versions();
      results_.measurements["versions"] = versions;
      times_.notes.push_back(
          fmt::format("scikit-learn {}, numpy {}, Python {}.", versions.at("scikit-learn").get<std::string>(),
                      versions.at("numpy").get<std::string>(), versions.at("python").get<std::string>()));
    }
    results_.document.tables = {std::move(times_)};
    bench::publish(std::move(results_), settings_.options);
  }

 private:
  const Settings& settings_;
  std::optional<SklearnWorker> sklearn_;
  Results results_;
  Table times_;
};

}  // namespace
}  // namespace sketchbench::bench

int main(int argc, char** argv) {
  using namespace sketchbench::bench;
  CLI::App app("Maps of the Gaussian kernel against scikit-learn's RBFSampler", "fourier_bench");
  Settings settings;
  settings.options.add_to(app);
  app.add_option("--sklearn-requests", settings.requests, "Where sklearn_sketch.py reads");
  app.add_option("--sklearn-answers", settings.answers, "Where it writes");
  return main_of(app, argc, argv, [&] {
    Comparison comparison(settings);
    for (const Shape& shape : shapes) comparison.add(shape);
    comparison.publish();
  });
}
