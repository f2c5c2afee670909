#include <sketchbench/numerics/eigensolvers/eigenpairs.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

void require_components(Index l, Index m) {
  if (l < 1 || l > m)
    throw InputError(
        fmt::format("{} eigenvectors of a matrix of {} rows are asked for: expected from 1 to {}", l, m, m));
}

bool last_eigenvalue_coincides(const Eigenpairs& found, double tolerance) {
  if (!found.next) return false;
  const double largest = std::max(found.values.cwiseAbs().maxCoeff(), std::abs(*found.next));
  const double difference = found.values(found.values.size() - 1) - *found.next;
  return difference <= 2 * std::max(tolerance, found.residual) * largest;
}

}  // namespace sketchbench
