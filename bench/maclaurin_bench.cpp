// Random Maclaurin and H0/1 against the machine's own rate of multiplying matrices in single precision, and
// their time on sparse rows against the number of non-zeros.
//
// A projection of a row of d values on signs is counted as 2 d floating-point operations, as a product of
// matrices is, whatever is done to get it. Drawing the map is not part of the times.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <numeric>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/random_maclaurin.hpp>
#include <sketchbench/features/random_maclaurin_h01.hpp>
#include "bench/common.hpp"
#include "bench/matrix_product.hpp"
#include "bench/rows.hpp"

namespace sketchbench::bench {
namespace {

constexpr PolynomialKernel kernel{4, 1};
constexpr const char* map_names[] = {"random_maclaurin_published", "random_maclaurin_restricted",
                                     "random_maclaurin_h01"};

const MaclaurinFeatures& draws_of(const FeatureMap& map) {
  if (const auto* random = dynamic_cast<const RandomMaclaurin*>(&map)) return random->features();
  return dynamic_cast<const RandomMaclaurinH01&>(map).features();
}

/// H0/1 gets `random` features beside its exact ones, so that it has as many to multiply for as the others.
Index features_for(std::string_view map, Index random, Index d) {
  return map == "random_maclaurin_h01" ? 1 + d + random : random;
}

Index projections_of(const FeatureMap& map) {
  const MaclaurinFeatures& draws = draws_of(map);
  Index sum = 0;
  for (Index i = 0; i < draws.count(); ++i) sum += draws.degree(i);
  return sum;
}

struct Shape {
  Index n, k, m;
  double flops() const {
    return 2.0 * static_cast<double>(n) * static_cast<double>(k) * static_cast<double>(m);
  }
};

/// Runs of a piece of work that one measurement is made of: enough of them to last some 20 ms, so that the
/// first, which finds its arrays in memory and not in the caches, does not stand for all.
int runs_for(const Shape& shape) { return 1 + static_cast<int>(4e9 / shape.flops()); }

Contender repeated(std::string name, int runs, std::function<void()> work) {
  return timed(std::move(name), [runs, work = std::move(work)] {
    for (int r = 0; r < runs; ++r) work();
  });
}

/// Work on a product of that shape by each library.
std::vector<Contender> product_contenders(const Shape& shape) {
  const auto filled = [](Index count) {
    auto values = std::make_shared<std::vector<float>>(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < values->size(); ++i) (*values)[i] = 0.5f + static_cast<float>(i % 7) * 0.1f;
    return values;
  };
  const auto a = filled(shape.n * shape.k), b = filled(shape.k * shape.m), c = filled(shape.n * shape.m);
  std::vector<Contender> contenders;
  for (const MatrixProduct& product : matrix_products())
    contenders.push_back(repeated(product.name, runs_for(shape), [=] {
      product.run(shape.n, shape.k, shape.m, a->data(), b->data(), c->data());
    }));
  return contenders;
}

void dense_rows(const Options& options, Json& measurements) {
  const Index edge = options.quick ? 512 : 2048;
  const Shape large{edge, edge, edge};
  for (const BenchSet& set : bench_sets) {
    const BenchRows rows = load_rows(set, options.quick ? set.rows / 8 : set.rows);
    const Rows x = rows.dense.view();
    for (const char* name : map_names) {
      const Index D = features_for(name, set.D, x.dim());
      const std::shared_ptr<const FeatureMap> map =
          make_feature_map(name, {.d_in = x.dim(), .kernel = kernel, .D = D, .seed = 1});
      const auto z = std::make_shared<DenseMatrix>(x.size(), D);
      const Shape shape{x.size(), x.dim(), projections_of(*map)};
      std::vector<Contender> contenders = {repeated(name, runs_for(shape), [=] { map->transform(x, *z); })};
      for (const Shape& product : {shape, large})
        for (Contender& contender : product_contenders(product)) contenders.push_back(std::move(contender));
      const std::vector<Timing> timings = interleaved(contenders, options.repeats);
      const std::size_t libraries = matrix_products().size();
      const auto best = [&](std::size_t first, const Shape& product) {
        double rate = 0;
        for (std::size_t l = 0; l < libraries; ++l)
          rate = std::max(rate, product.flops() * runs_for(product) / timings[first + l].cpu.median);
        return rate;
      };
      const double seconds = timings[0].cpu.median / runs_for(shape), rate = shape.flops() / seconds;
      const double same = best(1, shape), largest = best(1 + libraries, large);
      const double of_same = rate / same, of_best = rate / std::max(same, largest);
      Json products = Json::object();
      for (std::size_t c = 1; c < contenders.size(); ++c)
        products[contenders[c].name][c <= libraries ? "this_shape" : "large"] = to_json(timings[c]);
      measurements["dense"].push_back({{"dataset", set.name},
                                       {"map", name},
                                       {"title", find_feature_map(name).brief},
                                       {"rows", x.size()},
                                       {"d", x.dim()},
                                       {"D", D},
                                       {"projections", shape.m},
                                       {"runs", runs_for(shape)},
                                       {"seconds", to_json(timings[0])},
                                       {"flops_per_second", rate},
                                       {"sgemm_flops_per_second", {{"this_shape", same}, {"large", largest}}},
                                       {"sgemm_seconds", products},
                                       {"share_of_this_shape", of_same},
                                       {"share_of_best", of_best}});
    }
  }
}

void sparse_rows(const Options& options, Json& measurements) {
  constexpr Index d = 4000, D = 1000;
  const Index n = options.quick ? 64 : 512;
  const std::vector<Index> counts = {0, 8, 32, 128, 512, 2048, 4000};
  std::vector<CsrMatrix> rows;
  for (const Index count : counts) rows.push_back(random_sparse_rows(n, d, count));
  for (const char* name : map_names) {
    if (std::string_view(name) == "random_maclaurin_h01") continue;  // D would have to be above d
    const auto map = make_feature_map(name, {.d_in = d, .kernel = kernel, .D = D, .seed = 1});
    DenseMatrix z(n, D);
    std::vector<Contender> contenders;
    for (const CsrMatrix& x : rows) contenders.push_back(timed(name, [&] { map->transform(x.view(), z); }));
    const std::vector<Timing> timings = interleaved(contenders, options.repeats);
    for (std::size_t c = 0; c < counts.size(); ++c)
      measurements["sparse"].push_back({{"map", name},
                                        {"title", find_feature_map(name).brief},
                                        {"rows", n},
                                        {"d", d},
                                        {"D", D},
                                        {"projections", projections_of(*map)},
                                        {"nonzeros_per_row", counts[c]},
                                        {"seconds", to_json(timings[c])}});
  }
}

}  // namespace
}  // namespace sketchbench::bench

int main(int argc, char** argv) {
  using namespace sketchbench::bench;
  CLI::App app("Random Maclaurin against the machine's rate of multiplying matrices", "maclaurin_bench");
  Options options;
  options.add_to(app);
  return main_of(app, argc, argv, [&] {
    sketchbench::Json measurements;
    dense_rows(options, measurements);
    sparse_rows(options, measurements);
    publish("maclaurin", std::move(measurements), options);
  });
}
