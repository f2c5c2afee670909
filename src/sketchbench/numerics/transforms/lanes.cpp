#include <sketchbench/numerics/transforms/lanes.hpp>

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

/// Calls block(j) for lane_count places from j on, until all `count` are done. The last block holds places of
/// the one before it where they do not come out even; too few for a block are left to one(j).
template <class Block, class One>
void for_each_block(Index count, const Block& block, const One& one) {
  Index j = 0;
  for (; j + lane_count <= count; j += lane_count) block(j);
  if (j == count) return;
  if (count >= lane_count)
    block(count - lane_count);
  else
    for (; j < count; ++j) one(j);
}

template <class Value>
void store_each(Index count, const Value& value, float* out, Index stride, Index rows) {
  for_each_block(
      count,
      [&](Index j) {
        Lanes block[lane_count];
        for (Index k = 0; k < lane_count; ++k) block[k] = value(j + k);
        transpose_lanes(block);
        for (Index i = 0; i < rows; ++i) std::memcpy(out + i * stride + j, &block[i], sizeof(Lanes));
      },
      [&](Index j) {
        const Lanes lanes = value(j);
        for (Index i = 0; i < rows; ++i) out[i * stride + j] = lanes[i];
      });
}

}  // namespace

// A perfect shuffle of as many vectors as they have lanes, for each binary digit of that number, transposes
// them.
void transpose_lanes(Lanes* block) {
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

Rotation rotation(Index numerator, Index denominator) {
  const double angle =
      -2 * std::numbers::pi * static_cast<double>(numerator) / static_cast<double>(denominator);
  return {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
}

void store_lanes(const LaneValues& values, Index count, float scale, float* out, Index stride, Index rows) {
  const auto [data, step, weight] = values;
  if (weight != nullptr)
    store_each(
        count, [&](Index j) { return data[j * step] * weight[j] * scale; }, out, stride, rows);
  else
    store_each(
        count, [&](Index j) { return data[j * step] * scale; }, out, stride, rows);
}

void load_lanes(const float* in, Index stride, Index rows, Index count, Lanes* values) {
  for_each_block(
      count,
      [&](Index j) {
        Lanes block[lane_count] = {};
        for (Index i = 0; i < rows; ++i) std::memcpy(&block[i], in + i * stride + j, sizeof(Lanes));
        transpose_lanes(block);
        std::memcpy(values + j, block, sizeof block);
      },
      [&](Index j) {
        values[j] = Lanes{};
        for (Index i = 0; i < rows; ++i) values[j][i] = in[i * stride + j];
      });
}

}  // namespace sketchbench
