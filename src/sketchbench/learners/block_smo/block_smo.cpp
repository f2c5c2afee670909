#include <sketchbench/learners/block_smo/block_smo.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/learners/block_smo/kernel_rows.hpp>
#include <sketchbench/learners/block_smo/kernel_training_rows.hpp>
#include <sketchbench/learners/block_smo/svm_duals.hpp>
#include <sketchbench/learners/dual_range.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner_fields.hpp>
#include <sketchbench/learners/numbered_gram.hpp>
#include <sketchbench/learners/packed_rows.hpp>
#include <sketchbench/learners/pair_votes.hpp>
#include <sketchbench/learners/typed_learner.hpp>

namespace sketchbench {
namespace {

constexpr double megabyte = 1048576;
/// The rows of two classes.
struct Pair {
  std::size_t first, second;  ///< numbers of the classes
  std::vector<Index> rows;
  std::vector<bool> positive;
  std::vector<double> weights;  ///< empty: 1 each
};

Pair rows_of(std::size_t first, std::size_t second, const std::vector<int>& classes, std::span<const float> y,
             std::span<const double> weights) {
  Pair pair{first, second, {}, {}, {}};
  for (std::size_t i = 0; i < y.size(); ++i) {
    const auto label = static_cast<int>(y[i]);
    if (label != classes[first] && label != classes[second]) continue;
    pair.rows.push_back(static_cast<Index>(i));
    pair.positive.push_back(label == classes[first]);
    if (!weights.empty()) pair.weights.push_back(weights[i]);
  }
  return pair;
}

std::int64_t step_limit(const BlockSmo::Params& params, const Pair& pair) {
  return params.max_steps > 0 ? params.max_steps : libsvm_iteration_limit(std::ssize(pair.rows));
}

PairSolution solution_of(const Pair& pair, const std::vector<int>& classes, const DualResult& result) {
  PairSolution solution{.first = classes[pair.first], .second = classes[pair.second], .rho = result.rho};
  for (std::size_t k = 0; k < result.b.size(); ++k)
    if (result.b[k] != 0) {
      solution.row.push_back(pair.rows[k]);
      solution.b.push_back(result.b[k]);
    }
  return solution;
}

struct BlockSmoSpec {
  using Params = BlockSmo::Params;

  static std::unique_ptr<Learner> make(Params params, const Kernel& kernel, int threads) {
    params.threads = threads;
    return std::make_unique<BlockSmo>(params, kernel);
  }
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Params&, const Kernel& kernel,
                                        Index features) {
    return PairVotes::restore(parts, kernel, features);
  }
  static double memory(const Params& params, const TrainingShape& shape) { return memory_of(params, shape); }
  static double seconds(const Params& params, const Kernel& kernel, const TrainingShape& shape) {
    return seconds_of(params, kernel, shape);
  }
};

}  // namespace

double memory_of(const BlockSmo::Params& params, const TrainingShape& shape) {
  const double n = shape.rows(), pair = shape.largest_pair(), classes = std::max(2, shape.classes);
  const double at_once =
      std::min(static_cast<double>(std::max(1, params.threads)), classes * (classes - 1) / 2);
  // Two rows are cached at least, and never more than all of them.
  const double cache = std::clamp(params.cache_mb * 1048576, 2 * sizeof(float) * (pair + 32),
                                  at_once * std::max(2.0, pair) * sizeof(float) * (pair + 32));
  // A pair's rows are copied where there are more than two classes, those that are not alike where some are,
  // and its active rows; the model copies the support vectors. A sparse value takes 8 bytes.
  const double copies = 8 * (shape.nonzeros() / n + 1) * (3 * at_once * pair + n);
  const auto q = static_cast<double>(params.working_set);
  const double packed = PackedRows::memory(shape.d) * (3 * at_once);
  // For a row in a pair: its number, its side, its solution, and that again in the order of the support
  // vectors, which is sorted.
  const double in_a_pair = 8 + 1 + 8 + 2 * 16 + 2 * 24;
  const double votes = at_once * classes * (classes - 1) / 2 * 8 * PackedRows::lanes;
  return cache + copies + packed + at_once * (200 * pair + sizeof(float) * q * (q + 32)) +
         in_a_pair * n * (classes - 1) + votes + 4 * static_cast<double>(shape.n_test);
}

// Measured on a 2-core server with Adult, Covertype and MNIST (raw and through Tensor Sketching). How many
// steps a solver takes depends on the data far more than on their shape.
double seconds_of(const BlockSmo::Params& /*params*/, const Kernel& /*kernel*/, const TrainingShape& shape) {
  constexpr double seconds_per_kernel_value = 1e-9, seconds_per_product = 5e-11;
  constexpr double seconds_per_gradient_entry = 0.5e-9, steps_per_sparse_row = 100;
  const double support_share = static_cast<double>(shape.d) > shape.rows() ? 1 : 0.3;  // as of LIBSVM
  const double classes = std::max(2, shape.classes), pairs = classes * (classes - 1) / 2;
  const double pair = 2 * shape.rows() / classes;
  const double kernel_value = seconds_per_kernel_value + seconds_per_product * shape.nonzeros_per_row;
  const double steps =
      pair * steps_per_sparse_row * std::min(1.0, 15 / std::max(1.0, shape.nonzeros_per_row));
  const double train =
      pairs * pair * support_share * (steps * seconds_per_gradient_entry + pair * kernel_value);
  return train + support_share * shape.rows() * static_cast<double>(shape.n_test) * kernel_value;
}

const Fields<BlockSmo::Params>& BlockSmo::Params::fields() {
  static const Fields<Params> all(kernel_classifier_fields<Params>());
  return all;
}

namespace {

/// What training on all pairs of classes ends in.
struct SvmOfPairs {
  std::vector<int> classes;
  std::vector<ClassPair> pairs;
  std::vector<DualResult> results;
  std::vector<PairSolution> solutions;
  TrainingReport report;  ///< without the number of support vectors
  double most = 1;        ///< what C is times, at most
};
using SolvePair = std::function<DualResult(const Pair& pair, const DualParams& dual)>;

SvmOfPairs solve_pairs(const BlockSmo::Params& params, std::span<const float> y,
                       std::span<const double> of_rows, const SolvePair& solve) {
  const std::vector<ClassCount> counts = count_classes(y, of_rows);
  SvmOfPairs found;
  for (const ClassCount& one : counts) found.classes.push_back(one.label);
  std::vector<double> of_classes;
  if (params.class_weight) of_classes = params.class_weight->for_classes(counts);
  const std::vector<double> weights = row_weights(y, of_rows, counts, of_classes);
  if (!weights.empty()) found.most = std::max(1.0, std::ranges::max(weights));
  std::vector<Pair> pairs;
  std::size_t most_rows = 0;
  for (std::size_t a = 0; a < counts.size(); ++a)
    for (std::size_t b = a + 1; b < counts.size(); ++b) {
      pairs.push_back(rows_of(a, b, found.classes, y, weights));
      found.pairs.push_back({counts[a], counts[b]});
      most_rows = std::max(most_rows, pairs.back().rows.size());
    }

  // As many pairs at once as leave each of them room for its working set: what a pair computes must depend on
  // the cache alone, and not on how many share it.
  const double cache = params.cache_mb * megabyte;
  const auto room = [&](int pairs_at_once) {
    return KernelRows::capacity(static_cast<Index>(most_rows), cache / pairs_at_once);
  };
  int at_once = static_cast<int>(
      std::min<std::size_t>(pairs.size(), static_cast<std::size_t>(std::max(1, params.threads))));
  while (at_once > 1 && room(at_once) < std::min(params.working_set, static_cast<Index>(most_rows)))
    --at_once;
  const auto dual_of = [&](const Pair& pair) {
    return DualParams{.eps = params.eps,
                      .cache_bytes = cache / at_once,
                      .shrinking = params.shrinking,
                      .working_set = params.working_set,
                      .max_steps = step_limit(params, pair),
                      .threads = std::max(1, params.threads / at_once)};
  };

  found.results.resize(pairs.size());
  parallel_blocks(static_cast<Index>(pairs.size()), 1, at_once, [&](Index begin, Index end) {
    for (Index p = begin; p < end; ++p) {
      const Pair& pair = pairs[static_cast<std::size_t>(p)];
      found.results[static_cast<std::size_t>(p)] = solve(pair, dual_of(pair));
    }
  });

  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const DualResult& result = found.results[p];
    const PairSolution& solution = found.solutions.emplace_back(solution_of(pairs[p], found.classes, result));
    found.report.iterations += result.steps;
    found.report.objectives.push_back(result.objective);
    found.report.converged = found.report.converged && result.converged;
    found.report.messages += fmt::format(
        "{} against {}: {} steps, {} rounds, {} systems, {} kernel rows, obj {:.8g}, rho {:.6g}, nSV {}, "
        "violation {:.3g}{}\n",
        solution.first, solution.second, result.steps, result.rounds, result.systems, result.kernel_rows,
        result.objective, result.rho, solution.row.size(), result.violation,
        result.converged ? ""
                         : fmt::format(", NOT BELOW EPS at the limit of {} steps: scale the data, or lower C",
                                       step_limit(params, pairs[p])));
  }
  return found;
}

SvmOfPairs solve_pairs_on_gram(const BlockSmo::Params& params, const Rows& gram, std::span<const float> y,
                               std::span<const double> weights) {
  return solve_pairs(params, y, weights, [&](const Pair& pair, const DualParams& dual) {
    return solve_svc_dual(GivenGram(gram, pair.rows), pair.positive, params.C, dual, pair.weights);
  });
}

Trained trained_by(SvmOfPairs found, const Rows& x, const Kernel& kernel) {
  Trained trained{.model = {}, .report = std::move(found.report)};
  auto model = std::make_unique<PairVotes>(x, kernel, std::move(found.classes), std::move(found.solutions));
  trained.report.support_vectors = model->support_vectors();
  trained.model = std::move(model);
  return trained;
}

}  // namespace

Trained BlockSmo::train(const LabeledRows& given, Seed /*seed*/) const {
  check_training_data(given, "block_smo");
  const KernelTrainingRows rows(given.x, kernel_, block_smo_kind());
  const Rows x = rows.view();
  SvmOfPairs found =
      solve_pairs(params_, given.y, given.weights, [&](const Pair& pair, const DualParams& dual) {
        if (std::ssize(pair.rows) == x.size())
          return solve_svc_dual(x, pair.positive, kernel_, params_.C, dual, pair.weights);
        const OwnedRows copy(x, pair.rows);
        return solve_svc_dual(copy.view(), pair.positive, kernel_, params_.C, dual, pair.weights);
      });
  for (std::size_t p = 0; p < found.pairs.size(); ++p) {
    const DualResult& result = found.results[p];
    require_possible_dual(result.objective, params_.C * found.most, found.pairs[p], kernel_, "block_smo");
    if (result.converged) require_resolved(x, kernel_, found.solutions[p], "block_smo");
  }
  return trained_by(std::move(found), x, kernel_);
}

Trained BlockSmo::train_on_gram(const LabeledRows& numbered, Seed /*seed*/) const {
  check_training_data(numbered, "block_smo");
  const NumberedGram gram = NumberedGram::of(numbered.x);
  return trained_by(solve_pairs_on_gram(params_, gram.matrix.view(), numbered.y, numbered.weights),
                    gram.units.view(), kernel_of_units());
}

GramSvm train_on_gram(const BlockSmo::Params& params, const Rows& gram, std::span<const float> y,
                      std::span<const double> weights) {
  check_training_data({gram, y, Task::classification, weights}, "block_smo");
  if (gram.is_sparse() || gram.dim() != gram.size())
    throw InputError(
        fmt::format("the kernel matrix is {} x {}, expected a square one", gram.size(), gram.dim()));
  SvmOfPairs found = solve_pairs_on_gram(params, gram, y, weights);
  std::vector<bool> supports(y.size(), false);
  for (const PairSolution& pair : found.solutions)
    for (const Index i : pair.row) supports[static_cast<std::size_t>(i)] = true;
  found.report.support_vectors = std::ranges::count(supports, true);
  return {std::move(found.solutions), std::move(found.report)};
}

LearnerKind block_smo_kind() {
  return typed_learner<BlockSmoSpec>({.type = "block_smo",
                                      .version = 1,
                                      .uses_kernel = true,
                                      .supports = uses_products_of_rows,
                                      .takes_gram = true,
                                      .classifiers = "block_smo",
                                      .title = "block SMO",
                                      .citation = block_smo_citation,
                                      .in_words = kernel_machine_in_words,
                                      .advice = "lower C"});
}

}  // namespace sketchbench
