#include "learners/libsvm/libsvm.hpp"

#include <fmt/format.h>
#include <svm.h>

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "core/threads.hpp"
#include "kernels/kernel_range.hpp"
#include "kernels/libsvm_form.hpp"
#include "learners/costs.hpp"
#include "learners/dual_model.hpp"
#include "learners/dual_range.hpp"
#include "learners/kernel_machine_keys.hpp"
#include "learners/labels.hpp"
#include "learners/liblinear/node_lists.hpp"
#include "learners/library_messages.hpp"
#include "learners/libsvm/libsvm_messages.hpp"

namespace sketchbench {
namespace {

constexpr Index rows_per_block = 16;  // a row is as many kernel values as there are support vectors

struct FreeModel {
  void operator()(svm_model* trained) const { svm_free_and_destroy_model(&trained); }
};

class KernelModel final : public DualModel {
 public:
  KernelModel(NodeLists<svm_node> training_rows, std::unique_ptr<svm_model, FreeModel> trained)
      : training_rows_(std::move(training_rows)), trained_(std::move(trained)) {}

  std::vector<float> predict(const Rows& x, int threads) const override {
    std::vector<float> labels(static_cast<std::size_t>(x.size()));
    parallel_blocks(x.size(), rows_per_block, threads, [&](Index begin, Index end) {
      NodeLists<svm_node> block(x.slice(begin, end));
      std::vector<double> scores(static_cast<std::size_t>(trained_->nr_class) *
                                 static_cast<std::size_t>(trained_->nr_class - 1) / 2);
      for (Index i = begin; i < end; ++i) {
        const double label = svm_predict_values(trained_.get(), block.lists()[i - begin], scores.data());
        labels[static_cast<std::size_t>(i)] = all_finite(scores) ? static_cast<float>(label) : undecided;
      }
    });
    return labels;
  }

  // A support vector of class i keeps its coefficient against class j in row j - 1 where j > i, and in row j
  // where not.
  std::vector<PairSolution> pairs() const override {
    const svm_model& m = *trained_;
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
  NodeLists<svm_node> training_rows_;  // the model's support vectors point into it
  std::unique_ptr<svm_model, FreeModel> trained_;
};

bool has_form(const Kernel& kernel) { return libsvm_form(kernel).has_value(); }

svm_parameter library_parameters(const Libsvm::Params& params, const LibsvmForm& form) {
  svm_parameter p{};
  p.svm_type = C_SVC;
  p.kernel_type = form.type;
  p.degree = form.degree;
  p.gamma = form.gamma;
  p.coef0 = form.coef0;
  p.cache_size = params.cache_mb;
  p.eps = params.eps;
  p.C = params.C;
  p.shrinking = params.shrinking ? 1 : 0;
  return p;
}

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

Libsvm::Params parse(const Json& canonical) { return parse_kernel_machine<Libsvm::Params>(canonical); }

}  // namespace

Trained Libsvm::train(const LabeledRows& data, Seed /*seed*/) const {
  kernel_.check();
  require_supported(libsvm_kind(), kernel_);
  check_training_data(data);
  const std::vector<ClassCount> classes = count_classes(data.y);
  require_kernel_range(data.x, kernel_);  // the library would go on with infinities
  require_distance_precision(data.x, kernel_, 0x1p-53);

  std::vector<double> labels = library_labels(data.y);
  NodeLists<svm_node> nodes(data.x);
  const svm_problem problem{.l = static_cast<int>(data.x.size()), .y = labels.data(), .x = nodes.lists()};
  const svm_parameter parameters = library_parameters(params_, *libsvm_form(kernel_));
  if (const char* complaint = svm_check_parameter(&problem, &parameters))
    throw InputError(fmt::format("LIBSVM: {}", complaint));

  LibsvmMessages progress;
  LibraryMessages capture(svm_set_print_string_function, [&](std::string_view line) { progress.read(line); });
  std::unique_ptr<svm_model, FreeModel> model(svm_train(&problem, &parameters));

  Trained trained;
  for (const std::int64_t steps : progress.iterations()) trained.report.iterations += steps;
  trained.report.objectives = progress.objectives();
  const std::vector<ClassPair> pairs = pairs_of(*model, classes);
  for (std::size_t p = 0; p < pairs.size(); ++p)
    require_possible_dual(progress.objectives().at(p), params_.C, pairs[p], kernel_, "libsvm", printed);
  trained.report.converged = all_converged(pairs, progress.iterations());
  trained.report.support_vectors = model->l;
  trained.report.messages = capture.text();
  auto machine = std::make_unique<KernelModel>(std::move(nodes), std::move(model));
  if (trained.report.converged)
    for (const PairSolution& pair : machine->pairs()) require_resolved(data.x, kernel_, pair, "libsvm");
  trained.model = std::move(machine);
  return trained;
}

LearnerKind libsvm_kind() {
  return {
      .type = "libsvm",
      .version = 1,
      .uses_kernel = true,
      .supports = has_form,
      .canonical = canonical_kernel_machine<Libsvm::Params>,
      .make = [](const Json& spec, const Kernel& kernel, int /*threads*/) -> std::unique_ptr<Learner> {
        return std::make_unique<Libsvm>(parse(spec), kernel);
      },
      .memory = [](const Json& spec, const TrainingShape& shape) { return memory_of(parse(spec), shape); },
      .seconds = [](const Json& spec, const Kernel& kernel,
                    const TrainingShape& shape) { return seconds_of(parse(spec), kernel, shape); },
      .title = "LIBSVM",
      .citation =
          "Chang, C.-C. and Lin, C.-J. (2011). LIBSVM: a library for support vector machines. ACM TIST "
          "2(3).",
      .in_words = kernel_machine_in_words};
}

std::string libsvm_version_text() {
  return fmt::format("LIBSVM {}.{:02}", libsvm_version / 100, libsvm_version % 100);
}

}  // namespace sketchbench
