// CPU time per row of the feature maps, on one thread, on rows shaped like Adult's and MNIST's; also with a
// prime number of features, where spectra are interpolated.
//
//   row_us      microseconds a row
//   x_fft       the same as a multiple of the bare FFTs that Tensor Sketching needs for a row: a complex one
//               of length D for each two count sketches, a real one for an odd last sketch, and a real
//               inverse, timed alone on data in the cache (for the other maps a measure of how they
//               compare); polynomial kernels only
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/numerics/transforms/fft.hpp>
#include "bench/registered_benchmarks.hpp"
#include "bench/rows.hpp"

namespace sketchbench {
namespace {

struct Shape {
  const char* name;
  Index n, d, nonzeros, D;
};

constexpr Shape kAdult = {"adult", 4096, 123, 14, 200};
constexpr Shape kMnist = {"mnist", 1024, 784, 150, 1000};
constexpr Shape kPrime = {"prime", 512, 784, 150, 997};

/// Seconds of the transforms of one row of Tensor Sketching.
double bare_fft_seconds(Index D, int degree) {
  const RealFft real(D);
  const ComplexFft complex(D);
  // Zeros: repeated transforms must not drift into infinities or denormal numbers, whose arithmetic is
  // slower.
  const auto pair = make_fft_buffer<Complex>(D), spectrum = make_fft_buffer<Complex>(D);
  const auto signal = make_fft_buffer<float>(D);
  std::fill_n(pair.get(), D, Complex());
  std::fill_n(signal.get(), D, 0.0f);
  const auto row = [&] {
    for (int k = 0; k < degree / 2; ++k) complex.forward(pair.get(), spectrum.get());
    if (degree % 2 == 1) real.forward(signal.get(), spectrum.get());
    real.inverse(spectrum.get(), signal.get());
  };
  constexpr int warm_up = 200, repeats = 2000;
  for (int i = 0; i < warm_up; ++i) row();
  const Timer timer;
  for (int i = 0; i < repeats; ++i) row();
  return timer.elapsed().cpu / repeats;
}

MapRequest request_for(const Shape& shape, const Kernel& kernel) {
  return {.d_in = shape.d, .kernel = kernel, .D = shape.D, .seed = 1, .n_train = shape.n};
}

bool is_possible(const FeatureMapKind& kind, const MapRequest& request) {
  try {
    require_possible(kind, request);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

void run(benchmark::State& state, const char* map_name, Shape shape, const Kernel& kernel, bool dense) {
  const CsrMatrix sparse_rows = bench::random_sparse_rows(shape.n, shape.d, shape.nonzeros);
  const DenseMatrix dense_rows = dense ? to_dense(sparse_rows) : DenseMatrix();
  const Rows x = dense ? dense_rows.view() : sparse_rows.view();
  const auto map = make_feature_map(map_name, request_for(shape, kernel), x);
  DenseMatrix z(shape.n, map->d_out());
  const Timer timer;
  for (auto _ : state) {
    map->transform(x, z);
    benchmark::DoNotOptimize(z.value.data());
    benchmark::ClobberMemory();
  }
  const double per_row =
      timer.elapsed().cpu / static_cast<double>(state.iterations()) / static_cast<double>(shape.n);
  state.counters["row_us"] = 1e6 * per_row;
  if (const auto* polynomial = kernel.as<PolynomialKernel>())
    state.counters["x_fft"] = per_row / bare_fft_seconds(shape.D, polynomial->degree);
}

struct NamedKernel {
  std::string name;
  Kernel kernel;
};

std::vector<NamedKernel> kernels() {
  std::vector<NamedKernel> all;
  for (const int degree : {2, 4})
    for (const int coef0 : {0, 1})
      all.push_back({"p:" + std::to_string(degree) + "/c:" + std::to_string(coef0),
                     PolynomialKernel{degree, static_cast<double>(coef0)}});
  all.push_back({"gaussian", GaussianKernel{4}});
  return all;
}

void register_benchmarks() {
  for (const FeatureMapKind& kind : feature_map_kinds())
    for (const Shape& shape : {kAdult, kMnist, kPrime})
      for (const NamedKernel& named : kernels())
        for (const bool dense : {false, true}) {
          if (!is_possible(kind, request_for(shape, named.kernel))) continue;
          const std::string name = kind.name + "/" + shape.name + (dense ? "/dense/" : "/sparse/") +
                                   named.name + (kind.looks_at_data ? "/trained" : "");
          benchmark::RegisterBenchmark(name.c_str(), run, kind.name.c_str(), shape, named.kernel, dense)
              ->Unit(benchmark::kMillisecond);
        }
}

}  // namespace
}  // namespace sketchbench

int main(int argc, char** argv) {
  return sketchbench::bench::run_registered(argc, argv, sketchbench::register_benchmarks);
}
