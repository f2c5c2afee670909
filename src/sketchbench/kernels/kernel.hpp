#pragma once
#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include <sketchbench/kernels/cauchy.hpp>
#include <sketchbench/kernels/gaussian.hpp>
#include <sketchbench/kernels/laplacian.hpp>
#include <sketchbench/kernels/polynomial.hpp>

namespace sketchbench {

/// A family whose kappa is a function of <x, y>, |x|^2 and |y|^2 says so with a member that makes it of
/// these; then kernel matrices are made from matrix products.
template <class F>
concept OfProducts = requires(const F& family, double value) {
  { family.of_products(value, value, value) } -> std::convertible_to<double>;
};

/// A kernel of any family, as a value: it is read from JSON, compared, shown, told in columns of a table and
/// evaluated without anybody asking which family it is of. A new family is a struct like PolynomialKernel, or
/// with a sigma like GaussianKernel, and a name in this list.
class Kernel {
 public:
  using Family = std::variant<PolynomialKernel, GaussianKernel, LaplacianKernel, CauchyKernel>;

  Kernel() = default;
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, Kernel> && std::is_constructible_v<Family, F>)
  Kernel(F&& family) : family_(std::forward<F>(family)) {}  // NOLINT: a polynomial kernel is a kernel

  /// {"kernel": "polynomial", "degree": 4, "coef0": 1}. Throws InputError with the key's place for a family
  /// that is not known and for parameters out of range; does not finish the object.
  static Kernel parse(StrictObject& object);
  /// The inverse; every parameter is written.
  Json to_json() const;

  /// The form of keys that stand among others, as in a baseline: "kernel" may be left out for a polynomial
  /// kernel. With `otherwise`, so may everything, and what is left out of a kernel of that family is as
  /// there.
  static Kernel parse_short(StrictObject& object, const Kernel* otherwise = nullptr);
  Json to_short_json() const;

  /// Throws InputError unless the parameters are in range: a kernel that was not read is checked where it is
  /// used.
  void check() const;

  /// "(1+⟨x,y⟩)⁴", "Gaussian, σ = 2": different for different kernels.
  std::string display() const;
  std::string_view family() const;  ///< "polynomial"
  /// kappa(x, y) in plain ASCII and in scikit-learn's terms: a family with a sigma tells it by gamma(), such
  /// as "exp(-gamma |x - y|^2)"; other parameters have their own names, "(<x, y> + coef0)^degree".
  std::string_view formula() const;
  /// What its family is configured by.
  std::vector<FieldInfo> parameters() const;
  /// The text of "kernel" (the family) or of a parameter; empty for one that this family does not have.
  std::string column(std::string_view name) const;
  /// The value of a parameter; none for one that this family does not have.
  std::optional<double> number(std::string_view name) const;
  /// All names that column() knows, in the order of tables: the first family's parameters, "kernel", then
  /// those that each further family adds.
  static const std::vector<std::string>& columns();
  /// What such a column is, for help: "degree of a polynomial kernel".
  static std::string meaning(std::string_view column);
  /// A parameter of the first family that has it; none for "kernel".
  static std::optional<FieldInfo> parameter(std::string_view column);
  /// A kernel of each family, with default parameters.
  static std::vector<Kernel> one_of_each_family();

  /// The kernel as one of a family; null when it is of another.
  template <class F>
  const F* as() const {
    return std::get_if<F>(&family_);
  }

  /// Calls visit(family) with the struct of whatever family it is.
  template <class Visit>
  decltype(auto) visit(Visit&& visit) const {
    return std::visit(std::forward<Visit>(visit), family_);
  }

  /// The scale of a shift-invariant kernel; null for another.
  const Sigma* sigma() const;
  /// What that scale is in terms of the gamma of formula(); null where there is none.
  const GammaRelation* gamma() const;
  /// The same kernel with that scale. InputError where it is out of range.
  Kernel with_sigma(double sigma) const;

  /// kappa(x_i, y_j) in double precision, for any mix of storages.
  double operator()(const Rows& x, Index i, const Rows& y, Index j) const;
  /// "degree=4 coef0=1": tells kernels apart where random numbers are to differ with them.
  std::string stream_name() const;
  /// True when kappa is a function of <x, y>, |x|^2 and |y|^2: of a family that is OfProducts.
  bool uses_products() const;
  /// What helps, beside other data, where values are too large or too small: "lower the degree or coef0";
  /// empty where the family has no `advice`.
  std::string_view advice() const;

  /// The value v with which kappa(x, y) is that of (v) and y = 0, where x has these `values` and y is 0 in
  /// all of their columns: such columns can be joined to one. Their Euclidean length for functions of <x, y>,
  /// |x|^2 and |y|^2; any other family has a member of that name.
  float joined(std::span<const float> values) const;

  /// True when kappa(x, y) is 0 but for the rounding of <x, y>, as the family's member of that name says. A
  /// kernel without a root never is.
  bool vanishes(double inner, double norm_x, double norm_y) const;

  /// By family in the order above, then by parameters.
  auto operator<=>(const Kernel&) const = default;

 private:
  Family family_;
};

/// "polynomial, gaussian": the families with a kernel that `supports` is true for.
std::string supported_families(bool (*supports)(const Kernel& kernel));
/// A kernel of each of these families: with default parameters, or where they are not supported the family's
/// `other_example()`, which it may have.
std::vector<Kernel> supported_examples(bool (*supports)(const Kernel& kernel));
/// Throws InputError, "the learner \"libsvm\" does not support the kernel Cauchy, σ = 2; it supports:
/// polynomial, gaussian", where it does not; a null `supports` is true for every kernel.
void require_supported(std::string_view who, bool (*supports)(const Kernel& kernel), const Kernel& kernel);

/// Throws InputError, "tensor_sketch is for polynomial kernels, not for Gaussian, σ = 2", unless it is of
/// family F.
template <class F>
const F& require_family(const Kernel& kernel, std::string_view who) {
  const F* family = kernel.as<F>();
  if (family == nullptr) fail_family(kernel, who, F::family);
  return *family;
}
[[noreturn]] void fail_family(const Kernel& kernel, std::string_view who, std::string_view expected);

}  // namespace sketchbench
