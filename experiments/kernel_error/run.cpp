#include "experiments/kernel_error/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/finite_rows.hpp"
#include "experiments/cell_memory.hpp"
#include "experiments/kernel_error/relative_errors.hpp"
#include "experiments/kernel_error/report.hpp"
#include "experiments/resolved_kernel.hpp"
#include "experiments/sampled_rows.hpp"
#include "harness/cell/cell_data.hpp"
#include "harness/cell/cell_map.hpp"
#include "harness/cell/finite_features.hpp"
#include "harness/cell/phases.hpp"
#include "harness/cell/result_values.hpp"

namespace sketchbench {
namespace {

constexpr Index most_rows = 20'000;  // four matrices of doubles: 13 GB
constexpr Index quick_rows = 300;
constexpr int quick_maps = 3;

Index rows_of(const Cell& cell) { return cell.parameters.at("rows").get<Index>(); }
int maps_of(const Cell& cell) { return cell.parameters.at("maps").get<int>(); }

Json read_parameters(StrictObject& object) {
  return {{"rows", object.integer_or("rows", 1000, 2, most_rows)},
          {"maps", object.integer_or("maps", 20, 1, 100'000)},
          {"pairs_seed", object.integer_or("pairs_seed", 1, 0, INT64_MAX)}};
}

void apply_quick_limits(Json& parameters) {
  parameters["rows"] = std::min(parameters.at("rows").get<Index>(), quick_rows);
  parameters["maps"] = std::min(parameters.at("maps").get<int>(), quick_maps);
}

Json to_json(const PredictedErrors& errors) {
  return {{"mean_square", errors.mean_square}, {"mean_deviation", errors.mean_deviation}};
}

PredictedErrors predicted_from(const Json& json) {
  return {number_in(json, "mean_square", 0), number_in(json, "mean_deviation", 0)};
}

/// What is known of a cell's errors before any map is drawn.
struct Theory {
  std::optional<PredictedErrors> exact, bound;
  std::optional<BoundExcess> excess;

  Theory(const Cell& cell, const KernelPairs& pairs, const Rows& rows) {
    const FeatureMapKind& kind = kind_of_map(cell);
    const MapRequest request = map_request(cell, rows.dim(), rows.size(), 0);
    if (kind.variance == nullptr) return;
    const PairVariance variance = kind.variance(request);
    if (!variance) return;
    exact = predict(pairs, variance);
    if (kind.stated_bound == nullptr) return;
    const PairVariance stated = kind.stated_bound(request);
    bound = predict(pairs, stated);
    excess.emplace(pairs, variance, stated);
  }
};

/// Maps of its own for every kernel and D, so that the points of a figure err independently of each other.
Seed seed_of_map(const Cell& cell, int number) {
  return RandomStream(static_cast<Seed>(number),
                      fmt::format("kernel_error.map {} D={}", cell.kernel.stream_name(), cell.D))
      .bits64();
}

Json run_maps(const Cell& cell, const Rows& rows, const KernelPairs& pairs, const Theory& theory,
              int threads) {
  const BoundExcess* const excess = theory.excess ? &*theory.excess : nullptr;
  std::vector<double> means, squares, beyond;
  DenseMatrix z;
  for (int number = 1; number <= maps_of(cell); ++number) {
    const auto map = make_feature_map(
        cell.method, map_request(cell, rows.dim(), rows.size(), seed_of_map(cell, number), threads), rows);
    if (number == 1) z = DenseMatrix(rows.size(), map->d_out());
    map->transform(rows, z, threads);
    require_finite_features(z.view(), 0, "chosen", cell);
    const RelativeErrors errors = relative_errors(pairs, z, excess);
    if (!std::isfinite(errors.mean_square))
      throw InputError(fmt::format("inner products of features of map {} are beyond single precision: {}",
                                   number, scaling_advice({cell.kernel.advice()})));
    means.push_back(errors.mean);
    squares.push_back(errors.mean_square);
    if (errors.mean_square_beyond_bound) beyond.push_back(*errors.mean_square_beyond_bound);
  }
  Json result = {{"relative_error", means}, {"mean_square", squares}};
  if (theory.exact) result["theory"] = to_json(*theory.exact);
  if (excess != nullptr) {
    result["bound"] = to_json(*theory.bound);
    result["bound"]["pairs_beyond"] = excess->pairs();
    result["bound"]["largest_ratio"] = excess->largest_ratio();
    result["bound"]["mean_ratio_beyond"] = excess->mean_ratio();
    result["bound"]["mean_square_beyond"] = beyond;
  }
  return result;
}

Outcome run_kernel_error(const Cell& cell, const RunContext& context) {
  Outcome outcome;
  Phases phases(context, outcome.seconds);
  const auto dataset = phases.time("load", [&] { return open_cell_data(cell, context); });
  const OwnedRows chosen =
      sampled_rows(*dataset, rows_of(cell), cell.parameters.at("pairs_seed").get<Seed>(), "kernel_error");
  const Rows rows = chosen.view();
  const Cell resolved = resolved_cell(cell, context, dataset->train(), outcome, phases);
  const KernelPairs pairs = phases.time("kernel", [&] { return KernelPairs(rows, resolved.kernel); });
  if (pairs.used() == 0)
    throw Error(fmt::format(
        "the kernel is 0 for all pairs of the {} rows chosen, so none has a relative error", rows.size()));
  const Theory theory = phases.time("theory", [&] { return Theory(resolved, pairs, rows); });
  outcome.result.update(
      phases.time("maps", [&] { return run_maps(resolved, rows, pairs, theory, context.threads); }));
  outcome.result["rows"] = rows.size();
  outcome.result["maps"] = maps_of(cell);
  outcome.result["pairs"] = pairs.used();
  outcome.result["pairs_left_out"] = pairs.left_out();
  outcome.data = data_facts(dataset->info());
  return outcome;
}

Resources estimate_kernel_error(const Cell& cell, const DatasetInfo& data) {
  require_enough_rows("kernel_error", rows_of(cell), data.n_train, data.name);
  const FeatureMapKind& map = kind_of_map(cell);
  const MapRequest request = map_request(cell, data.d, rows_of(cell), 0);
  const auto rows = static_cast<double>(rows_of(cell)),
             features = static_cast<double>(features_of(map, request));
  Resources need;
  need.bytes = memory_of_any_cell(cell, data) + bytes_in_use(map, request);
  // The kernel's matrices and the excess; the rows as columns, twice while they are squared; the features.
  need.bytes += 32 * rows * rows + 16 * rows * static_cast<double>(data.d) + 4 * rows * features;
  const double pairs_s = 4e-7 * rows * rows, products_s = 6e-11 * rows * rows * features;
  const double map_s = rows * map.seconds_of_row(request, static_cast<double>(data.d));
  need.seconds = 0.05 + pairs_s + maps_of(cell) * (products_s + map_s);
  return need;
}

void check_errors(const Json& result) { static_cast<void>(kernel_error_of(result)); }

std::string error_headline(const Json& result) {
  const std::vector<double> errors = kernel_error_of(result).relative_error;
  return fmt::format("err {:.3g}",
                     std::reduce(errors.begin(), errors.end()) / static_cast<double>(errors.size()));
}

}  // namespace

KernelError kernel_error_of(const Json& result) {
  KernelError error;
  error.rows = count_in(result, "rows", 1);
  error.maps = static_cast<int>(count_in(result, "maps", 1));
  error.pairs = count_in(result, "pairs", 1);
  error.pairs_left_out = count_in(result, "pairs_left_out", 0);
  error.relative_error = numbers_in(result, "relative_error", 0);
  error.mean_square = numbers_in(result, "mean_square", 0);
  if (result.contains("theory")) error.theory = predicted_from(result.at("theory"));
  if (result.contains("bound")) {
    const Json& bound = result.at("bound");
    error.bound = {.errors = predicted_from(bound),
                   .pairs_beyond = count_in(bound, "pairs_beyond", 0),
                   .largest_ratio = number_in(bound, "largest_ratio", 0),
                   .mean_ratio_beyond = number_in(bound, "mean_ratio_beyond", 0),
                   .mean_square_beyond = bound.at("mean_square_beyond").get<std::vector<double>>()};
  }
  return error;
}

Experiment kernel_error_experiment() {
  return {.name = "kernel_error",
          .version = 1,
          .trains = false,
          .seeded = false,
          .shows = {"error"},
          .run = run_kernel_error,
          .estimate = estimate_kernel_error,
          .check = check_errors,
          .headline = error_headline,
          .guarded = {{.name = "relative_error",
                       .title = "Mean relative error of the kernel estimates",
                       .values = [](const Json& result) { return kernel_error_of(result).relative_error; }}},
          .parameters = read_parameters,
          .apply_quick_limits = apply_quick_limits,
          .report = kernel_error_report};
}

}  // namespace sketchbench
