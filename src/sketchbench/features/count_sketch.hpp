#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include <sketchbench/core/random.hpp>

namespace sketchbench {

/// Where a signal lies in an array, value j at offset + step * j, and the power of 2 that its values are to
/// be multiplied by. Where `circle` is not 0, value j stands at offset + step * ((j + shift) mod circle) and
/// is multiplied by weight[j] > 0 besides.
struct SignalLayout {
  Index offset = 0, step = 1;
  float scale = 1;
  Index shift = 0, circle = 0;
  std::vector<float> weight = {};

  Index place(Index j) const { return offset + step * (circle == 0 ? j : (j + shift) % circle); }
  float factor(Index j) const { return circle == 0 ? scale : scale * weight[static_cast<std::size_t>(j)]; }
  /// Which value stands at a place.
  Index value_at(Index place) const {
    const Index moved = (place - offset) / step;
    return circle == 0 ? moved : (moved + circle - shift) % circle;
  }
};

/// Independent Count Sketches (Charikar et al. 2002) of the same vector of d coordinates, one for each
/// layout: sketch k has `buckets` values, (C_k x)_b = sum over j with h_k(j) = b of s_k(j) x_j, times the
/// layout's factor. The tables h and s are fully random. The entries of a coordinate do not depend on d, nor
/// do those of the extra coordinate constant().
class CountSketches {
 public:
  /// The layouts' places must fit 32 bits.
  CountSketches(Index d, Index buckets, std::vector<SignalLayout> layouts, Seed seed);

  /// The coordinate after the d of the input, for the constant of an inhomogeneous kernel.
  Index constant() const { return d_; }

  /// Adds `value` at coordinate j to every sketch, each at its place in `sketches`.
  void add(Index j, float value, float* sketches) const {
    const Entry* const entry = entries(j);
    for (Index k = 0; k < count(); ++k) sketches[entry[k].slot] += entry[k].sign * value;
  }

  struct Entry {
    std::uint32_t slot;  ///< the layout's place of h_k(j)
    float sign;          ///< s_k(j), times the layout's factor
  };
  /// The entries of coordinate j, one for each sketch.
  const Entry* entries(Index j) const { return entries_.data() + j * count(); }

  Index count() const { return count_; }
  /// h_k(j) and s_k(j).
  Index bucket(Index k, Index j) const;
  int sign(Index k, Index j) const { return entries_[j * count() + k].sign < 0 ? -1 : 1; }

  std::size_t memory_bytes() const { return entries_.size() * sizeof(Entry); }
  static double memory(Index d, Index count);

 private:
  Index d_, count_;
  std::vector<SignalLayout> layouts_;
  std::vector<Entry>
      entries_;  ///< all sketches' entries of a coordinate side by side: a cache line for a non-zero
};

}  // namespace sketchbench
