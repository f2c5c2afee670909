#include <sketchbench/numerics/transforms/lane_fft.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

using Signal = std::vector<std::complex<double>>;

Signal random_signal(Index n, Seed seed) {
  RandomStream random(seed, "test.lane_fft");
  Signal signal;
  for (Index j = 0; j < n; ++j)
    signal.emplace_back(static_cast<float>(2 * random.uniform() - 1),
                        static_cast<float>(2 * random.uniform() - 1));
  return signal;
}

std::complex<double> spectrum_at(const Signal& signal, Index k) {
  const auto n = static_cast<Index>(signal.size());
  std::complex<double> sum = 0;
  for (Index j = 0; j < n; ++j)
    sum += signal[static_cast<std::size_t>(j)] *
           std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(j * k % n) / static_cast<double>(n));
  return sum;
}

void put(const Signal& signal, Index lane, std::vector<ComplexLanes>& into) {
  for (std::size_t j = 0; j < signal.size(); ++j) {
    into[j].re[lane] = static_cast<float>(signal[j].real());
    into[j].im[lane] = static_cast<float>(signal[j].imag());
  }
}

class LaneFftLength : public testing::TestWithParam<Index> {};

TEST_P(LaneFftLength, IsTheSumInEveryLane) {
  const Index n = GetParam();
  std::vector<Signal> signals;
  const LaneFft fft(n);
  std::vector<ComplexLanes> in(static_cast<std::size_t>(n)), scratch(in.size());
  for (Index lane = 0; lane < lane_count; ++lane) {
    signals.push_back(random_signal(n, static_cast<Seed>(lane)));
    put(signals.back(), lane, in);
  }
  const ComplexLanes* const out = fft.forward(in.data(), scratch.data());
  // The error of an FFT grows like the root of n times the logarithm; values are of the order of the root of
  // n.
  const double tolerance = 1e-6 * std::sqrt(static_cast<double>(n)) * (1 + std::log2(static_cast<double>(n)));
  const Index step = std::max<Index>(1, n / 50);
  for (Index lane = 0; lane < lane_count; ++lane)
    for (Index k = 0; k < n; k += step) {
      const auto expected = spectrum_at(signals[static_cast<std::size_t>(lane)], k);
      EXPECT_NEAR(out[k].re[lane], expected.real(), tolerance) << "lane " << lane << ", k = " << k;
      EXPECT_NEAR(out[k].im[lane], expected.imag(), tolerance) << "lane " << lane << ", k = " << k;
    }
}

std::vector<Index> lengths() {
  std::vector<Index> all;
  for (Index n = 1; n <= 64; ++n)
    if (!lane_fft_is_slow(n)) all.push_back(n);
  // Every coded radix in every position, primes with and without other factors, the lengths of the tables.
  for (const Index n : {77,  86,  100, 125,  128,  200,  203,  240,  301,  343,
                        360, 500, 512, 1000, 1001, 1024, 1849, 2500, 5000, 69 * 29})
    all.push_back(n);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Lengths, LaneFftLength, testing::ValuesIn(lengths()));

// A row must not notice its neighbours, be they empty, huge or not a number.
TEST(LaneFft, KeepsLanesApart) {
  static_assert(lane_count >= 4, "a lane with another on each side, and a further one");
  constexpr Index lane = lane_count / 2 - 1;
  for (const Index n : {8, 30, 43, 49, 200, 301}) {
    const LaneFft fft(n);
    const auto size = static_cast<std::size_t>(n);
    std::vector<ComplexLanes> alone(size), crowded(size), scratch(size), scratch2(size);
    put(random_signal(n, 1), lane, alone);
    put(random_signal(n, 1), lane, crowded);
    for (auto& point : crowded) point.re[lane - 1] = point.im[lane + 1] = NAN;
    for (auto& point : crowded) point.re[lane_count - 1] = 1e30f;
    const ComplexLanes* const a = fft.forward(alone.data(), scratch.data());
    const ComplexLanes* const b = fft.forward(crowded.data(), scratch2.data());
    for (Index k = 0; k < n; ++k) {
      EXPECT_EQ(a[k].re[lane], b[k].re[lane]);
      EXPECT_EQ(a[k].im[lane], b[k].im[lane]);
    }
  }
}

// To the last bit what it is with zeros there, whatever stands in the gap.
TEST(LaneFft, TakesAGapForZeros) {
  for (const Index n : {2, 7, 12, 49, 80, 96, 100, 500, 1024})
    for (const Gap gap :
         {Gap{0, 0}, Gap{0, n}, Gap{n / 2, n / 2 + 1}, Gap{n / 3, n}, Gap{n / 4, n - n / 3}}) {
      const LaneFft fft(n);
      const auto size = static_cast<std::size_t>(n);
      std::vector<ComplexLanes> zeros(size), unread(size), scratch(size), scratch2(size);
      put(random_signal(n, 1), 0, zeros);
      put(random_signal(n, 1), 0, unread);
      for (Index j = gap.begin; j < gap.end; ++j) {
        zeros[static_cast<std::size_t>(j)] = ComplexLanes{};
        unread[static_cast<std::size_t>(j)] = ComplexLanes{Lanes{} + NAN, Lanes{} + NAN};
      }
      const ComplexLanes* const a = fft.forward(zeros.data(), scratch.data());
      const ComplexLanes* const b = fft.forward(unread.data(), scratch2.data(), gap);
      for (Index k = 0; k < n; ++k) {
        EXPECT_EQ(a[k].re[0], b[k].re[0]) << "n = " << n << ", k = " << k;
        EXPECT_EQ(a[k].im[0], b[k].im[0]) << "n = " << n << ", k = " << k;
      }
    }
}

TEST(LaneFft, RefusesLargePrimeFactors) {
  for (const Index n : {47, 94, 997, 9998}) {
    EXPECT_TRUE(lane_fft_is_slow(n)) << n;
    EXPECT_THROW(LaneFft{n}, InputError);
  }
  for (const Index n : {1, 2, 43, 86, 1000, 43 * 43}) EXPECT_FALSE(lane_fft_is_slow(n)) << n;
}

TEST(LaneFft, TablesTakeWhatIsPlannedForThem) {
  for (const Index n : {1, 2, 7, 23, 29, 43, 100, 322, 1000, 5000})
    EXPECT_EQ(static_cast<double>(LaneFft(n).memory_bytes()), LaneFft::memory(n)) << n;
}

TEST(LaneFftRadices, MultiplyToTheLength) {
  for (Index n = 1; n <= 2000; ++n) {
    Index product = 1;
    for (const int radix : lane_fft_radices(n)) product *= radix;
    ASSERT_EQ(product, n);
  }
}

TEST(LaneFftRadices, AreLargeForSmoothLengths) {
  EXPECT_THAT(lane_fft_radices(1000), testing::ElementsAre(10, 10, 10));
  EXPECT_LE(lane_fft_radices(5000).size(), 4u);
  EXPECT_THROW(lane_fft_radices(0), InputError);
}

}  // namespace
}  // namespace sketchbench
