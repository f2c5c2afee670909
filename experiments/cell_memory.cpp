#include "experiments/cell_memory.hpp"

#include <algorithm>

#include "experiments/resolved_kernel.hpp"

namespace sketchbench {

double memory_of_any_cell(const Cell& cell, const DatasetInfo& data, bool passes_over_rows) {
  constexpr double program = 64e6, read_ahead = 16e6;
  const double rows = 8.0 * static_cast<double>(data.nnz_train + data.nnz_test);
  return program + (passes_over_rows ? std::min(rows, read_ahead) : rows) +
         memory_of_choice(cell.kernel, data);
}

}  // namespace sketchbench
