#include <sketchbench/harness/cell/finite_features.hpp>

#include <fmt/format.h>

#include <sketchbench/core/finite_rows.hpp>

namespace sketchbench {

void require_finite_features(const Rows& z, Index first_row, std::string_view part, const Cell& cell) {
  require_finite(z, first_row, fmt::format("{} rows mapped by {} with D = {}", part, cell.method, cell.D),
                 cell.kernel.advice());
}

}  // namespace sketchbench
