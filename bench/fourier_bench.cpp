// The maps of the Gaussian kernel, ours and scikit-learn's RBFSampler, on the same dense rows and in turn;
// started by bench/beside_sklearn/run, or alone, without scikit-learn's columns. Times are CPU seconds of one
// thread, medians.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/features/feature_map.hpp>
#include "bench/beside_sklearn/worker.hpp"
#include "bench/common.hpp"
#include "bench/matrix_product.hpp"
#include "bench/rows.hpp"

namespace sketchbench::bench {
namespace {

struct Shape {
  Index n, d, D;
};
constexpr Shape shapes[] = {{4096, 123, 200}, {2048, 784, 1000}, {1024, 1024, 1024}, {512, 2048, 4096}};

/// A map as it is timed: of a kind, in one of its forms.
struct Subject {
  const FeatureMapKind* kind;
  ParameterValues parameters;  ///< empty: the kind's defaults
  std::string label;           ///< in the table
  std::string name;            ///< in the measurements

  /// Claimed as d D: it multiplies with a table of frequencies.
  bool multiplies() const { return kind->claim == "d D"; }
  bool has_offsets() const { return !parameters.empty(); }
  Index frequencies(Index D) const { return has_offsets() ? D : D / 2; }
};

/// Every kind of map of the Gaussian kernel that needs no rows to be made, and beside its own form the one
/// with offsets where it has one.
std::vector<Subject> subjects() {
  std::vector<Subject> all;
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    if (!kind.supports(GaussianKernel{}) || kind.looks_at_data ||
        std::ranges::any_of(kind.parameters, &FieldInfo::file))
      continue;
    all.push_back({&kind, {}, kind.brief, kind.name});
    for (const FieldInfo& parameter : kind.parameters)
      if (std::ranges::find(parameter.choices, "offset") != parameter.choices.end())
        all.push_back({&kind, {{parameter.name, "offset"}}, kind.brief + ", offset", kind.name + " offset"});
  }
  return all;
}

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
  }

  void add(Shape shape) {
    if (settings_.options.quick) shape.n /= 8;
    const BenchRows rows = normal_rows(shape.n, shape.d);
    const GaussianKernel kernel{std::sqrt(static_cast<double>(shape.d))};
    DenseMatrix z(shape.n, shape.D);
    const std::vector<float> frequencies(static_cast<std::size_t>(shape.d * shape.D), 0.01f);
    std::vector<std::unique_ptr<FeatureMap>> maps;
    std::vector<Contender> contenders;
    const std::vector<Subject> timed_maps = subjects();
    for (const Subject& subject : timed_maps) {
      maps.push_back(make_feature_map(
          subject.kind->name,
          {.d_in = shape.d, .kernel = kernel, .D = shape.D, .seed = 1, .parameters = subject.parameters}));
      contenders.push_back(
          timed(subject.name, [&, map = maps.back().get()] { map->transform(rows.dense.view(), z); }));
    }
    const std::vector<MatrixProduct> libraries = matrix_products();
    for (const Index count : {shape.D / 2, shape.D})
      for (const MatrixProduct& product : libraries)
        contenders.push_back(timed(fmt::format("{}, {} columns", product.name, count), [&, product, count] {
          product.run(shape.n, shape.d, count, rows.dense.value.data(), frequencies.data(), z.value.data());
        }));
    Index chunk = 0;
    if (sklearn_) {
      chunk = sklearn_->load(rows, false, kernel, shape.D, 1).chunk;
      contenders.push_back({"sklearn", [&] { return sklearn_->time(); }});
    }
    const std::vector<Timing> timings = interleaved(contenders, settings_.options.repeats);
    Json seconds;
    for (std::size_t c = 0; c < contenders.size(); ++c) seconds[contenders[c].name] = to_json(timings[c]);
    Json maps_timed;
    for (const Subject& subject : timed_maps)
      maps_timed.push_back({{"name", subject.name},
                            {"label", subject.label},
                            {"claim", subject.kind->claim},
                            {"multiplies", subject.multiplies()},
                            {"frequencies", subject.frequencies(shape.D)}});
    measurements_["cases"].push_back({{"rows", shape.n},
                                      {"d", shape.d},
                                      {"D", shape.D},
                                      {"sklearn_rows_at_a_time", chunk},
                                      {"maps", maps_timed},
                                      {"seconds", seconds}});
  }

  void publish() {
    if (sklearn_) measurements_["versions"] = sklearn_->versions();
    bench::publish("fourier", std::move(measurements_), settings_.options);
  }

 private:
  const Settings& settings_;
  std::optional<SklearnWorker> sklearn_;
  Json measurements_;
};

}  // namespace
}  // namespace sketchbench::bench

int main(int argc, char** argv) {
  using namespace sketchbench::bench;
  CLI::App app("Maps of the Gaussian kernel against scikit-learn's RBFSampler", "fourier_bench");
  Settings settings;
  settings.options.add_to(app);
  app.add_option("--sklearn-requests", settings.requests, "Where beside_sklearn/sketch.py reads");
  app.add_option("--sklearn-answers", settings.answers, "Where it writes");
  return main_of(app, argc, argv, [&] {
    Comparison comparison(settings);
    for (const Shape& shape : shapes) comparison.add(shape);
    comparison.publish();
  });
}
