#include "experiments/kernel_pca/extracted_accuracy.hpp"

#include <algorithm>
#include <vector>

#include <sketchbench/core/timer.hpp>
#include <sketchbench/harness/cell/cell_data.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/mapped_rows.hpp>
#include <sketchbench/learners/metrics.hpp>
#include "experiments/learning.hpp"

namespace sketchbench {
namespace {

/// A learner's own draws are not what is compared.
constexpr Seed learner_seed = 1;

std::vector<float> predicted_labels(const Cell& cell, const FeatureMap& map,
                                    const ExtractedComponents& principal, const Model& model, const Rows& x,
                                    int threads) {
  std::vector<float> labels;
  const auto check = [&](const Rows& z, Index first_row) {
    require_finite_features(z, first_row, "test", cell);
  };
  for_each_mapped_block(map, x, threads, check, [&](const Rows& mapped, Index /*first_row*/) {
    const std::vector<float> some = model.predict(principal.extract(mapped).view(), threads);
    labels.insert(labels.end(), some.begin(), some.end());
  });
  require_decided(labels, cell);
  return labels;
}

}  // namespace

ExtractedAccuracy extracted_accuracy(const Cell& cell, const FeatureMap& map,
                                     const ExtractedComponents& principal, const LabeledRows& sample,
                                     const LabeledRows& test, int threads) {
  const DenseMatrix features = principal.extract(sample.x);
  const auto learner = cell.learner.make(cell.kernel, threads);
  const Timer timer;
  const Trained trained = learner->train({features.view(), sample.y, sample.task}, learner_seed);
  ExtractedAccuracy accuracy{.train_seconds = timer.elapsed().cpu, .converged = trained.report.converged};
  accuracy.percent =
      percent_correct(predicted_labels(cell, map, principal, *trained.model, test.x, threads), test.y);
  return accuracy;
}

}  // namespace sketchbench
