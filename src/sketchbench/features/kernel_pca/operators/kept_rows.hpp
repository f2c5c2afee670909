#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <sketchbench/core/random.hpp>
#include <sketchbench/features/kernel_pca/operators/tile_values.hpp>

namespace sketchbench {

/// Appends the columns j <= row that are kept, each with probability 1 / s, ascending. By the gaps between
/// them, which have a geometric law: what is not kept costs nothing.
void draw_kept_columns(RandomStream stream, Index row, double s, std::vector<std::uint32_t>& columns);

/// The kept entries of some rows of a Gram matrix's lower triangle while they are made, row after row; cut
/// into tiles of so many columns.
class KeptRows {
 public:
  /// The rows begin .. end - 1, with the stream (seed, purpose, i) for row i, and the values of what was
  /// kept: single ones, or picked from whole tiles where most of a tile would be made anyway.
  KeptRows(const TileValues& values, Index begin, Index end, Index tile, double s, Seed seed,
           std::string_view purpose);

  Index begin() const { return begin_; }
  Index size() const { return end_ - begin_; }
  Index tiles() const { return (end_ - 1) / tile_ + 1; }
  Index kept() const { return static_cast<Index>(columns_.size()); }

  /// Of row begin() + r in all tiles, or in one.
  std::span<float> values(Index r) {
    return std::span(values_).subspan(cut(r, 0), cut(r, tiles()) - cut(r, 0));
  }
  std::span<const float> values(Index r, Index tile) const { return part(values_, r, tile); }
  std::span<const std::uint32_t> columns(Index r, Index tile) const { return part(columns_, r, tile); }

  /// Bytes for so many rows of m columns of d coordinates, in the mean.
  static double memory(Index rows, Index m, Index d, double s);

 private:
  std::size_t cut(Index r, Index tile) const {
    return cuts_[static_cast<std::size_t>(r * (tiles() + 1) + tile)];
  }
  template <class T>
  std::span<const T> part(const std::vector<T>& of, Index r, Index tile) const {
    return std::span(of).subspan(cut(r, tile), cut(r, tile + 1) - cut(r, tile));
  }
  void draw(double s, Seed seed, std::string_view purpose);
  void make_single_values(const TileValues& values);
  void pick_values(const TileValues& values);

  Index begin_, end_, tile_;
  std::vector<std::uint32_t> columns_;
  std::vector<float> values_;
  std::vector<std::size_t> cuts_;  ///< row by row, where each tile begins in it; and the row's end
};

}  // namespace sketchbench
