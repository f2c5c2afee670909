#include <sketchbench/learners/libsvm/libsvm.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/kernels/kernel_range.hpp>
#include <sketchbench/kernels/libsvm_form.hpp>
#include <sketchbench/learners/block_smo/block_smo.hpp>
#include <sketchbench/learners/costs.hpp>
#include <sketchbench/learners/dual_model.hpp>
#include <sketchbench/learners/dual_range.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner_fields.hpp>
#include <sketchbench/learners/library_messages.hpp>
#include <sketchbench/learners/libsvm/libsvm_messages.hpp>
#include <sketchbench/learners/libsvm/libsvm_parts.hpp>
#include <sketchbench/learners/libsvm/libsvm_run.hpp>
#include <sketchbench/learners/node_lists.hpp>
#include <sketchbench/learners/typed_learner.hpp>

namespace sketchbench {
namespace {

class KernelModel final : public DualModel {
 public:
  /// On rows with so many columns.
  KernelModel(SvmMachine machine, Index columns) : machine_(std::move(machine)), columns_(columns) {}

  std::optional<ModelParts> parts() const override { return parts_of(*machine_, columns_); }

  // A support vector of class i keeps its coefficient against class j in row j - 1 where j > i, and in row j
  // where not.
  std::vector<PairSolution> pairs() const override {
    const svm_model& m = *machine_;
    std::vector<int> start{0};
    for (int i = 0; i < m.nr_class; ++i) start.push_back(start.back() + m.nSV[i]);
    std::vector<PairSolution> pairs;
    for (int i = 0; i < m.nr_class; ++i)
      for (int j = i + 1; j < m.nr_class; ++j) {
        PairSolution pair{.first = m.label[i], .second = m.label[j], .rho = m.rho[pairs.size()]};
        const auto take = [&](int of, const double* coefficients) {
          for (int s = start[static_cast<std::size_t>(of)]; s < start[static_cast<std::size_t>(of) + 1]; ++s)
            if (coefficients[s] != 0) {
              pair.row.push_back(m.sv_indices[s] - 1);
              pair.b.push_back(coefficients[s]);
            }
        };
        take(i, m.sv_coef[j - 1]);
        take(j, m.sv_coef[i]);
        pairs.push_back(std::move(pair));
      }
    return pairs;
  }

 private:
  void score(const Rows& x, int threads, std::span<double> scores) const override {
    libsvm_scores(*machine_, x, threads, outputs(), scores);
  }
  std::span<const int> labels() const override {
    return {machine_->label, static_cast<std::size_t>(machine_->nr_class)};
  }

  SvmMachine machine_;
  Index columns_;
};

/// In the library's order.
std::vector<ClassPair> pairs_of(const svm_model& trained, const std::vector<ClassCount>& classes) {
  const auto with_label = [&](int label) { return *std::ranges::find(classes, label, &ClassCount::label); };
  std::vector<ClassPair> pairs;
  for (int i = 0; i < trained.nr_class; ++i)
    for (int j = i + 1; j < trained.nr_class; ++j)
      pairs.push_back({with_label(trained.label[i]), with_label(trained.label[j])});
  return pairs;
}

/// Whether every pair of classes stayed below its iteration limit.
bool all_converged(const std::vector<ClassPair>& pairs, const std::vector<std::int64_t>& iterations) {
  for (std::size_t p = 0; p < pairs.size(); ++p)
    if (iterations.at(p) >= libsvm_iteration_limit(pairs[p].first.rows + pairs[p].second.rows)) return false;
  return true;
}

constexpr double printed = 1e-6;  // LIBSVM's objectives have six decimals

svm_parameter library_parameters(const Libsvm::Params& params, const Kernel& kernel) {
  return libsvm_parameters(C_SVC, params, *libsvm_form(kernel));
}

struct LibsvmSpec {
  using Params = Libsvm::Params;

  static std::unique_ptr<Learner> make(const Params& params, const Kernel& kernel, int /*threads*/) {
    return std::make_unique<Libsvm>(params, kernel);
  }
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Params& params, const Kernel& kernel,
                                        Index features) {
    require_supported(libsvm_kind(), kernel);
    return std::make_unique<KernelModel>(machine_of(parts, library_parameters(params, kernel), features),
                                         features);
  }
  static double memory(const Params& params, const TrainingShape& shape) { return memory_of(params, shape); }
  static double seconds(const Params& params, const Kernel& kernel, const TrainingShape& shape) {
    return seconds_of(params, kernel, shape);
  }
};

}  // namespace

const Fields<Libsvm::Params>& Libsvm::Params::fields() {
  static const Fields<Params> all(kernel_machine_fields<Params>());
  return all;
}

Trained Libsvm::train(const LabeledRows& data, Seed /*seed*/) const {
  kernel_.check();
  require_supported(libsvm_kind(), kernel_);
  check_training_data(data, "libsvm");
  const std::vector<ClassCount> classes = count_classes(data.y);
  LibsvmRun run = run_libsvm(data.x, data.y, kernel_, library_parameters(params_, kernel_));

  Trained trained;
  for (const std::int64_t steps : run.progress.iterations()) trained.report.iterations += steps;
  trained.report.objectives = run.progress.objectives();
  const std::vector<ClassPair> pairs = pairs_of(*run.model, classes);
  for (std::size_t p = 0; p < pairs.size(); ++p)
    require_possible_dual(run.progress.objectives().at(p), params_.C, pairs[p], kernel_, "libsvm", printed);
  trained.report.converged = all_converged(pairs, run.progress.iterations());
  trained.report.support_vectors = run.model->l;
  trained.report.messages = run.messages;
  auto machine = std::make_unique<KernelModel>(machine_of(std::move(run)), data.x.dim());
  if (trained.report.converged)
    for (const PairSolution& pair : machine->pairs()) require_resolved(data.x, kernel_, pair, "libsvm");
  trained.model = std::move(machine);
  return trained;
}

LearnerKind libsvm_kind() {
  return typed_learner<LibsvmSpec>({.type = "libsvm",
                                    .version = 1,
                                    .uses_kernel = true,
                                    .supports = is_kernel_of_libsvm,
                                    .classifiers = "libsvm",
                                    .title = "LIBSVM",
                                    .citation = libsvm_citation,
                                    .in_words = kernel_machine_in_words,
                                    .advice = "lower C",
                                    .library = libsvm_library,
                                    .faster = block_smo_kind});
}

Library libsvm_library() {
  return {"libsvm", fmt::format("LIBSVM {}.{:02}", libsvm_version / 100, libsvm_version % 100)};
}

}  // namespace sketchbench
