#pragma once
#include "papers/paper.hpp"

namespace sketchbench::kdd13 {

/// Pham and Pagh, Fast and Scalable Polynomial Kernels via Explicit Feature Maps, KDD 2013.
Paper paper();

}  // namespace sketchbench::kdd13
