#pragma once
#include <span>
#include <vector>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

/// Up to 64 rows stored column by column, so that one pass over another row makes its products with all of
/// them: a sparse row costs one multiplication and addition of 64 lanes for each non-zero, and dense rows go
/// through a register tile.
///
/// A product is a sum in single precision, in the order of the columns, of partial sums over terms_per_sum
/// columns of dense rows. It does not depend on which rows share a pack or a tile, and <x, y> has the bits of
/// <y, x> where both are stored alike.
class PackedRows {
 public:
  static constexpr Index lanes = 64;
  /// Of dense rows: 32 kB of packed columns stay in the first-level cache. Sparse rows have one sum.
  static constexpr Index terms_per_sum = 128;
  /// Bytes for d columns.
  static double memory(Index d) { return 4.0 * lanes * static_cast<double>(d); }

  explicit PackedRows(Index d) : columns_(static_cast<std::size_t>(d)) {}

  /// Holds these rows of x from now on, at most `lanes` of them; the other lanes are zero.
  void pack(const Rows& x, std::span<const Index> which);
  /// The rows begin .. end - 1 of x; likewise.
  void pack(const Rows& x, Index begin, Index end);

  /// kappa(x_i, packed row) for i = begin .. end - 1, into tile[(i - begin) * lanes + lane]; `norms` are the
  /// squared_norms() of all rows of x.
  void kernel(const Rows& x, std::span<const float> norms, Index begin, Index end, const Kernel& kernel,
              float* tile) const;

 private:
  struct alignas(64) Column {
    float lane[lanes] = {};
  };
  struct Entry {
    std::int32_t column, lane;
  };

  void clear();
  void set_lane(const Rows& x, Index i, Index lane);
  void sparse_products(const Rows& x, Index begin, Index end, float* tile) const;
  void dense_products(const Rows& x, Index begin, Index end, float* tile) const;

  std::vector<Column> columns_;
  float norms_[lanes] = {};  ///< squared, of the packed rows
  std::vector<Entry> set_;   ///< what to clear: cheaper than all columns when rows are sparse
};

}  // namespace sketchbench
