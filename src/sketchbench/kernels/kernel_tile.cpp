#include <sketchbench/kernels/kernel_tile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <sketchbench/core/error.hpp>

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

void apply(const PolynomialKernel& kernel, float* values, std::span<const float> norms_x,
           std::span<const float> norms_y) {
  const std::size_t count = norms_x.size() * norms_y.size();
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
  const auto scale = static_cast<float>(-1 / (2 * kernel.sigma.value() * kernel.sigma.value()));
  for (const float norm_x : norms_x) {
    for (std::size_t b = 0; b < norms_y.size(); ++b)
      products[b] = std::exp(scale * std::max((norm_x + norms_y[b]) - 2 * products[b], 0.0f));
    products += norms_y.size();
  }
}

/// Of a family without a form of its own: each value in double precision.
template <OfProducts F>
void apply(const F& kernel, float* products, std::span<const float> norms_x, std::span<const float> norms_y) {
  for (const float norm_x : norms_x) {
    for (std::size_t b = 0; b < norms_y.size(); ++b)
      products[b] = static_cast<float>(kernel.of_products(products[b], norm_x, norms_y[b]));
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
  kernel.visit([&]<class F>(const F& family) {
    if constexpr (OfProducts<F>)
      apply(family, products, norms_x, norms_y);
    else
      throw Error(fmt::format("the kernel {} is not a function of inner products", kernel.display()));
  });
}

void require_tile_range(const Rows& x, const Kernel& kernel) {
  const auto* gaussian = kernel.as<GaussianKernel>();
  if (gaussian == nullptr) return;
  constexpr double least = std::numeric_limits<float>::min(), most = std::numeric_limits<float>::max();
  const double scale = 1 / (2 * gaussian->sigma.value() * gaussian->sigma.value());
  if (!(scale >= least && scale <= most))
    throw InputError(
        fmt::format("sigma is {:g}, and 1 / (2 sigma^2) is beyond single precision: scale the data and "
                    "sigma towards 1",
                    gaussian->sigma.value()));
  for (Index i = 0; i < x.size(); ++i)
    if (const double square = squared_norm(x, i); !(square <= most / 8))
      throw InputError(
          fmt::format("|x|^2 of training row {} is {:.3g}, which is beyond single precision: scale the "
                      "data and sigma towards 1",
                      i + 1, square));
}

}  // namespace sketchbench
