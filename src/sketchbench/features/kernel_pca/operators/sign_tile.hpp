#pragma once
#include <cstdint>
#include <span>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

// Products with matrices of signs that are packed a bit each. The 16 sums of four values with all signs are
// made once; four entries of a row are then one of them, looked up in a register for as many rows at a time
// as it has lanes: with AVX-512 one instruction for 16 rows, with AVX2 three for 8. A lookup and an addition
// stand for four multiplications and additions of each row.

inline constexpr Index sign_rows = 16;     ///< of SignWords
inline constexpr Index sign_columns = 32;  ///< likewise
inline constexpr Index signs_per_table = 4;

/// 16 words of 32 bits, and 16 floats: one register or several.
using WordLanes = std::uint32_t __attribute__((vector_size(4 * sign_rows)));
using SignedSums = float __attribute__((vector_size(64)));

/// Signs of 16 rows and 32 columns: bit c of lane r is set for -1. A matrix of more is a row-major array of
/// these.
struct SignWords {
  WordLanes row = {};

  void set_negative(Index r, Index c) { row[r] |= 1u << c; }
  int sign(Index r, Index c) const { return (row[r] >> c & 1) != 0 ? -1 : 1; }
};

/// Sums of four values: bit t of the place is set where value t is subtracted.
struct SignSums {
  SignedSums sum;

  explicit SignSums(const float* values = nullptr);
};

/// The transpose of a matrix of blocks_of_rows x 32 by blocks_of_columns x 32 signs.
void transpose_signs(const SignWords* signs, Index blocks_of_rows, Index blocks_of_columns, SignWords* out);

/// y_v[r] += sum_c sign(r, c) x_v[c] for some vectors v: for blocks_of_rows x 64 rows and blocks_of_columns x
/// 32 columns. sums[q * vectors + v] are those of the values 4 q .. 4 q + 3 of x_v, and y_v begins at y + v *
/// y_stride.
template <int vectors>
void add_signed_sums(const SignWords* signs, Index blocks_of_rows, Index blocks_of_columns,
                     const SignSums* sums, float* y, Index y_stride);
extern template void add_signed_sums<1>(const SignWords*, Index, Index, const SignSums*, float*, Index);
extern template void add_signed_sums<2>(const SignWords*, Index, Index, const SignSums*, float*, Index);
extern template void add_signed_sums<4>(const SignWords*, Index, Index, const SignSums*, float*, Index);

}  // namespace sketchbench
