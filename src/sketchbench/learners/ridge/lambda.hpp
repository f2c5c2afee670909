#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/fields.hpp>
#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// The penalties among which leave-one-out errors choose: multiples of a unit that goes with the data, so
/// that scaling them changes no choice. 10^-9, 10^-8.5, ..., 10 by default.
struct LambdaGrid {
  double from = 1e-9, to = 10;
  int per_decade = 2;

  std::vector<double> multiples() const;  ///< ascending, `to` included where it is one of them
  std::vector<double> lambdas(double unit) const;
  static const Fields<LambdaGrid>& fields();
  void check(const StrictObject& given) const;
  /// For a matrix with this mean diagonal: that, or 1 where it is 0.
  static double unit(double mean_diagonal) { return mean_diagonal > 0 ? mean_diagonal : 1; }
};

/// A number above 0, or a grid to choose it from.
struct LambdaRule {
  LambdaRule(double number) : value(number) {}                    // NOLINT: a number is a rule
  LambdaRule(const LambdaGrid& candidates) : grid(candidates) {}  // NOLINT: and so is a grid

  double value = 0;
  std::optional<LambdaGrid> grid;  ///< none: `value` it is
};
inline constexpr double default_lambda = 1;

/// The key "lambda": a number above 0, or "loo", chosen by leave-one-out.
struct LambdaOrLoo {
  std::optional<double> number = default_lambda;  ///< none: "loo"
};
void read_field(StrictObject& from, const FieldInfo& field, LambdaOrLoo& lambda);
void to_json(Json& json, const LambdaOrLoo& lambda);

/// What configures "ridge" and "krr".
struct RidgeKeys {
  LambdaOrLoo lambda = {};
  std::optional<LambdaGrid> grid = {};  ///< with "loo" alone, which always has one
  bool intercept = true;

  LambdaRule rule() const { return lambda.number ? LambdaRule(*lambda.number) : LambdaRule(*grid); }
  void check(const StrictObject& given);
};
FieldInfo lambda_field();
FieldInfo grid_field();
/// Of a struct that is derived from RidgeKeys.
template <class Keys>
std::vector<Field<Keys>> ridge_fields() {
  return {{lambda_field(), &Keys::lambda},
          {grid_field(), &Keys::grid},
          {{.name = "intercept", .meaning = "a constant that is not penalised"}, &Keys::intercept}};
}

/// LearnerKind::in_words: "lambda chosen by leave-one-out", "from 1e-09 to 10 times the mean diagonal, 2 a
/// decade".
std::string lambda_in_words(std::string_view key, const Json& value);
/// Throws InputError where there are fewer than two.
void require_rows_to_leave_out(Index rows, std::string_view learner);

/// The number of the least finite error of an ascending grid's, of equal ones that of the largest lambda;
/// none where no error is finite.
std::optional<std::size_t> best_lambda(std::span<const double> errors);

/// What was chosen from a grid, and what from.
struct LambdaChoice {
  std::size_t best = 0;  ///< its number in the grid
  double lambda = 0;
  Json facts;  ///< for TrainingReport::chosen
};

/// The lambda of the least mean squared leave-one-out error, as best_lambda() says. `errors` has one for each
/// multiple of the grid: infinite where rounding would have decided it. InputError, which begins with
/// `learner`, where all of them are.
LambdaChoice choose_lambda(const LambdaGrid& grid, double unit, std::span<const double> errors,
                           std::string_view learner);

}  // namespace sketchbench
