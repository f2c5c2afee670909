#include "experiments/kernel_pca/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/random.hpp"
#include "core/text.hpp"
#include "core/timer.hpp"
#include "experiments/cell_memory.hpp"
#include "experiments/kernel_pca/exact_eigenpairs.hpp"
#include "experiments/kernel_pca/extracted_accuracy.hpp"
#include "experiments/kernel_pca/extracted_components.hpp"
#include "experiments/kernel_pca/pca_result.hpp"
#include "experiments/kernel_pca/report.hpp"
#include "experiments/learning.hpp"
#include "experiments/resolved_kernel.hpp"
#include "experiments/sampled_rows.hpp"
#include "features/kernel_pca/eigen/subspaces.hpp"
#include "features/kernel_pca/operators/centred.hpp"
#include "features/kernel_pca/operators/gram_matrix.hpp"
#include "harness/cell/cell_data.hpp"
#include "harness/cell/cell_map.hpp"
#include "harness/cell/finite_features.hpp"
#include "harness/cell/phases.hpp"
#include "learners/learner.hpp"
#include "learners/mapped_rows.hpp"

namespace sketchbench {
namespace {

constexpr const char* name = "kernel_pca";
constexpr Index most_rows = 20'000;  // half a matrix of floats: 0.8 GB
constexpr Index quick_rows = 1000;
constexpr Index most_components = quick_rows;  // a quick run has as many
constexpr int quick_maps = 3;

Json read_parameters(StrictObject& object) {
  return {{"rows", object.integer_or("rows", 1000, 0, most_rows)},
          {"rows_seed", object.integer_or("rows_seed", 1, 0, INT64_MAX)},
          {"maps", object.integer_or("maps", 10, 1, 10'000)},
          {"components", object.integer_or("components", 10, 1, most_components)},
          {"centred", object.integer_or("centred", 0, 0, 1)},
          {"accuracy", object.integer_or("accuracy", 1, 0, 1)}};
}

void apply_quick_limits(Json& parameters) {
  const auto rows = parameters.at("rows").get<Index>();
  parameters["rows"] = rows == 0 ? quick_rows : std::min(rows, quick_rows);
  parameters["maps"] = std::min(parameters.at("maps").get<int>(), quick_maps);
}

/// Of the training rows that there are; 0 asks for all.
Index rows_of(const Cell& cell, Index there) {
  const auto asked = cell.parameters.at("rows").get<Index>();
  const Index rows = asked == 0 ? there : asked;
  require_enough_rows(name, rows, there, cell.dataset.name);
  if (rows > most_rows)
    throw InputError(
        fmt::format("{}: {} has {} training rows, expected at most {}: give \"rows\" or "
                    "\"max_train\"",
                    name, cell.dataset.name, rows, most_rows));
  return rows;
}

int maps_of(const Cell& cell) { return kind_of_map(cell).draws ? cell.parameters.at("maps").get<int>() : 1; }

bool is_centred(const Cell& cell) { return cell.parameters.at("centred").get<int>() == 1; }
bool asks_for_accuracy(const Cell& cell) { return cell.parameters.at("accuracy").get<int>() == 1; }

/// InputError unless that many components can be extracted.
Index components_of(const Cell& cell, Index rows, Index features) {
  const auto components = cell.parameters.at("components").get<Index>();
  if (components > rows)
    throw InputError(fmt::format("{}: \"components\" is {}, expected at most {}, the rows of the sample",
                                 name, components, rows));
  if (components > features)
    throw InputError(
        fmt::format("{}: \"components\" is {}, expected at most {}, the features of {} with "
                    "D = {}",
                    name, components, features, cell.method, cell.D));
  return components;
}

/// Maps of its own for every kernel, D and map's parameters, so that the points of a figure, which have an s
/// each, err independently of each other.
Seed seed_of_map(const Cell& cell, int number) {
  return RandomStream(static_cast<Seed>(number),
                      fmt::format("{}.map {} D={} {}", name, cell.kernel.stream_name(), cell.D,
                                  cell.map_parameters.dump()))
      .bits64();
}

/// What is asked of the data: a sample of training rows with their labels.
struct Sample {
  std::vector<Index> numbers;
  OwnedRows rows;
  std::vector<float> labels;

  Sample(const Cell& cell, const Dataset& dataset)
      : numbers(sampled_numbers(dataset, rows_of(cell, dataset.info().n_train),
                                cell.parameters.at("rows_seed").get<Seed>(), name)),
        rows(dataset.train().x, numbers) {
    for (const Index i : numbers) labels.push_back(dataset.train().y[static_cast<std::size_t>(i)]);
  }
};

/// What is extracted with each map; its entries in the result are filled in.
std::vector<ExtractedComponents> extract(const Cell& cell, const Sample& sample, const LabeledRows& test,
                                         int threads, Outcome& outcome) {
  const Rows rows = sample.rows.view();
  Json& result = outcome.result;
  std::vector<ExtractedComponents> all;
  bool converged = true;
  for (int number = 1; number <= maps_of(cell); ++number) {
    const MapRequest request = map_request(cell, rows.dim(), rows.size(), seed_of_map(cell, number), threads);
    const Timer making(processes_of(cell));
    const auto map = make_feature_map(cell.method, request, rows);
    result["make_seconds"].push_back(making.elapsed().cpu);
    DenseMatrix z(rows.size(), map->d_out());
    const Timer mapping(processes_of(cell));
    map->transform(rows, z, threads);
    result["map_seconds"].push_back(mapping.elapsed().cpu);
    require_finite_features(z.view(), 0, "sampled", cell);
    if (number == 1) {
      result["map_bytes"] = map->memory_bytes();
      // As planned, on one thread: the number is the map's, whatever it was made with.
      result["working_bytes"] =
          bytes_in_use(kind_of_map(cell), map_request(cell, rows.dim(), rows.size(), 0));
    }
    if (Json facts = map->facts(); !facts.is_null()) result["map_facts"].push_back(std::move(facts));
    ExtractedComponents principal = extracted_components(
        z.view(), components_of(cell, rows.size(), map->d_out()), is_centred(cell), threads);
    if (asks_for_accuracy(cell)) {
      const ExtractedAccuracy accuracy =
          extracted_accuracy(cell, *map, principal, {z.view(), sample.labels, test.task}, test, threads);
      result["accuracy"].push_back(accuracy.percent);
      result["train_seconds"].push_back(accuracy.train_seconds);
      converged = converged && accuracy.converged;
    }
    all.push_back(std::move(principal));
  }
  if (asks_for_accuracy(cell)) outcome.learner["converged"] = converged;
  return all;
}

/// All that the eigenpairs of the sample depend on.
Json key_of_sample(const Cell& cell, Index rows) {
  return {{"data", cell.data_hash}, {"kernel", cell.kernel.to_json()},
          {"rows", rows},           {"rows_seed", cell.parameters.at("rows_seed")},
          {"sample", name},         {"centred", is_centred(cell)}};
}

/// Throws InputError where no subspace is told apart from the rest.
Index compared_components(const ExactEigenpairs& exact) {
  const Index compared = identified_components(exact.values, exact.components());
  if (compared > 0) return compared;
  throw InputError(
      fmt::format("{}: the {} largest eigenvalues of the Gram matrix coincide at {:g}, so that "
                  "no leading subspace is identified: expected another kernel or sample",
                  name, exact.values.size(), exact.values[0]));
}

/// How the features of each map compare with the eigenpairs of the Gram matrix.
void compare(const SymmetricOperator& gram, const ExactEigenpairs& exact,
             const std::vector<ExtractedComponents>& extracted, int threads, Json& result) {
  const Index k = compared_components(exact);
  const Eigen::VectorXd values = exact.values.head(k);
  const Eigen::MatrixXd vectors = exact.vectors.leftCols(k);
  result["compared"] = k;
  result["eigenvalues"] = std::vector<double>(exact.values.begin(), exact.values.end());
  result["uncertainty"] = subspace_uncertainty(exact, k);
  result["exact_residual"] = exact.residual;
  result["exact_converged"] = exact.converged;
  for (const ExtractedComponents& principal : extracted) {
    const Eigen::MatrixXd directions = principal.directions.leftCols(k);
    const Eigen::VectorXd sines = principal_sines(vectors, directions);
    result["subspace_error"].push_back(sines.maxCoeff());
    result["mean_squared_sine"].push_back(sines.squaredNorm() / static_cast<double>(k));
    const Eigen::VectorXd errors = (principal.eigenvalues.head(k) - values).cwiseAbs().cwiseQuotient(values);
    result["eigenvalue_error"].push_back(std::vector<double>(errors.begin(), errors.end()));
    result["captured_share"].push_back(captured_share(gram, directions, values, threads));
  }
}

Outcome run_kernel_pca(const Cell& cell, const RunContext& context) {
  Outcome outcome;
  Phases phases(context, outcome.seconds);
  const auto dataset = phases.time("load", [&] { return open_cell_data(cell, context); });
  const Sample sample(cell, *dataset);
  const Rows rows = sample.rows.view();
  const Index components = components_of(cell, rows.size(), rows.size());
  const Cell resolved = resolved_cell(cell, context, dataset->train(), outcome, phases);
  dataset->release_train_pages();
  outcome.result["rows"] = rows.size();
  outcome.result["components"] = components;
  outcome.result["centred"] = is_centred(cell) ? 1 : 0;

  const auto extracted = phases.time(
      "maps", [&] { return extract(resolved, sample, dataset->test(), context.threads, outcome); });
  const auto gram = phases.time(
      "kernel", [&] { return std::make_unique<GramMatrix>(resolved.kernel, rows, context.threads); });
  std::optional<Centred> centred;
  if (is_centred(cell)) centred.emplace(*gram, context.threads);
  const SymmetricOperator& compared = centred ? static_cast<const SymmetricOperator&>(*centred) : *gram;
  const ExactEigenpairs exact = phases.time("eigenpairs", [&] {
    return kept_exact_eigenpairs(context.paths.cache, key_of_sample(resolved, rows.size()), compared,
                                 components, context.threads);
  });
  phases.time("errors", [&] {
    compare(compared, exact, extracted, context.threads, outcome.result);
    return true;
  });
  outcome.data = data_facts(dataset->info());
  return outcome;
}

/// Throws InputError where labels cannot be learnt from.
void require_labels(const Cell& cell, const DatasetInfo& data) {
  require_task(short_text(cell.learner), task_of(cell.learner), fmt::format("\"accuracy\" of {} is", name),
               Task::classification);
  require_task(short_text(cell.learner), task_of(cell.learner), fmt::format("the data set {} is", data.name),
               data.task);
}

Resources estimate_kernel_pca(const Cell& cell, const DatasetInfo& data) {
  const Index n = rows_of(cell, data.n_train);
  const FeatureMapKind& map = kind_of_map(cell);
  const MapRequest request = map_request(cell, data.d, n, 0);
  const Index D = features_of(map, request), l = components_of(cell, n, D);
  const auto rows = static_cast<double>(n), features = static_cast<double>(D),
             components = static_cast<double>(l), d = static_cast<double>(data.d),
             maps = static_cast<double>(maps_of(cell)), test = static_cast<double>(data.n_test),
             smaller = std::min(rows, features), nonzeros = data.nonzeros_per_row();
  constexpr double products_of_lanczos = 60;  // beside those of the components
  constexpr double basis_of_lanczos = 4;      // vectors for each component
  Resources need;
  // The phases follow each other: a map with Z and its decomposition, then the Gram matrix.
  const double mapping =
      bytes_in_use(map, request) + 4 * rows * features + extracted_components_memory(n, D, l);
  const double comparing =
      GramMatrix::memory(cell.kernel, data.d, n) + 8 * rows * (basis_of_lanczos * (components + 1) + 20);
  need.bytes = memory_of_any_cell(cell, data) + OwnedRows::memory(n, data.d) + 8 * maps * rows * components +
               std::max(mapping, comparing);
  need.seconds = 0.1 + maps * rows * map.seconds_of_row(request, nonzeros) +
                 maps * (1e-10 * rows * features * smaller + 1e-9 * smaller * smaller * smaller) +
                 rows * rows * (1e-10 * d + 1e-9) +
                 1e-10 * rows * rows * (products_of_lanczos + (2 + maps) * components);
  if (asks_for_accuracy(cell)) {
    require_labels(cell, data);
    const LearnerKind& learner = find_learner(cell.learner.at("type").get<std::string>());
    const TrainingShape shape{.n = n,
                              .d = l,
                              .nonzeros_per_row = components,
                              .n_test = data.n_test,
                              .classes = static_cast<int>(data.classes.size())};
    const auto held = static_cast<double>(rows_mapped_at_once(data.n_test, D));
    need.bytes += learner.memory(cell.learner, shape) + 4 * held * features + 12 * (rows + held) * components;
    need.seconds +=
        maps * (test * map.seconds_of_row(request, nonzeros) + 1e-9 * test * features * components +
                learner.seconds(cell.learner, cell.kernel, shape));
  }
  return need;
}

void check_result(const Json& result) { static_cast<void>(kernel_pca_of(result)); }

std::string headline(const Json& result) {
  const KernelPca pca = kernel_pca_of(result);
  const auto mean = [](const std::vector<double>& values) {
    return std::reduce(values.begin(), values.end()) / static_cast<double>(values.size());
  };
  std::string text = fmt::format("subspace error {:.3g}", mean(pca.subspace_error));
  if (!pca.accuracy.empty()) text += fmt::format(", {:.2f} %", mean(pca.accuracy));
  return text;
}

std::vector<double> seconds_of_maps(const Json& result) {
  const KernelPca pca = kernel_pca_of(result);
  std::vector<double> seconds = pca.make_seconds;
  for (std::size_t i = 0; i < seconds.size(); ++i) seconds[i] += pca.map_seconds.at(i);
  return seconds;
}

void require_supported(std::string_view method, const Kernel& /*kernel*/) {
  if (method == exact_method)
    throw InputError(
        fmt::format("{} extracts features with a map, expected a feature map: kernel PCA with "
                    "the kernel itself is one of them",
                    name));
}

}  // namespace

std::string kernel_pca_quick_limits() {
  return fmt::format("at most {} maps of {} rows", quick_maps, with_commas(quick_rows));
}

Experiment kernel_pca_experiment() {
  return {
      .name = name,
      .version = 1,
      .seeded = false,
      .require_supported = require_supported,
      .run = run_kernel_pca,
      .estimate = estimate_kernel_pca,
      .check = check_result,
      .headline = headline,
      .guarded = {{.name = "subspace_error",
                   .title = "Error of the leading subspace, sine of the largest angle",
                   .values = [](const Json& result) { return kernel_pca_of(result).subspace_error; }}},
      .also_ranked = {{.name = "extracted_accuracy",
                       .title = "Test accuracy with the extracted features in per cent",
                       .per_cent = true,
                       .values = [](const Json& result) { return kernel_pca_of(result).accuracy; }}},
      .costs = {{.time = "making the map and mapping the sampled rows",
                 .seconds = [](const Json& record) { return seconds_of_maps(record.at("result")); },
                 .memory = "the map and what its making takes",
                 .bytes =
                     [](const Json& record) { return kernel_pca_of(record.at("result")).working_bytes; }}},
      .parameters = read_parameters,
      .apply_quick_limits = apply_quick_limits,
      .report = kernel_pca_report};
}

}  // namespace sketchbench
