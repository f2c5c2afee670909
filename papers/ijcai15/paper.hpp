#pragma once
#include "papers/paper.hpp"

namespace sketchbench::ijcai15 {

/// Chen, Yang, King and Lyu, Training-Efficient Feature Map for Shift-Invariant Kernels, IJCAI 2015.
Paper paper();

}  // namespace sketchbench::ijcai15
