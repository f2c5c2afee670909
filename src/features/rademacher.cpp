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
constexpr Words kLowShift = {31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16};
constexpr Words kHighShift = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
constexpr std::uint32_t kSignBit = 0x80000000u;

/// 64 columns of one row.
struct Accumulator {
  Floats lanes[4] = {};

  void add(float value, std::uint64_t signs) {
    const auto magnitude = std::bit_cast<std::uint32_t>(value);
    const auto low = static_cast<std::uint32_t>(signs), high = static_cast<std::uint32_t>(signs >> 32);
    lanes[0] += (Floats)(((low << kLowShift) & kSignBit) ^ magnitude);
    lanes[1] += (Floats)(((low << kHighShift) & kSignBit) ^ magnitude);
    lanes[2] += (Floats)(((high << kLowShift) & kSignBit) ^ magnitude);
    lanes[3] += (Floats)(((high << kHighShift) & kSignBit) ^ magnitude);
  }
  void store(float* y) const { std::memcpy(y, lanes, sizeof lanes); }
};

/// The same for four dense rows at once, which share the work of turning bits into numbers. A product with +1
/// or -1 is exact, so the sums round as those of Accumulator do; adding a zero changes nothing.
struct FourAccumulators {
  Floats lanes[4][4] = {};

  void add(const float* value, Index stride, std::uint64_t signs) {
    constexpr auto one = std::bit_cast<std::uint32_t>(1.0f);
    const auto low = static_cast<std::uint32_t>(signs), high = static_cast<std::uint32_t>(signs >> 32);
    const Floats sign[4] = {
        (Floats)(((low << kLowShift) & kSignBit) ^ one), (Floats)(((low << kHighShift) & kSignBit) ^ one),
        (Floats)(((high << kLowShift) & kSignBit) ^ one), (Floats)(((high << kHighShift) & kSignBit) ^ one)};
    for (int r = 0; r < 4; ++r)
      for (int l = 0; l < 4; ++l) lanes[r][l] += sign[l] * value[r * stride];
  }
  void store(float* y, Index stride) const {
    for (int r = 0; r < 4; ++r) std::memcpy(y + r * stride, lanes[r], sizeof lanes[r]);
  }
};

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

void RademacherMatrix::multiply(const Rows& x, float* y) const {
  const Index stride = padded_columns();
  // A tile's words stay in the first-level cache for all the rows.
  for (Index t = 0; t < tiles_; ++t) {
    const std::uint64_t* const words = words_.data() + t * d_;
    float* const out = y + t * kTile;
    Index i = 0;
    if (!x.is_sparse()) {
      for (; i + 4 <= x.size(); i += 4) {
        const float* const values = x.dense_row(i).data();
        const Index row_stride = x.dense_row(i + 1).data() - values;
        FourAccumulators sums;
        for (Index j = 0; j < d_; ++j) sums.add(values + j, row_stride, words[j]);
        sums.store(out + i * stride, stride);
      }
    }
    for (; i < x.size(); ++i) {
      Accumulator sum;
      x.for_each_nonzero(i, [&](Index j, float value) { sum.add(value, words[j]); });
      sum.store(out + i * stride);
    }
  }
}

}  // namespace sketchbench
