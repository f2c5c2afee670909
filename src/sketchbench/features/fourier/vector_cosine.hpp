#pragma once
#include <sketchbench/core/types.hpp>

namespace sketchbench {

// Cosines of many floats, exact to a few units of the last place of 1: the error is below 1.2e-7 |scale| for
// every finite x. A value's result depends on that value alone, not on its place or its neighbours. Infinite
// and undefined x give NaN.

/// out[i] = scale cos(x[i]) for i < n; out may be x.
void vector_cos(const float* x, Index n, float scale, float* out);

/// cosine[i] = scale cos(x[i]) and sine[i] = scale sin(x[i]) for i < n; one of the two may be x.
void vector_sincos(const float* x, Index n, float scale, float* cosine, float* sine);

}  // namespace sketchbench
