#include "experiments/gram_error/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/error.hpp"
#include "core/random.hpp"
#include "core/text.hpp"
#include "core/timer.hpp"
#include "experiments/cell_memory.hpp"
#include "experiments/gram_error/error_norms.hpp"
#include "experiments/gram_error/report.hpp"
#include "experiments/gram_error/training_optimum.hpp"
#include "experiments/resolved_kernel.hpp"
#include "experiments/sampled_rows.hpp"
#include "harness/cell/cell_data.hpp"
#include "harness/cell/cell_map.hpp"
#include "harness/cell/finite_features.hpp"
#include "harness/cell/phases.hpp"
#include "harness/cell/result_values.hpp"
#include "kernels/gram.hpp"

namespace sketchbench {
namespace {

constexpr Index most_rows = 20'000;  // a matrix of doubles: 3.2 GB
// At least the D of every map that looks at data, which needs that many rows.
constexpr Index quick_rows = 1000;
constexpr int quick_maps = 3;

/// Of the training rows that there are; 0 asks for all.
Index rows_of(const Cell& cell, Index there) {
  const auto asked = cell.parameters.at("rows").get<Index>();
  const Index rows = asked == 0 ? there : asked;
  require_enough_rows("gram_error", rows, there, cell.dataset.name);
  if (rows > most_rows)
    throw InputError(
        fmt::format("gram_error: {} has {} training rows, expected at most {}: give \"rows\" or "
                    "\"max_train\"",
                    cell.dataset.name, rows, most_rows));
  return rows;
}
int maps_of(const Cell& cell) { return cell.parameters.at("maps").get<int>(); }

Json read_parameters(StrictObject& object) {
  Json parameters = {{"rows", object.integer_or("rows", 1000, 0, most_rows)},
                     {"maps", object.integer_or("maps", 10, 1, 10'000)},
                     {"rows_seed", object.integer_or("rows_seed", 1, 0, INT64_MAX)},
                     {"tolerance", object.number_or("tolerance", 1e-3, 1e-12, 0.1)}};
  // Not told where it is not given: records without it keep their names.
  if (object.has("lambda")) parameters["lambda"] = object.number("lambda", 1e-12, 1e12);
  return parameters;
}
bool asks_for_optimum(const Cell& cell) { return cell.parameters.contains("lambda"); }

void apply_quick_limits(Json& parameters) {
  const auto rows = parameters.at("rows").get<Index>();
  parameters["rows"] = rows == 0 ? quick_rows : std::min(rows, quick_rows);
  parameters["maps"] = std::min(parameters.at("maps").get<int>(), quick_maps);
}

/// Maps of its own for every kernel and D, so that the points of a figure err independently of each other.
Seed seed_of_map(const Cell& cell, int number) {
  return RandomStream(static_cast<Seed>(number),
                      fmt::format("gram_error.map {} D={}", cell.kernel.stream_name(), cell.D))
      .bits64();
}

struct Mapped {
  std::vector<DenseMatrix> features;  ///< of each map
  std::vector<double> seconds;        ///< CPU
  Json facts = Json::array();         ///< FeatureMap::facts() of those that have some
};

Mapped map_rows(const Cell& cell, const Rows& rows, int threads) {
  Mapped mapped;
  for (int number = 1; number <= maps_of(cell); ++number) {
    const MapRequest request = map_request(cell, rows.dim(), rows.size(), seed_of_map(cell, number), threads);
    DenseMatrix z = room_for_features(cell, request, rows.size());
    const Timer timer(processes_of(cell));
    const auto map = make_feature_map(cell.method, request, rows);
    fit_room(z, *map);
    map->transform(rows, z, threads);
    mapped.seconds.push_back(timer.elapsed().cpu);
    require_finite_features(z.view(), 0, "sampled", cell);
    mapped.features.push_back(std::move(z));
    if (Json facts = map->facts(); !facts.is_null()) mapped.facts.push_back(std::move(facts));
  }
  return mapped;
}

std::vector<float> targets_of(const Dataset& dataset, std::span<const Index> numbers) {
  std::vector<float> targets;
  for (const Index i : numbers) targets.push_back(dataset.train().y[static_cast<std::size_t>(i)]);
  return targets;
}

/// What regularised training ends at with the kernel, and how far above that with each map's features.
void add_optimum(Json& result, Eigen::MatrixXd kernel, const Mapped& mapped, std::span<const float> y,
                 double lambda, int threads) {
  const double optimum = training_optimum(std::move(kernel), y, lambda, threads);
  std::vector<double> gap;
  for (const DenseMatrix& z : mapped.features)
    gap.push_back(training_optimum(z.view(), y, lambda, threads) - optimum);
  result["optimum"] = optimum;
  result["gap"] = gap;
}

Outcome run_gram_error(const Cell& cell, const RunContext& context) {
  Outcome outcome;
  Phases phases(context, outcome.seconds);
  const auto dataset = phases.time("load", [&] { return open_cell_data(cell, context); });
  const std::vector<Index> numbers =
      sampled_numbers(*dataset, rows_of(cell, dataset->info().n_train),
                      cell.parameters.at("rows_seed").get<Seed>(), "gram_error");
  const OwnedRows sample(dataset->train().x, numbers);
  const Rows rows = sample.view();
  const Cell resolved = resolved_cell(cell, context, dataset->train(), outcome, phases);
  const Mapped mapped = phases.time("maps", [&] { return map_rows(resolved, rows, context.threads); });
  dataset->release_train_pages();

  const double tolerance = cell.parameters.at("tolerance").get<double>();
  Eigen::MatrixXd kernel =
      phases.time("kernel", [&] { return gram(resolved.kernel, rows, context.threads); });
  const auto norm = phases.time("norm", [&] { return norm_of(kernel, tolerance, context.threads); });
  const auto errors =
      phases.time("errors", [&] { return error_norms(kernel, mapped.features, tolerance, context.threads); });

  std::vector<double> relative, products;
  double residual = norm.residual / norm.value;
  for (const SpectralNorm& error : errors) {
    relative.push_back(error.value / norm.value);
    residual = std::max(residual, error.value > 0 ? error.residual / error.value : 0.0);
  }
  outcome.result["rows"] = rows.size();
  outcome.result["maps"] = maps_of(cell);
  outcome.result["kernel_norm"] = norm.value;
  outcome.result["relative_error"] = relative;
  outcome.result["map_seconds"] = mapped.seconds;
  outcome.result["residual"] = residual;
  if (!mapped.facts.empty()) outcome.result["map_facts"] = mapped.facts;
  if (asks_for_optimum(cell))
    phases.time("optimum", [&] {
      add_optimum(outcome.result, std::move(kernel), mapped, targets_of(*dataset, numbers),
                  cell.parameters.at("lambda").get<double>(), context.threads);
      return true;
    });
  outcome.data = data_facts(dataset->info());
  return outcome;
}

Resources estimate_gram_error(const Cell& cell, const DatasetInfo& data) {
  const Index sampled = rows_of(cell, data.n_train);
  const FeatureMapKind& map = kind_of_map(cell);
  const MapRequest request = map_request(cell, data.d, sampled, 0);
  const auto rows = static_cast<double>(sampled), maps = static_cast<double>(maps_of(cell)),
             d = static_cast<double>(data.d), features = static_cast<double>(features_of(map, request));
  constexpr double products_of_a_norm = 40;
  Resources need;
  // The kernel and its rows in double precision, the features of all maps, a basis for each.
  need.bytes = memory_of_any_cell(cell, data) + bytes_in_use(map, request) + 16 * rows * (rows + d) +
               maps * rows * (4 * features + 8 * products_of_a_norm);
  need.seconds = 0.1 + rows * rows * (2e-10 * d + 1e-8) + maps * rows * map.seconds_of_row(request, d) +
                 products_of_a_norm * rows * (1e-9 * rows + maps * (1e-10 * rows + 1e-9 * features));
  if (asks_for_optimum(cell)) {
    need.bytes += 8 * features * features;
    need.seconds += 5e-11 * (rows * rows * rows / 3 + maps * features * features * (rows + features / 3));
  }
  return need;
}

void check_result(const Json& result) { static_cast<void>(gram_error_of(result)); }

std::string headline(const Json& result) {
  const std::vector<double> errors = gram_error_of(result).relative_error;
  return fmt::format("|K - ZZ'| / |K| {:.3g}",
                     std::reduce(errors.begin(), errors.end()) / static_cast<double>(errors.size()));
}

}  // namespace

std::string gram_error_quick_limits() {
  return fmt::format("at most {} maps of {} rows", quick_maps, with_commas(quick_rows));
}

GramError gram_error_of(const Json& result) {
  GramError error;
  error.rows = count_in(result, "rows", 1);
  error.kernel_norm = number_in(result, "kernel_norm", 0);
  error.relative_error = numbers_in(result, "relative_error", 0);
  error.map_seconds = numbers_in(result, "map_seconds", 0);
  if (result.contains("sigma")) error.sigma = number_in(result, "sigma", 0);
  if (result.contains("optimum")) {
    error.optimum = number_in(result, "optimum", 0);
    error.gap = numbers_in(result, "gap", std::numeric_limits<double>::lowest());
  }
  return error;
}

Experiment gram_error_experiment() {
  return {
      .name = "gram_error",
      .version = 1,
      .trains = false,
      .seeded = false,
      .shows = {"error", "error_by_time"},
      .run = run_gram_error,
      .estimate = estimate_gram_error,
      .check = check_result,
      .headline = headline,
      .guarded = {{.name = "relative_spectral_error",
                   .title = "Error of the Gram matrix, ‖K − ZZᵀ‖ / ‖K‖",
                   .values = [](const Json& result) { return gram_error_of(result).relative_error; }}},
      .costs = {{.time = "making a map and mapping the sampled rows",
                 .seconds = [](const Json& record) { return gram_error_of(record.at("result")).map_seconds; },
                 .memory = ""}},
      .parameters = read_parameters,
      .apply_quick_limits = apply_quick_limits,
      .report = gram_error_report};
}

}  // namespace sketchbench
