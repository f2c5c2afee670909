#pragma once
#include <optional>

#include <sketchbench/core/random.hpp>
#include <sketchbench/features/estimator_variance.hpp>
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

/// The spectral measure of a shift-invariant kernel kappa(x, y) = k(x - y) with k(0) = 1: the distribution of
/// the frequency z with E exp(i <z, x - y>) = kappa(x, y) (Bochner; Rahimi & Recht 2007, Figure 1). For the
/// kernels here its coordinates are independent, alike and symmetric:
///     Gaussian   normal with deviation 1 / sigma
///     Laplacian  Cauchy with scale 1 / sigma
///     Cauchy     Laplace with scale 1 / sigma
class SpectralMeasure {
 public:
  /// None for a kernel that is not shift-invariant.
  static std::optional<SpectralMeasure> find(const Kernel& kernel);
  /// The measure of a kernel that has one; InputError for another kernel.
  explicit SpectralMeasure(const Kernel& kernel);

  /// A coordinate of a frequency; finite.
  double draw(RandomStream& random) const { return law_.draw(random) * scale_; }
  /// The inverse distribution function of a coordinate, 0 < u < 1.
  double quantile(double u) const { return law_.quantile(u) * scale_; }
  /// No coordinate that draw() gives is larger.
  double largest() const { return law_.largest * scale_; }

 private:
  struct Law {
    double (*draw)(RandomStream& random);
    double (*quantile)(double u);
    double largest;
  };
  SpectralMeasure(const Law& law, double sigma) : law_(law), scale_(1 / sigma) {}

  Law law_;
  double scale_;
};

bool has_spectral_measure(const Kernel& kernel);

/// Throws InputError where frequencies are beyond single precision because sigma is too small.
void require_frequencies(const Kernel& kernel);

/// kappa(x, y) and kappa(2x, 2y) in terms of the pair: what variances of Fourier features depend on. Only for
/// kernels of |x - y|, where the moments tell them; null otherwise.
struct KernelAtTwoDistances {
  double once, twice;
};
using KernelOfMoments = KernelAtTwoDistances (*)(const Kernel& kernel, const PairMoments& pair);
KernelOfMoments kernel_of_moments(const Kernel& kernel);

}  // namespace sketchbench
