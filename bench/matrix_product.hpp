#pragma once
#include <string>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench::bench {

/// What multiplies matrices here in single precision on one thread: Eigen always, OpenBLAS where SciPy
/// (SKETCHBENCH_BENCH_OPENBLAS is the file) or the system has its shared library.
struct MatrixProduct {
  std::string name;  ///< "Eigen 3.4.0", "OpenBLAS (SkylakeX kernels)"
  /// c = a b, all row-major and tight. a: n x k, b: k x m, c: n x m.
  void (*run)(Index n, Index k, Index m, const float* a, const float* b, float* c);
};
std::vector<MatrixProduct> matrix_products();

}  // namespace sketchbench::bench
