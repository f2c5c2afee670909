// Products of a Gram matrix of 5,000 rows, and of what stands in for it (gram_forms.hpp), with 1 and with 20
// vectors. "bytes" is what the matrix takes, "entries/s" counts all m^2 entries of the matrix that is stood
// for, for each vector.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench/gram_forms.hpp"
#include "bench/registered_benchmarks.hpp"

namespace sketchbench::bench {
namespace {

constexpr Index m = 5000, d = 32;
const Kernel kernel = GaussianKernel{4};

/// The matrix in that form, made when it is first asked for.
const StoredGram& made(const GramForm& form) {
  static std::map<std::string, StoredGram> all;
  StoredGram& found = all[form.name];
  if (!found.multiply) {
    const Eigen::MatrixXf columns = normal_matrix(d, m, 1);
    found = form.make(kernel, Rows::dense(columns.data(), m, d, d));
  }
  return found;
}

void product(benchmark::State& state, const GramForm& form, Index vectors, int threads) {
  const StoredGram& a = made(form);
  const Eigen::MatrixXf x = normal_matrix(m, vectors, 2);
  Eigen::MatrixXf y(m, vectors);
  for (auto _ : state) {
    a.multiply(x, y, threads);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  state.counters["bytes"] = static_cast<double>(a.bytes);
  state.counters["entries/s"] =
      benchmark::Counter(static_cast<double>(m * m * vectors), benchmark::Counter::kIsIterationInvariantRate);
}

void add_all() {
  for (const Index l : {1, 20})
    for (const GramForm& form : gram_forms())
      for (const int threads : form.is_eigens ? std::vector{1} : std::vector{1, 2}) {
        const std::string name = fmt::format("{}/l:{}/threads:{}", form.name, l, threads);
        benchmark::RegisterBenchmark(name.c_str(),
                                     [=](benchmark::State& state) { product(state, form, l, threads); })
            ->UseRealTime()
            ->Unit(benchmark::kMicrosecond);
      }
}

}  // namespace
}  // namespace sketchbench::bench

int main(int argc, char** argv) {
  return sketchbench::bench::run_registered(argc, argv, sketchbench::bench::add_all);
}
