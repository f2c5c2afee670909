#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/numerics/panel_matrix.hpp>

namespace sketchbench {

/// Values of a Gram matrix in single precision, tiles of them or single ones, for a kernel of any family.
/// Values of a family that is OfProducts are made of inner products in single precision, others are rounded
/// from Kernel's own. What Columns and a Row make of the same two rows may differ by the rounding of the
/// inner product.
class TileValues {
 public:
  /// The rows must outlive it. InputError, with the numbers, for values that are beyond single precision or
  /// that single precision cannot tell apart (kernels/kernel_range.hpp).
  TileValues(const Kernel& kernel, const Rows& x);

  const Rows& rows() const { return x_; }
  /// Whether Columns makes a value in a fraction of the time that a Row takes: not of a family that has each
  /// value made on its own, and not of rows with very many columns.
  bool has_fast_columns() const;

  /// Some columns of the Gram matrix, of which all rows can be made.
  class Columns {
   public:
    /// Tiles of so many columns leave room for their rows in the second-level cache.
    static constexpr Index most = 256;
    /// For columns begin .. end - 1, at most `most`.
    Columns(const TileValues& of, Index begin, Index end);

    /// Values from one row of a tile to the next: the columns, up to the next multiple of 16.
    Index stride() const { return PanelMatrix<float>::padded(end_ - begin_); }
    /// out[(i - first) * stride() + c] = kappa(x_i, x_{begin + c}) for i = first .. last - 1. The values
    /// behind the last column are finite and mean nothing. Thread-safe.
    void values(Index first, Index last, float* out) const;
    /// Bytes while it lives, for rows of d columns.
    static double memory(Index d);

   private:
    const TileValues& of_;
    Index begin_, end_;
    std::optional<PanelMatrix<float>> panel_;  ///< none where values are made one at a time
    std::vector<float> norms_;                 ///< squared, as many as stride()
    std::vector<std::uint32_t> numbers_;       ///< of the columns, where there is no panel
  };

  /// Values of one row at chosen columns. Each thread has its own.
  class Row {
   public:
    explicit Row(const TileValues& of);
    /// out[k] = kappa(x_i, x_{columns[k]}).
    void values(Index i, std::span<const std::uint32_t> columns, float* out);

   private:
    void products(Index i, std::span<const std::uint32_t> columns, float* out);

    const TileValues& of_;
    std::vector<float> unpacked_;  ///< a sparse row with its zeros
    std::vector<float> norms_;
  };

 private:
  Kernel kernel_;
  Rows x_;
  std::vector<float> norms_;  ///< squared, of all rows, where values are made of products
};

}  // namespace sketchbench
