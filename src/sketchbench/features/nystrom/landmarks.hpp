#pragma once
#include <vector>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

// Which D of n training rows are landmarks: row numbers, ascending, each at most once. D <= n.

/// All choices alike (Williams & Seeger 2001). D + 1 landmarks of a seed are D of them and one more.
std::vector<Index> uniform_landmarks(Index n, Index D, Seed seed);

/// Recursive ridge leverage scores (Musco & Musco 2017, "Recursive sampling for the Nystrom method",
/// Algorithm 3, with the constants of the authors' own program): O(n D) kernel values and O(n D^2) time.
///
/// Rows in random order are halved until at most D are left, which are the first sample. At every level
/// above, from the sample S of the level below with weights w (1 / sqrt of the probability it was drawn
/// with):
///     M = W K_SS W,  k = ceil(D / (4 log D)),  lambda = (trace M - the k largest eigenvalues of M) / k,
///     leverage_i = (K_ii - k_i^T W (M + lambda I)^-1 W k_i) / lambda, where k_i = K_Si.
/// Each row of the level is taken with probability min(1, log D * leverage_i); at the top, D of all rows are
/// taken one after the other with probabilities in proportion to min(1, leverage_i). The program's guards are
/// kept: where k is at least |S|, lambda is 1e-5, here times the mean of K_SS's diagonal, which is 1 there; a
/// level that takes no row takes D, all alike. Further ones: log D counts as at least 1; lambda is at least
/// 1e-10 of trace M / k, because rounding is all that is left below; rows of leverage 0 are drawn last.
std::vector<Index> leverage_landmarks(const Kernel& kernel, const Rows& train, Index D, Seed seed);

/// Randomly pivoted Cholesky (Chen, Epperly, Tropp & Webber 2022, Algorithm 2.1): each landmark is drawn in
/// proportion to the diagonal of K - k(., L) K_LL^+ k(L, .) for those before it. (D + 1) n kernel values, O(n
/// D^2) time, 8 n D bytes. Where nothing but rounding is left of that diagonal (1e-13 of its first sum), K is
/// known exactly, and what is missing to D is drawn from the other rows, all alike. Throws MemoryShortage.
std::vector<Index> pivoted_landmarks(const Kernel& kernel, const Rows& train, Index D, Seed seed);

/// Bytes that these take beside the training rows.
double uniform_landmarks_memory(Index n);
double leverage_landmarks_memory(const Kernel& kernel, Index d_in, Index n, Index D);
double pivoted_landmarks_memory(Index n, Index D);

}  // namespace sketchbench
