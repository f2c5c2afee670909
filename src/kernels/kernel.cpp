#include "kernels/kernel.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "kernels/sigma.hpp"

namespace sketchbench {
namespace {

/// The kernel of the family called `name`, whose parameters `object` holds.
template <std::size_t at = 0>
Kernel parse_family(const std::string& name, StrictObject& object, std::vector<std::string>& known) {
  if constexpr (at == std::variant_size_v<Kernel::Family>) {
    const std::string near = nearest(name, known);
    object.fail("kernel", near.empty() ? fmt::format("one of {}", fmt::join(known, ", "))
                                       : fmt::format("a known kernel; did you mean \"{}\"?", near));
  } else {
    using F = std::variant_alternative_t<at, Kernel::Family>;
    known.emplace_back(F::family);
    return name == F::family ? Kernel(F::parse(object)) : parse_family<at + 1>(name, object, known);
  }
}

}  // namespace

std::string text_of(const KernelParameter& parameter) {
  return parameter.value.is_number_float() ? fmt::format("{:g}", parameter.value.get<double>())
                                           : parameter.value.dump();
}

double read_sigma(StrictObject& object) { return object.number("sigma", smallest_sigma, largest_sigma); }

void check_sigma(double sigma) {
  if (!(sigma >= smallest_sigma && sigma <= largest_sigma))
    throw InputError(fmt::format("the kernel's sigma is {}, expected a number from {} to {}", sigma,
                                 smallest_sigma, largest_sigma));
}

Kernel Kernel::parse(StrictObject& object) {
  std::vector<std::string> known;
  return parse_family(object.text("kernel"), object, known);
}

void Kernel::check() const {
  std::visit([](const auto& family) { sketchbench::check(family); }, family_);
}

Json Kernel::to_json() const {
  Json json = {{"kernel", family()}};
  for (const KernelParameter& parameter : parameters()) json[parameter.name] = parameter.value;
  return json;
}

std::string Kernel::display() const {
  return std::visit([](const auto& family) { return sketchbench::display(family); }, family_);
}

std::string_view Kernel::family() const {
  return std::visit([](const auto& family) { return family.family; }, family_);
}

std::vector<KernelParameter> Kernel::parameters() const {
  return std::visit([](const auto& family) { return family.parameters(); }, family_);
}

std::string Kernel::column(std::string_view name) const {
  if (name == "kernel") return std::string(family());
  for (const KernelParameter& parameter : parameters())
    if (parameter.name == name) return text_of(parameter);
  return "";
}

std::optional<double> Kernel::number(std::string_view name) const {
  for (const KernelParameter& parameter : parameters())
    if (parameter.name == name) return parameter.value.get<double>();
  return std::nullopt;
}

const std::vector<std::string>& Kernel::columns() {
  // "kernel" stands behind the two that tables have had from the beginning.
  static const std::vector<std::string> names = {"degree", "coef0", "kernel", "sigma"};
  return names;
}

std::string Kernel::stream_name() const {
  // Without the family for polynomial kernels, which had these names before there were others.
  std::string name = as<PolynomialKernel>() != nullptr ? "" : fmt::format("kernel={} ", family());
  for (const KernelParameter& parameter : parameters())
    name += fmt::format("{}{}={}", name.empty() || name.ends_with(' ') ? "" : " ", parameter.name,
                        parameter.value.is_number_float() ? fmt::format("{}", parameter.value.get<double>())
                                                          : parameter.value.dump());
  return name;
}

double Kernel::operator()(const Rows& x, Index i, const Rows& y, Index j) const {
  return std::visit([&](const auto& family) { return family(x, i, y, j); }, family_);
}

bool Kernel::uses_products() const {
  return as<PolynomialKernel>() != nullptr || as<GaussianKernel>() != nullptr;
}

bool Kernel::vanishes(double inner, double norm_x, double norm_y) const {
  // Of the terms of an inner product; sums of up to 10^4 of them round to a tenth of it at worst.
  constexpr double rounding = 1e-12;
  const auto* polynomial = as<PolynomialKernel>();
  return polynomial != nullptr &&
         std::abs(polynomial->coef0 + inner) <= rounding * (polynomial->coef0 + std::sqrt(norm_x * norm_y));
}

void Kernel::apply(Eigen::Ref<Eigen::MatrixXd> products, const Eigen::VectorXd& norms_x,
                   const Eigen::VectorXd& norms_y) const {
  if (const auto* polynomial = as<PolynomialKernel>()) {
    products = products.unaryExpr([&](double inner) { return polynomial->of_inner_product(inner); });
  } else if (const auto* gaussian = as<GaussianKernel>()) {
    for (Index b = 0; b < products.cols(); ++b)
      for (Index a = 0; a < products.rows(); ++a)
        products(a, b) = gaussian->of_squared_distance(norms_x(a) + norms_y(b) - 2 * products(a, b));
  } else {
    throw Error(fmt::format("the kernel {} is not a function of inner products", display()));
  }
}

void fail_family(const Kernel& kernel, std::string_view who, std::string_view expected) {
  throw InputError(fmt::format("{} is for {} kernels, not for {}", who, expected, kernel.display()));
}

}  // namespace sketchbench
