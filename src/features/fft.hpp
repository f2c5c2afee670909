#pragma once
#include <complex>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "base/types.hpp"

struct fftwf_plan_s;

namespace sketchbench {

struct FftFree {
  void operator()(void* memory) const;
};

/// Memory with the alignment that every FFT of the process expects. Its values are not set.
template <class T>
using FftBuffer = std::unique_ptr<T[], FftFree>;

/// Throws std::bad_alloc.
void* fft_allocate(std::size_t bytes);

template <class T>
FftBuffer<T> make_fft_buffer(Index count) {
  static_assert(std::is_trivially_destructible_v<T>);
  return FftBuffer<T>(static_cast<T*>(fft_allocate(static_cast<std::size_t>(count) * sizeof(T))));
}

/// The least multiple of the alignment, in floats, that holds `count` floats: the stride of a row of transforms.
constexpr Index fft_stride(Index count) { return (count + 15) / 16 * 16; }

/// The discrete Fourier transform of n real numbers in single precision and its inverse (FFTW 3), for any n >= 1.
/// Thread-safe once built. Every pointer must be aligned as FftBuffer is: a buffer, or a buffer plus a multiple of
/// 16 floats.
class RealFft {
 public:
  explicit RealFft(Index n);

  Index size() const { return n_; }
  Index spectrum_size() const { return n_ / 2 + 1; }

  /// out[k] = sum_j in[j] exp(-2 pi i j k / n) for k = 0 .. n / 2.
  void forward(const float* in, std::complex<float>* out) const;
  /// out[j] = sum_k in[k] exp(2 pi i j k / n), without the factor 1 / n. Overwrites `in`.
  void inverse(std::complex<float>* in, float* out) const;

 private:
  struct DestroyPlan {
    void operator()(fftwf_plan_s* plan) const;
  };
  using Plan = std::unique_ptr<fftwf_plan_s, DestroyPlan>;

  Index n_;
  Plan forward_;
  Plan inverse_;
};

}  // namespace sketchbench
