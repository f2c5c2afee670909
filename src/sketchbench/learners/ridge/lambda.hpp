#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// The penalties among which leave-one-out errors choose: multiples of a unit that goes with the data, so
/// that scaling them changes no choice. 10^-9, 10^-8.5, ..., 10 by default.
struct LambdaGrid {
  double from = 1e-9, to = 10;
  int per_decade = 2;

  std::vector<double> multiples() const;  ///< ascending, `to` included where it is one of them
  std::vector<double> lambdas(double unit) const;
  Json to_json() const;  ///< {"from", "to", "per_decade"}
  /// For a matrix with this mean diagonal: that, or 1 where it is 0.
  static double unit(double mean_diagonal) { return mean_diagonal > 0 ? mean_diagonal : 1; }
};

/// The key "lambda" of a learner: a number above 0, or "loo", which `grid` then says more of.
struct LambdaRule {
  LambdaRule(double number) : value(number) {}                    // NOLINT: a number is a rule
  LambdaRule(const LambdaGrid& candidates) : grid(candidates) {}  // NOLINT: and so is a grid

  double value = 0;
  std::optional<LambdaGrid> grid;  ///< none: `value` it is
};
inline constexpr double default_lambda = 1;

/// "lambda", and with "loo" "grid": {"from", "to", "per_decade"}, into the canonical form. A number's form
/// has no grid.
void read_lambda(StrictObject& spec, Json& canonical);
LambdaRule lambda_of(const Json& canonical);
inline bool chooses_lambda(const Json& canonical) { return canonical.at("lambda").is_string(); }

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
