#include <sketchbench/features/lane_convolution.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/numerics/transforms/lane_butterflies.hpp>

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

Index LaneConvolution::transformed(Index n) { return lane_fft_is_slow(n) ? LaneInterpolation::points(n) : n; }

LaneConvolution::Lengths LaneConvolution::lengths(Index n, Index count) {
  const Index m = transformed(n);
  const bool even = m % 2 == 0;
  return {.whole = count > 1 || !even ? m : 0, .half = even ? m / 2 : 0};
}

LaneConvolution::LaneConvolution(Index n, Index count) : n_(n), pairs_(count / 2), single_(count % 2 == 1) {
  const auto [whole, half] = lengths(n, count);
  if (lane_fft_is_slow(n)) {
    interpolation_.emplace(n);
    gap_ = {.begin = n - interpolation_->centre(), .end = LaneInterpolation::shift(n)};
  }
  if (whole > 0) whole_.emplace(whole);
  if (half == 0) return;
  half_.emplace(half);
  for (Index k = 0; k <= half; ++k) half_twiddle_.push_back(rotation(k, 2 * half));
}

LaneConvolution::Places LaneConvolution::single_places() const {
  if (!half_) return {n_, gap_};
  return {half_->size(), {.begin = (gap_.begin + 1) / 2, .end = gap_.end / 2}};  // two values to a place
}

void LaneConvolution::require_room(Index n) {
  // A place in the signals is stored in 32 bits. The limit is the same for every instruction set.
  // As many as 2 n values may be transformed.
  constexpr Index widest = 16, most = std::numeric_limits<std::uint32_t>::max() / (4 * widest);
  static_assert(lane_count <= widest);
  if (n > most) throw InputError(fmt::format("D = {}, expected at most {}", n, most));
}

std::vector<SignalLayout> LaneConvolution::layouts(Index n, Index count) {
  require_room(n);
  std::vector<SignalLayout> layouts;
  for (Index k = 0; k < count / 2 * 2; ++k)
    layouts.push_back({k % 2 * lane_count, floats_per_point, k < 2 ? of_a_pair * room : of_a_pair});
  // The single signal of even length is read as half as many complex values: even places real, odd ones
  // imaginary.
  if (count % 2 == 1)
    layouts.push_back(
        {0, transformed(n) % 2 == 0 ? lane_count : floats_per_point, count == 1 ? room * room : 1});
  if (lane_fft_is_slow(n))
    for (SignalLayout& layout : layouts) {
      layout.circle = transformed(n);
      layout.shift = LaneInterpolation::shift(n);
      layout.weight = LaneInterpolation::weights(n);
    }
  return layouts;
}

LaneConvolution::Workspace::Workspace(const LaneConvolution& convolution)
    : signals(static_cast<std::size_t>(convolution.points())),
      scratch(signals.size()),
      product(static_cast<std::size_t>(convolution.n_ / 2 + 1)) {}

void LaneConvolution::take_pair(Workspace& work, bool first) const {
  const ComplexLanes* const f = whole_->forward(work.signals.data(), work.scratch.data(), gap_);
  ComplexLanes* const product = work.product.data();
  const auto take_at = [&](Index k, const ComplexLanes& here, const ComplexLanes& there) {
    const ComplexLanes mirrored = conjugate(there);
    take(product[k], times_minus_i((here + mirrored) * (here - mirrored)), first);
  };
  if (interpolation_)
    interpolation_->for_each_both(f, take_at);
  else
    for (Index k = 0; k <= n_ / 2; ++k) take_at(k, f[k], f[k == 0 ? 0 : n_ - k]);
}

void LaneConvolution::take_single(Workspace& work, bool first) const {
  ComplexLanes* const product = work.product.data();
  if (!half_) {
    const ComplexLanes* const f = whole_->forward(work.signals.data(), work.scratch.data());
    for (Index k = 0; k <= n_ / 2; ++k) take(product[k], f[k], first);
    return;
  }
  const Index m = half_->size();
  ComplexLanes* const f = half_->forward(work.signals.data(), work.scratch.data(), single_places().gap);
  const auto value = [&](Index k) {
    const ComplexLanes here = f[k == m ? 0 : k], mirrored = conjugate(f[k == 0 ? 0 : m - k]);
    const ComplexLanes odd = times_minus_i(here - mirrored);
    return (here + mirrored + times(odd, half_twiddle_[static_cast<std::size_t>(k)])) * 0.5f;
  };
  if (!interpolation_) {
    for (Index k = 0; k <= m; ++k) take(product[k], value(k), first);
    return;
  }
  ComplexLanes* const spectrum = f == work.signals.data() ? work.scratch.data() : work.signals.data();
  for (Index k = 0; k <= m; ++k) spectrum[k] = value(k);
  for (Index k = 0; k <= n_ / 2; ++k) take(product[k], interpolation_->of_real(spectrum, k), first);
}

/// The values of the signal, in every second place where its length is odd. A forward transform of the
/// reversed spectrum is the inverse transform.
const Lanes* LaneConvolution::transform_back(Workspace& work) const {
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
  const Index m = half_->size();
  const auto reverse = [&](Index k, const ComplexLanes& here, const ComplexLanes& there) {
    const ComplexLanes mirrored = conjugate(there);
    const auto [re, im] = half_twiddle_[static_cast<std::size_t>(k)];
    reversed[k == 0 ? 0 : m - k] = here + mirrored + times_i(times(here - mirrored, {re, -im}));
  };
  // The spectrum's values at k and m - k make those of the reversed one at m - k and k.
  const auto reverse_both = [&](Index k, const ComplexLanes& here, const ComplexLanes& there) {
    reverse(k, here, there);
    if (k > 0 && k < m - k) reverse(m - k, there, here);
  };
  if (interpolation_)
    interpolation_->for_each_spread(x, reverse_both);
  else
    for (Index k = 0; k <= m / 2; ++k) reverse_both(k, x[k], x[m - k]);
  return &half_->forward(reversed, work.scratch.data())->re;
}

void LaneConvolution::finish(Workspace& work, MatrixRef z) const {
  const Lanes* const values = transform_back(work);
  if (interpolation_)
    interpolation_->store(values, 2 * pairs_ + (single_ ? 1 : 0), scale(), z);
  else
    store_lanes({.data = values, .step = half_ ? 1 : 2}, n_, scale(), z.data, z.stride, z.n);
}

float LaneConvolution::scale() const {
  const float scale = static_cast<float>(1.0 / (double{room} * room * static_cast<double>(n_)));
  return interpolation_ ? scale * interpolation_->scale() : scale;
}

std::size_t LaneConvolution::memory_bytes() const {
  return (whole_ ? whole_->memory_bytes() : 0) + (half_ ? half_->memory_bytes() : 0) +
         (interpolation_ ? interpolation_->memory_bytes() : 0) + half_twiddle_.size() * sizeof(Rotation);
}

double LaneConvolution::memory(Index n, Index count) {
  const auto [whole, half] = lengths(n, count);
  const double twiddles = half > 0 ? sizeof(Rotation) * (static_cast<double>(half) + 1) : 0;
  return LaneFft::memory(whole) + LaneFft::memory(half) + twiddles +
         (lane_fft_is_slow(n) ? LaneInterpolation::memory(n) : 0);
}

Index LaneConvolution::points(Lengths lengths, bool interpolates) {
  // Where spectra are made from each other, a half one has a value more.
  return std::max(lengths.whole, lengths.half + (interpolates ? 1 : 0));
}

double LaneConvolution::workspace(Index n, Index count) {
  return sizeof(ComplexLanes) *
         static_cast<double>(2 * points(lengths(n, count), lane_fft_is_slow(n)) + n / 2 + 1);
}

}  // namespace sketchbench
