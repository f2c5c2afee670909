#include <sketchbench/features/tensor_sketch.hpp>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/threads.hpp>
#include <sketchbench/features/polynomial_map.hpp>

namespace sketchbench {
namespace {

// Rows that a thread takes at once: enough to pay for a workspace, few enough to share out small data sets.
constexpr Index rows_per_block = 64;

}  // namespace

TensorSketch::TensorSketch(Index d_in, const PolynomialKernel& kernel, Index D, Seed seed)
    : FeatureMap(d_in, D),
      constant_(static_cast<float>(std::sqrt(kernel.coef0))),
      sketches_(d_in, D, CircularConvolution::layouts(D, kernel.degree), seed) {
  if (kernel.degree > 1) convolution_.emplace(D, kernel.degree);
}

double TensorSketch::memory(Index d_in, const PolynomialKernel& kernel, Index /*D*/) {
  return CountSketches::memory(d_in, kernel.degree);
}

double TensorSketch::workspace(Index /*d_in*/, const PolynomialKernel& kernel, Index D) {
  return kernel.degree > 1 ? CircularConvolution::workspace(D, kernel.degree) : 0;
}

void TensorSketch::require_shape(Index /*d_in*/, const PolynomialKernel& kernel, Index D) {
  CircularConvolution::require_room(D, kernel.degree);
}

PairVariance TensorSketch::variance(Index /*d_in*/, const PolynomialKernel& kernel, Index D) {
  return [kernel, D](const PairMoments& pair) { return tensor_sketch_variance(pair, kernel, D); };
}

PairVariance TensorSketch::stated_bound(Index /*d_in*/, const PolynomialKernel& kernel, Index D) {
  return [kernel, D](const PairMoments& pair) { return lemma6_variance(pair, kernel, D); };
}

void TensorSketch::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  parallel_blocks(x.size(), rows_per_block, threads, [&](Index begin, Index end) {
    if (!convolution_) {
      for (Index i = begin; i < end; ++i) {
        std::fill_n(z.row(i), d_out(), 0.0f);
        sketch(x, i, z.row(i));
      }
      return;
    }
    CircularConvolution::Workspace work(*convolution_);
    for (Index i = begin; i < end; ++i) {
      std::fill_n(work.signals.get(), convolution_->signal_floats(), 0.0f);
      sketch(x, i, work.signals.get());
      convolution_->run(work, z.row(i));
    }
  });
}

void TensorSketch::sketch(const Rows& x, Index i, float* sketches) const {
  if (constant_ > 0) sketches_.add(sketches_.constant(), constant_, sketches);
  x.for_each_nonzero(i, [&](Index j, float value) { sketches_.add(j, value, sketches); });
}

double tensor_sketch_operations(Index d, const PolynomialKernel& kernel, Index D) {
  const auto features = static_cast<double>(D);
  return kernel.degree * (static_cast<double>(d) + features * std::log2(features));
}

double tensor_sketch_seconds(double nonzeros, const PolynomialKernel& kernel, Index D) {
  // Factors from a desktop processor of 2020.
  const auto features = static_cast<double>(D);
  return 1e-9 * kernel.degree * (nonzeros + 0.7 * features * std::log2(features + 1));
}

FeatureMapKind tensor_sketch_kind() {
  return {.name = "tensor_sketch",
          .summary = "Tensor Sketching (Pham & Pagh 2013)",
          .title = "Tensor Sketching",
          .brief = "TS",
          .family = MapFamily::sketch,
          .formula =
              "z(x) = FFT^-1(FFT(C_1 x) * ... * FFT(C_p x)), C_i independent count sketches, * entry by "
              "entry",
          .citation =
              "Pham, N. and Pagh, R. (2013). Fast and scalable polynomial kernels via explicit feature "
              "maps. KDD.",
          .claim = "p (d + D log₂ D)",
          .supports = is_polynomial,
          .make = make_polynomial_map<TensorSketch>,
          .memory = of_polynomial<TensorSketch::memory>,
          .workspace = of_polynomial<TensorSketch::workspace>,
          .require_shape = of_polynomial<TensorSketch::require_shape>,
          .claimed_operations = of_polynomial<tensor_sketch_operations>,
          .seconds_of_row =
              [](const MapRequest& request, double nonzeros) {
                return tensor_sketch_seconds(nonzeros, polynomial(request), request.D);
              },
          .variance = of_polynomial<TensorSketch::variance>,
          .stated_bound = of_polynomial<TensorSketch::stated_bound>,
          .bound_name = "Lemma 6",
          .bound_remark =
              "Lemma 6, Var ≤ (κ² + |x|²ᵖ |y|²ᵖ) / D, does not hold for p ≥ 2: its proof takes the sign S = "
              "s₁ ⋯ sₚ to be 4-wise independent over the tensor product's coordinates, and a product of "
              "signs is not (S(1,1) S(1,2) S(2,1) S(2,2) = 1 always). The exact variance of the map with "
              "fully random tables goes beyond the bound where ⟨x,y⟩ is large, for parallel x and y and "
              "large D towards 2ᵖ − 1 times it: 3, 7 and 15 for p = 2, 3 and 4. Small-angle pairs have "
              "small relative errors, so the average over all pairs hardly shows it where pairs with a "
              "small κ dominate.",
          .cost_remark =
              "Tensor Sketching skips the zeros of sparse rows: where d stands in the operations that are "
              "claimed for it, its time goes by the number of non-zeros. It transforms signals of length D, "
              "which is fastest where D has small prime factors alone.",
          // FFTW has code of its own up to there and for few beyond.
          .largest_fast_factor = 7};
}

}  // namespace sketchbench
