#include <sketchbench/learners/block_smo/block_smo.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/threads.hpp>
#include <sketchbench/kernels/kernel_range.hpp>
#include <sketchbench/kernels/kernel_tile.hpp>
#include <sketchbench/learners/block_smo/kernel_rows.hpp>
#include <sketchbench/learners/block_smo/svc_dual.hpp>
#include <sketchbench/learners/dual_range.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner_fields.hpp>
#include <sketchbench/learners/packed_rows.hpp>
#include <sketchbench/learners/pair_votes.hpp>
#include <sketchbench/learners/row_blocks.hpp>
#include <sketchbench/learners/typed_learner.hpp>

namespace sketchbench {
namespace {

constexpr double megabyte = 1048576;
// Up to this share of values that are not zero, kernel rows take less time from sparse rows than from dense
// ones.
constexpr double sparse_share = 0.3;

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

PairSolution solution_of(const Pair& pair, const std::vector<int>& classes, const SvcDualResult& result) {
  PairSolution solution{.first = classes[pair.first], .second = classes[pair.second], .rho = result.rho};
  for (std::size_t k = 0; k < result.b.size(); ++k)
    if (result.b[k] != 0) {
      solution.row.push_back(pair.rows[k]);
      solution.b.push_back(result.b[k]);
    }
  return solution;
}

bool uses_products(const Kernel& kernel) { return kernel.uses_products(); }

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
  constexpr double seconds_per_gradient_entry = 0.5e-9, steps_per_sparse_row = 100, support_share = 0.3;
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

Trained BlockSmo::train(const LabeledRows& given, Seed /*seed*/) const {
  kernel_.check();
  require_supported(block_smo_kind(), kernel_);
  check_training_data(given, "block_smo");
  const RowsInForm rows(given.x, sparse_share);
  const LabeledRows data{rows.view(), given.y, given.task, given.weights};
  const std::vector<ClassCount> counts = count_classes(data.y);
  std::vector<int> classes;
  for (const ClassCount& one : counts) classes.push_back(one.label);
  require_kernel_range(data.x, kernel_);
  require_tile_range(data.x, kernel_);
  if (data.x.is_sparse())
    require_distance_precision(data.x, kernel_, 0x1p-24);
  else
    require_distance_precision(data.x, kernel_, 0x1p-24, PackedRows::terms_per_sum);

  std::vector<double> of_classes;
  if (params_.class_weight) of_classes = params_.class_weight->for_classes(counts);
  const std::vector<double> weights = row_weights(data.y, data.weights, counts, of_classes);
  const double most = weights.empty() ? params_.C : params_.C * std::max(1.0, std::ranges::max(weights));
  std::vector<Pair> pairs;
  std::size_t most_rows = 0;
  for (std::size_t a = 0; a < classes.size(); ++a)
    for (std::size_t b = a + 1; b < classes.size(); ++b) {
      pairs.push_back(rows_of(a, b, classes, data.y, weights));
      most_rows = std::max(most_rows, pairs.back().rows.size());
    }

  // As many pairs at once as leave each of them room for its working set: what a pair computes must depend on
  // the cache alone, and not on how many share it.
  const double cache = params_.cache_mb * megabyte;
  const auto room = [&](int pairs_at_once) {
    return KernelRows::capacity(static_cast<Index>(most_rows), cache / pairs_at_once);
  };
  int at_once = static_cast<int>(
      std::min<std::size_t>(pairs.size(), static_cast<std::size_t>(std::max(1, params_.threads))));
  while (at_once > 1 && room(at_once) < std::min(params_.working_set, static_cast<Index>(most_rows)))
    --at_once;
  const auto dual_of = [&](const Pair& pair) {
    return SvcDualParams{.C = params_.C,
                         .eps = params_.eps,
                         .cache_bytes = cache / at_once,
                         .shrinking = params_.shrinking,
                         .working_set = params_.working_set,
                         .max_steps = step_limit(params_, pair),
                         .threads = std::max(1, params_.threads / at_once)};
  };

  std::vector<SvcDualResult> results(pairs.size());
  parallel_blocks(static_cast<Index>(pairs.size()), 1, at_once, [&](Index begin, Index end) {
    for (Index p = begin; p < end; ++p) {
      const Pair& pair = pairs[static_cast<std::size_t>(p)];
      const bool all = pair.rows.size() == data.y.size();
      if (all) {
        results[static_cast<std::size_t>(p)] =
            solve_svc_dual(data.x, pair.positive, kernel_, dual_of(pair), pair.weights);
      } else {
        const OwnedRows copy(data.x, pair.rows);
        results[static_cast<std::size_t>(p)] =
            solve_svc_dual(copy.view(), pair.positive, kernel_, dual_of(pair), pair.weights);
      }
    }
  });

  Trained trained;
  std::vector<PairSolution> solutions;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const SvcDualResult& result = results[p];
    require_possible_dual(result.objective, most, {counts[pairs[p].first], counts[pairs[p].second]}, kernel_,
                          "block_smo");
    solutions.push_back(solution_of(pairs[p], classes, result));
    if (result.converged) require_resolved(data.x, kernel_, solutions.back(), "block_smo");
    trained.report.iterations += result.steps;
    trained.report.objectives.push_back(result.objective);
    trained.report.converged = trained.report.converged && result.converged;
    trained.report.messages += fmt::format(
        "{} against {}: {} steps, {} rounds, {} systems, {} kernel rows, obj {:.8g}, rho {:.6g}, nSV {}, "
        "violation {:.3g}{}\n",
        solutions.back().first, solutions.back().second, result.steps, result.rounds, result.systems,
        result.kernel_rows, result.objective, result.rho, solutions.back().row.size(), result.violation,
        result.converged ? ""
                         : fmt::format(", NOT BELOW EPS at the limit of {} steps: scale the data, or lower C",
                                       step_limit(params_, pairs[p])));
  }
  auto model = std::make_unique<PairVotes>(data.x, kernel_, classes, std::move(solutions));
  trained.report.support_vectors = model->support_vectors();
  trained.model = std::move(model);
  return trained;
}

LearnerKind block_smo_kind() {
  return typed_learner<BlockSmoSpec>(
      {.type = "block_smo",
       .version = 1,
       .uses_kernel = true,
       .supports = uses_products,
       .classifiers = "block_smo",
       .title = "block SMO",
       .citation =
           "Joachims, T. (1999). Making large-scale SVM learning practical. Advances in Kernel Methods; "
           "Fan, R.-E., Chen, P.-H. and Lin, C.-J. (2005). Working set selection using second order "
           "information for training support vector machines. JMLR 6.",
       .in_words = kernel_machine_in_words,
       .advice = "lower C"});
}

}  // namespace sketchbench
