#include "features/kernel_pca/operators/sign_tile.hpp"

#include <cstring>

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

namespace sketchbench {
namespace {

/// sums[index[l] % 16] in lane l.
Lanes looked_up(const Lanes& sums, const WordLanes& index) {
#if defined(__AVX512F__)
  return (Lanes)_mm512_permutexvar_ps((__m512i)index, (__m512)sums);
#elif defined(__AVX2__)
  // Two tables of 8, and bit 3, shifted to where the sign is, chooses between them.
  __m256 low, high;
  std::memcpy(&low, &sums, sizeof low);
  std::memcpy(&high, reinterpret_cast<const char*>(&sums) + sizeof low, sizeof high);
  Lanes found;
  for (std::size_t half = 0; half < 2; ++half) {
    __m256i at;
    std::memcpy(&at, reinterpret_cast<const char*>(&index) + half * sizeof at, sizeof at);
    const __m256 chosen =
        _mm256_blendv_ps(_mm256_permutevar8x32_ps(low, at), _mm256_permutevar8x32_ps(high, at),
                         _mm256_castsi256_ps(_mm256_slli_epi32(at, 28)));
    std::memcpy(reinterpret_cast<char*>(&found) + half * sizeof chosen, &chosen, sizeof chosen);
  }
  return found;
#else
  Lanes found;
  for (Index l = 0; l < lane_count; ++l) found[l] = sums[index[l] % 16];
  return found;
#endif
}

WordLanes rotated_left(const WordLanes& words, const WordLanes& places) {
#ifdef __AVX512F__
  return (WordLanes)_mm512_rolv_epi32((__m512i)words, (__m512i)places);
#else
  return (words << places) | (words >> ((32 - places) & 31));
#endif
}

/// A step of the transposition of two matrices of 16 x 16 bits side by side: blocks of `step` x `step` above
/// the diagonal of blocks of twice that size change places with those below. Lanes without the bit `step`
/// keep the columns without it and take others from the lane below, which come `step` places higher; the
/// other lanes likewise.
template <unsigned step>
WordLanes exchanged(const WordLanes& words, WordLanes lane, std::uint32_t columns_without) {
  const WordLanes is_upper =
      (lane & step) / step - 1;  // all bits of lanes without the bit, no bits of others
  const WordLanes kept = (is_upper & columns_without) | (~is_upper & ~columns_without);
  const WordLanes places = (is_upper & step) | (~is_upper & (32 - step));
  WordLanes partner;
  if constexpr (step == 8)
    partner = __builtin_shufflevector(words, words, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  else if constexpr (step == 4)
    partner = __builtin_shufflevector(words, words, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
  else if constexpr (step == 2)
    partner = __builtin_shufflevector(words, words, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
  else
    partner = __builtin_shufflevector(words, words, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
  const WordLanes moved = rotated_left(partner, places);
  return moved ^ ((words ^ moved) & kept);
}

WordLanes transposed_halves(WordLanes words) {
  constexpr WordLanes lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  words = exchanged<8>(words, lane, 0x00ff00ffu);
  words = exchanged<4>(words, lane, 0x0f0f0f0fu);
  words = exchanged<2>(words, lane, 0x33333333u);
  return exchanged<1>(words, lane, 0x55555555u);
}

}  // namespace

SignSums::SignSums(const float* values) : sum{} {
  if (values == nullptr) return;
  constexpr Lanes signs[signs_per_table] = {{1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1},
                                            {1, 1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1},
                                            {1, 1, 1, 1, -1, -1, -1, -1, 1, 1, 1, 1, -1, -1, -1, -1},
                                            {1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1, -1}};
  for (Index t = 0; t < signs_per_table; ++t) sum += signs[t] * values[t];
}

void transpose_signs(const SignWords* signs, Index blocks_of_rows, Index blocks_of_columns, SignWords* out) {
  for (Index r = 0; r < blocks_of_rows; ++r)
    for (Index c = 0; c < blocks_of_columns; ++c) {
      const WordLanes upper = signs[2 * r * blocks_of_columns + c].row;
      const WordLanes lower = signs[(2 * r + 1) * blocks_of_columns + c].row;
      // 16 columns of both, each transposed in its half of the word.
      out[2 * c * blocks_of_rows + r].row = transposed_halves((upper & 0xffffu) | (lower << 16));
      out[(2 * c + 1) * blocks_of_rows + r].row = transposed_halves((upper >> 16) | (lower & 0xffff0000u));
    }
}

template <int vectors>
void add_signed_sums(const SignWords* signs, Index blocks_of_rows, Index blocks_of_columns,
                     const SignSums* sums, float* y, Index y_stride) {
  // Four rows of words share the sums, and additions do not wait for each other.
  constexpr int together = 4;
  constexpr Index tables = sign_columns / signs_per_table;
  for (Index block = 0; block < blocks_of_rows; ++block, y += together * sign_rows) {
    const SignWords* const from = signs + block * together * blocks_of_columns;
    Lanes sum[together][vectors] = {};
    for (Index c = 0; c < blocks_of_columns; ++c) {
      WordLanes words[together];
      for (int r = 0; r < together; ++r) words[r] = from[r * blocks_of_columns + c].row;
      for (Index q = 0; q < tables; ++q) {
        const SignSums* const table = sums + (c * tables + q) * vectors;
        for (int v = 0; v < vectors; ++v)
          for (int r = 0; r < together; ++r) sum[r][v] += looked_up(table[v].sum, words[r]);
        for (int r = 0; r < together; ++r) words[r] >>= signs_per_table;
      }
    }
    for (int v = 0; v < vectors; ++v)
      for (int r = 0; r < together; ++r) {
        float* const to = y + v * y_stride + r * sign_rows;
        Lanes total;
        std::memcpy(&total, to, sizeof total);
        total += sum[r][v];
        std::memcpy(to, &total, sizeof total);
      }
  }
}

template void add_signed_sums<1>(const SignWords*, Index, Index, const SignSums*, float*, Index);
template void add_signed_sums<2>(const SignWords*, Index, Index, const SignSums*, float*, Index);
template void add_signed_sums<4>(const SignWords*, Index, Index, const SignSums*, float*, Index);

}  // namespace sketchbench
