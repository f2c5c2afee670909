#include "bench/matrix_product.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <Eigen/Core>
#include <cstdlib>
#include <string>

namespace sketchbench::bench {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void eigen_product(Index n, Index k, Index m, const float* a, const float* b, float* c) {
  Eigen::Map<RowMajor>(c, n, m).noalias() =
      Eigen::Map<const RowMajor>(a, n, k) * Eigen::Map<const RowMajor>(b, k, m);
}

// CBLAS, as every BLAS library exports it. Looked up at run time, so that the benchmark builds without it.
using Sgemm = void (*)(int order, int transpose_a, int transpose_b, int n, int m, int k, float alpha,
                       const float* a, int lda, const float* b, int ldb, float beta, float* c, int ldc);
constexpr int cblas_row_major = 101, cblas_no_transpose = 111;

struct OpenBlas {
  std::string name;
  Sgemm sgemm = nullptr;
};

// SciPy's wheel has a copy whose names begin with "scipy_"; bench/beside_sklearn/run says where it is.
OpenBlas load_openblas() {
  const char* const of_scipy = std::getenv("SKETCHBENCH_BENCH_OPENBLAS");
  const bool has_file = of_scipy != nullptr && *of_scipy != '\0';
  void* const library = dlopen(has_file ? of_scipy : "libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {};
  const auto find = [&](const std::string& name) {
    return dlsym(library, ((has_file ? "scipy_" : "") + name).c_str());
  };
  const auto set_threads = reinterpret_cast<void (*)(int)>(find("openblas_set_num_threads"));
  const auto core = reinterpret_cast<const char* (*)()>(find("openblas_get_corename"));
  const auto sgemm = reinterpret_cast<Sgemm>(find("cblas_sgemm"));
  if (set_threads == nullptr || core == nullptr) return {};
  set_threads(1);
  return {fmt::format("OpenBLAS ({} kernels)", core()), sgemm};
}

const OpenBlas& openblas() {
  static const OpenBlas loaded = load_openblas();
  return loaded;
}

void openblas_product(Index n, Index k, Index m, const float* a, const float* b, float* c) {
  const auto to_int = [](Index value) { return static_cast<int>(value); };
  openblas().sgemm(cblas_row_major, cblas_no_transpose, cblas_no_transpose, to_int(n), to_int(m), to_int(k),
                   1, a, to_int(k), b, to_int(m), 0, c, to_int(m));
}

}  // namespace

std::vector<MatrixProduct> matrix_products() {
  std::vector<MatrixProduct> all = {
      {fmt::format("Eigen {}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION),
       eigen_product}};
  if (openblas().sgemm != nullptr) all.push_back({openblas().name, openblas_product});
  return all;
}

}  // namespace sketchbench::bench
