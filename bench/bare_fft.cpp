#include "bench/bare_fft.hpp"

#include <fftw3.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/numerics/transforms/fft.hpp>

namespace sketchbench::bench {
namespace {

constexpr Index batch_floats = 32768;
constexpr Index floats_of_a_run = 1 << 21;

struct Destroy {
  void operator()(fftwf_plan plan) const { fftwf_destroy_plan(plan); }
};

}  // namespace

struct BareFft::Plan {
  Index n, batch, runs;
  FftBuffer<float> signal;
  FftBuffer<Complex> spectrum;
  std::unique_ptr<fftwf_plan_s, Destroy> plan;
};

BareFft::BareFft(Index n) {
  const Index batch = std::max<Index>(1, batch_floats / n), points = n / 2 + 1;
  plan_ = std::make_shared<Plan>(Plan{.n = n,
                                      .batch = batch,
                                      .runs = std::max<Index>(1, floats_of_a_run / (batch * n)),
                                      .signal = make_fft_buffer<float>(batch * n),
                                      .spectrum = make_fft_buffer<Complex>(batch * points),
                                      .plan = nullptr});
  const int length = static_cast<int>(n);
  auto* const out = reinterpret_cast<fftwf_complex*>(plan_->spectrum.get());
  plan_->plan.reset(fftwf_plan_many_dft_r2c(1, &length, static_cast<int>(batch), plan_->signal.get(), nullptr,
                                            1, length, out, nullptr, 1, static_cast<int>(points),
                                            FFTW_PATIENT));
  if (!plan_->plan) throw Error("FFTW has no plan for the bare transforms");
  // Planning wrote into the arrays. Zeros cannot drift into numbers whose arithmetic is slower.
  std::fill_n(plan_->signal.get(), batch * n, 0.0f);
}

BareFft::~BareFft() = default;

Contender BareFft::contender() const {
  return timed("bare FFT", [plan = plan_] {
    for (Index r = 0; r < plan->runs; ++r) fftwf_execute(plan->plan.get());
  });
}

Index BareFft::transforms() const { return plan_->runs * plan_->batch; }

}  // namespace sketchbench::bench
