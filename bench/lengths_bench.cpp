// What any number of features costs beside a round one: Tensor Sketching's fast path with D features, and
// with the next D that has no prime factors but 2, 3 and 5, in turn; CPU time of one thread.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <sketchbench/core/timer.hpp>
#include <sketchbench/features/feature_map.hpp>
#include "bench/common.hpp"
#include "bench/rows.hpp"

namespace sketchbench::bench {
namespace {

struct Shape {
  const char* title;
  Index d, nonzeros;
  bool dense;
};
constexpr std::array shapes = {Shape{"d = 54, dense", 54, 54, true},     // Covertype's
                               Shape{"d = 780, dense", 780, 780, true},  // MNIST's
                               Shape{"d = 780, sparse", 780, 150, false}};
constexpr std::array degrees = {2, 4};
// Primes, those around powers of ten among them, their multiples, and small lengths.
constexpr std::array<Index, 28> lengths = {7,   11,  13,  14,   17,   22,   23,   29,  31, 37,
                                           43,  47,  49,  53,   59,   61,   77,   97,  98, 127,
                                           499, 509, 997, 1009, 2039, 4093, 4999, 9973};
constexpr std::array<Index, 4> quick_lengths = {7, 53, 499, 1009};
/// Times the next smooth length's time, at most.
constexpr double goal = 2;

Index next_smooth(Index n) {
  for (;; ++n) {
    Index rest = n;
    for (const Index prime : {2, 3, 5})
      while (rest % prime == 0) rest /= prime;
    if (rest == 1) return n;
  }
}

/// A map applied to rows as often as takes some milliseconds.
struct Subject {
  std::shared_ptr<const FeatureMap> map;
  std::shared_ptr<DenseMatrix> z;
  int runs = 1;

  Subject(const Rows& x, int degree, Index D)
      : map(make_feature_map("tensor_sketch_fast",
                             {.d_in = x.dim(), .kernel = PolynomialKernel{degree, 1}, .D = D, .seed = 1})),
        z(std::make_shared<DenseMatrix>(x.size(), D)) {
    constexpr double least_seconds = 4e-3;
    map->transform(x, *z);
    const Timer timer;
    map->transform(x, *z);
    runs += static_cast<int>(least_seconds / std::max(timer.elapsed().cpu, 1e-6));
  }
  Contender contender(const Rows& x) const {
    return timed(fmt::format("D = {}", z->d), [this, x] {
      for (int r = 0; r < runs; ++r) map->transform(x, *z);
    });
  }
};

void compare(const Options& options) {
  Results results;
  results.document.name = "lengths";
  results.document.title = "Any number of features";
  Table table;
  table.caption = "Time of D features beside that of the next D without prime factors above 5";
  table.remarks = {
      fmt::format("tensor_sketch_fast, (1 + <x, y>)^p, medians of repeats in turn, CPU time of one thread; "
                  "random rows. At "
                  "most {:g} is wanted.",
                  goal)};
  table.columns = {{{"D"}, true}, {{"next", "smooth"}, true}};
  for (const Shape& shape : shapes)
    for (const int degree : degrees)
      table.columns.push_back({{shape.title, fmt::format("p = {}", degree)}, true});

  const Index n = options.quick ? 32 : 256;
  const std::span<const Index> all = options.quick ? std::span<const Index>(quick_lengths) : lengths;
  std::array<std::vector<double>, shapes.size() * degrees.size()> ratios;
  for (const Index D : all) {
    announce(fmt::format("D = {}", D));
    std::vector<TableCell> row = {text(std::to_string(D)), text(std::to_string(next_smooth(D)))};
    for (std::size_t s = 0; s < shapes.size(); ++s) {
      const Shape& shape = shapes[s];
      const CsrMatrix sparse = random_sparse_rows(n, shape.d, shape.nonzeros);
      const DenseMatrix dense = to_dense(sparse);
      const Rows x = shape.dense ? dense.view() : sparse.view();
      for (std::size_t p = 0; p < degrees.size(); ++p) {
        const Subject any(x, degrees[p], D), smooth(x, degrees[p], next_smooth(D));
        const std::vector<Timing> timings =
            interleaved({any.contender(x), smooth.contender(x)}, options.repeats);
        const double seconds = timings[0].cpu.median / any.runs,
                     smooth_seconds = timings[1].cpu.median / smooth.runs, times = seconds / smooth_seconds;
        ratios[s * degrees.size() + p].push_back(times);
        row.push_back(text(fmt::format("{:.2f}×", times), times <= goal ? Tone::good : Tone::bad));
        results.measurements["cases"].push_back({{"rows", n},
                                                 {"d", shape.d},
                                                 {"dense", shape.dense},
                                                 {"degree", degrees[p]},
                                                 {"D", D},
                                                 {"next_smooth", next_smooth(D)},
                                                 {"runs", any.runs},
                                                 {"runs_of_smooth", smooth.runs},
                                                 {"seconds", to_json(timings[0])},
                                                 {"seconds_of_smooth", to_json(timings[1])},
                                                 {"times", times}});
      }
    }
    table.rows.push_back(std::move(row));
  }
  std::vector<TableCell> largest = {text("largest"), text("")};
  for (const std::vector<double>& of_case : ratios)
    largest.push_back(text(fmt::format("{:.2f}×", std::ranges::max(of_case))));
  table.rows.push_back(std::move(largest));
  results.document.tables = {std::move(table)};
  publish(std::move(results), options);
}

}  // namespace
}  // namespace sketchbench::bench

int main(int argc, char** argv) {
  using namespace sketchbench::bench;
  CLI::App app("Numbers of features with large prime factors", "lengths_bench");
  Options options;
  options.add_to(app);
  return main_of(app, argc, argv, [&] { compare(options); });
}
