#include <sketchbench/features/kernel_pca/operators/sign_tile.hpp>

#include <cstring>

#include <sketchbench/core/registers.hpp>
#include <sketchbench/core/unrolled.hpp>

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

namespace sketchbench {
namespace {

/// Where entries of tables are: made once for all tables that are looked up there.
struct Places {
#if defined(__AVX2__) && !defined(__AVX512F__)
  // A register holds half of a table, and that is enough: the sum with all four signs changed is -sum.
  __m256i place;
  __m256 sign;

  explicit Places(WordRegister words) {
    const __m256i at = (__m256i)words;
    const __m256i last_bit = _mm256_slli_epi32(at, 32 - signs_per_table);  // at the sign's place
    place = _mm256_xor_si256(at, _mm256_srai_epi32(last_bit, 31));
    sign = _mm256_and_ps(_mm256_castsi256_ps(last_bit), _mm256_set1_ps(-0.0f));
  }
#else
  WordRegister words;

  explicit Places(WordRegister all) : words(all) {}
#endif
};

/// table[words[l] % 16] in lane l.
Register looked_up(const SignSums& table, const Places& places) {
#if defined(__AVX512F__)
  return (Register)_mm512_permutexvar_ps((__m512i)places.words, (__m512)table.sum);
#elif defined(__AVX2__)
  __m256 sums;
  std::memcpy(&sums, &table.sum, sizeof sums);
  return (Register)_mm256_xor_ps(_mm256_permutevar8x32_ps(sums, places.place), places.sign);
#else
  Register found;
  for (Index l = 0; l < register_floats; ++l) found[l] = table.sum[places.words[l] % 16];
  return found;
#endif
}

WordRegister part_of(const SignWords& words, Index part) {
  WordRegister v;
  std::memcpy(&v, reinterpret_cast<const char*>(&words) + part * static_cast<Index>(sizeof v), sizeof v);
  return v;
}

#if defined(__AVX2__) && !defined(__AVX512F__)

/// The transpose of 32 x 32 signs, upper rows above lower ones. The bytes of eight columns of all rows are
/// brought into one register, of which an instruction takes one bit a byte.
void transpose_square(const SignWords& upper, const SignWords& lower, std::uint32_t* column) {
  const __m256i bytes_together =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
  const auto rows = [&](const SignWords& words, Index part) {
    return _mm256_shuffle_epi8((__m256i)part_of(words, part), bytes_together);
  };
  const __m256i first = rows(upper, 0), second = rows(upper, 1), third = rows(lower, 0),
                last = rows(lower, 1);
  const __m256i halves[2][2] = {{_mm256_unpacklo_epi32(first, second), _mm256_unpacklo_epi32(third, last)},
                                {_mm256_unpackhi_epi32(first, second), _mm256_unpackhi_epi32(third, last)}};
  const __m256i in_order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  unrolled<4>([&](auto k) {
    const auto& half = halves[k / 2];
    __m256i bytes = _mm256_permutevar8x32_epi32(
        k % 2 == 0 ? _mm256_unpacklo_epi64(half[0], half[1]) : _mm256_unpackhi_epi64(half[0], half[1]),
        in_order);
    for (int bit = 7; bit >= 0; --bit) {
      column[8 * k + bit] = static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
      bytes = _mm256_add_epi8(bytes, bytes);
    }
  });
}

#else

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

/// The transpose of 32 x 32 signs, upper rows above lower ones.
void transpose_square(const SignWords& upper, const SignWords& lower, std::uint32_t* column) {
  // 16 columns of both, each transposed in its half of the word.
  const WordLanes first = transposed_halves((upper.row & 0xffffu) | (lower.row << 16)),
                  second = transposed_halves((upper.row >> 16) | (lower.row & 0xffff0000u));
  std::memcpy(column, &first, sizeof first);
  std::memcpy(column + sign_rows, &second, sizeof second);
}

#endif

}  // namespace

SignSums::SignSums(const float* values) : sum{} {
  if (values == nullptr) return;
  constexpr SignedSums signs[signs_per_table] = {{1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1},
                                                 {1, 1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1},
                                                 {1, 1, 1, 1, -1, -1, -1, -1, 1, 1, 1, 1, -1, -1, -1, -1},
                                                 {1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1, -1}};
  for (Index t = 0; t < signs_per_table; ++t) sum += signs[t] * values[t];
}

void transpose_signs(const SignWords* signs, Index blocks_of_rows, Index blocks_of_columns, SignWords* out) {
  for (Index r = 0; r < blocks_of_rows; ++r)
    for (Index c = 0; c < blocks_of_columns; ++c) {
      std::uint32_t column[sign_columns];
      transpose_square(signs[2 * r * blocks_of_columns + c], signs[(2 * r + 1) * blocks_of_columns + c],
                       column);
      for (Index half = 0; half < 2; ++half)
        std::memcpy(&out[(2 * c + half) * blocks_of_rows + r].row, column + half * sign_rows,
                    sizeof(WordLanes));
    }
}

namespace {

/// A register of rows in each of some rows of words, which share the tables; their additions do not wait for
/// each other, and all sums stay in registers.
template <int vectors>
constexpr int rows_of_words = register_count == 16 && vectors == 4 ? 2 : 4;

/// add_signed_sums() for part `part` of these rows of words, which are `step` apart.
template <int vectors>
void add_rows(const SignWords* signs, Index step, Index part, Index blocks_of_columns, const SignSums* sums,
              float* y, Index y_stride) {
  constexpr int together = rows_of_words<vectors>;
  constexpr Index tables = sign_columns / signs_per_table;
  Register sum[together][vectors] = {};
  for (Index c = 0; c < blocks_of_columns; ++c) {
    WordRegister words[together];
    unrolled<together>([&](auto r) { words[r] = part_of(signs[r * step + c], part); });
    for (Index q = 0; q < tables; ++q) {
      const SignSums* const table = sums + (c * tables + q) * vectors;
      unrolled<together>([&](auto r) {
        const Places places(words[r]);
        unrolled<vectors>([&](auto v) { sum[r][v] += looked_up(table[v], places); });
        words[r] >>= signs_per_table;
      });
    }
  }
  unrolled<together>([&](auto r) {
    unrolled<vectors>([&](auto v) {
      float* const to = y + v * y_stride + r * sign_rows;
      store(loaded(to) + sum[r][v], to);
    });
  });
}

}  // namespace

template <int vectors>
void add_signed_sums(const SignWords* signs, Index blocks_of_rows, Index blocks_of_columns,
                     const SignSums* sums, float* y, Index y_stride) {
  constexpr Index together = rows_of_words<vectors>, rows_of_block = 4;
  for (Index r = 0; r < blocks_of_rows * rows_of_block; r += together)
    for (Index part = 0; part < sign_rows / register_floats; ++part)
      add_rows<vectors>(signs + r * blocks_of_columns, blocks_of_columns, part, blocks_of_columns, sums,
                        y + r * sign_rows + part * register_floats, y_stride);
}

template void add_signed_sums<1>(const SignWords*, Index, Index, const SignSums*, float*, Index);
template void add_signed_sums<2>(const SignWords*, Index, Index, const SignSums*, float*, Index);
template void add_signed_sums<4>(const SignWords*, Index, Index, const SignSums*, float*, Index);

}  // namespace sketchbench
