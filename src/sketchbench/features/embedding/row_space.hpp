#pragma once
#include <Eigen/Core>
#include <string>

#include <sketchbench/features/fourier/frequency_map.hpp>

namespace sketchbench {

// Directions of R^d near to which the rows of F lie, where F, n x d, are the Fourier features of n training
// rows. F is made block by block and never held: each of these functions is one pass over the rows. Products
// of a block are in single precision, as F is; sums over blocks are in double precision.

/// F^T Theta, d x l, with a Gaussian Theta, n x l: row i is drawn from stream i of (seed, name). O(n d l).
Eigen::MatrixXd gaussian_projection(const FrequencyMap& fourier, const Rows& train, Index l, Seed seed,
                                    const std::string& name);

/// F^T Theta, d x l, with a subsampled randomised Hadamard transform Theta^T = sqrt(p / l) R H S of n rows
/// (SubsampledHadamard, with whose draws; p = 2^k >= n, l <= p).
///
/// Of the transform of length p only what R takes is made (Ailon & Liberty 2009 do alike): H of p = b B rows
/// is H_b x H_B, so that a block of B rows is transformed by itself, and value j = (j_b, j_B) is the sum over
/// blocks, with the signs of row j_b of H_b, of their values j_B. O(n d (log B + l / B)) with B = 1024, which
/// is O(n d log B) while l is not far beyond B.
Eigen::MatrixXd hadamard_projection(const FrequencyMap& fourier, const Rows& train, Index l, Seed seed,
                                    const std::string& name);

/// F^T F b, d x l, for b of d x l, which is rounded to single precision.
Eigen::MatrixXd multiply_by_covariance(const FrequencyMap& fourier, const Rows& train,
                                       const Eigen::MatrixXd& b);

/// F^T F, d x d.
Eigen::MatrixXd covariance(const FrequencyMap& fourier, const Rows& train);

/// The eigenvectors of the l largest eigenvalues of a symmetric matrix, largest first.
Eigen::MatrixXd leading_eigenvectors(const Eigen::MatrixXd& symmetric, Index l);

/// Bytes that a pass takes beside its result.
double pass_memory(Index d, Index l);

}  // namespace sketchbench
