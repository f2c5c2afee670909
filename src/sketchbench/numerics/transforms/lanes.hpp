#pragma once
#include <sketchbench/core/registers.hpp>

namespace sketchbench {

/// Rows that are transformed side by side, one in each lane of a register. A lane's arithmetic does not
/// depend on its neighbours, so a row's result does not depend on which rows it shares a batch with.
inline constexpr Index lane_count = register_floats;

/// One value of each row of a batch.
using Lanes = Register;

/// One complex value of each row of a batch; as floats, its real parts and then its imaginary parts.
struct ComplexLanes {
  Lanes re, im;
};

/// exp(-2 pi i numerator / denominator), one factor for all rows.
struct Rotation {
  float re = 1, im = 0;
};
Rotation rotation(Index numerator, Index denominator);

/// In place: lane i of block[j] becomes lane j of block[i], of lane_count vectors.
void transpose_lanes(Lanes* block);

/// Values of a batch as a transform leaves them: number j at data[j * step], to be multiplied by weight[j]
/// where there are weights.
struct LaneValues {
  const Lanes* data;
  Index step = 1;
  const float* weight = nullptr;
};

/// Writes number j of row i, times `scale`, to place j of the row i of `out`, for all i < rows and j < count:
/// from lanes back to rows. `out` points at the first row's first place, `stride` is the distance of two
/// rows.
void store_lanes(const LaneValues& values, Index count, float scale, float* out, Index stride, Index rows);

/// The way in: values[j] = value j of each of `rows` <= lane_count dense rows, for j < count; lanes beyond
/// `rows` are 0.
void load_lanes(const float* in, Index stride, Index rows, Index count, Lanes* values);

}  // namespace sketchbench
