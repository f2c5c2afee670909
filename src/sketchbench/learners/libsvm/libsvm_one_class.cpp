#include <sketchbench/learners/libsvm/libsvm_one_class.hpp>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/dual_range.hpp>
#include <sketchbench/learners/kernel_sums.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner_fields.hpp>
#include <sketchbench/learners/libsvm/libsvm.hpp>
#include <sketchbench/learners/libsvm/libsvm_parts.hpp>
#include <sketchbench/learners/libsvm/libsvm_run.hpp>
#include <sketchbench/learners/numbered_gram.hpp>
#include <sketchbench/learners/typed_learner.hpp>

namespace sketchbench {
namespace {

svm_parameter library_parameters(const LibsvmOneClass::Params& params, const Kernel& kernel) {
  svm_parameter parameters = libsvm_parameters(ONE_CLASS, params, *libsvm_form(kernel));
  parameters.nu = params.nu;
  return parameters;
}

struct LibsvmOneClassSpec {
  using Params = LibsvmOneClass::Params;

  static std::unique_ptr<Learner> make(const Params& params, const Kernel& kernel, int /*threads*/) {
    return std::make_unique<LibsvmOneClass>(params, kernel);
  }
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Params& params, const Kernel& kernel,
                                        Index features) {
    require_supported(libsvm_one_class_kind(), kernel);
    return std::make_unique<LibsvmMachineModel<OneClassModel>>(
        machine_of(parts, library_parameters(params, kernel), features), features);
  }
  static double memory(const Params& params, const TrainingShape& shape) { return memory_of(params, shape); }
  static double seconds(const Params& params, const Kernel& kernel, const TrainingShape& shape) {
    return seconds_of(params, kernel, shape);
  }
};

}  // namespace

double memory_of(const LibsvmOneClass::Params& params, const TrainingShape& shape) {
  return memory_of(Libsvm::Params{.cache_mb = params.cache_mb}, shape);
}

double seconds_of(const LibsvmOneClass::Params& params, const Kernel& kernel, const TrainingShape& shape) {
  return seconds_of(Libsvm::Params{.cache_mb = params.cache_mb}, kernel, shape);
}

const Fields<LibsvmOneClass::Params>& LibsvmOneClass::Params::fields() {
  static const Fields<Params> all(one_class_fields<Params>());
  return all;
}

namespace {

Trained one_class_by(LibsvmRun run, const LabeledRows& data) {
  if (!std::isfinite(run.model->rho[0]))
    throw InputError(
        "libsvm_one_class with nu = 1 leaves open where a row is like the others: choose a smaller nu");
  Trained trained;
  trained.report.iterations = run.progress.iterations().at(0);
  trained.report.objectives = run.progress.objectives();
  trained.report.converged = trained.report.iterations < libsvm_iteration_limit(data.x.size());
  trained.report.support_vectors = run.model->l;
  trained.report.messages = run.messages;
  trained.model =
      std::make_unique<LibsvmMachineModel<OneClassModel>>(machine_of(std::move(run)), data.x.dim());
  return trained;
}

}  // namespace

Trained LibsvmOneClass::train(const LabeledRows& data, Seed /*seed*/) const {
  kernel_.check();
  require_supported(libsvm_one_class_kind(), kernel_);
  check_training_data(data, "libsvm_one_class");
  return one_class_by(run_libsvm(data, kernel_, library_parameters(params_, kernel_)), data);
}

Trained LibsvmOneClass::train_on_gram(const LabeledRows& numbered, Seed /*seed*/) const {
  check_training_data(numbered, "libsvm_one_class");
  return one_class_by(run_libsvm_on_gram(numbered, library_parameters(params_, kernel_of_units())), numbered);
}

LearnerKind libsvm_one_class_kind() {
  return typed_learner<LibsvmOneClassSpec>({.type = "libsvm_one_class",
                                            .version = 1,
                                            .uses_kernel = true,
                                            .supports = is_kernel_of_libsvm,
                                            .takes_gram = true,
                                            .one_class = true,
                                            .classifiers = "libsvm_one_class",
                                            .title = "LIBSVM, one class",
                                            .citation = libsvm_citation,
                                            .in_words = kernel_machine_in_words,
                                            .advice = "raise nu",
                                            .library = libsvm_library});
}

}  // namespace sketchbench
