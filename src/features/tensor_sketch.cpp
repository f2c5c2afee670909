#include "features/tensor_sketch.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include "base/threads.hpp"

namespace sketchbench {
namespace {

using Complex = std::complex<float>;

// Rows that a thread takes at once: enough to pay for a workspace, few enough to share out small data sets.
constexpr Index kRowsPerBlock = 64;

// product *= factor. std::complex's operator* looks for infinities and NaNs in every product.
void multiply(Complex* product, const Complex* factor, Index n) {
  for (Index k = 0; k < n; ++k) {
    const float a = product[k].real(), b = product[k].imag(), c = factor[k].real(), d = factor[k].imag();
    product[k] = {a * c - b * d, a * d + b * c};
  }
}

}  // namespace

/// What a thread needs while it works on a block of rows.
struct TensorSketch::Workspace {
  explicit Workspace(const TensorSketch& map)
      : sketches(make_fft_buffer<float>(map.stride_ * map.sketches_.count())),
        product(make_fft_buffer<Complex>(map.fft_.spectrum_size())),
        factor(make_fft_buffer<Complex>(map.fft_.spectrum_size())) {}

  FftBuffer<float> sketches;
  FftBuffer<Complex> product, factor;
};

TensorSketch::TensorSketch(Index d_in, const PolynomialKernel& kernel, Index D, Seed seed)
    : FeatureMap(d_in, D),
      constant_(static_cast<float>(std::sqrt(kernel.coef0))),
      stride_(fft_stride(D)),
      sketches_(d_in, D, kernel.degree, stride_, seed),
      fft_(D) {}

double TensorSketch::memory(Index d_in, const PolynomialKernel& kernel, Index /*D*/) {
  return CountSketches::memory(d_in, kernel.degree);
}

void TensorSketch::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  parallel_blocks(x.size(), kRowsPerBlock, threads, [&](Index begin, Index end) {
    if (sketches_.count() == 1) {
      for (Index i = begin; i < end; ++i) {
        std::fill_n(z.row(i), d_out(), 0.0f);
        sketch(x, i, z.row(i));
      }
      return;
    }
    Workspace work(*this);
    for (Index i = begin; i < end; ++i) {
      std::fill_n(work.sketches.get(), stride_ * sketches_.count(), 0.0f);
      sketch(x, i, work.sketches.get());
      convolve(work, z.row(i));
    }
  });
}

void TensorSketch::sketch(const Rows& x, Index i, float* sketches) const {
  if (constant_ > 0) sketches_.add(sketches_.constant(), constant_, sketches);
  x.for_each_nonzero(i, [&](Index j, float value) { sketches_.add(j, value, sketches); });
}

void TensorSketch::convolve(Workspace& work, float* z) const {
  fft_.forward(work.sketches.get(), work.product.get());
  for (Index k = 1; k < sketches_.count(); ++k) {
    fft_.forward(work.sketches.get() + k * stride_, work.factor.get());
    multiply(work.product.get(), work.factor.get(), fft_.spectrum_size());
  }
  // The caller's row may have any alignment, and the first sketch is no longer needed.
  float* const convolution = work.sketches.get();
  fft_.inverse(work.product.get(), convolution);
  const float scale = 1.0f / static_cast<float>(d_out());
  for (Index j = 0; j < d_out(); ++j) z[j] = scale * convolution[j];
}

}  // namespace sketchbench
