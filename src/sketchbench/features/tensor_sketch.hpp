#pragma once
#include <optional>

#include <sketchbench/features/circular_convolution.hpp>
#include <sketchbench/features/count_sketch.hpp>
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {

/// Tensor Sketching (Pham & Pagh 2013, Algorithm 1): the Count Sketch of the p-fold tensor product of x, p =
/// degree, with the decomposable hashes H = h_1 + ... + h_p mod D and S = s_1 ... s_p, computed as the
/// circular convolution of p Count Sketches of x. An unbiased estimate of (coef0 + <x, y>)^degree; coef0 > 0
/// is one more input coordinate of value sqrt(coef0). O(degree (nnz + D log D)) a row. A kernel of degree 1
/// needs one Count Sketch and no FFT.
///
/// The exact variance, and why Lemma 6 of the paper holds for p = 1 alone, are in estimator_variance.hpp.
class TensorSketch final : public FeatureMap {
 public:
  TensorSketch(Index d_in, const PolynomialKernel& kernel, Index D, Seed seed);

  void transform(const Rows& x, MatrixRef z, int threads = 1) const override;
  std::size_t memory_bytes() const override { return sketches_.memory_bytes(); }
  static double memory(Index d_in, const PolynomialKernel& kernel, Index D);
  static double workspace(Index d_in, const PolynomialKernel& kernel, Index D);
  /// Throws InputError where there is no such map; the constructor asks it as well.
  static void require_shape(Index d_in, const PolynomialKernel& kernel, Index D);

  static PairVariance variance(Index d_in, const PolynomialKernel& kernel, Index D);
  /// Lemma 6.
  static PairVariance stated_bound(Index d_in, const PolynomialKernel& kernel, Index D);

  /// The tables h and s.
  const CountSketches& sketches() const { return sketches_; }

 private:
  void sketch(const Rows& x, Index i, float* sketches) const;

  float constant_;  ///< sqrt(coef0)
  CountSketches sketches_;
  std::optional<CircularConvolution> convolution_;  ///< none for degree 1
};

FeatureMapKind tensor_sketch_kind();

/// p (d + D log2 D) operations a row: Pham & Pagh 2013, section 3.3.
double tensor_sketch_operations(Index d, const PolynomialKernel& kernel, Index D);
/// About how many seconds a row with so many non-zeros takes on one core.
double tensor_sketch_seconds(double nonzeros, const PolynomialKernel& kernel, Index D);

}  // namespace sketchbench
