#include <sketchbench/learners/ridge/lambda.hpp>

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/specification.hpp>

namespace sketchbench {
namespace {

constexpr double smallest_multiple = 1e-15, largest_multiple = 1e15;

LambdaGrid read_grid(StrictObject grid) {
  LambdaGrid result;
  result.from = grid.number_or("from", result.from, smallest_multiple, largest_multiple);
  result.to = grid.number_or("to", result.to, smallest_multiple, largest_multiple);
  result.per_decade = static_cast<int>(grid.integer_or("per_decade", result.per_decade, 1, 20));
  if (result.to < result.from)
    grid.fail("to", fmt::format("a number that is not below \"from\", {}", result.from));
  grid.finish();
  return result;
}

}  // namespace

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

Json LambdaGrid::to_json() const { return {{"from", from}, {"to", to}, {"per_decade", per_decade}}; }

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

void read_lambda(StrictObject& spec, Json& canonical) {
  if (spec.has("lambda") && spec.raw("lambda") == "loo") {
    const LambdaGrid grid = spec.has("grid") ? read_grid(spec.object("grid")) : LambdaGrid{};
    canonical["lambda"] = "loo";
    canonical["grid"] = grid.to_json();
    return;
  }
  if (spec.has("lambda") && !spec.raw("lambda").is_number())
    spec.fail("lambda", "a number above 0, or \"loo\" (chosen by leave-one-out)");
  if (spec.has("grid")) spec.fail("grid", "no grid unless \"lambda\" is \"loo\"");
  canonical["lambda"] = positive_number_or(spec, "lambda", default_lambda);
}

LambdaRule lambda_of(const Json& canonical) {
  if (!chooses_lambda(canonical)) return canonical.at("lambda").get<double>();
  const Json& grid = canonical.at("grid");
  return LambdaGrid{.from = grid.at("from").get<double>(),
                    .to = grid.at("to").get<double>(),
                    .per_decade = grid.at("per_decade").get<int>()};
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
