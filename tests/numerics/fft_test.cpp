#include <sketchbench/numerics/transforms/fft.hpp>

#include <gtest/gtest.h>
#include <cmath>

#include <numbers>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/core/threads.hpp>

namespace sketchbench {
namespace {

std::vector<std::complex<double>> naive_transform(const std::vector<std::complex<double>>& x) {
  const auto n = x.size();
  std::vector<std::complex<double>> spectrum(n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < n; ++j)
      spectrum[k] += x[j] * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(j * k % n) /
                                                static_cast<double>(n));
  return spectrum;
}

class Fft : public testing::TestWithParam<Index> {
 protected:
  const Index n_ = GetParam();
  const double tolerance_ = 4e-6 * std::sqrt(static_cast<double>(n_));
  RandomStream random_{1, "test.fft"};
  float number() { return static_cast<float>(2 * random_.uniform() - 1); }
};

TEST_P(Fft, RealForwardIsTheDefinition) {
  const RealFft fft(n_);
  const auto signal = make_fft_buffer<float>(n_);
  const auto spectrum = make_fft_buffer<Complex>(fft.spectrum_size());
  std::vector<std::complex<double>> copy;
  for (Index j = 0; j < n_; ++j) copy.emplace_back(signal[j] = number());
  fft.forward(signal.get(), spectrum.get());
  const auto expected = naive_transform(copy);
  for (Index k = 0; k < fft.spectrum_size(); ++k)
    EXPECT_NEAR(std::abs(std::complex<double>(spectrum[k]) - expected[k]), 0, tolerance_) << "k = " << k;
  for (Index j = 0; j < n_; ++j) EXPECT_EQ(signal[j], copy[j].real()) << "the input was overwritten at " << j;
}

TEST_P(Fft, RealInverseUndoesForward) {
  const RealFft fft(n_);
  const auto signal = make_fft_buffer<float>(n_), back = make_fft_buffer<float>(n_);
  const auto spectrum = make_fft_buffer<Complex>(fft.spectrum_size());
  for (Index j = 0; j < n_; ++j) signal[j] = number();
  fft.forward(signal.get(), spectrum.get());
  fft.inverse(spectrum.get(), back.get());
  for (Index j = 0; j < n_; ++j) EXPECT_NEAR(back[j] / static_cast<float>(n_), signal[j], 2e-6);
}

TEST_P(Fft, ComplexForwardIsTheDefinition) {
  const ComplexFft fft(n_);
  const auto signal = make_fft_buffer<Complex>(n_), spectrum = make_fft_buffer<Complex>(n_);
  std::vector<std::complex<double>> copy;
  for (Index j = 0; j < n_; ++j) copy.emplace_back(signal[j] = {number(), number()});
  fft.forward(signal.get(), spectrum.get());
  const auto expected = naive_transform(copy);
  for (Index k = 0; k < n_; ++k)
    EXPECT_NEAR(std::abs(std::complex<double>(spectrum[k]) - expected[k]), 0, tolerance_) << "k = " << k;
}

INSTANTIATE_TEST_SUITE_P(Lengths, Fft,
                         testing::Values(1, 2, 3, 4, 7, 16, 94, 97, 200, 211, 500, 1000, 1009, 1024, 2022));

TEST(FftLength, MustBePositive) {
  EXPECT_THROW(RealFft(0), InputError);
  EXPECT_THROW(ComplexFft(-1), InputError);
}

// FFTW's planner is not thread-safe; a thread sanitizer finds an unguarded one here.
TEST(FftPlanning, WorksFromManyThreads) {
  parallel_blocks(64, 1, 8, [](Index begin, Index) {
    const RealFft real(begin + 1);
    const ComplexFft complex(begin + 1);
    EXPECT_EQ(real.size(), begin + 1);
  });
}

}  // namespace
}  // namespace sketchbench
