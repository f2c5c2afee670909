#include <sketchbench/learners/block_smo/kernel_training_rows.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/kernels/kernel_range.hpp>
#include <sketchbench/kernels/kernel_tile.hpp>
#include <sketchbench/learners/dual_model.hpp>
#include <sketchbench/learners/packed_rows.hpp>

namespace sketchbench {
namespace {

// Up to this share of values that are not zero, kernel rows take less time from sparse rows than from dense
// ones.
constexpr double sparse_share = 0.3;

}  // namespace

bool uses_products_of_rows(const Kernel& kernel) { return kernel.uses_products(); }

KernelTrainingRows::KernelTrainingRows(const Rows& x, const Kernel& kernel, const LearnerKind& kind)
    : rows_((kernel.check(), require_supported(kind, kernel), x), sparse_share) {
  const Rows rows = view();
  require_kernel_range(rows, kernel);
  require_tile_range(rows, kernel);
  if (rows.is_sparse())
    require_distance_precision(rows, kernel, 0x1p-24);
  else
    require_distance_precision(rows, kernel, 0x1p-24, PackedRows::terms_per_sum);
}

PairSolution machine_of(const DualResult& result) {
  PairSolution machine{.row = {}, .b = {}, .rho = result.rho};
  for (std::size_t i = 0; i < result.b.size(); ++i)
    if (result.b[i] != 0) {
      machine.row.push_back(static_cast<Index>(i));
      machine.b.push_back(result.b[i]);
    }
  return machine;
}

TrainingReport report_of(const DualResult& result) {
  return {.iterations = result.steps,
          .objectives = {result.objective},
          .converged = result.converged,
          .support_vectors = std::ssize(result.b) - std::ranges::count(result.b, 0.0),
          .messages = fmt::format(
              "{} steps, {} rounds, {} systems, {} kernel rows, obj {:.8g}, rho {:.6g}, violation {:.3g}{}\n",
              result.steps, result.rounds, result.systems, result.kernel_rows, result.objective, result.rho,
              result.violation, result.converged ? "" : ", NOT BELOW EPS: scale the data"),
          .chosen = {}};
}

}  // namespace sketchbench
