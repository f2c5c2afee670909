#pragma once
#include <functional>
#include <memory>

#include <sketchbench/features/kernel_pca/kernel_pca_map.hpp>
#include <sketchbench/numerics/eigensolvers/eigen_method.hpp>
#include <sketchbench/numerics/eigensolvers/symmetric_operator.hpp>

namespace sketchbench {

/// What may be chosen about a kernel PCA, whatever stands in for its kernel matrix.
struct KernelPcaChoices {
  EigenMethod solver = EigenMethod::lanczos;
  StoppingRule rule = {};
  /// Whether the features are those of the centred kernel (Schölkopf, Smola & Müller 1998, appendix A): their
  /// mean over the training rows is 0. The means that unseen rows are centred with are those of the matrix.
  bool centred = false;
  /// The s of randomised rounding of the coefficients (Achlioptas et al. 2001, section 4); 0: none.
  double rounding = 0;
  /// The dimensions that all rows are projected to by random signs (section 5), for kernels of inner products
  /// and distances; 0: none.
  Index projection = 0;
};

/// A kernel matrix of training rows, or what stands in for it, and what a record says of it.
struct TrainingMatrix {
  std::unique_ptr<SymmetricOperator> matrix;
  Json facts = Json::object();
};
using MakeTrainingMatrix = std::function<TrainingMatrix(const Rows& train)>;

/// Kernel PCA: the l leading eigenpairs of the matrix that `make` gives for the training rows, projected
/// where that is chosen, and the map of their features (PcaCoefficients). The matrix is given up as soon as
/// they are found. With the same seed it is the same map for any number of threads.
///
/// facts(): "eigenvalues" (l of them), "rank" (of those, how many are above kernel_pca_cut_off of the
/// largest; the features of the others are 0), "negative" (how many of them are so far below 0), "coinciding"
/// ([first, last] for each group of eigenvalues that the solver cannot tell apart: of such features only the
/// space is identified, not each one), "last_coincides" (whether that space has parts beyond the l),
/// "converged", "residual", "iterations", "products" (Eigenpairs), "rows" (training rows that expansions
/// need), with rounding "nonzero_share" (of the coefficients), and what `make` says of its matrix.
///
/// Throws InputError unless 1 <= l <= m, and for a projection where the kernel is not a function of inner
/// products and distances.
std::unique_ptr<KernelPcaMap> train_kernel_pca(const Kernel& kernel, const Rows& train, Index l, Seed seed,
                                               const KernelPcaChoices& choices,
                                               const MakeTrainingMatrix& make, int threads = 1);

/// The map that had these parts (KernelExpansions; a projection's signs are drawn again), of l components on
/// d columns. InputError for other parts.
std::unique_ptr<KernelPcaMap> restore_kernel_pca(const Kernel& kernel, Index d, Index l, Seed seed,
                                                 const KernelPcaChoices& choices, const MapParts& parts);

/// Throws InputError, with the kernel, where rows are to be projected and its values are not made of inner
/// products.
void require_projectable(const Kernel& kernel, Index projection);

/// Bytes that the training takes, with the map: the matrix's own and what its making takes beside are given.
double kernel_pca_memory(Index d, Index m, Index l, const KernelPcaChoices& choices, double matrix_bytes,
                         double making_bytes);

}  // namespace sketchbench
