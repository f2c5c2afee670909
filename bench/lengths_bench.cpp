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
  Index d, nonzeros;
  bool dense;
};
constexpr std::array shapes = {Shape{54, 54, true},    // Covertype's
                               Shape{780, 780, true},  // MNIST's
                               Shape{780, 150, false}};
constexpr std::array degrees = {2, 4};
// Primes, those around powers of ten among them, their multiples, and small lengths.
constexpr std::array<Index, 28> lengths = {7,   11,  13,  14,   17,   22,   23,   29,  31, 37,
                                           43,  47,  49,  53,   59,   61,   77,   97,  98, 127,
                                           499, 509, 997, 1009, 2039, 4093, 4999, 9973};
constexpr std::array<Index, 4> quick_lengths = {7, 53, 499, 1009};

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
  Json measurements;
  const Index n = options.quick ? 32 : 256;
  const std::span<const Index> all = options.quick ? std::span<const Index>(quick_lengths) : lengths;
  for (const Index D : all) {
    announce(fmt::format("D = {}", D));
    for (const Shape& shape : shapes) {
      const CsrMatrix sparse = random_sparse_rows(n, shape.d, shape.nonzeros);
      const DenseMatrix dense = to_dense(sparse);
      const Rows x = shape.dense ? dense.view() : sparse.view();
      for (const int degree : degrees) {
        const Subject any(x, degree, D), smooth(x, degree, next_smooth(D));
        const std::vector<Timing> timings =
            interleaved({any.contender(x), smooth.contender(x)}, options.repeats);
        const double seconds = timings[0].cpu.median / any.runs,
                     smooth_seconds = timings[1].cpu.median / smooth.runs;
        measurements["cases"].push_back({{"rows", n},
                                         {"d", shape.d},
                                         {"dense", shape.dense},
                                         {"degree", degree},
                                         {"D", D},
                                         {"next_smooth", next_smooth(D)},
                                         {"runs", any.runs},
                                         {"runs_of_smooth", smooth.runs},
                                         {"seconds", to_json(timings[0])},
                                         {"seconds_of_smooth", to_json(timings[1])},
                                         {"times", seconds / smooth_seconds}});
      }
    }
  }
  publish("lengths", std::move(measurements), options);
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
