#include "features/fft/lanes.hpp"

#include <cmath>
#include <cstring>
#include <numbers>
#include <utility>

namespace sketchbench {
namespace {

/// The lanes first, first + 1, ... of a and of b in turn.
template <int first>
Lanes interleaved(Lanes a, Lanes b) {
  return [&]<int... l>(std::integer_sequence<int, l...>) {
    return __builtin_shufflevector(a, b, (first + l / 2 + l % 2 * static_cast<int>(lane_count))...);
  }(std::make_integer_sequence<int, lane_count>());
}

/// A perfect shuffle of as many vectors as they have lanes, for each binary digit of that number, transposes
/// them.
void transpose(Lanes* block) {
  constexpr int half = lane_count / 2;
  Lanes shuffled[lane_count];
  for (Index done = 1; done < lane_count; done *= 2) {
    for (int i = 0; i < half; ++i) {
      shuffled[2 * i] = interleaved<0>(block[i], block[i + half]);
      shuffled[2 * i + 1] = interleaved<half>(block[i], block[i + half]);
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
