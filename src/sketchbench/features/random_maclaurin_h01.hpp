#pragma once
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/features/maclaurin_features.hpp>
#include <sketchbench/features/random_maclaurin.hpp>

namespace sketchbench {

/// Random Maclaurin with the heuristic H0/1 (Kar & Karnick 2012; Pham & Pagh 2013, section 6.4): the constant
/// and the linear term of (coef0 + <x, y>)^degree = sum a_n <x, y>^n are exact, random features estimate the
/// rest.
///
///     f(x) = [ sqrt(a_0) | sqrt(a_1) x | D' features of degree >= 2 ],  D = 1 + d_in + D'
///
/// D counts every coordinate, as the paper's tables do; a part with a_n = 0 is left out. The degree N of a
/// random feature has P(N = n) = 2^-(n-1) over all n >= 2, and the feature is left at zero when n > degree:
/// the published measure of RandomMaclaurin, moved up by two. Neither paper nor the authors' program says so.
/// The restricted measure renormalises over 2 <= n <= degree; the other's second moment is larger than its by
/// 1 / (1 - 2^-(degree - 1)), which makes 39 % more variance of a typical pair at degree 3. Not for
/// homogeneous kernels of degree >= 2, which have no low-order terms, nor for D that leaves no room for a
/// random feature: both throw InputError.
class RandomMaclaurinH01 final : public FeatureMap {
 public:
  using Measure = RandomMaclaurin::Measure;

  RandomMaclaurinH01(Index d_in, const PolynomialKernel& kernel, Index D, Seed seed,
                     Measure measure = Measure::published);

  void transform(const Rows& x, MatrixRef z, int threads = 1) const override;
  std::size_t memory_bytes() const override { return features_.memory_bytes(); }
  static double memory(Index d_in, const PolynomialKernel& kernel, Index D, Measure measure);
  static double workspace(Index d_in, const PolynomialKernel& kernel, Index D, Measure measure);
  /// Throws InputError where there is no such map; the constructor asks it as well.
  static void require_shape(Index d_in, const PolynomialKernel& kernel, Index D);
  static PairVariance variance(Index d_in, const PolynomialKernel& kernel, Index D, Measure measure);

  /// Coordinates of the constant and linear block.
  Index low_order() const { return d_out() - features_.count(); }
  /// The draws of the rest.
  const MaclaurinFeatures& features() const { return features_; }

 private:
  void write_low_order(const Rows& x, Index i, float* z) const;

  bool has_constant_, has_linear_;
  float constant_;  ///< sqrt(a_0)
  float linear_;    ///< sqrt(a_1)
  MaclaurinFeatures features_;
};

FeatureMapKind random_maclaurin_h01_kind();

}  // namespace sketchbench
