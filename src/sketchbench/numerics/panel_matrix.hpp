#pragma once
#include <span>
#include <vector>

#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// `count` vectors of d coordinates each in precision T (float or double), laid out for products with rows:
/// 16 vectors side by side, one coordinate after the other.
///
/// A product is one chain of additions over ascending coordinates, each fused with its multiplication where
/// the machine can. Zeros change nothing in it, so that dense and sparse rows have the same products, bit by
/// bit, whatever they are multiplied beside.
template <class T>
class PanelMatrix {
 public:
  /// All zero.
  PanelMatrix(Index d, Index count);
  /// values: d x count of them, coordinate by coordinate.
  PanelMatrix(Index d, Index count, std::span<const T> values);

  Index d() const { return d_; }
  Index count() const { return count_; }
  T& at(Index coordinate, Index vector) { return values_[place(coordinate, vector)]; }
  T at(Index coordinate, Index vector) const { return values_[place(coordinate, vector)]; }
  /// All of them, coordinate by coordinate.
  std::vector<T> values() const;

  /// Vectors that stand side by side; products are made for all of them.
  static constexpr Index panel = 16;
  /// `count` to the next multiple of `panel`: the least stride for products with all vectors.
  static constexpr Index padded(Index count) { return (count + panel - 1) / panel * panel; }

  /// products[i * stride + c] = <x_i, vector begin + c> for begin + c < end. `begin` is a multiple of
  /// `panel`; the values up to the next multiple behind `end` are written as well.
  void multiply(const Rows& x, Index begin, Index end, T* products, Index stride) const;
  /// Likewise for n dense rows in precision T, row i at x + i * x_stride.
  void multiply(const T* x, Index x_stride, Index n, Index begin, Index end, T* products, Index stride) const;

  std::size_t memory_bytes() const { return values_.size() * sizeof(T); }
  static double memory(Index d, Index count);

 private:
  std::size_t place(Index coordinate, Index vector) const {
    return static_cast<std::size_t>((vector / panel * d_ + coordinate) * panel + vector % panel);
  }
  const T* panel_at(Index vector) const { return values_.data() + place(0, vector); }
  template <class X>
  void multiply_dense(const X* x, Index x_stride, Index n, Index begin, Index end, T* products,
                      Index stride) const;
  template <int panels>
  void multiply_sparse(const Rows& x, Index begin, T* products, Index stride) const;

  Index d_, count_;
  std::vector<T> values_;
};

extern template class PanelMatrix<float>;
extern template class PanelMatrix<double>;

}  // namespace sketchbench
