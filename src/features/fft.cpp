#include "features/fft.hpp"

#include <fftw3.h>
#include <fmt/format.h>

#include <limits>
#include <mutex>
#include <new>

#include "base/error.hpp"

namespace sketchbench {
namespace {

// FFTW's planner works on state that the whole process shares; only execution is thread-safe.
std::mutex& planner_mutex() {
  static std::mutex mutex;
  return mutex;
}

// FFTW_MEASURE picks the fastest algorithm by the clock, so that two runs may round differently. FFTW_ESTIMATE
// depends on n and the processor alone, and plans in microseconds.
constexpr unsigned kPlanning = FFTW_ESTIMATE;

fftwf_complex* to_fftw(std::complex<float>* z) { return reinterpret_cast<fftwf_complex*>(z); }

}  // namespace

void FftFree::operator()(void* memory) const { fftwf_free(memory); }

void* fft_allocate(std::size_t bytes) {
  void* memory = fftwf_malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void RealFft::DestroyPlan::operator()(fftwf_plan_s* plan) const {
  const std::lock_guard lock(planner_mutex());
  fftwf_destroy_plan(plan);
}

RealFft::RealFft(Index n) : n_(n) {
  if (n < 1 || n > std::numeric_limits<int>::max())
    throw InputError(
        fmt::format("the length of a Fourier transform is {}, expected 1 to {}", n, std::numeric_limits<int>::max()));
  const auto real = make_fft_buffer<float>(n);
  const auto spectrum = make_fft_buffer<std::complex<float>>(spectrum_size());
  const auto length = static_cast<int>(n);
  fftwf_plan forward = nullptr, inverse = nullptr;
  {
    const std::lock_guard lock(planner_mutex());
    forward = fftwf_plan_dft_r2c_1d(length, real.get(), to_fftw(spectrum.get()), kPlanning);
    inverse = fftwf_plan_dft_c2r_1d(length, to_fftw(spectrum.get()), real.get(), kPlanning);
  }
  forward_.reset(forward);
  inverse_.reset(inverse);
  if (!forward_ || !inverse_) throw Error(fmt::format("FFTW has no plan for a real transform of length {}", n));
}

void RealFft::forward(const float* in, std::complex<float>* out) const {
  // FFTW takes no const pointer, but an out-of-place r2c transform leaves its input as it is.
  fftwf_execute_dft_r2c(forward_.get(), const_cast<float*>(in), to_fftw(out));
}

void RealFft::inverse(std::complex<float>* in, float* out) const {
  fftwf_execute_dft_c2r(inverse_.get(), to_fftw(in), out);
}

}  // namespace sketchbench
