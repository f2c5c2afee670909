#pragma once
#include <functional>
#include <string>
#include <vector>

#include "bench/beside_sklearn/worker.hpp"
#include "bench/common.hpp"

namespace sketchbench::bench {

/// A kernel PCA as it is timed and judged, whosever it is.
struct PcaSubject {
  std::string label;  ///< in the table and in measurements
  bool is_sklearns = false;
  Contender fit;                          ///< to the training rows
  Contender transform;                    ///< of the new rows, with what fit was last
  std::function<DenseMatrix()> features;  ///< of the training rows, likewise
  std::function<Json()> facts = {};       ///< FeatureMap::facts(); none of sklearn's
};

/// What all are given: dense rows, of which the first `train` are fitted to and the others are new.
struct PcaProblem {
  const DenseMatrix& rows;
  Index train = 0;
  Kernel kernel;
  Index l = 0;  ///< components

  Rows training() const { return rows.view().slice(0, train); }
  Rows fresh() const { return rows.view().slice(train, rows.n); }
};

/// Threads that everything which is not timed may take.
inline constexpr int threads_of_judging = 2;

/// The map kernel_pca with each solver, and with a sparsified and a one-bit matrix; centred, as
/// scikit-learn's are. On one thread. The problem's rows must outlive them.
std::vector<PcaSubject> own_subjects(const PcaProblem& problem);

/// scikit-learn's KernelPCA with the solvers for some of the eigenvectors. The worker is given the problem,
/// and holds it until it is given another.
std::vector<PcaSubject> sklearn_subjects(SklearnWorker& worker, const PcaProblem& problem);

}  // namespace sketchbench::bench
