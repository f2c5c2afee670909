#pragma once
#include <optional>

#include <sketchbench/core/error.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/models/trained_model.hpp>
#include "learners/sample_data.hpp"

namespace sketchbench::test {

/// Of two classes or targets, as the learner wants them.
inline LabeledMatrix rows_for(Task task, Index n, Index d, Seed seed, int classes = 2) {
  return task == Task::classification ? labelled_by_scores(n, d, classes, seed) : with_targets(n, d, seed);
}

inline LabeledRows view_for(Task task, const LabeledMatrix& rows) { return {rows.x.view(), rows.y, task}; }

/// A kernel that the learner trains on; any for one that uses none.
inline Kernel kernel_for(const LearnerKind& kind) {
  const Kernel polynomial = PolynomialKernel{.degree = 2, .coef0 = 1};
  return kind.supports == nullptr || kind.supports(polynomial) ? polynomial : Kernel(GaussianKernel{});
}

/// A request for a map of that kind on d columns, with the fewest features from `least` on that it can have
/// for this kernel; none where there are none below 100. Given rows are the first of `rows`.
inline std::optional<ModelRequest> request_with_map(const FeatureMapKind& kind, const Kernel& kernel,
                                                    const LabeledMatrix& rows, Index least) {
  if (!kind.supports(kernel)) return std::nullopt;
  ModelRequest request{.map = kind.name, .kernel = kernel};
  for (const FieldInfo& parameter : kind.parameters)
    if (parameter.file) request.landmarks = std::make_shared<CsrMatrix>(rows.x);
  for (request.D = least; request.D < 100; ++request.D) try {
      require_possible(kind, {.d_in = rows.x.d,
                              .kernel = kernel,
                              .D = request.D,
                              .n_train = rows.x.size(),
                              .landmarks = request.landmarks});
      return request;
    } catch (const InputError&) {
    }
  return std::nullopt;
}

}  // namespace sketchbench::test
