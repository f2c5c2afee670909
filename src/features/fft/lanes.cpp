#include "features/fft/lanes.hpp"

#include <cmath>
#include <cstring>
#include <numbers>

namespace sketchbench {
namespace {

Lanes interleaved_low(Lanes a, Lanes b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
Lanes interleaved_high(Lanes a, Lanes b) {
  return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/// Four perfect shuffles of 16 vectors transpose them.
void transpose(Lanes* block) {
  constexpr int half = lane_count / 2;
  Lanes shuffled[lane_count];
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < half; ++i) {
      shuffled[2 * i] = interleaved_low(block[i], block[i + half]);
      shuffled[2 * i + 1] = interleaved_high(block[i], block[i + half]);
    }
    std::memcpy(block, shuffled, sizeof shuffled);
  }
}

}  // namespace

Rotation rotation(Index numerator, Index denominator) {
  const double angle =
      -2 * std::numbers::pi * static_cast<double>(numerator) / static_cast<double>(denominator);
  return {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
}

void store_lanes(const Lanes* values, Index count, float scale, float* out, Index stride, Index rows) {
  Index j = 0;
  for (; j + lane_count <= count; j += lane_count) {
    Lanes block[lane_count];
    for (Index k = 0; k < lane_count; ++k) block[k] = values[j + k] * scale;
    transpose(block);
    for (Index i = 0; i < rows; ++i) std::memcpy(out + i * stride + j, &block[i], sizeof(Lanes));
  }
  for (; j < count; ++j)
    for (Index i = 0; i < rows; ++i) out[i * stride + j] = values[j][i] * scale;
}

void load_lanes(const float* in, Index stride, Index rows, Index count, Lanes* values) {
  Index j = 0;
  for (; j + lane_count <= count; j += lane_count) {
    Lanes block[lane_count] = {};
    for (Index i = 0; i < rows; ++i) std::memcpy(&block[i], in + i * stride + j, sizeof(Lanes));
    transpose(block);
    std::memcpy(values + j, block, sizeof block);
  }
  for (; j < count; ++j) {
    values[j] = Lanes{};
    for (Index i = 0; i < rows; ++i) values[j][i] = in[i * stride + j];
  }
}

}  // namespace sketchbench
