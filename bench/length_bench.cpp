// What any number of features costs beside a round one: Tensor Sketching's fast path with D features, and
// with the next D that has no prime factors but 2, 3 and 5.
//
//   row_us      microseconds a row, CPU time of one thread
//   x_smooth    the same beside the next smooth D, both in turn; at most 2 is wanted
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "bench/registered_benchmarks.hpp"
#include "bench/rows.hpp"
#include "core/timer.hpp"
#include "features/feature_map.hpp"

namespace sketchbench {
namespace {

constexpr Index rows = 256;

struct Shape {
  const char* name;
  Index d, nonzeros;
  bool dense;
};
constexpr std::array<Shape, 3> shapes = {{{"d:54/dense", 54, 54, true},     // Covertype's
                                          {"d:780/dense", 780, 780, true},  // MNIST's
                                          {"d:780/sparse", 780, 150, false}}};
// Primes, those around powers of ten among them, their multiples, and small lengths.
constexpr std::array<Index, 28> lengths = {7,   11,  13,  14,   17,   22,   23,   29,  31, 37,
                                           43,  47,  49,  53,   59,   61,   77,   97,  98, 127,
                                           499, 509, 997, 1009, 2039, 4093, 4999, 9973};

Index next_smooth(Index n) {
  for (;; ++n) {
    Index rest = n;
    for (const Index prime : {2, 3, 5})
      while (rest % prime == 0) rest /= prime;
    if (rest == 1) return n;
  }
}

/// A map, room for its features, and the least time that it has taken.
struct Subject {
  std::unique_ptr<FeatureMap> map;
  DenseMatrix z;
  double least = std::numeric_limits<double>::infinity();

  Subject(Index d, int degree, Index D)
      : map(make_feature_map("tensor_sketch_fast",
                             {.d_in = d, .kernel = PolynomialKernel{degree, 1}, .D = D, .seed = 1})),
        z(rows, D) {}
  void run(const Rows& x) {
    const Timer timer;
    map->transform(x, z);
    least = std::min(least, timer.elapsed().cpu);
    benchmark::DoNotOptimize(z.value.data());
  }
};

void run(benchmark::State& state, const Shape& shape, int degree, Index D) {
  const CsrMatrix sparse = bench::random_sparse_rows(rows, shape.d, shape.nonzeros);
  const DenseMatrix dense = to_dense(sparse);
  const Rows x = shape.dense ? dense.view() : sparse.view();
  Subject any(shape.d, degree, D), smooth(shape.d, degree, next_smooth(D));
  for (auto _ : state) {
    any.run(x);
    state.PauseTiming();
    smooth.run(x);
    state.ResumeTiming();
  }
  state.counters["row_us"] = 1e6 * any.least / static_cast<double>(rows);
  state.counters["x_smooth"] = any.least / smooth.least;
}

void register_benchmarks() {
  for (const Shape& shape : shapes)
    for (const int degree : {2, 4})
      for (const Index D : lengths)
        benchmark::RegisterBenchmark(
            (std::string(shape.name) + "/p:" + std::to_string(degree) + "/D:" + std::to_string(D)).c_str(),
            run, shape, degree, D)
            ->MinTime(0.1)
            ->Unit(benchmark::kMicrosecond);
}

}  // namespace
}  // namespace sketchbench

int main(int argc, char** argv) {
  return sketchbench::bench::run_registered(argc, argv, sketchbench::register_benchmarks);
}
