#include <sketchbench/learners/block_smo/block_smo_svr.hpp>

#include <memory>
#include <utility>

#include <sketchbench/learners/block_smo/block_smo.hpp>
#include <sketchbench/learners/block_smo/kernel_training_rows.hpp>
#include <sketchbench/learners/block_smo/svm_duals.hpp>
#include <sketchbench/learners/dual_range.hpp>
#include <sketchbench/learners/kernel_sums.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner_fields.hpp>
#include <sketchbench/learners/numbered_gram.hpp>
#include <sketchbench/learners/typed_learner.hpp>

namespace sketchbench {
namespace {

struct BlockSmoSvrSpec {
  using Params = BlockSmoSvr::Params;

  static std::unique_ptr<Learner> make(Params params, const Kernel& kernel, int threads) {
    params.threads = threads;
    return std::make_unique<BlockSmoSvr>(params, kernel);
  }
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Params&, const Kernel& kernel,
                                        Index features) {
    return KernelRegressor::restore(parts, kernel, features);
  }
  // Kernel rows have two variables a row.
  static double memory(const Params& params, const TrainingShape& shape) {
    return 2 * memory_of(BlockSmo::Params{.cache_mb = params.cache_mb, .threads = params.threads}, shape);
  }
  static double seconds(const Params& params, const Kernel& kernel, const TrainingShape& shape) {
    return 2 * seconds_of(BlockSmo::Params{.cache_mb = params.cache_mb}, kernel, shape);
  }
};

/// `values` are of `units` with the kernel.
Trained train_on(std::unique_ptr<KernelValues> values, const LabeledRows& data,
                 const BlockSmoSvr::Params& params, const Rows& units, const Kernel& kernel) {
  // Two variables a row: one for an error above the target, one for below.
  const DualResult result =
      solve_svr_dual(std::move(values), data.y, params.C, params.p,
                     dual_params(params, libsvm_iteration_limit(2 * data.x.size())), data.weights);
  return {std::make_unique<KernelRegressor>(KernelSums(units, kernel, {machine_of(result)})),
          report_of(result)};
}

}  // namespace

const Fields<BlockSmoSvr::Params>& BlockSmoSvr::Params::fields() {
  static const Fields<Params> all(kernel_regressor_fields<Params>());
  return all;
}

Trained BlockSmoSvr::train(const LabeledRows& data, Seed /*seed*/) const {
  check_training_data(data, "block_smo_svr", Task::regression);
  const KernelTrainingRows rows(data.x, kernel_, block_smo_svr_kind());
  return train_on(std::make_unique<KernelOfRows>(rows.view(), kernel_), data, params_, rows.view(), kernel_);
}

Trained BlockSmoSvr::train_on_gram(const LabeledRows& numbered, Seed /*seed*/) const {
  check_training_data(numbered, "block_smo_svr", Task::regression);
  const NumberedGram gram = NumberedGram::of(numbered.x);
  return train_on(std::make_unique<GivenGram>(gram.matrix.view()), numbered, params_, gram.units.view(),
                  kernel_of_units());
}

LearnerKind block_smo_svr_kind() {
  return typed_learner<BlockSmoSvrSpec>({.type = "block_smo_svr",
                                         .version = 1,
                                         .uses_kernel = true,
                                         .supports = uses_products_of_rows,
                                         .takes_gram = true,
                                         .regressors = "block_smo_svr",
                                         .title = "block SMO, epsilon-SVR",
                                         .citation = block_smo_citation,
                                         .in_words = kernel_machine_in_words,
                                         .advice = "lower C"});
}

}  // namespace sketchbench
