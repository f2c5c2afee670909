#include "experiments/finite_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace sketchbench {

void require_finite(const DenseMatrix& z, const Cell& cell) {
  const auto bad = std::find_if_not(z.value.begin(), z.value.end(), [](float v) { return std::isfinite(v); });
  if (bad == z.value.end()) return;
  const Index at = bad - z.value.begin();
  throw Error(
      fmt::format("{} with D = {} made the value {} for training row {}, feature {}: the kernel's values "
                  "are beyond single precision; scale the data or lower the degree",
                  cell.method, cell.D, *bad, at / z.d, at % z.d));
}

}  // namespace sketchbench
