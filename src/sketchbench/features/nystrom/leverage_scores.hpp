#pragma once
#include <Eigen/Core>
#include <span>
#include <vector>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

// What leverage_landmarks() is made of (landmarks.hpp); nobody else needs it but its test.

/// Rows and the weights that they count with.
struct WeightedRows {
  std::vector<Index> rows;
  Eigen::VectorXd weights;
};

/// log D, but at least 1.
double oversampling(Index D);

/// The ridge leverage of each of `rows` as the sample S with weights w lets it be estimated: with M = W K_SS
/// W, k = ceil(D / (4 log D)) and lambda = (trace M - the k largest eigenvalues of M) / k,
///     (K_ii - k_i^T W (M + lambda I)^-1 W k_i) / lambda, where k_i = K_Si.
/// For all rows with weights 1 it is the diagonal of K (K + lambda I)^-1. Never negative.
std::vector<double> leverage_scores(const Kernel& kernel, const Rows& train, std::span<const Index> rows,
                                    const WeightedRows& sample, Index D);

/// Rows of `rows` that leverage_scores() takes at a time.
inline constexpr Index rows_of_leverage_block = 256;

}  // namespace sketchbench
