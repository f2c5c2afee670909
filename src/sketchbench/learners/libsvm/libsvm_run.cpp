#include <sketchbench/learners/libsvm/libsvm_run.hpp>

#include <fmt/format.h>

#include <utility>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/kernels/kernel_range.hpp>
#include <sketchbench/kernels/libsvm_form.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>
#include <sketchbench/learners/block_smo/block_smo.hpp>
#include <sketchbench/learners/class_weights.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/library_messages.hpp>
#include <sketchbench/learners/ridge/krr.hpp>

namespace sketchbench {

LibsvmRun run_libsvm(const LabeledRows& data, const Kernel& kernel, svm_parameter parameters) {
  const Rows& x = data.x;
  require_kernel_range(x, kernel);  // the library would go on with infinities
  require_distance_precision(x, kernel, 0x1p-53);

  const Repetitions repeated = Repetitions::of(
      data.weights, "LIBSVM", data.task == Task::classification ? block_smo_kind().type : krr_kind().type);
  parameters.C *= repeated.unit;
  std::vector<double> labels = library_labels(repeated.of_each(data.y));
  NodeLists<svm_node> nodes(x);
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
  return {std::move(nodes), std::move(model), std::move(progress), capture.text()};
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
