#include <sketchbench/learners/block_smo/block_smo_one_class.hpp>

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

class BlockSmoOneClassModel final : public OneClassModel, public DualSolution {
 public:
  explicit BlockSmoOneClassModel(KernelSums machine) : machine_(std::move(machine)) {}
  std::vector<PairSolution> pairs() const override { return machine_.machines(); }
  std::optional<ModelParts> parts() const override { return machine_.parts(); }

 private:
  void score(const Rows& x, int threads, std::span<double> scores) const override {
    machine_.score(x, threads, scores);
  }

  KernelSums machine_;
};

struct BlockSmoOneClassSpec {
  using Params = BlockSmoOneClass::Params;

  static std::unique_ptr<Learner> make(Params params, const Kernel& kernel, int threads) {
    params.threads = threads;
    return std::make_unique<BlockSmoOneClass>(params, kernel);
  }
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Params&, const Kernel& kernel,
                                        Index features) {
    return std::make_unique<BlockSmoOneClassModel>(KernelSums::restore(parts, kernel, features, 1));
  }
  static double memory(const Params& params, const TrainingShape& shape) {
    return memory_of(BlockSmo::Params{.cache_mb = params.cache_mb, .threads = params.threads}, shape);
  }
  static double seconds(const Params& params, const Kernel& kernel, const TrainingShape& shape) {
    return seconds_of(BlockSmo::Params{.cache_mb = params.cache_mb}, kernel, shape);
  }
};

/// `values` are of `units` with the kernel.
Trained train_on(const KernelValues& values, const LabeledRows& data, const BlockSmoOneClass::Params& params,
                 const Rows& units, const Kernel& kernel) {
  const DualResult result = solve_one_class_dual(
      values, params.nu, dual_params(params, libsvm_iteration_limit(data.x.size())), data.weights);
  return {std::make_unique<BlockSmoOneClassModel>(KernelSums(units, kernel, {machine_of(result)})),
          report_of(result)};
}

}  // namespace

const Fields<BlockSmoOneClass::Params>& BlockSmoOneClass::Params::fields() {
  static const Fields<Params> all(one_class_fields<Params>());
  return all;
}

Trained BlockSmoOneClass::train(const LabeledRows& data, Seed /*seed*/) const {
  check_training_data(data, "block_smo_one_class");
  const KernelTrainingRows rows(data.x, kernel_, block_smo_one_class_kind());
  return train_on(KernelOfRows(rows.view(), kernel_), data, params_, rows.view(), kernel_);
}

Trained BlockSmoOneClass::train_on_gram(const LabeledRows& numbered, Seed /*seed*/) const {
  check_training_data(numbered, "block_smo_one_class");
  const NumberedGram gram = NumberedGram::of(numbered.x);
  return train_on(GivenGram(gram.matrix.view()), numbered, params_, gram.units.view(), kernel_of_units());
}

LearnerKind block_smo_one_class_kind() {
  return typed_learner<BlockSmoOneClassSpec>({.type = "block_smo_one_class",
                                              .version = 1,
                                              .uses_kernel = true,
                                              .supports = uses_products_of_rows,
                                              .takes_gram = true,
                                              .one_class = true,
                                              .classifiers = "block_smo_one_class",
                                              .title = "block SMO, one class",
                                              .citation = block_smo_citation,
                                              .in_words = kernel_machine_in_words,
                                              .advice = "raise nu"});
}

}  // namespace sketchbench
