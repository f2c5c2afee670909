#pragma once
#include <string_view>
#include <vector>

#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// Why a pair of points is looked at: estimates of a kernel behave most differently at these ends.
enum class PairKind {
  same,      ///< x = y
  parallel,  ///< the largest cosines between different rows of the sample
  apart,     ///< the smallest in absolute value: orthogonal rows where there are any
  random
};
std::string_view name_of(PairKind kind);

struct RowPair {
  Index i = 0, j = 0;
  PairKind kind = PairKind::random;
};

/// `count` pairs of rows that are not zero, a quarter of each kind (the remainder random), out of a sample of
/// 200 rows; the same for the same rows and seed. Parallel and apart pairs share no row within their kind, so
/// that one odd row does not speak for all; a small data set may have fewer pairs of them. Throws Error when
/// x has fewer than two rows that are not zero.
std::vector<RowPair> choose_pairs(const Rows& x, Index count, Seed seed);

}  // namespace sketchbench
