#include <sketchbench/numerics/transforms/fft.hpp>

#include <fftw3.h>
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <mutex>
#include <new>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

// FFTW's planner works on state that the whole process shares; only execution is thread-safe.
std::mutex& planner_mutex() {
  static std::mutex mutex;
  return mutex;
}

// FFTW_MEASURE picks the algorithm that it measures to be fastest, so that two runs may round differently.
// FFTW_ESTIMATE depends on n and the processor alone, and plans in microseconds.
constexpr unsigned kPlanning = FFTW_ESTIMATE;

// FFTW takes no const pointers, but the forward transforms here are out of place and leave their input as it
// is.
float* to_fftw(const float* x) { return const_cast<float*>(x); }
fftwf_complex* to_fftw(const Complex* z) { return reinterpret_cast<fftwf_complex*>(const_cast<Complex*>(z)); }

int checked_length(Index n) {
  if (n < 1 || n > std::numeric_limits<int>::max())
    throw InputError(fmt::format("the length of a Fourier transform is {}, expected 1 to {}", n,
                                 std::numeric_limits<int>::max()));
  return static_cast<int>(n);
}

struct Destroy {
  void operator()(fftwf_plan_s* plan) const {
    const std::lock_guard lock(planner_mutex());
    fftwf_destroy_plan(plan);
  }
};
using FftwPlan = std::unique_ptr<fftwf_plan_s, Destroy>;

template <class MakePlan>
FftwPlan plan(Index n, MakePlan make) {
  fftwf_plan raw = nullptr;
  {
    const std::lock_guard lock(planner_mutex());
    raw = make();
  }
  if (raw == nullptr) throw Error(fmt::format("FFTW has no plan for a transform of length {}", n));
  return FftwPlan(raw);
}

}  // namespace

std::string fft_library() { return fftwf_version; }

void* fft_allocate(std::size_t bytes) {
  void* memory = fftwf_malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void FftFree::operator()(void* memory) const { fftwf_free(memory); }

struct RealFft::Plan {
  FftwPlan forward, inverse;
};

RealFft::RealFft(Index n) : n_(n) {
  const int length = checked_length(n);
  const auto real = make_fft_buffer<float>(n);
  const auto spectrum = make_fft_buffer<Complex>(spectrum_size());
  plan_.reset(new Plan{
      .forward = plan(
          n, [&] { return fftwf_plan_dft_r2c_1d(length, real.get(), to_fftw(spectrum.get()), kPlanning); }),
      .inverse = plan(
          n, [&] { return fftwf_plan_dft_c2r_1d(length, to_fftw(spectrum.get()), real.get(), kPlanning); })});
}
RealFft::~RealFft() = default;

void RealFft::forward(const float* in, Complex* out) const {
  fftwf_execute_dft_r2c(plan_->forward.get(), to_fftw(in), to_fftw(out));
}

void RealFft::inverse(Complex* in, float* out) const {
  fftwf_execute_dft_c2r(plan_->inverse.get(), to_fftw(in), out);
}

struct ComplexFft::Plan {
  FftwPlan forward;
};

ComplexFft::ComplexFft(Index n) {
  const int length = checked_length(n);
  const auto in = make_fft_buffer<Complex>(n), out = make_fft_buffer<Complex>(n);
  plan_.reset(new Plan{.forward = plan(n, [&] {
                         return fftwf_plan_dft_1d(length, to_fftw(in.get()), to_fftw(out.get()), FFTW_FORWARD,
                                                  kPlanning);
                       })});
}
ComplexFft::~ComplexFft() = default;

void ComplexFft::forward(const Complex* in, Complex* out) const {
  fftwf_execute_dft(plan_->forward.get(), to_fftw(in), to_fftw(out));
}

}  // namespace sketchbench
