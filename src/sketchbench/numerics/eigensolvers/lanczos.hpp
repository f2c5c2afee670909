#pragma once
#include <sketchbench/numerics/eigensolvers/eigenpairs.hpp>

namespace sketchbench {

/// Dimensions of the Krylov space in which `count` eigenvectors are looked for: 2 count + 1, but 20 at least.
Index krylov_dimensions(Index count);

/// Whether a matrix of m rows is decomposed as it is: where a Krylov space for l eigenvectors has two thirds
/// of its dimensions or more, a run takes as long, and restarts come on top.
bool is_decomposed_whole(Index m, Index l);

/// The l largest eigenvalues and their eigenvectors by the implicitly restarted Lanczos method of the library
/// Spectra (Qiu; the method: Sorensen 1992), from a random start.
///
/// What is given to Spectra is A / |A| + 2 I, with an estimate of the norm |A| from a few products: its
/// tolerances are relative to each eigenvalue, which those of a matrix of low rank at 0 never meet, and some
/// of its thresholds are absolute.
///
/// A Krylov space has one direction of the eigenvectors of each eigenvalue, so that the other copies of an
/// eigenvalue that coincides with others are found late or not at all. Lanczos runs are therefore repeated
/// orthogonally to what was found, until one finds no eigenvalue above the last wanted one: one run for one
/// eigenvalue where nothing was missed, which makes Eigenpairs::next.
///
/// In the end the Ritz pairs and residuals are made from l products. Where restarts, rule.most_iterations of
/// them for all runs together, did not suffice, the pairs are the Ritz pairs of the last Krylov space and
/// `converged` is false. A matrix that is_decomposed_whole() takes m products, and nothing is drawn.
/// InputError unless 1 <= l <= m; Error where a product is not finite.
Eigenpairs lanczos(const SymmetricOperator& a, Index l, Seed seed, const StoppingRule& rule, int threads);

}  // namespace sketchbench
