#pragma once
#include <Eigen/Core>

#include <sketchbench/core/communicator.hpp>
#include <sketchbench/core/rows.hpp>
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {

/// The l leading principal directions of a map's features F of n training rows: eigenvectors of F^T F, or
/// with `centred` of that of F less its mean row.
struct PrincipalDirections {
  Eigen::MatrixXd
      directions;  ///< d x l, largest first, orthonormal but for those of eigenvalue 0, which are 0
  Eigen::VectorXd eigenvalues;  ///< l, of F^T F: those of F F^T
  Eigen::VectorXd mean;         ///< d: the mean row where `centred`, else 0
  Index rank = 0;               ///< directions that are not 0
};

/// One pass over the rows, of which a block's features are held at a time; sums are in double precision,
/// O(n d^2 + d^3). Eigenvalues below `principal_cut_off` of the largest count as 0: the features' single
/// precision leaves roundings there. Ranks each have all rows, and divide the pass. InputError unless 1 <= l
/// <= d; Error where features are not finite.
PrincipalDirections principal_directions(const FeatureMap& features, const Rows& train, Index l, bool centred,
                                         int threads = 1, const Communicator& ranks = Communicator::alone());

inline constexpr double principal_cut_off = 1e-12;

/// Bytes that this takes beside its result; d values of a map's features.
double principal_directions_memory(Index d, Index l);
/// A training row's share of it in seconds, without its features.
double principal_directions_seconds(Index d, Index n);

}  // namespace sketchbench
