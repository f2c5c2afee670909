#pragma once
#include <sketchbench/core/fields.hpp>
#include <sketchbench/harness/cell/experiment.hpp>

namespace sketchbench {

/// "kernel_pca": kernel PCA of a sample of training rows with the kernel itself, and with the features of a
/// number of independent maps, which see the sample where they look at data. K, n x n, is the sample's Gram
/// matrix and Z, n x D, the features of its rows: principal components of Z are those of the map's own
/// kernel, Z Z^T. A map of sampled Gram matrices is measured by what it extracts, and it extracts with the
/// kernel itself: on the sample that is one more product with K.
/// A map with a parameter "centred" of its own is to be told as well. The learner is not used without
/// "accuracy" (extracted_accuracy.hpp).
Experiment kernel_pca_experiment();

struct KernelPcaParameters {
  Index rows = 1000;
  Seed rows_seed = 1;
  int maps = 10;
  Index components = 10;
  int centred = 0, accuracy = 1;

  static const Fields<KernelPcaParameters>& fields();
};

}  // namespace sketchbench
