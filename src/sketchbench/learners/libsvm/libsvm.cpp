#include <sketchbench/learners/libsvm/libsvm.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/kernels/kernel_range.hpp>
#include <sketchbench/kernels/libsvm_form.hpp>
#include <sketchbench/learners/block_smo/block_smo.hpp>
#include <sketchbench/learners/dual_model.hpp>
#include <sketchbench/learners/dual_range.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner_fields.hpp>
#include <sketchbench/learners/library_messages.hpp>
#include <sketchbench/learners/libsvm/libsvm_messages.hpp>
#include <sketchbench/learners/libsvm/libsvm_parts.hpp>
#include <sketchbench/learners/libsvm/libsvm_run.hpp>
#include <sketchbench/learners/node_lists.hpp>
#include <sketchbench/learners/numbered_gram.hpp>
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

double memory_of(const Libsvm::Params& params, const TrainingShape& shape) {
  const double n = shape.rows(), pair = shape.largest_pair(), classes = std::max(2, shape.classes);
  // LIBSVM caches at least two rows, and never more than all of them.
  const double cache = std::clamp(params.cache_mb * 1048576, 2 * sizeof(float) * pair,
                                  std::max(2.0, pair) * sizeof(float) * pair);
  // Of the model and of the pairs, each of which has a few arrays of its own.
  const double coefficients = 2 * 8 * n * (classes - 1) + 128 * classes * (classes - 1) / 2;
  return node_list_bytes(shape) + cache + coefficients + 200 * n + 4 * static_cast<double>(shape.n_test);
}

// Measured on a 2-core server with Adult, Covertype and MNIST (raw and through Tensor Sketching). How many
// steps a solver takes depends on the data far more than on their shape.
double seconds_of(const Libsvm::Params& params, const Kernel& /*kernel*/, const TrainingShape& shape) {
  constexpr double seconds_per_gradient_entry = 1.5e-9;  // updated in every step, for every row of the pair
  constexpr double steps_per_sparse_row = 150;
  // Of the rows; only their rows of the kernel matrix are computed. Rows of more columns than there are rows
  // are far from each other, and hardly one of them is none.
  const double support_share = static_cast<double>(shape.d) > shape.rows() ? 1 : 0.3;
  const double seconds_per_kernel_value = 5e-9 + 3e-9 * shape.nonzeros_per_row;

  const double classes = std::max(2, shape.classes), pairs = classes * (classes - 1) / 2;
  const double pair = 2 * shape.rows() / classes;
  // Rows with more non-zeros separate more easily: two steps a row on MNIST, a hundred and more on Adult.
  const double steps =
      std::min(static_cast<double>(libsvm_iteration_limit(static_cast<std::int64_t>(pair))),
               pair * steps_per_sparse_row * std::min(1.0, 15 / std::max(1.0, shape.nonzeros_per_row)));
  const double needed = support_share * pair * pair;  // kernel values
  const double cached = params.cache_mb * 1048576 / sizeof(float);
  const double missed = needed > cached ? steps * pair * (1 - cached / needed) : 0;

  const double train =
      pairs * (steps * pair * seconds_per_gradient_entry + (needed + missed) * seconds_per_kernel_value);
  const double predict =
      support_share * shape.rows() * static_cast<double>(shape.n_test) * seconds_per_kernel_value;
  return train + predict;
}

const Fields<Libsvm::Params>& Libsvm::Params::fields() {
  static const Fields<Params> all(kernel_classifier_fields<Params>());
  return all;
}

namespace {

/// run(parameters) trains the library on these rows.
Trained machines_of(const Libsvm::Params& params, const LabeledRows& data, svm_parameter parameters,
                    const std::function<LibsvmRun(const svm_parameter&)>& run_with,
                    const std::function<void(double objective, double C, const ClassPair& pair)>& check) {
  const std::vector<ClassCount> classes = count_classes(data.y, data.weights);
  std::vector<int> labels;
  std::vector<double> weights;
  if (params.class_weight) {
    for (const ClassCount& one : classes) labels.push_back(one.label);
    weights = params.class_weight->for_classes(classes);
    parameters.nr_weight = static_cast<int>(labels.size());
    parameters.weight_label = labels.data();
    parameters.weight = weights.data();
  }
  LibsvmRun run = run_with(parameters);
  const std::vector<double> of_rows = row_weights(data.y, data.weights, classes, weights);
  const double most = of_rows.empty() ? params.C : params.C * std::max(1.0, std::ranges::max(of_rows));

  Trained trained;
  for (const std::int64_t steps : run.progress.iterations()) trained.report.iterations += steps;
  trained.report.objectives = run.progress.objectives();
  const std::vector<ClassPair> pairs = pairs_of(*run.model, classes);
  for (std::size_t p = 0; p < pairs.size(); ++p) check(run.progress.objectives().at(p), most, pairs[p]);
  trained.report.converged = all_converged(pairs, run.progress.iterations());
  trained.report.support_vectors = run.model->l;
  trained.report.messages = run.messages;
  trained.model = std::make_unique<KernelModel>(machine_of(std::move(run)), data.x.dim());
  return trained;
}

}  // namespace

Trained Libsvm::train(const LabeledRows& data, Seed /*seed*/) const {
  kernel_.check();
  require_supported(libsvm_kind(), kernel_);
  check_training_data(data, "libsvm");
  Trained trained = machines_of(
      params_, data, library_parameters(params_, kernel_),
      [&](const svm_parameter& parameters) { return run_libsvm(data, kernel_, parameters); },
      [&](double objective, double C, const ClassPair& pair) {
        require_possible_dual(objective, C, pair, kernel_, "libsvm", printed);
      });
  if (trained.report.converged)
    for (const PairSolution& pair : dynamic_cast<const DualModel&>(*trained.model).pairs())
      require_resolved(data.x, kernel_, pair, "libsvm");
  return trained;
}

Trained Libsvm::train_on_gram(const LabeledRows& numbered, Seed /*seed*/) const {
  check_training_data(numbered, "libsvm");
  return machines_of(
      params_, numbered, library_parameters(params_, kernel_of_units()),
      [&](const svm_parameter& parameters) { return run_libsvm_on_gram(numbered, parameters); },
      [](double, double, const ClassPair&) {});
}

LearnerKind libsvm_kind() {
  return typed_learner<LibsvmSpec>({.type = "libsvm",
                                    .version = 1,
                                    .uses_kernel = true,
                                    .supports = is_kernel_of_libsvm,
                                    .takes_gram = true,
                                    .classifiers = "libsvm",
                                    .title = "LIBSVM",
                                    .citation = libsvm_citation,
                                    .in_words = kernel_machine_in_words,
                                    .advice = "lower C",
                                    .library = libsvm_library,
                                    .faster = block_smo_kind().type});
}

Library libsvm_library() {
  return {"libsvm", fmt::format("LIBSVM {}.{:02}", libsvm_version / 100, libsvm_version % 100)};
}

}  // namespace sketchbench
