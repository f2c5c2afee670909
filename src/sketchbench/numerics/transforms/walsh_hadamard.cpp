#include <sketchbench/numerics/transforms/walsh_hadamard.hpp>

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

constexpr Index width = 8;
using Floats = float __attribute__((vector_size(4 * width)));

// Floats that a pass over them should find in the second-level cache, beside what else is there.
constexpr Index cached = 1 << 14;
constexpr Index radix = 8;

Floats load(const float* from) {
  Floats v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

void store(float* to, Floats v) { std::memcpy(to, &v, sizeof v); }

void butterfly(Floats& a, Floats& b) {
  const Floats sum = a + b;
  b = a - b;
  a = sum;
}

/// A transform of `count` vectors, value by value. A recursion and not a loop, so that they stay in
/// registers.
template <int count>
void across(Floats* v) {
  if constexpr (count > 1) {
    across<count / 2>(v);
    across<count / 2>(v + count / 2);
    for (int j = 0; j < count / 2; ++j) butterfly(v[j], v[j + count / 2]);
  }
}

/// A transform of the 8 values of a vector. The factors are 1 and -1, and so the products are exact.
Floats within(Floats v) {
  v = __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6) + v * Floats{1, -1, 1, -1, 1, -1, 1, -1};
  v = __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5) + v * Floats{1, 1, -1, -1, 1, 1, -1, -1};
  return __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3) + v * Floats{1, 1, 1, 1, -1, -1, -1, -1};
}

/// The transform of 8 * count neighbours.
template <int count>
void transform_in_registers(float* x) {
  Floats v[count];
  for (int k = 0; k < count; ++k) v[k] = within(load(x + k * width));
  across<count>(v);
  for (int k = 0; k < count; ++k) store(x + k * width, v[k]);
}

/// One step over blocks of count * stride values: transforms of the `count` values that stand `stride` apart.
template <int count>
void step(float* x, Index n, Index stride) {
  for (Index block = 0; block < n; block += count * stride)
    for (Index i = block; i < block + stride; i += width) {
      Floats v[count];
      for (int k = 0; k < count; ++k) v[k] = load(x + i + k * stride);
      across<count>(v);
      for (int k = 0; k < count; ++k) store(x + i + k * stride, v[k]);
    }
}

/// All steps from `stride` on, where the values before are transformed.
void steps_from(float* x, Index n, Index stride) {
  while (n / stride >= radix && n / stride != 2 * radix) {
    step<radix>(x, n, stride);
    stride *= radix;
  }
  while (n / stride >= 4) {
    step<4>(x, n, stride);
    stride *= 4;
  }
  if (n / stride == 2) step<2>(x, n, stride);
}

void transform_short(float* x, Index n) {
  for (Index stride = 1; stride < n; stride *= 2)
    for (Index i = 0; i < n; i += 2 * stride)
      for (Index j = i; j < i + stride; ++j) {
        const float a = x[j], b = x[j + stride];
        x[j] = a + b;
        x[j + stride] = a - b;
      }
}

void transform_cached(float* x, Index n) {
  switch (n) {
    case width:
      return transform_in_registers<1>(x);
    case 2 * width:
      return transform_in_registers<2>(x);
    case 4 * width:
      return transform_in_registers<4>(x);
    default:
      break;
  }
  for (Index i = 0; i < n; i += 8 * width) transform_in_registers<8>(x + i);
  steps_from(x, n, 8 * width);
}

/// The parts first, as far down as they fit the cache, and then one step over all: a value leaves the cache
/// once for each factor of 8 by which n is beyond it.
void transform(float* x, Index n) {
  if (n <= cached) return transform_cached(x, n);
  const Index part = n >= radix * cached ? n / radix : cached;
  for (Index i = 0; i < n; i += part) transform(x + i, part);
  steps_from(x, n, part);
}

}  // namespace

void walsh_hadamard(float* x, Index n) {
  if (n < 1 || !std::has_single_bit(static_cast<std::uint64_t>(n)))
    throw InputError(fmt::format("a Hadamard transform of {} values, expected a power of 2", n));
  if (n < width)
    transform_short(x, n);
  else
    transform(x, n);
}

void require_padded(const char* what, Index n) {
  if (n > largest_padded)
    throw InputError(fmt::format("{} is {}, expected at most {}", what, n, largest_padded));
}

Index padded_to_power_of_two(Index n) {
  return static_cast<Index>(std::bit_ceil(static_cast<std::uint64_t>(n)));
}

}  // namespace sketchbench
