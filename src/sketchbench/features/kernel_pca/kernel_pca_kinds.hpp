#pragma once
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {

// Kernel PCA (Schölkopf, Smola & Müller 1998) of the training rows, D components, with their kernel matrix or
// what Achlioptas, McSherry & Schölkopf (2001, section 3) put in its place. All are for kernels of every
// family and have the parameters "solver" (of the eigenvectors; eigen_method.hpp), "centred" (0 or 1),
// "rounding" (the s of section 4; 0: none) and "projection" (the dimensions of section 5; 0: none):
// kernel_pca_training.hpp, which also tells what is recorded.

/// The beginning of formulas: which directions they are is to follow.
inline constexpr const char* components_formula =
    "z(x) has the products of x's image with the leading principal directions of the training rows' images,";

/// With the kernel matrix itself, in single precision: inner products of features of training rows are the
/// best approximation of rank D to it.
FeatureMapKind kernel_pca_kind();

/// With one entry of s kept and the others taken for 0 (SparsifiedGram); "s", 10 unless it says otherwise. A
/// record has the number of entries that were "kept".
FeatureMapKind kernel_pca_sparsified_kind();

/// With the signs of randomised rounding to +-b, the "bound" of a record (QuantisedGram).
FeatureMapKind kernel_pca_quantised_kind();

/// With signs of the entries that are kept (SampledSigns): "s", "kept" and "bound" as above.
FeatureMapKind kernel_pca_sampled_signs_kind();

}  // namespace sketchbench
