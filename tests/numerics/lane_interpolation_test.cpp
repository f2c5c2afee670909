#include <sketchbench/numerics/transforms/lane_interpolation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <sketchbench/core/random.hpp>
#include <sketchbench/numerics/transforms/lane_fft.hpp>

namespace sketchbench {
namespace {

/// exp(2 pi i numerator / denominator).
std::complex<double> turn(Index numerator, Index denominator) {
  return std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(numerator % denominator) /
                             static_cast<double>(denominator));
}

/// Two real signals, side by side in lane 3, as large at either end as in the middle.
std::vector<std::complex<double>> random_signals(Index n) {
  RandomStream random(1, "test.lane_interpolation");
  std::vector<std::complex<double>> signals;
  for (Index j = 0; j < n; ++j)
    signals.emplace_back(static_cast<float>(2 * random.uniform() - 1),
                         static_cast<float>(2 * random.uniform() - 1));
  return signals;
}

class InterpolatedLength : public testing::TestWithParam<Index> {
 protected:
  static constexpr Index lane = 3;
  const Index n = GetParam();
  const LaneInterpolation interpolation{n};
  const Index m = interpolation.points();

  /// Value k of the spectrum of a signal that is moved by centre().
  std::complex<double> moved_spectrum_at(const std::vector<std::complex<double>>& signal, Index k) const {
    std::complex<double> sum = 0;
    for (Index j = 0; j < n; ++j)
      sum += signal[static_cast<std::size_t>(j)] * std::conj(turn(k * (j - interpolation.centre() + n), n));
    return sum;
  }
  static std::complex<double> value(const ComplexLanes& lanes) { return {lanes.re[lane], lanes.im[lane]}; }
  // Values of a spectrum are of the order of the root of n.
  double tolerance() const { return 4e-6 * std::sqrt(static_cast<double>(n)); }
  Index step() const { return std::max<Index>(1, n / 60); }
  /// Where value j of a signal is to stand, and what it is to be multiplied by.
  std::size_t place(Index j) const { return static_cast<std::size_t>((j + LaneInterpolation::shift(n)) % m); }
  const std::vector<float> weight = LaneInterpolation::weights(n);
  double weighted(Index j, double value) const { return value * double{weight[static_cast<std::size_t>(j)]}; }
};

TEST_P(InterpolatedLength, HasTheSpectrumOfEachLength) {
  const auto signal = random_signals(n);
  std::vector<ComplexLanes> values(static_cast<std::size_t>(m)), scratch(values.size());
  for (Index j = 0; j < n; ++j) {
    const auto& one = signal[static_cast<std::size_t>(j)];
    values[place(j)].re[lane] = static_cast<float>(weighted(j, one.real()));
    values[place(j)].im[lane] = static_cast<float>(weighted(j, one.imag()));
  }
  const ComplexLanes* const spectrum = LaneFft(m).forward(values.data(), scratch.data());
  Index next = 0;
  interpolation.for_each_both(spectrum, [&](Index k, const ComplexLanes& at, const ComplexLanes& mirrored) {
    EXPECT_EQ(k, next++);
    if (k % step() != 0 && k + 3 < n / 2) return;  // the last ones, too: windows that leave the half
    EXPECT_NEAR(std::abs(value(at) - moved_spectrum_at(signal, k)), 0, tolerance()) << "k = " << k;
    EXPECT_NEAR(std::abs(value(mirrored) - moved_spectrum_at(signal, n - k)), 0, tolerance()) << "k = " << k;
  });
  EXPECT_EQ(next, n / 2 + 1);
}

TEST_P(InterpolatedLength, HasTheSpectrumOfARealSignalFromHalfOfTheOther) {
  auto signal = random_signals(n);
  std::vector<ComplexLanes> values(static_cast<std::size_t>(m)), scratch(values.size());
  auto* const real = reinterpret_cast<Lanes*>(values.data());
  for (Index j = 0; j < n; ++j) {
    auto& one = signal[static_cast<std::size_t>(j)];
    one = one.real();
    real[place(j)][lane] = static_cast<float>(weighted(j, one.real()));
  }
  // Every value as a complex one, from the last on, which are not yet written over.
  for (Index j = m - 1; j >= 0; --j) values[static_cast<std::size_t>(j)] = ComplexLanes{real[j], Lanes{}};
  const ComplexLanes* const spectrum = LaneFft(m).forward(values.data(), scratch.data());
  std::vector<ComplexLanes> half(spectrum, spectrum + m / 2 + 1);
  for (Index k = 0; k <= n / 2; ++k)
    EXPECT_NEAR(std::abs(value(interpolation.of_real(half.data(), k)) - moved_spectrum_at(signal, k)), 0,
                tolerance())
        << "k = " << k;
}

// The way back: a spectrum of n values, and what a transform of m values of it has at each of n places.
TEST_P(InterpolatedLength, FindsTheSignalOfASpectrum) {
  auto product = random_signals(n / 2 + 1);
  product.front() = product.front().real();
  if (n % 2 == 0) product.back() = product.back().real();
  std::vector<ComplexLanes> x(product.size()), points(static_cast<std::size_t>(m / 2 + 1));
  for (std::size_t k = 0; k < product.size(); ++k) {
    x[k].re[lane] = static_cast<float>(product[k].real());
    x[k].im[lane] = static_cast<float>(product[k].imag());
  }
  Index next = 0;
  interpolation.for_each_spread(x.data(),
                                [&](Index l, const ComplexLanes& here, const ComplexLanes& mirrored) {
                                  EXPECT_EQ(l, next++);
                                  points[static_cast<std::size_t>(l)] = here;
                                  points[static_cast<std::size_t>(m / 2 - l)] = mirrored;
                                });
  EXPECT_EQ(next, m / 4 + 1);
  const auto at_point = [&](Index l) {
    return l <= m / 2 ? value(points[static_cast<std::size_t>(l)])
                      : std::conj(value(points[static_cast<std::size_t>(m - l)]));
  };
  std::vector<Lanes> signal(static_cast<std::size_t>(m));
  DenseMatrix z(lane + 1, n);
  for (Index j = 0; j < m; ++j) {
    std::complex<double> sum = 0;
    for (Index l = 0; l < m; ++l) sum += at_point(l) * turn(l * j, m);
    signal[static_cast<std::size_t>(j)][lane] = static_cast<float>(sum.real());
  }
  for (const Index factors : {1, 2, 3, 7}) {
    interpolation.store(signal.data(), factors, interpolation.scale(), z);
    for (Index j = 0; j < n; j += step()) {
      std::complex<double> expected = 0;
      for (Index k = 0; k < n; ++k) {
        const std::complex<double> here = k <= n / 2 ? product[static_cast<std::size_t>(k)]
                                                     : std::conj(product[static_cast<std::size_t>(n - k)]);
        expected += here * turn(k * (j + n * factors - factors * interpolation.centre()), n);
      }
      EXPECT_NEAR(z.row(lane)[j], expected.real(), tolerance()) << factors << " factors, j = " << j;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Lengths, InterpolatedLength,
                         testing::Values(7, 11, 13, 14, 22, 23, 29, 31, 58, 97, 101, 499, 998));

// A little more than half as long again: what the time rests on.
TEST(LaneInterpolation, TransformsASmoothLength) {
  for (const Index n : {7, 11, 29, 97, 127, 499, 998, 997, 1009, 4999, 9973, 99991}) {
    const Index m = LaneInterpolation::points(n);
    EXPECT_EQ(m % 2, 0);
    EXPECT_GE(m, 1.5 * static_cast<double>(n));
    EXPECT_LE(m, 2 * n);
    EXPECT_LE(lane_fft_radices(m).back(), 10);
  }
}

TEST(LaneInterpolation, TakesThePlannedMemory) {
  for (const Index n : {7, 58, 97, 998, 4999})
    EXPECT_EQ(static_cast<double>(LaneInterpolation(n).memory_bytes()), LaneInterpolation::memory(n));
}

}  // namespace
}  // namespace sketchbench
