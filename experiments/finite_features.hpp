#pragma once
#include "experiments/cell.hpp"

namespace sketchbench {

/// z: the features of the training rows that the cell's map has made. Throws Error at the first value that is
/// not finite, with its place: the kernel's values are beyond single precision, and nothing that is computed
/// from them would mean anything.
void require_finite(const DenseMatrix& z, const Cell& cell);

}  // namespace sketchbench
