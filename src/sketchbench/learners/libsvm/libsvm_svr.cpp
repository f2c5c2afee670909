#include <sketchbench/learners/libsvm/libsvm_svr.hpp>

#include <limits>

#include <sketchbench/learners/costs.hpp>
#include <sketchbench/learners/kernel_machine_keys.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/libsvm/libsvm_parts.hpp>
#include <sketchbench/learners/libsvm/libsvm_run.hpp>

namespace sketchbench {
namespace {

class SupportVectorRegression final : public Regressor {
 public:
  /// On rows with so many columns.
  SupportVectorRegression(SvmMachine machine, Index columns)
      : machine_(std::move(machine)), columns_(columns) {}

  std::optional<ModelParts> parts() const override { return parts_of(*machine_, columns_); }

 private:
  void score(const Rows& x, int threads, std::span<double> scores) const override {
    libsvm_scores(*machine_, x, threads, outputs(), scores);
  }

  SvmMachine machine_;
  Index columns_;
};

Json canonical(StrictObject& spec) {
  Json result = canonical_kernel_machine<LibsvmSvr::Params>(spec);
  result["p"] = spec.number_or("p", LibsvmSvr::Params{}.p, 0, std::numeric_limits<double>::infinity());
  return result;
}

LibsvmSvr::Params parse(const Json& canonical) {
  auto params = parse_kernel_machine<LibsvmSvr::Params>(canonical);
  params.p = canonical.at("p").get<double>();
  return params;
}

svm_parameter library_parameters(const LibsvmSvr::Params& params, const Kernel& kernel) {
  svm_parameter parameters = libsvm_parameters(EPSILON_SVR, params, *libsvm_form(kernel));
  parameters.p = params.p;
  return parameters;
}

std::unique_ptr<Model> restore(const ModelParts& parts, const Json& spec, const Kernel& kernel,
                               Index features) {
  require_supported(libsvm_svr_kind(), kernel);
  return std::make_unique<SupportVectorRegression>(
      machine_of(parts, library_parameters(parse(spec), kernel), features), features);
}

}  // namespace

Trained LibsvmSvr::train(const LabeledRows& data, Seed /*seed*/) const {
  kernel_.check();
  require_supported(libsvm_svr_kind(), kernel_);
  check_training_data(data, "libsvm_svr", Task::regression);

  LibsvmRun run = run_libsvm(data.x, data.y, kernel_, library_parameters(params_, kernel_));

  Trained trained;
  trained.report.iterations = run.progress.iterations().at(0);
  trained.report.objectives = run.progress.objectives();
  // Two variables a row: one for an error above the target, one for below.
  trained.report.converged = trained.report.iterations < libsvm_iteration_limit(2 * data.x.size());
  trained.report.support_vectors = run.model->l;
  trained.report.messages = run.messages;
  trained.model = std::make_unique<SupportVectorRegression>(machine_of(std::move(run)), data.x.dim());
  return trained;
}

LearnerKind libsvm_svr_kind() {
  return {
      .type = "libsvm_svr",
      .version = 1,
      .uses_kernel = true,
      .supports = is_kernel_of_libsvm,
      .regressors = "libsvm_svr",
      .canonical = canonical,
      .make = [](const Json& spec, const Kernel& kernel, int /*threads*/) -> std::unique_ptr<Learner> {
        return std::make_unique<LibsvmSvr>(parse(spec), kernel);
      },
      .restore = restore,
      .memory = [](const Json& spec, const TrainingShape& shape) { return memory_of(parse(spec), shape); },
      .seconds = [](const Json& spec, const Kernel& kernel,
                    const TrainingShape& shape) { return seconds_of(parse(spec), kernel, shape); },
      .title = "LIBSVM, epsilon-SVR",
      .citation = libsvm_citation,
      .in_words = kernel_machine_in_words,
      .advice = "lower C",
      .library = libsvm_library};
}

}  // namespace sketchbench
