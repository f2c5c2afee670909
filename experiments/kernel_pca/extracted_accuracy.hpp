#pragma once
#include <sketchbench/core/labeled_rows.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/cell.hpp>
#include "experiments/kernel_pca/extracted_components.hpp"

namespace sketchbench {

struct ExtractedAccuracy {
  double percent = 0;        ///< of the test rows that are labelled rightly
  double train_seconds = 0;  ///< CPU seconds of training
  bool converged = true;     ///< TrainingReport::converged
};

/// What the cell's learner comes to when it is trained on the principal features of the sample, the rows that
/// the map was made from, and tested on those of the test rows, which are mapped block by block. `sample`:
/// the map's features Z, with the rows' labels. InputError where the sample has one class alone, where a
/// feature of a test row is not finite, and where a score is not.
ExtractedAccuracy extracted_accuracy(const Cell& cell, const FeatureMap& map,
                                     const ExtractedComponents& principal, const LabeledRows& sample,
                                     const LabeledRows& test, int threads);

}  // namespace sketchbench
