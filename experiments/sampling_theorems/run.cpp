#include "experiments/sampling_theorems/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/error.hpp"
#include "core/random.hpp"
#include "core/text.hpp"
#include "data/split.hpp"
#include "experiments/cell_memory.hpp"
#include "experiments/resolved_kernel.hpp"
#include "experiments/sampled_rows.hpp"
#include "experiments/sampling_theorems/perturbation_checks.hpp"
#include "experiments/sampling_theorems/projection_checks.hpp"
#include "experiments/sampling_theorems/randomised_gram.hpp"
#include "experiments/sampling_theorems/report.hpp"
#include "experiments/sampling_theorems/rounding_checks.hpp"
#include "features/kernel_pca/eigen/eigen_method.hpp"
#include "features/kernel_pca/model/rounded_coefficients.hpp"
#include "features/kernel_pca/model/sign_projection.hpp"
#include "features/kernel_pca/operators/gram_matrix.hpp"
#include "harness/cell/cell_data.hpp"
#include "harness/cell/phases.hpp"
#include "harness/cell/result_values.hpp"
#include "kernels/gram.hpp"

namespace sketchbench {
namespace {

constexpr const char* experiment_name = "sampling_theorems";
constexpr Index fewest_rows = 10, most_rows = 20'000;
constexpr Index quick_rows = 500, quick_draws = 3;
constexpr double norm_tolerance = 1e-3;
// Eigenvalues among the noise are close together and take long; what pairs leave open counts as error.
constexpr StoppingRule eigen_rule = {.tolerance = 1e-5, .most_iterations = 100};
constexpr Seed eigen_seed = 1;
/// Of |K|: what single precision may add to the norm of a difference of two products.
constexpr double product_rounding = 4e-6;

Index whole(const Cell& cell, const char* key) { return cell.parameters.at(key).get<Index>(); }
double number(const Cell& cell, const char* key) { return cell.parameters.at(key).get<double>(); }
std::vector<double> s_of(const Cell& cell) { return cell.parameters.at("s").get<std::vector<double>>(); }

void require_exact(std::string_view method) {
  if (method != exact_method)
    throw InputError(fmt::format("the experiment \"{}\" makes no map: its method is \"{}\", expected \"{}\"",
                                 experiment_name, method, exact_method));
}

OwnedRows unseen_rows(const Dataset& dataset, Index count, Seed seed) {
  const Rows& test = dataset.test().x;
  if (test.size() == 0)
    throw InputError(fmt::format("{}: {} has no test rows, expected some as unseen points", experiment_name,
                                 dataset.info().name));
  RandomStream stream(seed, fmt::format("{}.unseen", experiment_name));
  return {test, random_subset(test.size(), std::min(count, test.size()), stream)};
}

/// What the checks of all random matrices have in common.
struct Problem {
  const Cell& cell;  ///< with a number for its kernel's sigma
  Rows rows;
  const GramMatrix& gram;
  const Eigenpairs& exact;        ///< one more than "components"
  const Eigen::MatrixXd& values;  ///< of the kernel, a column for each unseen point
  int threads;

  Index components() const { return whole(cell, "components"); }
};

/// The trials of one random matrix, a draw after the other.
class MatrixTrials {
 public:
  MatrixTrials(const Problem& problem, const RandomisedMatrix& matrix)
      : problem_(problem),
        matrix_(matrix),
        widest_(widest_gap(problem.exact.values, problem.components())),
        isolated_(most_isolated(problem.exact.values, problem.components())) {}

  void add(Index draw) {
    const auto randomised =
        make_randomised(matrix_, problem_.cell.kernel, problem_.rows, seed_of(draw), problem_.threads);
    const SpectralNorm norm =
        norm_of_difference(*randomised, problem_.gram, norm_tolerance, problem_.threads);
    norms_.push_back(norm.value);
    const Eigenpairs found = leading_eigenpairs(EigenMethod::lanczos, *randomised, problem_.components() + 1,
                                                eigen_seed, eigen_rule, problem_.threads);
    const PerturbedPairs pairs{.exact = problem_.exact,
                               .randomised = found,
                               .error = norm.value + norm.residual +
                                        distance_of_solved_matrix(problem_.exact) +
                                        distance_of_solved_matrix(found)};
    const Eigen::MatrixXd& v = problem_.values;
    put("2", "first inequality", first_inequality(pairs));
    put("2", "second inequality", second_inequality(pairs));
    put("3", "unseen points, all components", rotated_features(pairs, problem_.components(), v));
    put("3", "unseen points, widest gap", rotated_features(pairs, widest_, v));
    put("3", "any point, widest gap", rotated_features_of_any_point(pairs, widest_));
    put("4", "without normalisation", single_feature(pairs, isolated_, FeatureScale::none, v));
    put("4", "as printed", single_feature(pairs, isolated_, FeatureScale::as_printed, v));
    put("4", "normalised", single_feature(pairs, isolated_, FeatureScale::normalised, v));
  }

  std::vector<TheoremCheck> checks(const EntryRange& entries, double kernel_norm) const {
    std::vector<TheoremCheck> all = check_error_norms(
        matrix_, error_law(matrix_, entries), problem_.gram.size(), norms_, product_rounding * kernel_norm);
    for (const Series& series : series_)
      all.push_back(conclude({.theorem = series.theorem,
                              .quantity = series.quantity,
                              .matrix = name_of(matrix_.how),
                              .s = matrix_.s,
                              .hypothesis = hypothesis_of(series.theorem),
                              .allowed = {}},
                             series.trials));
    return all;
  }

 private:
  struct Series {
    std::string theorem, quantity;
    std::vector<Trial> trials;
  };

  /// Matrices of its own for every kind and s: the points of a figure err independently of each other.
  Seed seed_of(Index draw) const {
    return RandomStream(static_cast<Seed>(draw),
                        fmt::format("{}.{} s={}", experiment_name, name_of(matrix_.how), matrix_.s))
        .bits64();
  }

  void put(const char* theorem, const char* quantity, Trial trial) {
    auto known = std::ranges::find_if(series_, [&](const Series& series) {
      return series.theorem == theorem && series.quantity == quantity;
    });
    if (known == series_.end()) known = series_.insert(known, {theorem, quantity, {}});
    known->trials.push_back(std::move(trial));
  }

  static std::string hypothesis_of(std::string_view theorem) {
    if (theorem == "2") return "b > ‖E‖, below which the bound is 1";
    if (theorem == "3") return "λ_ℓ − λ_{ℓ+1} = 2c ‖E‖ with c of at least 1";
    return "λ_n is further than 2c ‖E‖ from λ_{n−1} and λ_{n+1}, c of at least 1";
  }

  const Problem& problem_;
  RandomisedMatrix matrix_;
  Index widest_, isolated_;
  std::vector<double> norms_;
  std::vector<Series> series_;
};

RoundingTheorem rounding_theorem(const Cell& cell, const Eigen::MatrixXd& values) {
  double c = number(cell, "c");
  if (c == 0) c = std::max(values.maxCoeff(), 0.0) - std::min(values.minCoeff(), 0.0);
  if (!(c > 0))
    throw InputError(fmt::format(
        "{}: every kernel value at the unseen points is 0, expected others, or \"c\"", experiment_name));
  return {.c = c, .epsilon = number(cell, "epsilon"), .T = number(cell, "T") * c};
}

/// Each column with the sign that makes the sum of its values at the unseen points positive: an eigenvector
/// has no sign of its own, and Theorem 5 as printed says nothing of negative values.
Eigen::MatrixXd with_signs_of_values(Eigen::MatrixXd alphas, const Eigen::MatrixXd& values) {
  const Eigen::VectorXd sums = alphas.transpose() * values.rowwise().sum();
  for (Index n = 0; n < alphas.cols(); ++n)
    if (sums(n) < 0) alphas.col(n) *= -1;
  return alphas;
}

Outcome run_sampling_theorems(const Cell& cell, const RunContext& context) {
  require_exact(cell.method);
  Outcome outcome;
  Phases phases(context, outcome.seconds);
  const auto dataset = phases.time("load", [&] { return open_cell_data(cell, context); });
  const auto seed = cell.parameters.at("rows_seed").get<Seed>();
  const OwnedRows sample = sampled_rows(*dataset, whole(cell, "rows"), seed, experiment_name);
  const OwnedRows others = unseen_rows(*dataset, whole(cell, "unseen"), seed);
  const Rows rows = sample.view(), unseen = others.view();
  const Cell resolved = resolved_cell(cell, context, dataset->train(), outcome, phases);
  const Index draws = whole(cell, "draws"), components = whole(cell, "components");
  const int threads = context.threads;

  const GramMatrix matrix = phases.time("kernel", [&] { return GramMatrix(resolved.kernel, rows, threads); });
  const Eigen::MatrixXd values = gram(resolved.kernel, rows, unseen, threads);
  const Eigenpairs exact = phases.time("eigenpairs", [&] {
    return leading_eigenpairs(EigenMethod::lanczos, matrix, components + 1, eigen_seed, eigen_rule, threads);
  });
  const double kernel_norm = exact.values[0];
  Json checks = Json::array();
  const auto add = [&](const std::vector<TheoremCheck>& more) {
    std::ranges::transform(more, std::back_inserter(checks),
                           [](const TheoremCheck& check) { return to_json(check); });
    return true;
  };

  phases.time("matrices", [&] {
    const EntryRange entries =
        entry_range(rows.size(), [&](Index i, Index j) { return double{matrix.entry(i, j)}; });
    const Problem problem{resolved, rows, matrix, exact, values, threads};
    for (const RandomisedMatrix& one : randomised_matrices(s_of(cell))) {
      MatrixTrials trials(problem, one);
      for (Index draw = 1; draw <= draws; ++draw) trials.add(draw);
      add(trials.checks(entries, kernel_norm));
    }
    return true;
  });
  phases.time("rounding", [&] {
    const Eigen::MatrixXd alphas = with_signs_of_values(exact.vectors.leftCols(components), values);
    return add(check_rounding(alphas, values, rounding_theorem(cell, values), draws,
                              [](const Eigen::VectorXd& alpha, double s, Seed of_draw) {
                                return rounded_coefficients(alpha, s, of_draw);
                              }));
  });
  phases.time("projections", [&] {
    const ProjectionTheorem theorem{.epsilon = number(cell, "epsilon"), .beta = number(cell, "beta")};
    return add(check_projection(
        rows, unseen, theorem, draws,
        [&](const Rows& x, Index s, Seed of_draw) {
          return SignProjection(x.dim(), s, of_draw).project(x, threads);
        },
        threads));
  });
  outcome.result["rows"] = rows.size();
  outcome.result["unseen"] = unseen.size();
  outcome.result["kernel_norm"] = kernel_norm;
  outcome.result["eigenvalues"] = std::vector<double>(exact.values.begin(), exact.values.end());
  outcome.result["checks"] = std::move(checks);
  outcome.data = data_facts(dataset->info());
  return outcome;
}

Resources estimate_sampling_theorems(const Cell& cell, const DatasetInfo& data) {
  require_exact(cell.method);
  const Index m = whole(cell, "rows");
  require_enough_rows(experiment_name, m, data.n_train, cell.dataset.name);
  const ProjectionTheorem theorem{.epsilon = number(cell, "epsilon"), .beta = number(cell, "beta")};
  const auto rows = static_cast<double>(m), unseen = number(cell, "unseen"), d = static_cast<double>(data.d),
             draws = number(cell, "draws"), pairs = number(cell, "components") + 1,
             s = static_cast<double>(theorem.s(m + whole(cell, "unseen")));
  double largest = 0;
  const std::vector<RandomisedMatrix> matrices = randomised_matrices(s_of(cell));
  for (const RandomisedMatrix& one : matrices) largest = std::max(largest, memory_of(one, m));
  constexpr double most_products = LanczosNorm::most_products_by_default;
  const double projected = 4 * (rows + unseen) * s + SignProjection::memory(data.d, theorem.s(m + 1)) +
                           8 * (rows + unseen) * (s + d) + 24 * rows * unseen;
  Resources need;
  need.bytes = memory_of_any_cell(cell, data) + GramMatrix::memory(cell.kernel, data.d, m) + largest +
               2 * eigenpairs_memory(EigenMethod::lanczos, m, static_cast<Index>(pairs)) +
               8 * rows * (most_products + 3 * unseen) + projected;
  // A norm and the eigenpairs take about 40 products each way, and a matrix is made of kernel values.
  need.seconds = 0.1 + rows * rows * (2e-10 * d + 1e-8) +
                 draws * static_cast<double>(matrices.size()) * rows * rows * (1e-10 * d + 1e-8) * 2 +
                 draws * (rows + unseen) * s * 1e-9 * d + draws * rows * unseen * (1e-9 * s + pairs * 1e-9);
  return need;
}

std::vector<double> read_s(StrictObject& object) {
  if (!object.has("s")) return {2, 10, 100};
  constexpr const char* expected = "a list of numbers from 2 to 1e6, each once";
  const Json& list = object.raw("s");
  std::vector<double> all;
  for (const Json& one : list.is_array() ? list : Json::array()) {
    if (!one.is_number() || one.get<double>() < 2 || one.get<double>() > 1e6) object.fail("s", expected);
    all.push_back(one.get<double>());
  }
  std::ranges::sort(all);
  if (all.empty() || std::ranges::adjacent_find(all) != all.end()) object.fail("s", expected);
  return all;
}

Json read_parameters(StrictObject& object) {
  const Index rows = object.integer_or("rows", 1000, fewest_rows, most_rows);
  const Index components = object.integer_or("components", std::min<Index>(10, rows - 2), 1, 1000);
  if (components > rows - 2)
    object.fail("components", fmt::format("at most \"rows\" - 2, which is {}", rows - 2));
  return {{"rows", rows},
          {"unseen", object.integer_or("unseen", 100, 1, most_rows)},
          {"rows_seed", object.integer_or("rows_seed", 1, 0, INT64_MAX)},
          {"draws", object.integer_or("draws", 10, 1, 10'000)},
          {"s", read_s(object)},
          {"components", components},
          {"epsilon", object.number_or("epsilon", 0.5, 0.01, 1)},
          {"T", object.number_or("T", 8, 1e-6, 1e6)},
          {"c", object.number_or("c", 0, 0, 1e30)},
          {"beta", object.number_or("beta", 1, 0.01, 10)}};
}

void apply_quick_limits(Json& parameters) {
  const Index rows = std::min(parameters.at("rows").get<Index>(), quick_rows);
  parameters["rows"] = rows;
  parameters["draws"] = std::min(parameters.at("draws").get<Index>(), quick_draws);
  parameters["components"] = std::min(parameters.at("components").get<Index>(), rows - 2);
}

void check_result(const Json& result) { static_cast<void>(sampling_theorems_of(result)); }

std::string headline(const Json& result) {
  Index count = 0, failing = 0, outside = 0;
  for (const TheoremCheck& check : sampling_theorems_of(result).checks) {
    ++count;
    failing += check.verdict() == TheoremVerdict::fails ? 1 : 0;
    outside += check.verdict() == TheoremVerdict::hypothesis_not_met ? 1 : 0;
  }
  return fmt::format("{}: {} fail, the hypothesis of {} is not met",
                     plural(count, "inequality", "inequalities"), failing, outside);
}

}  // namespace

std::string sampling_theorems_quick_limits() {
  return fmt::format("at most {} draws for {} rows", quick_draws, quick_rows);
}

SamplingTheorems sampling_theorems_of(const Json& result) {
  SamplingTheorems theorems{.rows = count_in(result, "rows", 1),
                            .unseen = count_in(result, "unseen", 1),
                            .kernel_norm = number_in(result, "kernel_norm", 0),
                            .checks = {}};
  if (result.contains("sigma")) theorems.sigma = number_in(result, "sigma", 0);
  for (const Json& check : result.at("checks")) theorems.checks.push_back(theorem_check_from(check));
  return theorems;
}

Experiment sampling_theorems_experiment() {
  return {.name = experiment_name,
          .version = 1,
          .trains = false,
          .maps = false,
          .seeded = false,
          .run = run_sampling_theorems,
          .estimate = estimate_sampling_theorems,
          .check = check_result,
          .headline = headline,
          .parameters = read_parameters,
          .apply_quick_limits = apply_quick_limits,
          .report = sampling_theorems_report};
}

}  // namespace sketchbench
