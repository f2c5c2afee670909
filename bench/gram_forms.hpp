#pragma once
#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench::bench {

/// A Gram matrix, or what stands in for it, in a form whose products are timed.
struct StoredGram {
  std::size_t bytes = 0;
  /// y = A x, for x and y of m x l.
  std::function<void(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int threads)> multiply;
};

/// What a form is called, and how it is made.
struct GramForm {
  std::string name;   ///< in measurements: "sparsified/s:10"
  std::string title;  ///< in tables: "sparsified, s = 10"
  /// Eigen's, of all entries; its products have one thread, whatever they are told.
  bool is_eigens = false;
  std::function<StoredGram(const Kernel& kernel, const Rows& x)> make;
};

/// The Gram matrix by halves ("gram", the first), as a dense matrix of Eigen's ("eigen_dense"), a bit an
/// entry, and for some s sparsified, the same entries as a sparse matrix of Eigen's, and signs of sampled
/// entries.
std::vector<GramForm> gram_forms();

/// Standard normal entries, to multiply with.
Eigen::MatrixXf normal_matrix(Index rows, Index columns, Seed seed);

}  // namespace sketchbench::bench
