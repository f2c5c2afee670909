#include <sketchbench/learners/libsvm/libsvm_run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/kernels/kernel_range.hpp>
#include <sketchbench/kernels/libsvm_form.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>
#include <sketchbench/learners/block_smo/block_smo.hpp>
#include <sketchbench/learners/block_smo/block_smo_one_class.hpp>
#include <sketchbench/learners/block_smo/block_smo_svr.hpp>
#include <sketchbench/learners/class_weights.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/library_messages.hpp>
#include <sketchbench/learners/numbered_gram.hpp>

namespace sketchbench {

namespace {

/// The learner that takes any weights.
std::string weighted_learner(const svm_parameter& parameters) {
  switch (parameters.svm_type) {
    case EPSILON_SVR:
      return block_smo_svr_kind().type;
    case ONE_CLASS:
      return block_smo_one_class_kind().type;
    default:
      return block_smo_kind().type;
  }
}

LibsvmRun run_on(NodeLists<svm_node> nodes, const LabeledRows& data, svm_parameter parameters) {
  const Repetitions repeated = Repetitions::of(data.weights, "LIBSVM", weighted_learner(parameters));
  parameters.C *= repeated.unit;
  std::vector<double> labels = library_labels(repeated.of_each(data.y));
  if (!repeated.rows.empty()) nodes.take_rows(repeated.rows);
  const svm_problem problem{.l = static_cast<int>(labels.size()), .y = labels.data(), .x = nodes.lists()};
  if (const char* complaint = svm_check_parameter(&problem, &parameters))
    throw InputError(fmt::format("LIBSVM: {}", complaint));

  LibsvmMessages progress;
  LibraryMessages capture(svm_set_print_string_function, [&](std::string_view line) { progress.read(line); });
  std::unique_ptr<svm_model, FreeSvmModel> model(svm_train(&problem, &parameters));
  // The model keeps them, and none of its own: they may go before it does.
  model->param.nr_weight = 0;
  model->param.weight_label = nullptr;
  model->param.weight = nullptr;
  if (!repeated.rows.empty())
    for (int s = 0; s < model->l; ++s)
      model->sv_indices[s] = repeated.rows[static_cast<std::size_t>(model->sv_indices[s] - 1)] + 1;
  if (parameters.svm_type == ONE_CLASS) {  // its bounds are the weights, and have no C
    for (int s = 0; s < model->l; ++s) model->sv_coef[0][s] *= repeated.unit;
    model->rho[0] *= repeated.unit;
  }
  return {std::move(nodes), std::move(model), std::move(progress), capture.text()};
}

}  // namespace

LibsvmRun run_libsvm(const LabeledRows& data, const Kernel& kernel, svm_parameter parameters) {
  require_kernel_range(data.x, kernel);  // the library would go on with infinities
  require_distance_precision(data.x, kernel, 0x1p-53);
  return run_on(NodeLists<svm_node>(data.x), data, parameters);
}

LibsvmRun run_libsvm_on_gram(const LabeledRows& numbered, svm_parameter parameters) {
  const NumberedGram gram = NumberedGram::of(numbered.x);
  const Index n = numbered.x.size();
  DenseMatrix whole(n, n + 1);
  for (Index i = 0; i < n; ++i) {
    whole.row(i)[0] = static_cast<float>(i + 1);
    std::copy_n(&gram.matrix.row(i)[0], n, &whole.row(i)[1]);
  }
  parameters.kernel_type = PRECOMPUTED;
  LibsvmRun run = run_on(NodeLists<svm_node>::whole(whole.view()), numbered, parameters);
  NodeLists<svm_node> units(gram.units.view());
  for (int s = 0; s < run.model->l; ++s) run.model->SV[s] = units.lists()[run.model->sv_indices[s] - 1];
  run.model->param.kernel_type = LINEAR;
  run.rows = std::move(units);
  return run;
}

void libsvm_scores(const svm_model& model, const Rows& x, int threads, Index outputs,
                   std::span<double> scores) {
  constexpr Index rows_per_block = 16;  // a row is as many kernel values as there are support vectors
  parallel_blocks(x.size(), rows_per_block, threads, [&](Index begin, Index end) {
    NodeLists<svm_node> block(x.slice(begin, end));
    for (Index i = begin; i < end; ++i)
      svm_predict_values(&model, block.lists()[i - begin], &scores[static_cast<std::size_t>(i * outputs)]);
  });
}

bool is_kernel_of_libsvm(const Kernel& kernel) { return libsvm_form(with_some_sigma(kernel)).has_value(); }

}  // namespace sketchbench
