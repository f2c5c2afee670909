#include "experiments/kernel_pca/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/features/kernel_pca/operators/centred.hpp>
#include <sketchbench/features/kernel_pca/operators/gram_matrix.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/cell/typed_experiment.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/mapped_rows.hpp>
#include <sketchbench/numerics/eigensolvers/subspaces.hpp>
#include <sketchbench/report/statistics.hpp>
#include "experiments/cell_memory.hpp"
#include "experiments/kernel_pca/exact_eigenpairs.hpp"
#include "experiments/kernel_pca/extracted_accuracy.hpp"
#include "experiments/kernel_pca/extracted_components.hpp"
#include "experiments/kernel_pca/report.hpp"
#include "experiments/kernel_pca/results.hpp"
#include "experiments/learning.hpp"
#include "experiments/resolved_kernel.hpp"
#include "experiments/sampled_rows.hpp"

namespace sketchbench {
namespace {

constexpr const char* name = "kernel_pca";
constexpr Index most_rows = 20'000;  // half a matrix of floats: 0.8 GB
constexpr Index quick_rows = 1000;

using Parameters = KernelPcaParameters;

/// A map that draws nothing is made once.
int maps_of(const Cell& cell, const Parameters& parameters) {
  return kind_of_map(cell).draws ? parameters.maps : 1;
}

/// InputError unless that many components can be extracted.
Index components_of(const Cell& cell, const Parameters& parameters, Index rows, Index features) {
  const Index components = parameters.components;
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

/// What is extracted with each map; its entries in the result are filled in.
std::vector<ExtractedComponents> extract(const Cell& cell, const Parameters& parameters,
                                         const LabeledSample& sample, const LabeledRows& test, int threads,
                                         KernelPca& result, Json& learner_facts) {
  const Rows rows = sample.rows.view();
  std::vector<ExtractedComponents> all;
  bool converged = true;
  for (int number = 1; number <= maps_of(cell, parameters); ++number) {
    // Points of a figure may differ in nothing but the map's parameters: they have an s each.
    MappedSample mapped =
        map_sample(cell, rows, seed_of_map(cell, number, " " + Json(cell.map_parameters).dump()), threads);
    result.make_seconds.push_back(mapped.make_seconds);
    result.map_seconds.push_back(mapped.map_seconds);
    if (number == 1) {
      result.map_bytes = static_cast<double>(mapped.map->memory_bytes());
      // As planned, on one thread: the number is the map's, whatever it was made with.
      result.working_bytes = bytes_in_use(kind_of_map(cell), map_request(cell, rows.dim(), rows.size(), 0));
    }
    if (Json facts = mapped.map->facts(); !facts.is_null()) result.map_facts.push_back(std::move(facts));
    const Rows z = mapped.z.view();
    ExtractedComponents principal =
        extracted_components(z, components_of(cell, parameters, rows.size(), mapped.map->d_out()),
                             parameters.centred == 1, threads);
    if (parameters.accuracy == 1) {
      const ExtractedAccuracy accuracy =
          extracted_accuracy(cell, *mapped.map, principal, {z, sample.labels, test.task}, test, threads);
      result.accuracy.push_back(accuracy.percent);
      result.train_seconds.push_back(accuracy.train_seconds);
      converged = converged && accuracy.converged;
    }
    all.push_back(std::move(principal));
  }
  if (parameters.accuracy == 1) learner_facts["converged"] = converged;
  return all;
}

/// All that the eigenpairs of the sample depend on.
Json key_of_sample(const Cell& cell, const Parameters& parameters, Index rows) {
  return {{"data", cell.data_hash}, {"kernel", cell.kernel.to_json()},
          {"rows", rows},           {"rows_seed", parameters.rows_seed},
          {"sample", name},         {"centred", parameters.centred == 1}};
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
             const std::vector<ExtractedComponents>& extracted, int threads, KernelPca& result) {
  const Index k = compared_components(exact);
  const Eigen::VectorXd values = exact.values.head(k);
  const Eigen::MatrixXd vectors = exact.vectors.leftCols(k);
  result.compared = k;
  result.eigenvalues.assign(exact.values.begin(), exact.values.end());
  result.uncertainty = subspace_uncertainty(exact, k);
  result.exact_residual = exact.residual;
  result.exact_converged = exact.converged;
  for (const ExtractedComponents& principal : extracted) {
    const Eigen::MatrixXd directions = principal.directions.leftCols(k);
    const Eigen::VectorXd sines = principal_sines(vectors, directions);
    result.subspace_error.push_back(sines.maxCoeff());
    result.mean_squared_sine.push_back(sines.squaredNorm() / static_cast<double>(k));
    const Eigen::VectorXd errors = (principal.eigenvalues.head(k) - values).cwiseAbs().cwiseQuotient(values);
    result.eigenvalue_error.emplace_back(errors.begin(), errors.end());
    result.captured_share.push_back(captured_share(gram, directions, values, threads));
  }
}

/// Throws InputError where labels cannot be learnt from.
void require_labels(const Cell& cell, const DatasetInfo& data) {
  const LearnerSpec& learner = cell.learner;
  require_task(learner.short_text(), learner.task(), fmt::format("\"accuracy\" of {} is", name),
               Task::classification);
  require_task(learner.short_text(), learner.task(), fmt::format("the data set {} is", data.name), data.task);
}

struct KernelPcaCells {
  using Parameters = KernelPcaParameters;
  using Result = KernelPca;

  static KernelPca run(CellRun<Parameters>& run) {
    const auto& [cell, parameters, context, outcome, phases] = run;
    const int threads = context.threads;
    const auto [dataset, sample, resolved] = sample_cell(run, most_rows);
    const Rows rows = sample.rows.view();
    const Index components = components_of(cell, parameters, rows.size(), rows.size());
    KernelPca result{.rows = rows.size(), .components = components, .centred = parameters.centred};
    const auto extracted = phases.time("maps", [&] {
      return extract(resolved, parameters, sample, dataset->test(), threads, result, run.outcome.learner);
    });
    const auto gram =
        phases.time("kernel", [&] { return std::make_unique<GramMatrix>(resolved.kernel, rows, threads); });
    std::optional<Centred> centred;
    if (parameters.centred == 1) centred.emplace(*gram, threads);
    const SymmetricOperator& compared = centred ? static_cast<const SymmetricOperator&>(*centred) : *gram;
    const ExactEigenpairs exact = phases.time("eigenpairs", [&] {
      return kept_exact_eigenpairs(context.paths.cache, key_of_sample(resolved, parameters, rows.size()),
                                   compared, components, threads);
    });
    phases.time("errors", [&] { compare(compared, exact, extracted, threads, result); });
    return result;
  }

  static Resources estimate(const Cell& cell, const Parameters& parameters, const DatasetInfo& data) {
    if (has_own_kernel(cell))
      throw InputError(
          fmt::format("{}: \"own_kernel\" of {}: this experiment knows this program's kernels alone, "
                      "expected one that measures errors of kernel values",
                      name, cell.method));
    const Index n = sampled_count(cell, parameters.rows, data.n_train, most_rows);
    const FeatureMapKind& map = kind_of_map(cell);
    const MapRequest request = map_request(cell, data.d, n, 0);
    const Index D = features_of(map, request), l = components_of(cell, parameters, n, D);
    const auto rows = static_cast<double>(n), features = static_cast<double>(D),
               components = static_cast<double>(l), d = static_cast<double>(data.d),
               maps = static_cast<double>(maps_of(cell, parameters)), test = static_cast<double>(data.n_test),
               smaller = std::min(rows, features), nonzeros = data.nonzeros_per_row();
    constexpr double products_of_lanczos = 60;  // beside those of the components
    constexpr double basis_of_lanczos = 4;      // vectors for each component
    Resources need;
    // The phases follow each other: a map with Z and its decomposition, then the Gram matrix.
    const double mapping =
        bytes_in_use(map, request) + 4 * rows * features + extracted_components_memory(n, D, l);
    const double comparing =
        GramMatrix::memory(cell.kernel, data.d, n) + 8 * rows * (basis_of_lanczos * (components + 1) + 20);
    need.bytes = memory_of_any_cell(cell, data) + OwnedRows::memory(n, data.d) +
                 8 * maps * rows * components + std::max(mapping, comparing);
    need.seconds = 0.1 + maps * rows * map.seconds_of_row(request, nonzeros) +
                   maps * (1e-10 * rows * features * smaller + 1e-9 * smaller * smaller * smaller) +
                   rows * rows * (1e-10 * d + 1e-9) +
                   1e-10 * rows * rows * (products_of_lanczos + (2 + maps) * components);
    if (parameters.accuracy == 1) {
      require_labels(cell, data);
      const LearnerSpec& learner = cell.learner;
      const TrainingShape shape{.n = n,
                                .d = l,
                                .nonzeros_per_row = components,
                                .n_test = data.n_test,
                                .classes = static_cast<int>(data.classes.size())};
      const auto held = static_cast<double>(rows_mapped_at_once(data.n_test, D));
      need.bytes += learner.memory(shape) + 4 * held * features + 12 * (rows + held) * components;
      need.seconds += maps * (test * map.seconds_of_row(request, nonzeros) +
                              1e-9 * test * features * components + learner.seconds(cell.kernel, shape));
    }
    return need;
  }

  static std::string headline(const KernelPca& result) {
    std::string text = fmt::format("subspace error {:.3g}", sample_of(result.subspace_error).mean);
    if (!result.accuracy.empty()) text += fmt::format(", {:.2f} %", sample_of(result.accuracy).mean);
    return text;
  }
};

void require_supported(std::string_view method, const Kernel& /*kernel*/) {
  if (method == exact_method)
    throw InputError(
        fmt::format("{} extracts features with a map, expected a feature map: kernel PCA with "
                    "the kernel itself is one of them",
                    name));
}

}  // namespace

const Fields<KernelPcaParameters>& KernelPcaParameters::fields() {
  using P = KernelPcaParameters;
  static const Fields<P> all = {
      {sample_rows_field(most_rows, quick_rows), &P::rows},
      {rows_seed_field(), &P::rows_seed},
      {maps_field("independent maps, of a method that draws"), &P::maps},
      // A quick run has as many.
      {{.name = "components", .meaning = "that are extracted and compared", .low = 1, .high = quick_rows},
       &P::components},
      {{.name = "centred", .meaning = "1: of the centred Gram matrix", .low = 0, .high = 1}, &P::centred},
      {{.name = "accuracy",
        .meaning = "1: also the test accuracy of a learner on the extracted features",
        .low = 0,
        .high = 1},
       &P::accuracy}};
  return all;
}

Experiment kernel_pca_experiment() {
  return typed_experiment<KernelPcaCells>({.name = name,
                                           .seeded = false,
                                           .require_supported = require_supported,
                                           .quantities = kernel_pca_quantities,
                                           .report = kernel_pca_report});
}

}  // namespace sketchbench
