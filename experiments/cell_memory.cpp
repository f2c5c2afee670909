#include "experiments/cell_memory.hpp"

#include "experiments/resolved_kernel.hpp"

namespace sketchbench {

double memory_of_any_cell(const Cell& cell, const DatasetInfo& data) {
  constexpr double program = 64e6;
  return program + 8.0 * static_cast<double>(data.nnz_train + data.nnz_test) +
         memory_of_choice(cell.kernel, data);
}

}  // namespace sketchbench
