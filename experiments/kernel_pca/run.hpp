#pragma once
#include <string>

#include "harness/cell/experiment.hpp"

namespace sketchbench {

/// "kernel_pca": kernel PCA of a sample of training rows with the kernel itself, and with the features of a
/// number of independent maps, which see the sample where they look at data. K, n x n, is the sample's Gram
/// matrix and Z, n x D, the features of its rows: principal components of Z are those of the map's own
/// kernel, Z Z^T. A map of sampled Gram matrices is measured by what it extracts, and it extracts with the
/// kernel itself: on the sample that is one more product with K.
///
/// Parameters: "rows" (default 1000; 0: all training rows; at most 20,000), "rows_seed" (default 1): which
/// rows are drawn, "maps" (default 10; a map that draws nothing is made once), "components" (default 10): how
/// many of the leading ones are compared, at most "rows", D and 1000, "centred" (0 or 1, default 0): whether
/// K and Z are centred (a map with such a parameter of its own is to be told as well), "accuracy" (0 or 1,
/// default 1): whether the learner is trained on the extracted features of the sample and tested on those of
/// the test rows (extracted_accuracy.hpp). Without, the learner is not used.
Experiment kernel_pca_experiment();

/// "at most 3 maps of 1,000 rows": what a --quick run takes.
std::string kernel_pca_quick_limits();

}  // namespace sketchbench
