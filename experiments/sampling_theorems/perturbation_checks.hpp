#pragma once
#include <Eigen/Core>

#include <sketchbench/numerics/eigensolvers/eigenpairs.hpp>
#include "experiments/sampling_theorems/theorem_check.hpp"

namespace sketchbench {

// Theorems 2 to 4, and what Section 2 says of eigenvalues, of Achlioptas, McSherry & Schölkopf 2001 for one
// draw of a randomised matrix. What they say is deterministic once |E| is known. Features are numbered from
// 1, as in the paper.

/// The leading eigenpairs of K and of K + E, as many of each; the columns of vectors are orthonormal.
struct PerturbedPairs {
  const Eigenpairs& exact;
  const Eigenpairs& randomised;
  /// |E|, never too small: with what is open about the norm and about the eigenpairs.
  double error = 0;
};

/// What eigenpairs that were found to a residual leave open: each is exactly one of a matrix that is at most
/// this far from the one they were sought for.
double distance_of_solved_matrix(const Eigenpairs& pairs);

/// Theorem 2 for all thresholds t and all b at once. Both sides change only where t, t - b or t + b pass an
/// eigenvalue, and between two of these the largest b has the least bound; so each pair of an eigenvalue of K
/// and one of K + E that are further apart than |E| gives one comparison, and the trial is the one that comes
/// nearest to its bound. It does not apply where no two are: a bound of 1 or more says nothing.
Trial first_inequality(const PerturbedPairs& pairs);
Trial second_inequality(const PerturbedPairs& pairs);

/// The eigenvalues lambda_n of K above 2 |E|, n <= `most`: the largest |that of K + E less lambda_n| /
/// lambda_n and 1/2, which Weyl's inequality leaves to it. Where there is none, that of the first, to which
/// nothing applies.
Trial leading_eigenvalues(const PerturbedPairs& pairs, Index most);

/// Of l <= `most`, the one with the largest lambda_l - lambda_{l+1}; values: at least one more.
Index widest_gap(const Eigen::VectorXd& values, Index most);
/// Of n <= `most`, the one whose nearer neighbour is furthest.
Index most_isolated(const Eigen::VectorXd& values, Index most);

/// Theorem 3 for the first l features, l less than the number of pairs: the largest |f^(x) - R f(x)| / |v(x)|
/// over the columns v(x) of `kernel_values` (m x t: kappa of each training row and each point), with the
/// orthogonal R that brings the eigenvectors nearest together (the polar factor of A^' A), and 1 / c, where
/// lambda_l - lambda_{l+1} = 2 c |E|. It applies where c >= 1.
Trial rotated_features(const PerturbedPairs& pairs, Index l, const Eigen::MatrixXd& kernel_values);
/// The same for the v where it is largest: 2 sin(theta / 2), theta the largest angle of the two spaces.
Trial rotated_features_of_any_point(const PerturbedPairs& pairs, Index l);

/// How a feature is scaled in Theorem 4.
enum class FeatureScale {
  none,        ///< <alpha, v>, which is what can be bounded by |v| / c
  as_printed,  ///< <alpha, v> / sqrt(lambda), with that bound
  normalised   ///< likewise, with the bound sqrt(2) |v| / (c sqrt(lambda)); K is positive semi-definite
};
/// Theorem 4 for the n-th feature, with the eigenvector of K + E in the sign that is nearer to that of K.
Trial single_feature(const PerturbedPairs& pairs, Index n, FeatureScale scale,
                     const Eigen::MatrixXd& kernel_values);

}  // namespace sketchbench
