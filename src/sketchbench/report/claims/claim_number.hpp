#pragma once
#include <optional>
#include <string>
#include <string_view>

#include <sketchbench/core/json_fwd.hpp>

namespace sketchbench {

/// How a claim's number is made of quantities that an experiment measures: the value of "number" in
/// claims.json. Its first key is the kind of number, with the key of the quantity, as in table.csv:
///
///   {"value": Q}             Q of each of the claim's methods
///   {"share": Q, "of": R}    Q / R of each run
///   {"difference": Q}        Q of a method less that of one of the others; "loss": the other way round
///   {"ratio": Q}             Q of a method over that of one of the others; "speed_up": the other way round
///   {"deviation_ratio": Q}   the standard deviation over runs, over the other's
///   {"nearness": Q, "to": M} how much nearer than the other's a method's Q is to that of the method M
///   {"exponent": Q}          e of Q ~ x^e, x what "along" names: "D", "columns" or "degree"
///   {"bound": Q, "by": R, "vacuous_above": S}
///                            the largest Q / R over runs, of a bound R that a proof gives with its constant:
///                            what was seen, without an interval. Where the mean R is above that of S, which
///                            is as much as Q can be, the bound is vacuous and its case undecided
///   {"ratio_at_equal_cost": Q, "cost": C}
///                            a ratio along D, the other taken where its C is that of the method. D that cost
///                            more than all of the other's are left out; with "beyond": "bound" the other's
///                            most costly stands beside them, and the ratio is a bound from below
///   {"count_exponent": Q, "cost": C}
///                            e, where D features of the method have the Q that D^e of the other have; C is
///                            shown, where it is given
///   {"count_share": Q}       D over the number of the other's features that have the same Q
///
/// A case is a data set, kernel and D with a method and one of the others. With "along": "D" a ratio has all
/// D of a data set and kernel in one case, as its geometric mean over D; the last three kinds are always so.
/// An exponent is that of the curve along D; with "beside": "least" it is between each row and the one with
/// the least x and otherwise the same.
///
/// What may stand beside these, where it makes sense:
///   "beside"         the number over, or less, the same number with another kernel or D: "with_constant"
///                    ((1+<x,y>)^p beside <x,y>^p), "lower_degree" (the next there is), "fewest_features"
///                    (the most D beside the fewest, without others)
///   "runs"           "independent" (default): intervals of means, Welch's; "paired": a number for each run
///                    (seed, or map of a cell), whose mean has Student's interval
///   "scale"          of a value: "linear" (default) or "logarithmic"
///   "best_within"    C: of the others only the one with the least Q among those with no larger C
///   "less"           R: an exponent less that of R at the same D
///   "drift"          0.07: the ends of an interval of a ratio of times are a factor of 1.07 further out
///                    than those of the runs, whose blocks followed one another on a machine that did as
///                    much differently in between
///   "over_published" "table2/rm_map": a speed-up over the least that would be printed like the number of
///                    this section and column of the configuration's published numbers; no case where
///                    there is none
struct ClaimNumber {
  enum class Kind {
    value,
    share,
    difference,
    loss,
    ratio,
    speed_up,
    deviation_ratio,
    nearness,
    exponent,
    bound,
    ratio_at_equal_cost,
    count_exponent,
    count_share
  };
  enum class Along { nothing, D, columns, degree };
  enum class Beside { nothing, with_constant, lower_degree, fewest_features, least };

  Kind kind = Kind::value;
  std::string quantity;
  /// Empty: not given.
  std::string of = {}, to = {}, cost = {}, best_within = {}, less = {}, by = {}, vacuous_above = {};
  Along along = Along::nothing;
  Beside beside = Beside::nothing;
  bool paired = false, logarithmic = false;
  bool bounds_beyond = false;  ///< "beyond": "bound"
  double drift = 0;
  /// Section and column.
  std::optional<std::pair<std::string, std::string>> over_published = {};

  /// InputError, with file and key, for a kind, key or word that there is not, or that the kind does not
  /// have.
  static ClaimNumber read(StrictObject& object);

  /// Whether the claim must name others; where it need not, it may not but for a "best_within".
  bool asks_for_others() const;
  /// Whether a claim may name others although it need not: a number with a kernel beside.
  bool takes_others() const;
  /// Whether a case is a curve along D.
  bool of_curves() const;
  /// Whether it is the exponent of a power law.
  bool is_exponent() const;
};

}  // namespace sketchbench
