#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/fields.hpp>
#include "experiments/confidence.hpp"

namespace sketchbench {

/// One look at a theorem's inequality: with one draw of a matrix, of rounded coefficients, of a projection.
struct Trial {
  double bound = 0, measured = 0;
  bool applies = true;  ///< the theorem's hypothesis is met
  bool broken = false;  ///< the measured value is beyond the bound
  std::string at;       ///< where, for people: "c = 1.7"

  /// measured / bound, which is at most 1 where the inequality is satisfied; both are 0 where that is 0.
  double share() const;
};

/// `rounding`: what single precision alone may do to the measured value.
Trial trial_of(double bound, double measured, double rounding = 0);

/// What is looked at: one inequality of a theorem, for one random matrix where it is about one.
struct TheoremStatement {
  std::string theorem;   ///< "1" to "6", or "Weyl"
  std::string quantity;  ///< one of theorem_quantities()
  std::string matrix;    ///< "sparsified"; empty where the theorem is about none
  std::optional<double> s;
  std::string hypothesis;
  /// The probability that the theorem leaves to a broken inequality; none where it leaves none.
  std::optional<double> allowed;
};

/// What trials have shown of a statement. By name in table.csv: "holds", "not refuted", "fails", "hypothesis
/// not met".
enum class TheoremVerdict {
  holds,               ///< no trial that the theorem is about breaks the inequality
  not_refuted,         ///< likewise, or so few do as the probability that the theorem leaves may explain
  fails,               ///< a trial does, or more than that probability explains
  hypothesis_not_met,  ///< the theorem is about none of the trials
};
std::string_view name_of(TheoremVerdict verdict);

/// A report calls a probability larger than allowed where its lower confidence bound is: that bound is wrong
/// with at most this probability.
inline constexpr double share_error = 1e-3;

/// All trials of one statement.
struct TheoremCheck {
  TheoremStatement statement;
  Index trials = 0;
  Index applying = 0;          ///< of which the hypothesis is met
  Index broken = 0;            ///< of the applying ones; of all where none applies
  Trial decisive;              ///< of these, with the largest share of its bound
  std::vector<double> values;  ///< measured, of every trial
  std::string remark;          ///< of all trials, for people

  /// bound / measured of the decisive trial; none where nothing was measured.
  std::optional<double> slack() const;
  TheoremVerdict verdict() const;
  /// Of the probability that a trial breaks the inequality, each end wrong with at most share_error.
  Interval broken_share() const;

  void check(const StrictObject& read);
  static const Fields<TheoremCheck>& fields();  ///< those of the statement and the trial beside its own
};

/// Throws Error without trials.
TheoremCheck conclude(TheoremStatement statement, const std::vector<Trial>& trials, std::string remark = "");

/// What is looked at of a theorem: "Theorem 1", "largest variance", "‖E‖ is at most 4σ√m, ...".
struct TheoremQuantity {
  std::string theorem, quantity;
  std::string text;  ///< for people
};
/// In the paper's order.
const std::vector<TheoremQuantity>& theorem_quantities();

}  // namespace sketchbench
