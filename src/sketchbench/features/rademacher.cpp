#include <sketchbench/features/rademacher.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include <sketchbench/core/registers.hpp>

namespace sketchbench {
namespace {

// `block_vectors` times rows are summed at once, as many as registers hold beside the signs.
constexpr int lanes = register_floats, sums_at_once = register_count == 32 ? 24 : 12;
constexpr int few_rows = 4;
constexpr int parts = 16 / lanes;  // registers of 16 columns
template <int vectors>
constexpr int block_vectors = parts == 1 ? vectors : 2;

using Floats = Register;
using Words = WordRegister;

Words of_lanes(std::uint32_t (*number)(int)) {
  Words all{};
  for (int l = 0; l < lanes; ++l) all[l] = number(l);
  return all;
}

/// Bit at + l as the sign of lane l.
Words lane_signs(std::uint32_t bits, std::uint32_t at) {
  constexpr std::uint32_t sign_bit = 0x80000000u;
#ifdef __AVX2__
  return (bits << (of_lanes([](int l) { return static_cast<std::uint32_t>(31 - l); }) - at)) & sign_bit;
#else  // has no shifts of different lengths
  return (Words)((bits & (of_lanes([](int l) { return 1u << l; }) << at)) != 0u) & sign_bit;
#endif
}

/// The columns v * lanes and so on of a tile's word: `value` with their signs.
Floats with_signs(float value, std::uint64_t word, int v) {
  const auto half = static_cast<std::uint32_t>(v * lanes < 32 ? word : word >> 32);
  return (Floats)(lane_signs(half, static_cast<std::uint32_t>(v * lanes % 32)) ^
                  std::bit_cast<std::uint32_t>(value));
}

/// The sums of `rows` dense rows over `vectors` registers of a tile's columns, from register `first` on. The
/// rows share the work of turning bits into numbers. A product with +1 or -1 is exact, so the sums round as
/// those of sums_of_row() do; adding a zero changes nothing.
template <int rows, int vectors>
void sums_of_rows(const float* values, Index row_stride, const std::uint64_t* words, Index d, int first,
                  float* y, Index stride) {
  Floats sums[rows][vectors] = {};
  for (Index j = 0; j < d; ++j) {
    Floats sign[vectors];
    for (int v = 0; v < vectors; ++v) sign[v] = with_signs(1.0f, words[j], first + v);
    for (int r = 0; r < rows; ++r)
      for (int v = 0; v < vectors; ++v) sums[r][v] += sign[v] * values[r * row_stride + j];
  }
  for (int r = 0; r < rows; ++r) std::memcpy(y + r * stride + first * lanes, sums[r], sizeof sums[r]);
}

/// The same for row i and all registers from the first on; its zeros cost nothing.
template <int vectors>
void sums_of_row(const Rows& x, Index i, const std::uint64_t* words, float* y) {
  Floats sums[vectors] = {};
  x.for_each_nonzero(i, [&](Index j, float value) {
    for (int v = 0; v < vectors; ++v) sums[v] += with_signs(value, words[j], v);
  });
  std::memcpy(y, sums, sizeof sums);
}

/// sums_of_rows() for all that are left of the dense rows of x from row i on; the next row that remains.
template <int rows, int vectors>
Index sums_of_blocks(const Rows& x, Index i, const std::uint64_t* words, float* y, Index stride) {
  constexpr int block = block_vectors<vectors>;
  for (; i + rows <= x.size(); i += rows) {
    const float* const values = x.dense_row(i).data();
    const Index row_stride = x.dense_row(i + 1).data() - values;
    for (int first = 0; first < vectors; first += block)
      sums_of_rows<rows, block>(values, row_stride, words, x.dim(), first, y + i * stride, stride);
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
    i = sums_of_blocks<sums_at_once / block_vectors<vectors>, vectors>(x, i, words, y, stride);
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
        multiply_tile<1 * parts>(x, words, out);
        break;
      case 2:
        multiply_tile<2 * parts>(x, words, out);
        break;
      case 3:
        multiply_tile<3 * parts>(x, words, out);
        break;
      default:
        multiply_tile<4 * parts>(x, words, out);
    }
  }
}

}  // namespace sketchbench
