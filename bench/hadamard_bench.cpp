// The fast Walsh-Hadamard transform in place, and a copy of as many bytes, for sizes from the first-level
// cache to beyond the last. Published for FFHT, single precision, on an i5-2500: 0.76 us for 2^10 floats
// and 2.26 ms for 2^20.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <vector>

#include <sketchbench/numerics/transforms/walsh_hadamard.hpp>

namespace sketchbench {
namespace {

void bytes_of(benchmark::State& state, Index n) {
  // Read and written.
  state.SetBytesProcessed(state.iterations() * 2 * n * static_cast<Index>(sizeof(float)));
}

void transform(benchmark::State& state) {
  const Index n = Index{1} << state.range(0);
  // Zeros: repeated transforms must not drift into infinities.
  std::vector<float> x(static_cast<std::size_t>(n));
  for (auto _ : state) {
    walsh_hadamard(x.data(), n);
    benchmark::DoNotOptimize(x.data());
    benchmark::ClobberMemory();
  }
  bytes_of(state, n);
}

void copy(benchmark::State& state) {
  const Index n = Index{1} << state.range(0);
  std::vector<float> x(static_cast<std::size_t>(n)), y(x.size());
  for (auto _ : state) {
    std::copy(x.begin(), x.end(), y.begin());
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  bytes_of(state, n);
}

BENCHMARK(transform)->DenseRange(6, 26, 2)->Unit(benchmark::kMicrosecond);
BENCHMARK(copy)->DenseRange(6, 26, 2)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sketchbench

BENCHMARK_MAIN();
