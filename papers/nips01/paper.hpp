#pragma once
#include "papers/paper.hpp"

namespace sketchbench::nips01 {

/// Achlioptas, McSherry and Schölkopf, Sampling Techniques for Kernel Methods, NIPS 2001: theorems, and no
/// experiments to set ours beside.
Paper paper();

}  // namespace sketchbench::nips01
