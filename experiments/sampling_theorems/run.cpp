#include "experiments/sampling_theorems/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/split.hpp>
#include <sketchbench/features/kernel_pca/model/rounded_coefficients.hpp>
#include <sketchbench/features/kernel_pca/model/sign_projection.hpp>
#include <sketchbench/features/kernel_pca/operators/gram_matrix.hpp>
#include <sketchbench/harness/cell/typed_experiment.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/numerics/eigensolvers/eigen_method.hpp>
#include "experiments/cell_memory.hpp"
#include "experiments/resolved_kernel.hpp"
#include "experiments/sampled_rows.hpp"
#include "experiments/sampling_theorems/perturbation_checks.hpp"
#include "experiments/sampling_theorems/projection_checks.hpp"
#include "experiments/sampling_theorems/randomised_gram.hpp"
#include "experiments/sampling_theorems/report.hpp"
#include "experiments/sampling_theorems/rounding_checks.hpp"

namespace sketchbench {
namespace {

constexpr const char* experiment_name = "sampling_theorems";
constexpr Index fewest_rows = 10, most_rows = 20'000;
constexpr Index quick_rows = 500;
constexpr double norm_tolerance = 1e-3;
// Eigenvalues among the noise are close together and take long; what pairs leave open counts as error.
constexpr StoppingRule eigen_rule = {.tolerance = 1e-5, .most_iterations = 100};
constexpr Seed eigen_seed = 1;
/// Of |K|: what single precision may add to the norm of a difference of two products.
constexpr double product_rounding = 4e-6;

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

  Index components() const { return exact.values.size() - 1; }
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
    put("Weyl", "leading eigenvalues", leading_eigenvalues(pairs, problem_.components()));
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
    if (theorem == "Weyl") return "an eigenvalue above 2 ‖E‖";
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

RoundingTheorem rounding_theorem(const SamplingTheoremsParameters& parameters,
                                 const Eigen::MatrixXd& values) {
  double c = parameters.c;
  if (c == 0) c = std::max(values.maxCoeff(), 0.0) - std::min(values.minCoeff(), 0.0);
  if (!(c > 0))
    throw InputError(fmt::format(
        "{}: every kernel value at the unseen points is 0, expected others, or \"c\"", experiment_name));
  return {.c = c, .epsilon = parameters.epsilon, .T = parameters.T * c};
}

/// Each column with the sign that makes the sum of its values at the unseen points positive: an eigenvector
/// has no sign of its own, and Theorem 5 as printed says nothing of negative values.
Eigen::MatrixXd with_signs_of_values(Eigen::MatrixXd alphas, const Eigen::MatrixXd& values) {
  const Eigen::VectorXd sums = alphas.transpose() * values.rowwise().sum();
  for (Index n = 0; n < alphas.cols(); ++n)
    if (sums(n) < 0) alphas.col(n) *= -1;
  return alphas;
}

struct SamplingTheoremsCells {
  using Parameters = SamplingTheoremsParameters;
  using Result = SamplingTheorems;

  static SamplingTheorems run(CellRun<Parameters>& run) {
    const auto& [cell, parameters, context, outcome, phases] = run;
    require_exact(cell.method);
    const auto dataset = run.load();
    const OwnedRows sample = sampled_rows(*dataset, parameters.rows, parameters.rows_seed, experiment_name);
    const OwnedRows others = unseen_rows(*dataset, parameters.unseen, parameters.rows_seed);
    const Rows rows = sample.view(), unseen = others.view();
    const Cell resolved = resolved_cell(cell, context, dataset->train(), outcome, phases);
    const Index draws = parameters.draws, components = parameters.components;
    const int threads = context.threads;

    const GramMatrix matrix =
        phases.time("kernel", [&] { return GramMatrix(resolved.kernel, rows, threads); });
    const Eigen::MatrixXd values = gram(resolved.kernel, rows, unseen, threads);
    const Eigenpairs exact = phases.time("eigenpairs", [&] {
      return leading_eigenpairs(EigenMethod::lanczos, matrix, components + 1, eigen_seed, eigen_rule,
                                threads);
    });
    SamplingTheorems result{.rows = rows.size(),
                            .unseen = unseen.size(),
                            .kernel_norm = exact.values[0],
                            .eigenvalues = {exact.values.begin(), exact.values.end()}};
    const auto add = [&](std::vector<TheoremCheck> more) {
      std::ranges::move(more, std::back_inserter(result.checks));
    };

    phases.time("matrices", [&] {
      const EntryRange entries =
          entry_range(rows.size(), [&](Index i, Index j) { return double{matrix.entry(i, j)}; });
      const Problem problem{resolved, rows, matrix, exact, values, threads};
      for (const RandomisedMatrix& one : randomised_matrices(parameters.s)) {
        MatrixTrials trials(problem, one);
        for (Index draw = 1; draw <= draws; ++draw) trials.add(draw);
        add(trials.checks(entries, result.kernel_norm));
      }
    });
    phases.time("rounding", [&] {
      const Eigen::MatrixXd alphas = with_signs_of_values(exact.vectors.leftCols(components), values);
      add(check_rounding(alphas, values, rounding_theorem(parameters, values), draws,
                         [](const Eigen::VectorXd& alpha, double s, Seed of_draw) {
                           return rounded_coefficients(alpha, s, of_draw);
                         }));
    });
    phases.time("projections", [&] {
      const ProjectionTheorem theorem{.epsilon = parameters.epsilon, .beta = parameters.beta};
      add(check_projection(
          rows, unseen, theorem, draws,
          [&](const Rows& x, Index s, Seed of_draw) {
            return SignProjection(x.dim(), s, of_draw).project(x, threads);
          },
          threads));
    });
    return result;
  }

  static Resources estimate(const Cell& cell, const Parameters& parameters, const DatasetInfo& data) {
    require_exact(cell.method);
    const Index m = parameters.rows;
    require_enough_rows(experiment_name, m, data.n_train, cell.dataset.name);
    const ProjectionTheorem theorem{.epsilon = parameters.epsilon, .beta = parameters.beta};
    const auto rows = static_cast<double>(m), unseen = static_cast<double>(parameters.unseen),
               d = static_cast<double>(data.d), draws = static_cast<double>(parameters.draws),
               pairs = static_cast<double>(parameters.components) + 1,
               s = static_cast<double>(theorem.s(m + parameters.unseen));
    double largest = 0;
    const std::vector<RandomisedMatrix> matrices = randomised_matrices(parameters.s);
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

  static std::string headline(const SamplingTheorems& result) {
    const auto count = [&](TheoremVerdict verdict) {
      return std::ranges::count(result.checks, verdict, &TheoremCheck::verdict);
    };
    return fmt::format("{}: {} fail, the hypothesis of {} is not met",
                       plural(std::ssize(result.checks), "inequality", "inequalities"),
                       count(TheoremVerdict::fails), count(TheoremVerdict::hypothesis_not_met));
  }
};

}  // namespace

void SamplingTheoremsParameters::check(StrictObject& given) {
  if (!given.has("components")) components = std::min(components, rows - 2);
  if (components > rows - 2)
    given.fail("components", fmt::format("at most \"rows\" - 2, which is {}", rows - 2));
  std::ranges::sort(s);
  if (std::ranges::adjacent_find(s) != s.end()) given.fail("s", "each number once");
}

const Fields<SamplingTheoremsParameters>& SamplingTheoremsParameters::fields() {
  using P = SamplingTheoremsParameters;
  static const Fields<P> all = {
      {{.name = "rows",
        .meaning = "training rows in the sample",
        .low = fewest_rows,
        .high = most_rows,
        .quick_most = quick_rows,
        .chooses_rows = true},
       &P::rows},
      {{.name = "unseen", .meaning = "test rows, all where there are fewer", .low = 1, .high = most_rows},
       &P::unseen},
      {rows_seed_field(), &P::rows_seed},
      {{.name = "draws",
        .meaning = "of each random matrix, rounding and projection",
        .low = 1,
        .high = 10'000,
        .quick_most = 3},
       &P::draws},
      {{.name = "s",
        .meaning = "1 over the share of entries that a sparsified matrix keeps",
        .low = 2,
        .high = 1e6},
       &P::s},
      {{.name = "components",
        .meaning =
            "the l of Theorems 2 and 3, of which Theorems 3 and 4 also take the best separated; at most "
            "\"rows\" - 2",
        .low = 1,
        .high = 1000,
        .quick_most = quick_rows - 2},
       &P::components},
      {{.name = "epsilon", .meaning = "of Theorems 5 and 6", .low = 0.01, .high = 1}, &P::epsilon},
      {{.name = "T", .meaning = "of Theorem 5, in units of c", .low = 1e-6, .high = 1e6}, &P::T},
      {{.name = "c",
        .meaning =
            "of Theorem 5, a bound on kernel values; 0 for the width of the smallest interval with 0 and "
            "the values at the unseen points",
        .low = 0,
        .high = 1e30},
       &P::c},
      {{.name = "beta", .meaning = "of Theorem 6", .low = 0.01, .high = 10}, &P::beta}};
  return all;
}

const Fields<SamplingTheorems>& SamplingTheorems::fields() {
  using R = SamplingTheorems;
  static const Fields<R> all = {{{.name = "rows", .low = 1}, &R::rows},
                                {{.name = "unseen", .low = 1}, &R::unseen},
                                {{.name = "sigma", .low = 0}, &R::sigma},
                                {{.name = "kernel_norm", .low = 0}, &R::kernel_norm},
                                {{.name = "eigenvalues", .optional = true}, &R::eigenvalues},
                                {{.name = "checks", .may_be_empty = true}, &R::checks}};
  return all;
}

Experiment sampling_theorems_experiment() {
  return typed_experiment<SamplingTheoremsCells>({.name = experiment_name,
                                                  .trains = false,
                                                  .maps = false,
                                                  .seeded = false,
                                                  .report = sampling_theorems_report});
}

}  // namespace sketchbench
