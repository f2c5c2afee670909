#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include <sketchbench/features/kernel_pca/operators/kept_rows.hpp>
#include <sketchbench/features/kernel_pca/operators/row_panels.hpp>

namespace sketchbench {

/// A sparse symmetric matrix: the entries of its lower triangle, with 16 bits for a column and 32 for a
/// value, or with one of the 16 bits for a sign. Square tiles of at most 4096 columns; a tile's rows stand in
/// the order of how many entries they have, so that the processor foresees where a row ends.
class SparseTriangle {
 public:
  enum class Entries { values, signs };
  struct Sampling {
    double s = 1;  ///< an entry is kept with probability 1 / s
    Seed seed = 0;
    std::string_view purpose;  ///< of the stream that row i has for what is kept
    Entries entries = Entries::values;
  };
  /// What becomes of the kernel's values of row i, in the order of their columns; signs are taken from the
  /// signs of what is left here. Called for each row once, from any thread.
  using FinishRow = std::function<void(Index i, std::span<float> values)>;

  /// Kept entries of the Gram matrix; no others are made but where s is so small that whole tiles are
  /// faster. `threads` changes nothing. Throws InputError where s < 1 and, with the numbers, where it does
  /// not fit in memory.
  SparseTriangle(const Kernel& kernel, const Rows& x, const Sampling& sampling, const FinishRow& finish,
                 int threads);

  /// Kept entries, of m (m + 1) / 2.
  Index kept() const;
  /// 0 where it was not kept; a sign is +1 or -1.
  float entry(Index i, Index j) const;
  /// y = factor A x, as SymmetricOperator::multiply().
  void multiply(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, float factor, int threads) const;

  std::size_t memory_bytes() const;
  /// Bytes for m rows, in the mean.
  static double memory(Index m, double s, Entries entries);
  /// Bytes that its making takes beside, in the mean, of rows of d columns.
  static double memory_of_making(Index m, Index d, double s, int threads);

 private:
  /// Rows of a tile with equally many entries.
  struct Run {
    std::uint16_t rows, length;
  };
  /// Where a tile begins in its block of rows.
  struct Start {
    std::size_t run, row, entry;
  };
  /// A block of rows, up to the diagonal: its tiles one after the other.
  struct Block {
    std::vector<Start> starts;  ///< of the tiles, and the end of the last
    std::vector<Run> runs;
    std::vector<std::uint16_t> rows;
    std::vector<std::uint16_t> codes;  ///< a column of the tile; the highest bit is set for -1
    std::vector<float> values;         ///< empty for signs
  };

  static Index tile_of(Index m, double s);
  Index blocks() const { return (size_ + tile_ - 1) / tile_; }
  Block packed(const KeptRows& kept) const;
  void append_tile(const KeptRows& kept, Index tile, Block& block) const;
  template <Index width, bool has_values, bool on_diagonal>
  void add_tile(Index i, Index j, const RowPanel& x, RowPanel& y) const;

  Index size_, tile_;
  Entries entries_;
  std::vector<Block> blocks_;
};

}  // namespace sketchbench
