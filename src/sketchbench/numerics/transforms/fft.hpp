#pragma once
#include <complex>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

using Complex = std::complex<float>;

/// Throws std::bad_alloc.
void* fft_allocate(std::size_t bytes);

struct FftFree {
  void operator()(void* memory) const;
};

/// Memory with the alignment that every FFT of the process expects. Its values are not set.
template <class T>
using FftBuffer = std::unique_ptr<T[], FftFree>;

template <class T>
FftBuffer<T> make_fft_buffer(Index count) {
  static_assert(std::is_trivially_destructible_v<T>);
  return FftBuffer<T>(static_cast<T*>(fft_allocate(static_cast<std::size_t>(count) * sizeof(T))));
}

/// `floats` rounded up so that a buffer plus as many floats has the alignment of a buffer.
constexpr Index fft_stride(Index floats) { return (floats + 15) / 16 * 16; }

/// FFTW's name, version and instruction sets; empty where the transforms are this project's own
/// (SKETCHBENCH_FFTW=OFF).
std::string fft_library();

// Discrete Fourier transforms of any length n >= 1 in single precision: FFTW 3's, or this project's own
// (own_fft.cpp). Thread-safe once built. Every pointer must be aligned as an FftBuffer is.

/// n real numbers and their spectrum.
class RealFft {
 public:
  explicit RealFft(Index n);
  ~RealFft();

  Index size() const { return n_; }
  /// The other half of a real signal's spectrum follows by symmetry.
  Index spectrum_size() const { return n_ / 2 + 1; }

  /// out[k] = sum_j in[j] exp(-2 pi i j k / n) for k = 0 .. n / 2.
  void forward(const float* in, Complex* out) const;
  /// out[j] = sum_k in[k] exp(2 pi i j k / n), without the factor 1 / n. Overwrites `in`.
  void inverse(Complex* in, float* out) const;

 private:
  struct Plan;
  Index n_;
  std::unique_ptr<const Plan> plan_;
};

/// n complex numbers.
class ComplexFft {
 public:
  explicit ComplexFft(Index n);
  ~ComplexFft();

  /// out[k] = sum_j in[j] exp(-2 pi i j k / n) for k = 0 .. n - 1.
  void forward(const Complex* in, Complex* out) const;

 private:
  struct Plan;
  std::unique_ptr<const Plan> plan_;
};

}  // namespace sketchbench
