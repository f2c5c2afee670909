#pragma once
#include <span>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// gradient[i] -= sum_k change[k] rows[k][i] for i < size. Threads share the i and change no bit.
void subtract_rows(std::span<const float* const> rows, std::span<const double> change, Index size,
                   int threads, double* gradient);

}  // namespace sketchbench
