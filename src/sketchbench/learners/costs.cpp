#include <sketchbench/learners/costs.hpp>

#include <algorithm>

#include <sketchbench/learners/block_smo/packed_rows.hpp>
#include <sketchbench/learners/libsvm/libsvm_messages.hpp>

namespace sketchbench {
namespace {

constexpr double node_bytes = 16;
constexpr double pointer_bytes = 8;
constexpr double kernel_value_bytes = 4;

double rows_of(const TrainingShape& shape) { return static_cast<double>(shape.n); }
double nonzeros_of(const TrainingShape& shape) { return rows_of(shape) * shape.nonzeros_per_row; }
double predicted_nonzeros(const TrainingShape& shape) {
  return static_cast<double>(shape.n_test) * shape.nonzeros_per_row;
}

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
  const double n = rows_of(shape), pair = largest_pair(shape), classes = std::max(2, shape.classes);
  // LIBSVM caches at least two rows, and never more than all of them.
  const double cache = std::clamp(params.cache_mb * 1048576, 2 * kernel_value_bytes * pair,
                                  std::max(2.0, pair) * kernel_value_bytes * pair);
  // Of the model and of the pairs, each of which has a few arrays of its own.
  const double coefficients = 2 * 8 * n * (classes - 1) + 128 * classes * (classes - 1) / 2;
  return node_list_bytes(shape) + cache + coefficients + 200 * n + 4 * static_cast<double>(shape.n_test);
}

double memory_of(const LibsvmSvr::Params& params, const TrainingShape& shape) {
  const double two_variables_a_row = 200 * rows_of(shape);
  return memory_of(Libsvm::Params{.cache_mb = params.cache_mb}, shape) + two_variables_a_row;
}

double memory_of(const BlockSmo::Params& params, const TrainingShape& shape) {
  const double n = rows_of(shape), pair = largest_pair(shape), classes = std::max(2, shape.classes);
  const double at_once =
      std::min(static_cast<double>(std::max(1, params.threads)), classes * (classes - 1) / 2);
  // Two rows are cached at least, and never more than all of them.
  const double cache = std::clamp(params.cache_mb * 1048576, 2 * kernel_value_bytes * (pair + 32),
                                  at_once * std::max(2.0, pair) * kernel_value_bytes * (pair + 32));
  // A pair's rows are copied where there are more than two classes, those that are not alike where some are,
  // and its active rows; the model copies the support vectors. A sparse value takes 8 bytes.
  const double copies = 8 * (nonzeros_of(shape) / n + 1) * (3 * at_once * pair + n);
  const auto q = static_cast<double>(params.working_set);
  const double packed = PackedRows::memory(shape.d) * (3 * at_once);
  // For a row in a pair: its number, its side, its solution, and that again in the order of the support
  // vectors, which is sorted.
  const double in_a_pair = 8 + 1 + 8 + 2 * 16 + 2 * 24;
  const double votes = at_once * classes * (classes - 1) / 2 * 8 * PackedRows::lanes;
  return cache + copies + packed + at_once * (200 * pair + kernel_value_bytes * q * (q + 32)) +
         in_a_pair * n * (classes - 1) + votes + 4 * static_cast<double>(shape.n_test);
}

// The constants below were measured on a 2-core server with Adult, Covertype and MNIST (raw and through
// Tensor Sketching). How many steps a solver takes depends on the data far more than on their shape.

double seconds_of(const Liblinear::Params& params, const TrainingShape& shape) {
  constexpr double seconds_per_nonzero = 1e-9;
  const bool newton = params.solver == 0 || params.solver == 2 || params.solver == 11;
  // Newton: some ten conjugate-gradient steps of two passes in each of a few to a hundred steps, which took
  // 60 to 140 passes on Adult, MNIST and Gisette, complete and with 1,000 to 5,000 rows; Covertype took 280
  // with 2,000 rows and up to 1,000 with 80,000. Coordinate descent mostly goes to its limit of 1000 on
  // polynomial features, and a pass jumps from row to row.
  const double passes = newton ? 100 : 2000;
  const double machines = shape.classes > 2 ? shape.classes : 1;
  return seconds_per_nonzero * machines * (passes * nonzeros_of(shape) + predicted_nonzeros(shape));
}

double seconds_of(const Libsvm::Params& params, const Kernel& /*kernel*/, const TrainingShape& shape) {
  constexpr double seconds_per_gradient_entry = 1.5e-9;  // updated in every step, for every row of the pair
  constexpr double steps_per_sparse_row = 150;
  constexpr double support_share = 0.3;  // of the rows; only their rows of the kernel matrix are computed
  const double seconds_per_kernel_value = 5e-9 + 3e-9 * shape.nonzeros_per_row;

  const double classes = std::max(2, shape.classes), pairs = classes * (classes - 1) / 2;
  const double pair = 2 * rows_of(shape) / classes;
  // Rows with more non-zeros separate more easily: two steps a row on MNIST, a hundred and more on Adult.
  const double steps =
      std::min(static_cast<double>(libsvm_iteration_limit(static_cast<std::int64_t>(pair))),
               pair * steps_per_sparse_row * std::min(1.0, 15 / std::max(1.0, shape.nonzeros_per_row)));
  const double needed = support_share * pair * pair;  // kernel values
  const double cached = params.cache_mb * 1048576 / kernel_value_bytes;
  const double missed = needed > cached ? steps * pair * (1 - cached / needed) : 0;

  const double train =
      pairs * (steps * pair * seconds_per_gradient_entry + (needed + missed) * seconds_per_kernel_value);
  const double predict =
      support_share * rows_of(shape) * static_cast<double>(shape.n_test) * seconds_per_kernel_value;
  return train + predict;
}

double seconds_of(const LibsvmSvr::Params& params, const Kernel& kernel, const TrainingShape& shape) {
  return 2 * seconds_of(Libsvm::Params{.cache_mb = params.cache_mb}, kernel, shape);
}

double seconds_of(const BlockSmo::Params& /*params*/, const Kernel& /*kernel*/, const TrainingShape& shape) {
  constexpr double seconds_per_kernel_value = 1e-9, seconds_per_product = 5e-11;
  constexpr double seconds_per_gradient_entry = 0.5e-9, steps_per_sparse_row = 100, support_share = 0.3;
  const double classes = std::max(2, shape.classes), pairs = classes * (classes - 1) / 2;
  const double pair = 2 * rows_of(shape) / classes;
  const double kernel_value = seconds_per_kernel_value + seconds_per_product * shape.nonzeros_per_row;
  const double steps =
      pair * steps_per_sparse_row * std::min(1.0, 15 / std::max(1.0, shape.nonzeros_per_row));
  const double train =
      pairs * pair * support_share * (steps * seconds_per_gradient_entry + pair * kernel_value);
  return train + support_share * rows_of(shape) * static_cast<double>(shape.n_test) * kernel_value;
}

}  // namespace sketchbench
