#include "features/lane_convolution.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "features/lane_butterflies.hpp"

namespace sketchbench {
namespace {

constexpr Index floats_per_point = 2 * lane_count;

void take(ComplexLanes& product, const ComplexLanes& factor, bool first) {
  product = first ? factor : product * factor;
}

}  // namespace

LaneConvolution::LaneConvolution(Index n, Index count) : n_(n), pairs_(count / 2), single_(count % 2 == 1) {
  const bool even = n % 2 == 0;
  if (pairs_ > 0 || !even) whole_.emplace(n);
  if (!even) return;
  half_.emplace(n / 2);
  for (Index k = 0; k <= n / 2; ++k) {
    const double angle = -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
    half_twiddle_.push_back({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))});
  }
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
  for (Index k = 0; k < count / 2 * 2; ++k) layouts.push_back({k % 2 * lane_count, floats_per_point});
  // The single signal of even length is read as n / 2 complex values: even places real, odd ones imaginary.
  if (count % 2 == 1) layouts.push_back({0, n % 2 == 0 ? lane_count : floats_per_point});
  return layouts;
}

LaneConvolution::Workspace::Workspace(const LaneConvolution& convolution)
    : signals(static_cast<std::size_t>(convolution.n_)),
      scratch(static_cast<std::size_t>(convolution.n_)),
      product(static_cast<std::size_t>(convolution.n_ / 2 + 1)) {}

void LaneConvolution::take_pair(Workspace& work, bool first) const {
  const ComplexLanes* const f = whole_->forward(work.signals.data(), work.scratch.data());
  ComplexLanes* const product = work.product.data();
  for (Index k = 0; k <= n_ / 2; ++k) {
    const ComplexLanes mirrored = conjugate(f[k == 0 ? 0 : n_ - k]);
    // The factor 1/4 of each pair waits for scale().
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
    const auto [re, im] = half_twiddle_[static_cast<std::size_t>(k)];
    take(product[k], (here + mirrored + times(odd, re, im)) * 0.5f, first);
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
    const ComplexLanes odd = times(x[k] - mirrored, re, -im);
    reversed[k == 0 ? 0 : m - k] = x[k] + mirrored + times_i(odd);
  }
  return &half_->forward(reversed, work.scratch.data())->re;
}

float LaneConvolution::scale() const {
  return static_cast<float>(std::ldexp(1.0 / static_cast<double>(n_), static_cast<int>(-2 * pairs_)));
}

}  // namespace sketchbench
