#include <sketchbench/features/kernel_pca/operators/quantised_gram.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/features/kernel_pca/operators/gram_input.hpp>
#include <sketchbench/features/kernel_pca/operators/random_signs.hpp>
#include <sketchbench/features/kernel_pca/operators/row_panels.hpp>
#include <sketchbench/features/kernel_pca/operators/tile_values.hpp>

namespace sketchbench {
namespace {

// A tile, its transpose and the sums of four vectors stay in the first-level cache.
constexpr Index tile = TileValues::Columns::most;
constexpr Index rows_together = 64;  ///< that add_signed_sums() makes
constexpr Index words_of_tile = tile / sign_rows * (tile / sign_columns);

Index blocks_of(Index m) { return (m + tile - 1) / tile; }
Index padded(Index m) { return (m + rows_together - 1) / rows_together * rows_together; }
/// Rows of a block: those of the last one are fewer, and padded.
Index rows_of(Index block, Index m) { return std::min(tile, padded(m) - block * tile); }
Index words_in_row(Index block, Index m) { return rows_of(block, m) / sign_columns; }
Index words_of(Index block, Index m) {
  return (padded(m) - block * tile) / sign_rows * words_in_row(block, m);
}

/// The signs of rows first .. last - 1 in a block of columns that begins at `column`.
void round_tile(const TileValues::Columns& values, Index first, Index last, Index column,
                const RandomSigns& signs, Seed seed, Index words, SignWords* out) {
  std::vector<float> made(static_cast<std::size_t>((last - first) * values.stride()));
  values.values(first, last, made.data());
  const auto set_negative = [&](Index r, Index c) {
    out[r / sign_rows * words + c / sign_columns].set_negative(r % sign_rows, c % sign_columns);
  };
  const bool on_diagonal = first == column;
  for (Index r = 0; r < last - first; ++r) {
    RandomStream stream(seed, "quantised Gram matrix",
                        static_cast<std::uint64_t>((column / tile) << 32 | (first + r)));
    const float* const row = made.data() + r * values.stride();
    const Index columns = on_diagonal ? r + 1 : tile;
    for (Index c = 0; c < columns; ++c) {
      if (!signs.is_negative(row[c], stream)) continue;
      set_negative(r, c);
      if (on_diagonal && c < r) set_negative(c, r);
    }
  }
}

}  // namespace

double QuantisedGram::memory(Index m) {
  double words = 0;
  for (Index block = 0; block < blocks_of(m); ++block) words += static_cast<double>(words_of(block, m));
  return sizeof(SignWords) * words;
}

double QuantisedGram::memory_of_making(Index m, Index d, int threads) {
  return static_cast<double>(std::min<Index>(threads, blocks_of(m))) *
         (TileValues::Columns::memory(d) + sizeof(float) * static_cast<double>(tile * tile));
}

QuantisedGram::QuantisedGram(const Kernel& kernel, const Rows& x, Seed seed, int threads)
    : SymmetricOperator(x.size()) {
  require_rows(x);
  const Index m = x.size();
  require_memory(memory(m) + memory_of_making(m, x.dim(), threads),
                 fmt::format("the Gram matrix of {} rows, a bit for each of half its entries,", m));
  const TileValues values(kernel, x);
  bound_ = largest_kernel_value(kernel, x);
  const RandomSigns signs(bound_);
  blocks_.resize(static_cast<std::size_t>(blocks_of(m)));
  // The first block is the longest.
  parallel_blocks(blocks_of(m), 1, threads, [&](Index block, Index) {
    const Index begin = block * tile;
    const TileValues::Columns columns(values, begin, std::min(m, begin + tile));
    std::vector<SignWords>& words = blocks_[static_cast<std::size_t>(block)];
    words.resize(static_cast<std::size_t>(words_of(block, m)));
    for (Index i = begin; i < m; i += tile)
      round_tile(columns, i, std::min(m, i + tile), begin, signs, seed, words_in_row(block, m),
                 words.data() + (i - begin) / tile * words_of_tile);
  });
}

const SignWords* QuantisedGram::tile_at(Index i, Index j) const {
  return blocks_[static_cast<std::size_t>(j)].data() + (i - j) * words_of_tile;
}

int QuantisedGram::sign(Index i, Index j) const {
  if (i < j) std::swap(i, j);
  const SignWords* const words = tile_at(i / tile, j / tile);
  const Index r = i % tile, c = j % tile;
  return words[r / sign_rows * words_in_row(j / tile, size()) + c / sign_columns].sign(r % sign_rows,
                                                                                       c % sign_columns);
}

template <int vectors>
void QuantisedGram::add_tile(Index i, Index j, const SignSums* sums, float* y, Index y_stride) const {
  const Index rows = rows_of(i, size()), columns = rows_of(j, size());
  const auto sums_of = [&](Index block) { return sums + block * (tile / signs_per_table) * vectors; };
  const SignWords* const words = tile_at(i, j);
  add_signed_sums<vectors>(words, rows / rows_together, columns / sign_columns, sums_of(j), y + i * tile,
                           y_stride);
  if (i == j) return;
  SignWords transposed[words_of_tile];
  transpose_signs(words, rows / sign_columns, columns / sign_columns, transposed);
  add_signed_sums<vectors>(transposed, columns / rows_together, rows / sign_columns, sums_of(i), y + j * tile,
                           y_stride);
}

template <int vectors>
void QuantisedGram::multiply_vectors(const Eigen::MatrixXf& x, Index first, Eigen::MatrixXf& y,
                                     int threads) const {
  const Index rows = padded(size());
  std::vector<SignSums> sums(static_cast<std::size_t>(rows / signs_per_table * vectors));
  parallel_blocks(size(), tile, threads, [&](Index begin, Index end) {
    for (Index i = begin; i < end; i += signs_per_table)
      for (int v = 0; v < vectors; ++v) {
        float values[signs_per_table] = {};
        for (Index t = 0; t < std::min(signs_per_table, end - i); ++t) values[t] = x(i + t, first + v);
        sums[static_cast<std::size_t>(i / signs_per_table * vectors + v)] = SignSums(values);
      }
  });
  Eigen::MatrixXf total = Eigen::MatrixXf::Zero(rows, vectors);
  for_each_tile(blocks_of(size()), threads,
                [&](Index i, Index j) { add_tile<vectors>(i, j, sums.data(), total.data(), rows); });
  y.middleCols(first, vectors) = static_cast<float>(bound_) * total.topRows(size());
}

void QuantisedGram::multiply(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int threads) const {
  require_factors(size(), x, y);
  Index first = 0;
  for (; first + 4 <= x.cols(); first += 4) multiply_vectors<4>(x, first, y, threads);
  for (; first + 2 <= x.cols(); first += 2) multiply_vectors<2>(x, first, y, threads);
  for (; first < x.cols(); ++first) multiply_vectors<1>(x, first, y, threads);
}

std::size_t QuantisedGram::memory_bytes() const {
  std::size_t words = 0;
  for (const std::vector<SignWords>& block : blocks_) words += block.size();
  return sizeof(SignWords) * words;
}

}  // namespace sketchbench
