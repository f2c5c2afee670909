#include "learners/costs.hpp"

#include <algorithm>

namespace sketchbench {
namespace {

constexpr double node_bytes = 16;
constexpr double pointer_bytes = 8;

double rows_of(const TrainingShape& shape) { return static_cast<double>(shape.n); }
double nonzeros_of(const TrainingShape& shape) { return rows_of(shape) * shape.nonzeros_per_row; }

/// The node lists: the non-zeros, an end mark and a pointer a row.
double node_list_bytes(const TrainingShape& shape) {
  return node_bytes * (nonzeros_of(shape) + rows_of(shape)) + pointer_bytes * rows_of(shape);
}

/// Rows of the largest pair of classes: half as many again as with classes of equal size.
double largest_pair(const TrainingShape& shape) {
  return std::min(rows_of(shape), 1.5 * rows_of(shape) * 2 / std::max(2, shape.classes));
}

}  // namespace

double memory_of(const Liblinear::Params& params, const TrainingShape& shape) {
  const double n = rows_of(shape), columns = static_cast<double>(shape.d) + 1,
               classes = std::max(2, shape.classes);
  const bool copies_nodes = params.solver == 5 || params.solver == 6;  // the L1 solvers work on the transpose
  double bytes = node_list_bytes(shape);
  if (params.bias >= 0) bytes += node_bytes * n;
  if (copies_nodes) bytes += node_bytes * (nonzeros_of(shape) + columns);
  if (params.solver == 4) bytes += 2 * 8 * n * classes;  // dual variables of Crammer and Singer
  bytes += 8 * columns * (2 * classes + 10);  // weights, their copy, the solvers' directions and gradients
  bytes += 100 * n;                           // labels, permutations, dual variables, margins
  return bytes + 4 * static_cast<double>(shape.n_test);
}

double memory_of(const Libsvm::Params& params, const TrainingShape& shape) {
  constexpr double kernel_value_bytes = 4;
  const double n = rows_of(shape), pair = largest_pair(shape), classes = std::max(2, shape.classes);
  // LIBSVM caches at least two rows, and never more than all of them.
  const double cache = std::clamp(params.cache_mb * 1048576, 2 * kernel_value_bytes * pair,
                                  std::max(2.0, pair) * kernel_value_bytes * pair);
  const double coefficients =
      8 * n * (classes - 1) + 8 * n * (classes - 1) / 2;  // of the model, and of the pairs
  return node_list_bytes(shape) + cache + coefficients + 200 * n + 4 * static_cast<double>(shape.n_test);
}

double seconds_of(const Liblinear::Params& params, const TrainingShape& shape) {
  const double machines = shape.classes > 2 ? shape.classes : 1;
  const double passes = params.solver == 0 || params.solver == 2 ? 200 : 500;
  return 1e-9 * machines * shape.nonzeros_per_row *
         (passes * rows_of(shape) + static_cast<double>(shape.n_test));
}

double seconds_of(const Libsvm::Params& params, const PolynomialKernel& kernel, const TrainingShape& shape) {
  const double kernel_seconds = 20e-9 + 2e-9 * shape.nonzeros_per_row;
  const double classes = std::max(2, shape.classes), pairs = classes * (classes - 1) / 2;
  const double pair = 2 * rows_of(shape) / classes;
  (void)params;
  (void)kernel;
  const double train = pairs * pair * pair * kernel_seconds;
  const double predict = 0.4 * rows_of(shape) * static_cast<double>(shape.n_test) * kernel_seconds;
  return train + predict;
}

}  // namespace sketchbench
