#include "features/fft/lane_convolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/error.hpp"
#include "features/fft/lane_butterflies.hpp"

namespace sketchbench {
namespace {

constexpr Index floats_per_point = 2 * lane_count;

// All powers of 2, so that they change no bit of the result. A pair's signals are halved: its product is then
// that of the two, without a factor 4 that would grow from pair to pair. The rest is room for sums, which in
// one order of a transform are some times larger than in another: no row that the stock map has a result for
// may overflow here.
constexpr float of_a_pair = 0.5f, room = 0.25f;

void take(ComplexLanes& product, const ComplexLanes& factor, bool first) {
  product = first ? factor : product * factor;
}

}  // namespace

LaneConvolution::Lengths LaneConvolution::lengths(Index n, Index count) {
  const bool even = n % 2 == 0;
  return {.whole = count > 1 || !even ? n : 0, .half = even ? n / 2 : 0};
}

LaneConvolution::LaneConvolution(Index n, Index count) : n_(n), pairs_(count / 2), single_(count % 2 == 1) {
  const auto [whole, half] = lengths(n, count);
  if (whole > 0) whole_.emplace(whole);
  if (half == 0) return;
  half_.emplace(half);
  for (Index k = 0; k <= half; ++k) half_twiddle_.push_back(rotation(k, n));
}

void LaneConvolution::require_room(Index n) {
  // A place in the signals is stored in 32 bits.
  constexpr Index most = std::numeric_limits<std::uint32_t>::max() / floats_per_point;
  if (n > most)
    throw InputError(fmt::format("D = {}, expected at most {} for a batch of {} rows", n, most, lane_count));
}

std::vector<SignalLayout> LaneConvolution::layouts(Index n, Index count) {
  require_room(n);
  std::vector<SignalLayout> layouts;
  for (Index k = 0; k < count / 2 * 2; ++k)
    layouts.push_back({k % 2 * lane_count, floats_per_point, k < 2 ? of_a_pair * room : of_a_pair});
  // The single signal of even length is read as n / 2 complex values: even places real, odd ones imaginary.
  if (count % 2 == 1)
    layouts.push_back({0, n % 2 == 0 ? lane_count : floats_per_point, count == 1 ? room * room : 1});
  return layouts;
}

LaneConvolution::Workspace::Workspace(const LaneConvolution& convolution)
    : signals(static_cast<std::size_t>(convolution.points())),
      scratch(signals.size()),
      product(static_cast<std::size_t>(convolution.n_ / 2 + 1)) {}

void LaneConvolution::take_pair(Workspace& work, bool first) const {
  const ComplexLanes* const f = whole_->forward(work.signals.data(), work.scratch.data());
  ComplexLanes* const product = work.product.data();
  for (Index k = 0; k <= n_ / 2; ++k) {
    const ComplexLanes mirrored = conjugate(f[k == 0 ? 0 : n_ - k]);
    take(product[k], times_minus_i((f[k] + mirrored) * (f[k] - mirrored)), first);
  }
}

void LaneConvolution::take_single(Workspace& work, bool first) const {
  ComplexLanes* const product = work.product.data();
  if (!half_) {
    const ComplexLanes* const f = whole_->forward(work.signals.data(), work.scratch.data());
    for (Index k = 0; k <= n_ / 2; ++k) take(product[k], f[k], first);
    return;
  }
  const Index m = n_ / 2;
  const ComplexLanes* const f = half_->forward(work.signals.data(), work.scratch.data());
  for (Index k = 0; k <= m; ++k) {
    const ComplexLanes here = f[k == m ? 0 : k], mirrored = conjugate(f[k == 0 ? 0 : m - k]);
    const ComplexLanes odd = times_minus_i(here - mirrored);
    take(product[k], (here + mirrored + times(odd, half_twiddle_[static_cast<std::size_t>(k)])) * 0.5f,
         first);
  }
}

const Lanes* LaneConvolution::finish(Workspace& work) const {
  // A forward transform of the reversed spectrum is the inverse transform.
  const ComplexLanes* const x = work.product.data();
  ComplexLanes* const reversed = work.signals.data();
  if (!half_) {
    reversed[0] = x[0];
    for (Index k = 1; k <= n_ / 2; ++k) {
      reversed[k] = conjugate(x[k]);
      reversed[n_ - k] = x[k];
    }
    return &whole_->forward(reversed, work.scratch.data())->re;
  }
  const Index m = n_ / 2;
  for (Index k = 0; k < m; ++k) {
    const ComplexLanes mirrored = conjugate(x[m - k]);
    const auto [re, im] = half_twiddle_[static_cast<std::size_t>(k)];
    const ComplexLanes odd = times(x[k] - mirrored, {re, -im});
    reversed[k == 0 ? 0 : m - k] = x[k] + mirrored + times_i(odd);
  }
  return &half_->forward(reversed, work.scratch.data())->re;
}

float LaneConvolution::scale() const {
  return static_cast<float>(1.0 / (double{room} * room * static_cast<double>(n_)));
}

std::size_t LaneConvolution::memory_bytes() const {
  return (whole_ ? whole_->memory_bytes() : 0) + (half_ ? half_->memory_bytes() : 0) +
         half_twiddle_.size() * sizeof(Rotation);
}

double LaneConvolution::memory(Index n, Index count) {
  const auto [whole, half] = lengths(n, count);
  const double twiddles = half > 0 ? sizeof(Rotation) * (static_cast<double>(half) + 1) : 0;
  return LaneFft::memory(whole) + LaneFft::memory(half) + twiddles;
}

Index LaneConvolution::points(Index n, Index count) {
  const auto [whole, half] = lengths(n, count);
  return std::max(LaneFft::points(whole), LaneFft::points(half));
}

double LaneConvolution::workspace(Index n, Index count) {
  return sizeof(ComplexLanes) * static_cast<double>(2 * points(n, count) + n / 2 + 1);
}

}  // namespace sketchbench
