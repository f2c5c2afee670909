#include "features/rademacher.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace sketchbench {
namespace {

// 16 lanes, which the compiler maps to the widest registers there are.
using Floats = float __attribute__((vector_size(64)));
using Words = std::uint32_t __attribute__((vector_size(64)));

// Shifts that bring bit l (or 16 + l) of a word to lane l's sign.
constexpr Words kShift[2] = {{31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16},
                             {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}};
constexpr std::uint32_t kSignBit = 0x80000000u;

/// The columns 16 v to 16 v + 15 of a tile's word: `value` with their signs.
Floats with_signs(float value, std::uint64_t word, int v) {
  const auto half = static_cast<std::uint32_t>(v < 2 ? word : word >> 32);
  return (Floats)(((half << kShift[v % 2]) & kSignBit) ^ std::bit_cast<std::uint32_t>(value));
}

/// The sums of `rows` dense rows over the first 16 * `vectors` columns of a tile. The rows share the work of
/// turning bits into numbers. A product with +1 or -1 is exact, so the sums round as those of sums_of_row()
/// do; adding a zero changes nothing.
template <int rows, int vectors>
void sums_of_rows(const float* values, Index row_stride, const std::uint64_t* words, Index d, float* y,
                  Index stride) {
  Floats sums[rows][vectors] = {};
  for (Index j = 0; j < d; ++j) {
    Floats sign[vectors];
    for (int v = 0; v < vectors; ++v) sign[v] = with_signs(1.0f, words[j], v);
    for (int r = 0; r < rows; ++r)
      for (int v = 0; v < vectors; ++v) sums[r][v] += sign[v] * values[r * row_stride + j];
  }
  for (int r = 0; r < rows; ++r) std::memcpy(y + r * stride, sums[r], sizeof sums[r]);
}

/// The same for row i, whose zeros cost nothing.
template <int vectors>
void sums_of_row(const Rows& x, Index i, const std::uint64_t* words, float* y) {
  Floats sums[vectors] = {};
  x.for_each_nonzero(i, [&](Index j, float value) {
    for (int v = 0; v < vectors; ++v) sums[v] += with_signs(value, words[j], v);
  });
  std::memcpy(y, sums, sizeof sums);
}

// As many sums as registers hold beside the signs; a narrow tile takes more rows.
constexpr int sums_at_once = 24;
constexpr int few_rows = 4;

/// sums_of_rows() for all that are left of the dense rows of x from row i on; the next row that remains.
template <int rows, int vectors>
Index sums_of_blocks(const Rows& x, Index i, const std::uint64_t* words, float* y, Index stride) {
  for (; i + rows <= x.size(); i += rows) {
    const float* const values = x.dense_row(i).data();
    const Index row_stride = x.dense_row(i + 1).data() - values;
    sums_of_rows<rows, vectors>(values, row_stride, words, x.dim(), y + i * stride, stride);
  }
  return i;
}

}  // namespace

RademacherMatrix::RademacherMatrix(Index d, Index columns)
    : d_(d),
      columns_(columns),
      tiles_((columns + kTile - 1) / kTile),
      words_(static_cast<std::size_t>(tiles_ * d)) {}

double RademacherMatrix::memory(Index d, double columns) {
  return std::ceil(columns / kTile) * static_cast<double>(d) * sizeof(std::uint64_t);
}

void RademacherMatrix::draw_column(Index c, RandomStream stream) {
  std::uint64_t* const tile = words_.data() + c / kTile * d_;
  const auto bit = static_cast<unsigned>(c % kTile);
  for (Index begin = 0; begin < d_; begin += 32) {
    const std::uint64_t signs = stream.bits32();
    const Index count = std::min<Index>(32, d_ - begin);
    for (Index j = 0; j < count; ++j) {
      std::uint64_t& word = tile[begin + j];
      word = (word & ~(1ULL << bit)) | ((signs >> j & 1) << bit);
    }
  }
}

template <int vectors>
void RademacherMatrix::multiply_tile(const Rows& x, const std::uint64_t* words, float* y) const {
  const Index stride = padded_columns();
  Index i = 0;
  if (!x.is_sparse()) {
    i = sums_of_blocks<sums_at_once / vectors, vectors>(x, i, words, y, stride);
    i = sums_of_blocks<few_rows, vectors>(x, i, words, y, stride);
  }
  for (; i < x.size(); ++i) sums_of_row<vectors>(x, i, words, y + i * stride);
}

void RademacherMatrix::multiply(const Rows& x, float* y) const {
  // A tile's words stay in the first-level cache for all the rows.
  for (Index t = 0; t < tiles_; ++t) {
    const std::uint64_t* const words = words_.data() + t * d_;
    float* const out = y + t * kTile;
    switch (std::min(kTile, padded_columns() - t * kTile) / kVector) {
      case 1:
        multiply_tile<1>(x, words, out);
        break;
      case 2:
        multiply_tile<2>(x, words, out);
        break;
      case 3:
        multiply_tile<3>(x, words, out);
        break;
      default:
        multiply_tile<4>(x, words, out);
    }
  }
}

}  // namespace sketchbench
