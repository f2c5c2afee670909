#include "kernels/kernel_tile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace sketchbench {
namespace {

template <int degree>
void power(float* values, std::size_t count, float coef0) {
  for (std::size_t k = 0; k < count; ++k) {
    const float base = coef0 + values[k];
    float result = base;
    for (int p = 1; p < degree; ++p) result *= base;
    values[k] = result;
  }
}

void apply(const PolynomialKernel& kernel, float* values, std::size_t count) {
  const auto coef0 = static_cast<float>(kernel.coef0);
  switch (kernel.degree) {
    case 1:
      return power<1>(values, count, coef0);
    case 2:
      return power<2>(values, count, coef0);
    case 3:
      return power<3>(values, count, coef0);
    case 4:
      return power<4>(values, count, coef0);
    default:
      break;
  }
  for (std::size_t k = 0; k < count; ++k) {
    const float base = coef0 + values[k];
    float result = base;
    for (int p = 1; p < kernel.degree; ++p) result *= base;
    values[k] = result;
  }
}

void apply(const GaussianKernel& kernel, float* products, std::span<const float> norms_x,
           std::span<const float> norms_y) {
  const auto scale = static_cast<float>(-1 / (2 * kernel.sigma * kernel.sigma));
  for (const float norm_x : norms_x) {
    for (std::size_t b = 0; b < norms_y.size(); ++b)
      products[b] = std::exp(scale * std::max((norm_x + norms_y[b]) - 2 * products[b], 0.0f));
    products += norms_y.size();
  }
}

}  // namespace

std::vector<float> squared_norms(const Rows& x) {
  std::vector<float> norms(static_cast<std::size_t>(x.size()));
  for (Index i = 0; i < x.size(); ++i)
    norms[static_cast<std::size_t>(i)] = static_cast<float>(squared_norm(x, i));
  return norms;
}

void apply_to_tile(const Kernel& kernel, float* products, std::span<const float> norms_x,
                   std::span<const float> norms_y) {
  if (const auto* polynomial = kernel.as<PolynomialKernel>())
    apply(*polynomial, products, norms_x.size() * norms_y.size());
  else if (const auto* gaussian = kernel.as<GaussianKernel>())
    apply(*gaussian, products, norms_x, norms_y);
  else
    throw Error(fmt::format("the kernel {} is not a function of inner products", kernel.display()));
}

void require_tile_precision(const Rows& x, const Kernel& kernel) {
  const auto* gaussian = kernel.as<GaussianKernel>();
  if (gaussian == nullptr) return;
  // The error of a sum of up to 10^4 products is about 1e-6 of |x| |y|; that of a distance is twice that, and
  // kappa's is half of the distance's over sigma^2.
  constexpr double most = 1e-3 / 1e-6;
  for (Index i = 0; i < x.size(); ++i)
    if (const double times = squared_norm(x, i) / (gaussian->sigma * gaussian->sigma); !(times <= most))
      throw InputError(fmt::format(
          "training row {} is {:.3g} times as long as sigma = {:g}, more than the {:.3g} times up to "
          "which single precision tells distances: move the data towards 0, or raise sigma",
          i + 1, std::sqrt(times), gaussian->sigma, std::sqrt(most)));
}

}  // namespace sketchbench
