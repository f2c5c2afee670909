#pragma once
#include <cstdint>
#include <vector>

#include <sketchbench/core/random.hpp>
#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// A d x columns matrix W of signs, one bit each: a matrix of floats for 5000 inputs and 20000 projections
/// would be 400 MB, and the product would wait for memory. Stored in tiles of 64 columns: one word for each
/// input coordinate.
class RademacherMatrix {
 public:
  static constexpr Index kTile = 64;
  static constexpr Index kVector = 16;

  /// All signs are +1 until they are drawn.
  RademacherMatrix(Index d, Index columns);

  /// Column c becomes d fair signs of the stream, in the order of the coordinates (so that they do not depend
  /// on d).
  void draw_column(Index c, RandomStream stream);

  Index columns() const { return columns_; }
  /// Values that multiply() writes for a row: columns() rounded up to whole vectors. Those beyond columns()
  /// are of no use.
  Index padded_columns() const { return (columns_ + kVector - 1) / kVector * kVector; }

  /// y = x W; row i of y at y + i * padded_columns(). The sum of a row runs over its non-zeros in ascending
  /// order, whatever the storage and whatever the rows beside it, so that its rounding is always the same.
  void multiply(const Rows& x, float* y) const;

  int sign(Index j, Index c) const { return (words_[c / kTile * d_ + j] >> (c % kTile) & 1) != 0 ? -1 : 1; }
  std::size_t memory_bytes() const { return words_.size() * sizeof(std::uint64_t); }
  static double memory(Index d, double columns);

 private:
  template <int vectors>
  void multiply_tile(const Rows& x, const std::uint64_t* words, float* y) const;

  Index d_, columns_, tiles_;
  std::vector<std::uint64_t> words_;  ///< tile by tile; a set bit is -1
};

}  // namespace sketchbench
