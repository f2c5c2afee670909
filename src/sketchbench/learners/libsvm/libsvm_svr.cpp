#include <sketchbench/learners/libsvm/libsvm_svr.hpp>

#include <sketchbench/learners/dual_range.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner_fields.hpp>
#include <sketchbench/learners/libsvm/libsvm.hpp>
#include <sketchbench/learners/libsvm/libsvm_parts.hpp>
#include <sketchbench/learners/libsvm/libsvm_run.hpp>
#include <sketchbench/learners/numbered_gram.hpp>
#include <sketchbench/learners/typed_learner.hpp>

namespace sketchbench {
namespace {

svm_parameter library_parameters(const LibsvmSvr::Params& params, const Kernel& kernel) {
  svm_parameter parameters = libsvm_parameters(EPSILON_SVR, params, *libsvm_form(kernel));
  parameters.p = params.p;
  return parameters;
}

struct LibsvmSvrSpec {
  using Params = LibsvmSvr::Params;

  static std::unique_ptr<Learner> make(const Params& params, const Kernel& kernel, int /*threads*/) {
    return std::make_unique<LibsvmSvr>(params, kernel);
  }
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Params& params, const Kernel& kernel,
                                        Index features) {
    require_supported(libsvm_svr_kind(), kernel);
    return std::make_unique<LibsvmMachineModel<Regressor>>(
        machine_of(parts, library_parameters(params, kernel), features), features);
  }
  static double memory(const Params& params, const TrainingShape& shape) { return memory_of(params, shape); }
  static double seconds(const Params& params, const Kernel& kernel, const TrainingShape& shape) {
    return seconds_of(params, kernel, shape);
  }
};

}  // namespace

double memory_of(const LibsvmSvr::Params& params, const TrainingShape& shape) {
  const double two_variables_a_row = 200 * shape.rows();
  return memory_of(Libsvm::Params{.cache_mb = params.cache_mb}, shape) + two_variables_a_row;
}

double seconds_of(const LibsvmSvr::Params& params, const Kernel& kernel, const TrainingShape& shape) {
  return 2 * seconds_of(Libsvm::Params{.cache_mb = params.cache_mb}, kernel, shape);
}

const Fields<LibsvmSvr::Params>& LibsvmSvr::Params::fields() {
  static const Fields<Params> all(kernel_regressor_fields<Params>());
  return all;
}

namespace {

Trained trained_by(LibsvmRun run, const LabeledRows& data) {
  Trained trained;
  trained.report.iterations = run.progress.iterations().at(0);
  trained.report.objectives = run.progress.objectives();
  // Two variables a row: one for an error above the target, one for below.
  trained.report.converged = trained.report.iterations < libsvm_iteration_limit(2 * data.x.size());
  trained.report.support_vectors = run.model->l;
  trained.report.messages = run.messages;
  trained.model = std::make_unique<LibsvmMachineModel<Regressor>>(machine_of(std::move(run)), data.x.dim());
  return trained;
}

}  // namespace

Trained LibsvmSvr::train(const LabeledRows& data, Seed /*seed*/) const {
  kernel_.check();
  require_supported(libsvm_svr_kind(), kernel_);
  check_training_data(data, "libsvm_svr", Task::regression);
  return trained_by(run_libsvm(data, kernel_, library_parameters(params_, kernel_)), data);
}

Trained LibsvmSvr::train_on_gram(const LabeledRows& numbered, Seed /*seed*/) const {
  check_training_data(numbered, "libsvm_svr", Task::regression);
  return trained_by(run_libsvm_on_gram(numbered, library_parameters(params_, kernel_of_units())), numbered);
}

LearnerKind libsvm_svr_kind() {
  return typed_learner<LibsvmSvrSpec>({.type = "libsvm_svr",
                                       .version = 1,
                                       .uses_kernel = true,
                                       .supports = is_kernel_of_libsvm,
                                       .takes_gram = true,
                                       .regressors = "libsvm_svr",
                                       .title = "LIBSVM, epsilon-SVR",
                                       .citation = libsvm_citation,
                                       .in_words = kernel_machine_in_words,
                                       .advice = "lower C",
                                       .library = libsvm_library});
}

}  // namespace sketchbench
