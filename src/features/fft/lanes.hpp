#pragma once
#include "core/types.hpp"

namespace sketchbench {

/// Rows that are transformed side by side, one in each lane of a vector. A lane's arithmetic does not depend
/// on its neighbours, so a row's result does not depend on which rows it shares a batch with.
inline constexpr Index lane_count = 16;

/// One value of each of 16 rows. GCC turns it into the widest registers that the machine has.
using Lanes = float __attribute__((vector_size(4 * lane_count)));

/// One complex value of each of 16 rows; as floats, 16 real parts and then 16 imaginary parts.
struct ComplexLanes {
  Lanes re, im;
};

/// exp(-2 pi i numerator / denominator), one factor for all rows.
struct Rotation {
  float re = 1, im = 0;
};
Rotation rotation(Index numerator, Index denominator);

/// Writes values[j][i] to the row i of `out`, for all i < rows and j < count: from lanes back to rows. `out`
/// points at the first row's first value, `stride` is the distance of two rows. Every value is multiplied by
/// `scale`.
void store_lanes(const Lanes* values, Index count, float scale, float* out, Index stride, Index rows);

/// The way in: values[j] = value j of each of `rows` <= 16 dense rows, for j < count; lanes beyond `rows` are
/// 0.
void load_lanes(const float* in, Index stride, Index rows, Index count, Lanes* values);

}  // namespace sketchbench
