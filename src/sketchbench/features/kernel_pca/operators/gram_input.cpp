#include <sketchbench/features/kernel_pca/operators/gram_input.hpp>

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

void require_rows(const Rows& x) {
  if (x.size() < 1) throw InputError("a Gram matrix of 0 rows, expected at least 1");
}

void require_sparsity(double s) {
  if (!(s >= 1) || !std::isfinite(s))
    throw InputError(
        fmt::format("s is {}, expected a number of at least 1: an entry is kept with probability 1 / s", s));
}

}  // namespace sketchbench
