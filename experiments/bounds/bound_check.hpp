#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/fields.hpp>
#include "experiments/confidence.hpp"

namespace sketchbench {

/// What a comparison of a measured quantity with what a lemma says of it has shown. By name in records:
/// "holds", "fails", "cannot tell", "conditions not met".
enum class BoundVerdict {
  holds,              ///< the whole interval is on the right side of the bound, or beyond it by less than
                      ///< bound_margin
  fails,              ///< the whole interval lies beyond the bound: disproved at the stated level
  cannot_tell,        ///< the interval reaches from one side to the other: more seeds are needed
  conditions_not_met  ///< the lemma does not speak of any of the pairs
};
std::string_view name_of(BoundVerdict verdict);
/// As reports say it: "holds", "fails", "inconclusive", "not applicable".
std::string_view words_of(BoundVerdict verdict);
void to_json(Json& json, BoundVerdict verdict);
void read_field(StrictObject& from, const FieldInfo& field, BoundVerdict& verdict);

/// A bound that is attained can never be shown to hold exactly. "Holds" says that a violation by more than
/// this share of the bound is excluded.
inline constexpr double bound_margin = 0.1;

/// One statement about one pair of points, and what was measured of it.
struct Comparison {
  double bound = 0, measured = 0;
  std::optional<double> low, high;  ///< ends of the interval; none where there is nothing to say at that end
  BoundVerdict verdict = BoundVerdict::cannot_tell;
  std::string pair;             ///< which: "x = y, row 17"
  std::string at;               ///< of what, where a lemma says something for every error: "error 0.31"
  std::optional<double> exact;  ///< the exact value of what is bounded, where a formula is known

  double ratio() const { return measured / bound; }
  /// None where no formula is known, or the bound is 0.
  std::optional<double> exact_ratio() const {
    return exact && bound > 0 ? std::optional(*exact / bound) : std::nullopt;
  }
  static const Fields<Comparison>& fields();  ///< but for the verdict, which the check has
};

/// `rounding`: what single precision alone may do to the measured value.
Comparison at_most(double bound, const Estimated& measured, double rounding = 0);
/// `tolerance`: how far from `value` an interval may reach and still be said to show that value.
Comparison equal_to(double value, const Estimated& measured, double tolerance, double rounding = 0);

/// What all comparisons of one statement come to.
struct BoundCheck {
  std::string lemma;     ///< "2"
  std::string quantity;  ///< "variance", "bias", "tail", ...
  int pairs = 0;         ///< that the statement was checked on
  int failing = 0;       ///< among them, with a comparison that fails
  BoundVerdict verdict = BoundVerdict::conditions_not_met;
  std::optional<double> worst_ratio;  ///< the largest measured / bound of all comparisons
  /// The comparison that decided, among those with the verdict of the whole: the one that breaks its bound by
  /// most, or where none does the one that comes nearest to it. None where the conditions are not met.
  std::optional<Comparison> decisive;
  std::string remark;  ///< for people: which conditions are not met

  void check(const StrictObject& read);
  static const Fields<BoundCheck>& fields();
};

/// Fails if any comparison fails, else cannot tell if any cannot, else holds. Without comparisons the lemma's
/// conditions are not met.
BoundCheck conclude(std::string lemma, std::string quantity, const std::vector<Comparison>& comparisons);

}  // namespace sketchbench
