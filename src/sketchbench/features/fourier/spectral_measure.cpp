#include <sketchbench/features/fourier/spectral_measure.hpp>

#include <fmt/format.h>

#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include <sketchbench/core/error.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>

namespace sketchbench {
namespace {

using std::numbers::pi;

double draw_normal(RandomStream& random) { return random.normal(); }

double normal_quantile(double u) {
  using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * u, InDouble());
}

// A symmetric distribution from a sign and a size: the uniform number is never 1, and so the size is finite.

double draw_cauchy(RandomStream& random) {
  const int sign = random.sign();
  return sign * std::tan(pi / 2 * random.uniform());
}

double cauchy_quantile(double u) { return u < 0.5 ? -1 / std::tan(pi * u) : 1 / std::tan(pi * (1 - u)); }

double draw_laplace(RandomStream& random) {
  const int sign = random.sign();
  return sign * -std::log1p(-random.uniform());
}

double laplace_quantile(double u) { return u < 0.5 ? std::log(2 * u) : -std::log(2 * (1 - u)); }

// Of 53 random bits the largest is 1 - 2^-53.
constexpr double largest_normal = 8.6;     // sqrt(2 log 2^53)
constexpr double largest_cauchy = 5.8e15;  // tan(pi / 2 (1 - 2^-53))
constexpr double largest_laplace = 37;     // log 2^53

}  // namespace

std::optional<SpectralMeasure> SpectralMeasure::find(const Kernel& kernel) {
  if (const auto* gaussian = kernel.as<GaussianKernel>())
    return SpectralMeasure({draw_normal, normal_quantile, largest_normal}, gaussian->sigma.value());
  if (const auto* laplacian = kernel.as<LaplacianKernel>())
    return SpectralMeasure({draw_cauchy, cauchy_quantile, largest_cauchy}, laplacian->sigma.value());
  if (const auto* cauchy = kernel.as<CauchyKernel>())
    return SpectralMeasure({draw_laplace, laplace_quantile, largest_laplace}, cauchy->sigma.value());
  return std::nullopt;
}

SpectralMeasure::SpectralMeasure(const Kernel& kernel)
    : SpectralMeasure([&] {
        const auto found = find(kernel);
        if (!found)
          throw InputError(fmt::format(
              "the kernel {} has no spectral measure, expected a shift-invariant kernel", kernel.display()));
        return *found;
      }()) {}

bool has_spectral_measure(const Kernel& kernel) {
  return SpectralMeasure::find(with_some_sigma(kernel)).has_value();
}

void require_frequencies(const Kernel& kernel) {
  if (!kernel.sigma()->is_number()) return;  // asked again when it is one
  // A product with a value of 1 must still be a number.
  constexpr double most = std::numeric_limits<float>::max() / 4;
  const double largest = SpectralMeasure(kernel).largest();
  if (largest > most)
    throw InputError(
        fmt::format("frequencies of the kernel {} can be as large as {:.2g}, which is beyond single "
                    "precision: scale the data and sigma towards 1",
                    kernel.display(), largest));
}

KernelOfMoments kernel_of_moments(const Kernel& kernel) {
  if (kernel.as<GaussianKernel>() == nullptr) return nullptr;
  return [](const Kernel& any, const PairMoments& pair) {
    const auto& gaussian = *any.as<GaussianKernel>();
    const double squared = pair.norm_x + pair.norm_y - 2 * pair.inner;
    return KernelAtTwoDistances{gaussian.of_squared_distance(squared),
                                gaussian.of_squared_distance(4 * squared)};
  };
}

}  // namespace sketchbench
