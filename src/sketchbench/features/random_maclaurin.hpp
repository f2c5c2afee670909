#pragma once
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/features/maclaurin_features.hpp>

namespace sketchbench {

/// Random Maclaurin (Kar & Karnick 2012): an unbiased estimate of (coef0 + <x, y>)^degree from its Maclaurin
/// series sum a_n <x, y>^n; the constant is in the coefficients and takes no coordinate. O(nnz sum of the
/// degrees) a row.
///
/// published:  the degree N of a feature has P(N = n) = 2^-(n+1) over all n >= 0, and the feature is left at
///             zero where the kernel has no such degree (the authors' Matlab code): for a homogeneous kernel
///             nearly all are zero.
/// restricted: the same measure over the degrees that the kernel has, renormalised.
class RandomMaclaurin final : public FeatureMap {
 public:
  enum class Measure { published, restricted };

  RandomMaclaurin(Measure measure, Index d_in, const PolynomialKernel& kernel, Index D, Seed seed);

  void transform(const Rows& x, MatrixRef z, int threads = 1) const override;
  std::size_t memory_bytes() const override { return features_.memory_bytes(); }
  static double memory(Measure measure, Index d_in, const PolynomialKernel& kernel, Index D);
  static double workspace(Measure measure, const PolynomialKernel& kernel, Index D);
  static PairVariance variance(Measure measure, const PolynomialKernel& kernel, Index D);

  /// The draws.
  const MaclaurinFeatures& features() const { return features_; }

 private:
  MaclaurinFeatures features_;
};

/// Of all forms.
inline constexpr const char* random_maclaurin_class = "RandomMaclaurin";
inline constexpr const char* random_maclaurin_citation =
    "Kar, P. and Karnick, H. (2012). Random feature maps for dot product kernels. AISTATS.";
inline constexpr const char* random_maclaurin_claim = "d D";
inline constexpr const char* random_maclaurin_cost_remark =
    "Random Maclaurin's vectors are signs, kept as bits: a product with one is a change of sign, made for 64 "
    "features at once, so its operations are cheap ones. A feature of degree N has N vectors: d D E[N] "
    "operations for a row, of which the claim, d D, leaves out what depends on neither d nor D. It skips the "
    "zeros of sparse rows: where d stands in the operations that are claimed for it, its time goes by the "
    "number of non-zeros. The factors of D do not matter.";

/// Of those whose features are all random.
inline constexpr const char* random_maclaurin_formula =
    "z_j(x) = sqrt(a_N / (D P(N))) prod_{i <= N} <w_ji, x>, degrees N drawn, w_ji of random signs, a_n the "
    "coefficient of <x, y>^n";

FeatureMapKind random_maclaurin_published_kind();
FeatureMapKind random_maclaurin_restricted_kind();

/// d D operations a row: Pham & Pagh 2013, section 3.3, of Kar & Karnick 2012.
double random_maclaurin_operations(Index d, Index D);
/// About how many seconds a row with so many non-zeros takes on one core.
double random_maclaurin_seconds(double nonzeros, Index d, Index D, const DegreeMeasure& degrees);

}  // namespace sketchbench
