#include <sketchbench/features/circular_convolution.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <limits>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

// std::complex's operators look for infinities and NaNs in every product, which keeps loops from being
// vectorised.
Complex times(Complex x, Complex y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

void multiply(Complex* product, const Complex* factor, Index n) {
  for (Index k = 0; k < n; ++k) product[k] = times(product[k], factor[k]);
}

/// A B from F[k] and F[n - k].
Complex product_of_pair(Complex f, Complex mirrored) {
  const Complex twice_a = {f.real() + mirrored.real(), f.imag() - mirrored.imag()};
  const Complex twice_b = {f.imag() + mirrored.imag(), mirrored.real() - f.real()};
  const Complex four_times = times(twice_a, twice_b);
  return {0.25f * four_times.real(), 0.25f * four_times.imag()};
}

}  // namespace

CircularConvolution::CircularConvolution(Index n, Index count)
    : n_(n),
      pairs_(count / 2),
      single_(count % 2 == 1),
      pair_stride_(fft_stride(2 * n)),
      real_(n),
      complex_(n) {}

void CircularConvolution::require_room(Index n, Index count) {
  // A place in the signals is stored in 32 bits.
  constexpr double most = std::numeric_limits<std::uint32_t>::max();
  if (static_cast<double>(fft_stride(n)) * static_cast<double>(count) > most)
    throw InputError(
        fmt::format("degree {} with D = {} needs {} count sketches of {} values, expected at most {} values "
                    "in all",
                    count, n, count, n, most));
}

std::vector<SignalLayout> CircularConvolution::layouts(Index n, Index count) {
  require_room(n, count);
  std::vector<SignalLayout> layouts;
  const Index pair_stride = fft_stride(2 * n);
  for (Index k = 0; k < count; ++k) {
    const bool paired = k < count / 2 * 2;
    layouts.push_back({k / 2 * pair_stride + k % 2, paired ? 2 : 1});
  }
  return layouts;
}

CircularConvolution::Workspace::Workspace(const CircularConvolution& convolution)
    : signals(make_fft_buffer<float>(convolution.signal_floats())),
      spectrum(make_fft_buffer<Complex>(convolution.n_)),
      product(make_fft_buffer<Complex>(convolution.real_.spectrum_size())),
      factor(make_fft_buffer<Complex>(convolution.real_.spectrum_size())) {}

double CircularConvolution::workspace(Index n, Index count) {
  const double floats = static_cast<double>(count / 2) * static_cast<double>(fft_stride(2 * n)) +
                        (count % 2 == 1 ? static_cast<double>(fft_stride(n)) : 0);
  return sizeof(float) * floats + sizeof(Complex) * static_cast<double>(n + 2 * (n / 2 + 1));
}

void CircularConvolution::run(Workspace& work, float* out) const {
  float* const signals = work.signals.get();
  pair_product(signals, work.spectrum.get(), work.product.get());
  for (Index pair = 1; pair < pairs_; ++pair) {
    pair_product(signals + pair * pair_stride_, work.spectrum.get(), work.factor.get());
    multiply(work.product.get(), work.factor.get(), real_.spectrum_size());
  }
  if (single_) {
    real_.forward(signals + pairs_ * pair_stride_, work.factor.get());
    multiply(work.product.get(), work.factor.get(), real_.spectrum_size());
  }
  // The signals are no longer needed, and `out` may have any alignment.
  real_.inverse(work.product.get(), signals);
  const float scale = 1.0f / static_cast<float>(n_);
  for (Index j = 0; j < n_; ++j) out[j] = scale * signals[j];
}

void CircularConvolution::pair_product(const float* pair, Complex* spectrum, Complex* out) const {
  complex_.forward(reinterpret_cast<const Complex*>(pair), spectrum);
  out[0] = product_of_pair(spectrum[0], spectrum[0]);
  for (Index k = 1; k < real_.spectrum_size(); ++k) out[k] = product_of_pair(spectrum[k], spectrum[n_ - k]);
}

}  // namespace sketchbench
