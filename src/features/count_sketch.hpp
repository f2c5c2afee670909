#pragma once
#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace sketchbench {

/// `count` independent Count Sketches (Charikar et al. 2002) of the same vector of d coordinates: sketch k has
/// `buckets` values, (C_k x)_b = sum over j with h_k(j) = b of s_k(j) x_j. The tables h and s are fully random.
/// Coordinate j's entries do not depend on d, and entries of the extra coordinate `constant()` neither.
class CountSketches {
 public:
  /// Sketch k lies at k * stride of the memory that add() writes to; stride >= buckets.
  CountSketches(Index d, Index buckets, Index count, Index stride, Seed seed);

  /// The coordinate after the d of the input, for the constant of an inhomogeneous kernel.
  Index constant() const { return d_; }

  /// Adds `value` at coordinate j to all sketches.
  void add(Index j, float value, float* sketches) const {
    const Entry* const entry = entries_.data() + j * count_;
    for (Index k = 0; k < count_; ++k) sketches[entry[k].slot] += entry[k].sign * value;
  }

  Index count() const { return count_; }
  Index bucket(Index k, Index j) const { return entries_[j * count_ + k].slot - k * stride_; }
  int sign(Index k, Index j) const { return entries_[j * count_ + k].sign < 0 ? -1 : 1; }

  std::size_t memory_bytes() const { return entries_.size() * sizeof(Entry); }
  static double memory(Index d, Index count);

 private:
  struct Entry {
    std::uint32_t slot;  ///< k * stride + h_k(j)
    float sign;          ///< s_k(j)
  };

  Index d_, count_, stride_;
  std::vector<Entry> entries_;  ///< all sketches' entries of a coordinate side by side: one cache line a non-zero
};

}  // namespace sketchbench
