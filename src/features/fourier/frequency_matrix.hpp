#pragma once
#include <vector>

#include "core/rows.hpp"

namespace sketchbench {

/// `count` frequencies of d coordinates each, laid out for products with rows: 16 frequencies side by side,
/// one coordinate after the other.
///
/// A product is one chain of additions over ascending coordinates, each fused with its multiplication where
/// the machine can. Zeros change nothing in it, so that dense and sparse rows have the same products, bit by
/// bit, whatever they are multiplied beside.
class FrequencyMatrix {
 public:
  /// All zero.
  FrequencyMatrix(Index d, Index count);

  Index d() const { return d_; }
  Index count() const { return count_; }
  float& at(Index coordinate, Index frequency) { return values_[place(coordinate, frequency)]; }
  float at(Index coordinate, Index frequency) const { return values_[place(coordinate, frequency)]; }

  /// Frequencies that stand side by side; products are made for all of them.
  static constexpr Index panel = 16;
  /// products[i * stride + c] = <x_i, frequency begin + c> for begin + c < end. `begin` is a multiple of
  /// `panel`; the values up to the next multiple behind `end` are written as well.
  void multiply(const Rows& x, Index begin, Index end, float* products, Index stride) const;

  std::size_t memory_bytes() const { return values_.size() * sizeof(float); }
  static double memory(Index d, Index count);

 private:
  std::size_t place(Index coordinate, Index frequency) const {
    return static_cast<std::size_t>((frequency / panel * d_ + coordinate) * panel + frequency % panel);
  }
  const float* panel_at(Index frequency) const { return values_.data() + place(0, frequency); }
  void multiply_dense(const Rows& x, Index begin, Index end, float* products, Index stride) const;
  template <int panels>
  void multiply_sparse(const Rows& x, Index begin, float* products, Index stride) const;

  Index d_, count_;
  std::vector<float> values_;
};

}  // namespace sketchbench
