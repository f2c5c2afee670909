#pragma once
#include <compare>
#include <string>

#include <sketchbench/core/fields.hpp>

namespace sketchbench {

/// The bounds of a shift-invariant kernel's sigma: its square must be a number, too.
inline constexpr double smallest_sigma = 1e-30, largest_sigma = 1e30;

/// The scale of a shift-invariant kernel: a number, or the rule by which it is taken from training rows. A
/// kernel with a rule can be read, compared, shown and written; to be evaluated it needs
/// Kernel::with_sigma().
class Sigma {
 public:
  enum class Rule {
    given,
    median,           ///< the median distance of pairs of rows (kernels/sigma_rule.hpp)
    cross_validation  ///< the one of a grid with the least error of prediction on training rows
  };

  Sigma(double value = 1) : value_(value) {}  // NOLINT: a number is a sigma
  explicit Sigma(Rule rule) : rule_(rule) {}

  Rule rule() const { return rule_; }
  bool is_number() const { return rule_ == Rule::given; }
  /// Throws InputError where only a rule is known.
  double value() const { return is_number() ? value_ : fail_without_number(); }

  std::string text() const;  ///< for people: "0.5", "median"

  auto operator<=>(const Sigma&) const = default;

 private:
  [[noreturn]] double fail_without_number() const;

  Rule rule_ = Rule::given;
  double value_ = 0;
};

/// The version of what a rule takes from given rows: to be raised when that changes beyond rounding, of both
/// where the median changes, which cross-validation looks around. A number has 1, which descriptions of cells
/// leave out (harness/cell/cell.hpp).
int version_of(Sigma::Rule rule);

/// What sigma is in terms of gamma, by which scikit-learn scales a power of the differences in a kernel's
/// formula: factor * gamma * sigma^power = 1. Each family with a sigma has one, `gamma`.
struct GammaRelation {
  double factor = 1;
  int power = 1;

  std::string sigma_text() const;  ///< in plain ASCII: "sqrt(1 / (2 gamma))"
};

/// The key "sigma": a number, or the name of a rule, "median" or "cross_validation".
FieldInfo sigma_field();
void read_field(StrictObject& from, const FieldInfo& field, Sigma& sigma);
void to_json(Json& json, const Sigma& sigma);
/// Throws InputError for one that is out of range.
void check_sigma(const Sigma& sigma);

}  // namespace sketchbench
