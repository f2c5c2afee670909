#include "learners/libsvm/libsvm_svr.hpp"

#include <limits>

#include "learners/costs.hpp"
#include "learners/kernel_machine_keys.hpp"
#include "learners/labels.hpp"
#include "learners/libsvm/libsvm_run.hpp"

namespace sketchbench {
namespace {

class SupportVectorRegression final : public Regressor {
 public:
  explicit SupportVectorRegression(LibsvmRun run) : run_(std::move(run)) {}

 private:
  void score(const Rows& x, int threads, std::span<double> scores) const override {
    libsvm_scores(*run_.model, x, threads, outputs(), scores);
  }

  LibsvmRun run_;
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

}  // namespace

Trained LibsvmSvr::train(const LabeledRows& data, Seed /*seed*/) const {
  kernel_.check();
  require_supported(libsvm_svr_kind(), kernel_);
  check_training_data(data, "libsvm_svr", Task::regression);

  svm_parameter parameters = libsvm_parameters(EPSILON_SVR, params_, *libsvm_form(kernel_));
  parameters.p = params_.p;
  LibsvmRun run = run_libsvm(data.x, data.y, kernel_, parameters);

  Trained trained;
  trained.report.iterations = run.progress.iterations().at(0);
  trained.report.objectives = run.progress.objectives();
  // Two variables a row: one for an error above the target, one for below.
  trained.report.converged = trained.report.iterations < libsvm_iteration_limit(2 * data.x.size());
  trained.report.support_vectors = run.model->l;
  trained.report.messages = run.messages;
  trained.model = std::make_unique<SupportVectorRegression>(std::move(run));
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
