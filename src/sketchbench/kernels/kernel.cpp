#include <sketchbench/kernels/kernel.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

/// What a kernel is called here that others call otherwise; empty: none is.
std::string_view own_name(std::string_view name) {
  if (name == "rbf") return "\"gaussian\"";
  if (name == "poly") return "\"polynomial\"";
  return name == "linear" ? "\"polynomial\" with degree 1 and coef0 0" : "";
}

/// The kernel of the family called `name`, whose parameters `object` holds; those that are left out are as in
/// `otherwise`, where that is of the family.
template <std::size_t at = 0>
Kernel parse_family(const std::string& name, StrictObject& object, const Kernel* otherwise,
                    std::vector<std::string> known = {}) {
  if constexpr (at == std::variant_size_v<Kernel::Family>) {
    if (const std::string_view own = own_name(name); !own.empty())
      object.fail("kernel", fmt::format("a known kernel; \"{}\" is {}", name, own));
    const std::string near = nearest(name, known);
    object.fail("kernel", near.empty() ? fmt::format("one of {}", fmt::join(known, ", "))
                                       : fmt::format("a known kernel; did you mean \"{}\"?", near));
  } else {
    using F = std::variant_alternative_t<at, Kernel::Family>;
    known.emplace_back(F::family);
    if (name == F::family)
      return F::fields().read(object, otherwise == nullptr ? nullptr : otherwise->as<F>());
    return parse_family<at + 1>(name, object, otherwise, std::move(known));
  }
}

}  // namespace

Kernel Kernel::parse(StrictObject& object) { return parse_family(object.text("kernel"), object, nullptr); }

Kernel Kernel::parse_short(StrictObject& object, const Kernel* otherwise) {
  const std::string_view family = otherwise == nullptr ? PolynomialKernel::family : otherwise->family();
  return parse_family(object.text_or("kernel", std::string(family)), object, otherwise);
}

Json Kernel::to_short_json() const {
  Json json = to_json();
  if (as<PolynomialKernel>() != nullptr) json.erase("kernel");
  return json;
}

void Kernel::check() const {
  std::visit([](const auto& family) { sketchbench::check(family); }, family_);
}

Json Kernel::to_json() const {
  Json json = visit([]<class F>(const F& family) { return F::fields().to_json(family); });
  json["kernel"] = family();
  return json;
}

std::string Kernel::display() const {
  return std::visit([](const auto& family) { return sketchbench::display(family); }, family_);
}

std::string_view Kernel::family() const {
  return std::visit([](const auto& family) { return family.family; }, family_);
}

std::string_view Kernel::formula() const {
  return std::visit([](const auto& family) { return family.formula; }, family_);
}

std::vector<FieldInfo> Kernel::parameters() const {
  return visit([]<class F>(const F&) { return F::fields().info(); });
}

std::string Kernel::column(std::string_view name) const {
  const Json all = to_json();
  const auto found = all.find(name);
  if (found == all.end()) return "";
  if (found->is_string()) return found->get<std::string>();
  return found->is_number_float() ? fmt::format("{}", found->get<double>()) : found->dump();
}

std::optional<double> Kernel::number(std::string_view name) const {
  const Json all = to_json();
  const auto found = all.find(name);
  return found != all.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

const std::vector<std::string>& Kernel::columns() {
  // "kernel" stands behind the parameters of the first family, which tables have had from the beginning.
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Kernel& kernel : one_of_each_family()) {
      for (FieldInfo& parameter : kernel.parameters())
        if (std::ranges::find(all, parameter.name) == all.end()) all.push_back(std::move(parameter.name));
      if (std::ranges::find(all, "kernel") == all.end()) all.emplace_back("kernel");
    }
    return all;
  }();
  return names;
}

std::string Kernel::meaning(std::string_view column) {
  if (column == "kernel") return fmt::format("family of the kernel: {}", supported_families(nullptr));
  std::vector<std::string_view> families;
  for (const Kernel& kernel : one_of_each_family())
    if (kernel.number(column)) families.push_back(kernel.family());
  return fmt::format("{} of a {} kernel", column, fmt::join(families, ", "));
}

std::optional<FieldInfo> Kernel::parameter(std::string_view column) {
  for (const Kernel& kernel : one_of_each_family())
    for (FieldInfo& parameter : kernel.parameters())
      if (parameter.name == column) return std::move(parameter);
  return std::nullopt;
}

std::vector<Kernel> Kernel::one_of_each_family() {
  return []<std::size_t... at>(std::index_sequence<at...>) {
    return std::vector<Kernel>{Kernel(std::variant_alternative_t<at, Family>())...};
  }(std::make_index_sequence<std::variant_size_v<Family>>());
}

std::string Kernel::stream_name() const {
  // Without the family for polynomial kernels, which had these names before there were others.
  std::string name = as<PolynomialKernel>() != nullptr ? "" : fmt::format("kernel={} ", family());
  for (const FieldInfo& parameter : parameters())
    name += fmt::format("{}{}={}", name.empty() || name.ends_with(' ') ? "" : " ", parameter.name,
                        column(parameter.name));
  return name;
}

double Kernel::operator()(const Rows& x, Index i, const Rows& y, Index j) const {
  return std::visit([&](const auto& family) { return family(x, i, y, j); }, family_);
}

const Sigma* Kernel::sigma() const {
  return std::visit(
      []<class F>(const F& family) -> const Sigma* {
        if constexpr (requires { family.sigma; })
          return &family.sigma;
        else
          return nullptr;
      },
      family_);
}

const GammaRelation* Kernel::gamma() const {
  return std::visit(
      []<class F>(const F&) -> const GammaRelation* {
        if constexpr (requires(F family) { family.sigma; })
          return &F::gamma;
        else
          return nullptr;
      },
      family_);
}

Kernel Kernel::with_sigma(double sigma) const {
  Kernel kernel = *this;
  std::visit(
      [&]<class F>(F& family) {
        if constexpr (requires { family.sigma; }) family.sigma = sigma;
      },
      kernel.family_);
  kernel.check();
  return kernel;
}

bool Kernel::uses_products() const {
  return visit([]<class F>(const F&) { return OfProducts<F>; });
}

std::string_view Kernel::advice() const {
  return visit([]<class F>(const F&) -> std::string_view {
    if constexpr (requires { F::advice; }) return F::advice;
    return {};
  });
}

float Kernel::joined(std::span<const float> values) const {
  return visit([&]<class F>(const F& family) {
    if constexpr (OfProducts<F>) {
      double squares = 0;
      for (const float value : values) squares += double{value} * double{value};
      return static_cast<float>(std::sqrt(squares));
    } else {
      return family.joined(values);
    }
  });
}

bool Kernel::vanishes(double inner, double norm_x, double norm_y) const {
  return visit([&]<class F>(const F& family) {
    if constexpr (requires { family.vanishes(inner, norm_x, norm_y); })
      return family.vanishes(inner, norm_x, norm_y);
    return false;
  });
}

std::vector<Kernel> supported_examples(bool (*supports)(const Kernel& kernel)) {
  std::vector<Kernel> examples;
  for (const Kernel& kernel : Kernel::one_of_each_family()) {
    if (supports == nullptr || supports(kernel)) {
      examples.push_back(kernel);
      continue;
    }
    kernel.visit([&]<class F>(const F&) {
      if constexpr (requires { F::other_example(); })
        if (const Kernel other = F::other_example(); supports(other)) examples.push_back(other);
    });
  }
  return examples;
}

std::string supported_families(bool (*supports)(const Kernel& kernel)) {
  std::vector<std::string_view> families;
  for (const Kernel& kernel : supported_examples(supports)) families.push_back(kernel.family());
  return fmt::format("{}", fmt::join(families, ", "));
}

void require_supported(std::string_view who, bool (*supports)(const Kernel& kernel), const Kernel& kernel) {
  if (supports == nullptr || supports(kernel)) return;
  throw InputError(fmt::format("{} does not support the kernel {}; it supports: {}", who, kernel.display(),
                               supported_families(supports)));
}

void fail_family(const Kernel& kernel, std::string_view who, std::string_view expected) {
  throw InputError(fmt::format("{} is for {} kernels, not for {}", who, expected, kernel.display()));
}

}  // namespace sketchbench
