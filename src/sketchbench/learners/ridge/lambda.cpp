#include <sketchbench/learners/ridge/lambda.hpp>

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/learners/learner_fields.hpp>

namespace sketchbench {
const Fields<LambdaGrid>& LambdaGrid::fields() {
  static const Fields<LambdaGrid> all = {
      {{.name = "from", .meaning = "the least multiple of the mean diagonal", .low = 1e-15, .high = 1e15},
       &LambdaGrid::from},
      {{.name = "to", .meaning = "the largest", .low = 1e-15, .high = 1e15}, &LambdaGrid::to},
      {{.name = "per_decade", .meaning = "how many there are from x to 10 x", .low = 1, .high = 20},
       &LambdaGrid::per_decade}};
  return all;
}

void LambdaGrid::check(const StrictObject& given) const {
  if (to < from) given.fail("to", fmt::format("a number that is not below \"from\", {}", from));
}

std::vector<double> LambdaGrid::multiples() const {
  // Half a hundredth of a step: the last one is there in spite of rounding.
  const auto last = static_cast<int>(std::floor(std::log10(to / from) * per_decade + 0.005));
  std::vector<double> all;
  for (int k = 0; k <= last; ++k) all.push_back(from * std::pow(10.0, static_cast<double>(k) / per_decade));
  return all;
}

std::vector<double> LambdaGrid::lambdas(double unit) const {
  std::vector<double> all = multiples();
  for (double& lambda : all) lambda *= unit;
  return all;
}

std::string lambda_in_words(std::string_view key, const Json& value) {
  if (key == "lambda" && value.is_string()) return "lambda chosen by leave-one-out";
  if (key != "grid" || !value.is_object()) return "";
  return fmt::format("from {:g} to {:g} times the mean diagonal, {} a decade", value.value("from", 0.0),
                     value.value("to", 0.0), value.value("per_decade", 0));
}

void require_rows_to_leave_out(Index rows, std::string_view learner) {
  if (rows < 2)
    throw InputError(
        fmt::format("{}: leaving one out needs two training rows or more, there is {}", learner, rows));
}

FieldInfo lambda_field() {
  FieldInfo field = positive_field("lambda", "the penalty");
  field.expected = "a number above 0, or \"loo\" (chosen by leave-one-out)";
  field.choices = {"loo"};
  return field;
}

FieldInfo grid_field() {
  const LambdaGrid usual;
  return {.name = "grid",
          .meaning = "with \"loo\": the multiples of the mean diagonal to choose from",
          .expected = "an object with \"from\", \"to\" and \"per_decade\"",
          .default_text = fmt::format("{} to {}, {} a decade", usual.from, usual.to, usual.per_decade)};
}

void read_field(StrictObject& from, const FieldInfo& field, LambdaOrLoo& lambda) {
  if (from.has(field.name) && from.raw(field.name) == "loo") {
    lambda.number.reset();
    return;
  }
  double number = 0;
  read_field(from, field, number);
  lambda.number = number;
}

void to_json(Json& json, const LambdaOrLoo& lambda) {
  json = lambda.number ? Json(*lambda.number) : Json("loo");
}

void RidgeKeys::check(const StrictObject& given) {
  if (lambda.number && grid) given.fail("grid", "no grid unless \"lambda\" is \"loo\"");
  if (!lambda.number && !grid) grid.emplace();
}

std::optional<std::size_t> best_lambda(std::span<const double> errors) {
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < errors.size(); ++k)
    if (std::isfinite(errors[k]) && (!best || errors[k] <= errors[*best])) best = k;
  return best;
}

LambdaChoice choose_lambda(const LambdaGrid& grid, double unit, std::span<const double> errors,
                           std::string_view learner) {
  const std::vector<double> lambdas = grid.lambdas(unit);
  const std::optional<std::size_t> best = best_lambda(errors);
  if (!best)
    throw InputError(fmt::format(
        "{}: rounding decides the leave-one-out errors of all lambdas from {:g} to {:g}: scale the data, or "
        "raise the grid's \"to\" ({:g})",
        learner, lambdas.front(), lambdas.back(), grid.to));
  Json rmses = Json::array();
  for (const double error : errors) rmses.push_back(std::isfinite(error) ? Json(std::sqrt(error)) : Json());
  return {.best = *best,
          .lambda = lambdas[*best],
          .facts = {{"lambda", lambdas[*best]},
                    {"loo_rmse", std::sqrt(errors[*best])},
                    {"unit", unit},
                    {"lambdas", lambdas},
                    {"loo_rmses", std::move(rmses)}}};
}

}  // namespace sketchbench
