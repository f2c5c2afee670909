#pragma once
#include <svm.h>

#include <memory>
#include <span>
#include <string>

#include <sketchbench/core/labeled_rows.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/kernels/libsvm_form.hpp>
#include <sketchbench/learners/libsvm/libsvm_messages.hpp>
#include <sketchbench/learners/node_lists.hpp>

namespace sketchbench {

// What LIBSVM's machines for classes and for targets have in common.

inline constexpr const char* libsvm_citation =
    "Chang, C.-C. and Lin, C.-J. (2011). LIBSVM: a library for support vector machines. ACM TIST 2(3).";

struct FreeSvmModel {
  void operator()(svm_model* trained) const { svm_free_and_destroy_model(&trained); }
};

/// A trained machine and what the library said of it.
struct LibsvmRun {
  NodeLists<svm_node> rows;  ///< the model's support vectors point into it
  std::unique_ptr<svm_model, FreeSvmModel> model;
  LibsvmMessages progress;
  std::string messages;
};

/// The parameters that both have; `Params` is a learner's own.
template <class Params>
svm_parameter libsvm_parameters(int svm_type, const Params& params, const LibsvmForm& form) {
  svm_parameter p{};
  p.svm_type = svm_type;
  p.kernel_type = form.type;
  p.degree = form.degree;
  p.gamma = form.gamma;
  p.coef0 = form.coef0;
  p.cache_size = params.cache_mb;
  p.eps = params.eps;
  if constexpr (requires { params.C; }) p.C = params.C;
  p.shrinking = params.shrinking ? 1 : 0;
  return p;
}

/// Rows with weights are repeated (Repetitions); support vectors are numbered as in `data`.
/// Throws InputError for kernel values on these rows that the library would lose to rounding or overflow, or
/// parameters that it refuses.
LibsvmRun run_libsvm(const LabeledRows& data, const Kernel& kernel, svm_parameter parameters);

/// The same on a kernel matrix (Learner::train_on_gram): a machine on such rows, of the linear kernel.
LibsvmRun run_libsvm_on_gram(const LabeledRows& numbered, svm_parameter parameters);

/// The `outputs` decision values of each row.
void libsvm_scores(const svm_model& model, const Rows& x, int threads, Index outputs,
                   std::span<double> scores);

/// Whether the library has that kernel.
bool is_kernel_of_libsvm(const Kernel& kernel);

}  // namespace sketchbench
