#include <sketchbench/features/kernel_pca/operators/sparse_triangle.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/features/kernel_pca/operators/gram_input.hpp>

namespace sketchbench {
namespace {

constexpr std::uint16_t sign_bit = 0x8000;
constexpr Index smallest_tile = 256, largest_tile = 4096;

Index column_of(std::uint16_t code) { return code & (sign_bit - 1); }

float sign_of(std::uint16_t code) {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(1.0f) | (std::uint32_t{code} & sign_bit) << 16);
}

}  // namespace

/// Rows of a tile should have some 32 entries; but then several threads should find work, and a tile's part
/// of a panel should stay in the second-level cache.
Index SparseTriangle::tile_of(Index m, double s) {
  const Index wanted = static_cast<Index>(std::min(32 * s, static_cast<double>(largest_tile)));
  const Index most = std::clamp((m + 7) / 8, smallest_tile, largest_tile);
  return std::clamp(wanted, smallest_tile, most);
}

double SparseTriangle::memory(Index m, double s, Entries entries) {
  const double rows = static_cast<double>(m), kept = rows * (rows + 1) / 2 / s;
  const double entry = sizeof(std::uint16_t) + (entries == Entries::values ? sizeof(float) : 0);
  // Every row in every tile, and runs of up to twice as many entries as rows have in the mean.
  const auto tile = static_cast<double>(tile_of(m, s));
  const double blocks = std::ceil(rows / tile), tiles = blocks * (blocks + 1) / 2;
  return entry * kept + sizeof(std::uint16_t) * tiles * std::min(rows, tile) +
         tiles * (sizeof(Start) + sizeof(Run) * std::min(tile, 2 * tile / s));
}

double SparseTriangle::memory_of_making(Index m, Index d, double s, int threads) {
  const Index tile = std::min(tile_of(m, s), m), blocks = (m + tile - 1) / tile;
  return static_cast<double>(std::min<Index>(threads, blocks)) * KeptRows::memory(tile, m, d, s);
}

SparseTriangle::SparseTriangle(const Kernel& kernel, const Rows& x, const Sampling& sampling,
                               const FinishRow& finish, int threads)
    : size_(x.size()), entries_(sampling.entries) {
  require_rows(x);
  require_sparsity(sampling.s);
  tile_ = tile_of(size_, sampling.s);
  require_memory(
      memory(size_, sampling.s, entries_) + memory_of_making(size_, x.dim(), sampling.s, threads),
      fmt::format("the Gram matrix of {} rows, of which one entry in {:g} is kept,", size_, sampling.s));
  const TileValues values(kernel, x);
  blocks_.resize(static_cast<std::size_t>(blocks()));
  // The last block is the longest.
  parallel_blocks(blocks(), 1, threads, [&](Index from_last, Index) {
    const Index block = blocks() - 1 - from_last, begin = block * tile_;
    KeptRows kept(values, begin, std::min(size_, begin + tile_), tile_, sampling.s, sampling.seed,
                  sampling.purpose);
    for (Index r = 0; r < kept.size(); ++r) finish(begin + r, kept.values(r));
    blocks_[static_cast<std::size_t>(block)] = packed(kept);
  });
}

SparseTriangle::Block SparseTriangle::packed(const KeptRows& kept) const {
  Block block;
  block.codes.reserve(static_cast<std::size_t>(kept.kept()));
  if (entries_ == Entries::values) block.values.reserve(static_cast<std::size_t>(kept.kept()));
  for (Index t = 0; t < kept.tiles(); ++t) {
    block.starts.push_back({block.runs.size(), block.rows.size(), block.codes.size()});
    append_tile(kept, t, block);
  }
  block.starts.push_back({block.runs.size(), block.rows.size(), block.codes.size()});
  block.runs.shrink_to_fit();
  block.rows.shrink_to_fit();
  return block;
}

void SparseTriangle::append_tile(const KeptRows& kept, Index tile, Block& block) const {
  // By length: how many rows are shorter, and then each row's place.
  std::vector<std::size_t> places(static_cast<std::size_t>(tile_) + 2);
  for (Index r = 0; r < kept.size(); ++r) ++places[kept.columns(r, tile).size() + 1];
  for (std::size_t length = 1; length < places.size() - 1; ++length)
    if (const std::size_t rows = places[length + 1]; rows > 0)
      block.runs.push_back({static_cast<std::uint16_t>(rows), static_cast<std::uint16_t>(length)});
  places[1] = 0;  // rows without entries are left out
  for (std::size_t length = 1; length < places.size(); ++length) places[length] += places[length - 1];
  const std::size_t first = block.rows.size();
  block.rows.resize(first + places.back());
  for (Index r = 0; r < kept.size(); ++r)
    if (const std::size_t length = kept.columns(r, tile).size(); length > 0)
      block.rows[first + places[length]++] = static_cast<std::uint16_t>(r);

  for (std::size_t k = first; k < block.rows.size(); ++k) {
    const auto columns = kept.columns(block.rows[k], tile);
    const auto values = kept.values(block.rows[k], tile);
    for (std::size_t e = 0; e < columns.size(); ++e) {
      auto code = static_cast<std::uint16_t>(static_cast<Index>(columns[e]) - tile * tile_);
      if (entries_ == Entries::signs && std::signbit(values[e])) code |= sign_bit;
      block.codes.push_back(code);
    }
    if (entries_ == Entries::values) block.values.insert(block.values.end(), values.begin(), values.end());
  }
}

template <Index width, bool has_values, bool on_diagonal>
void SparseTriangle::add_tile(Index i, Index j, const RowPanel& x, RowPanel& y) const {
  using Row = PanelRow<width>;
  const Block& block = blocks_[static_cast<std::size_t>(i)];
  const Start &start = block.starts[static_cast<std::size_t>(j)],
              &end = block.starts[static_cast<std::size_t>(j) + 1];
  const std::uint16_t* row = block.rows.data() + start.row;
  const std::uint16_t* code = block.codes.data() + start.entry;
  const float* value = has_values ? block.values.data() + start.entry : nullptr;
  const float *const x_i = x.row(i * tile_), *const x_j = x.row(j * tile_);
  float *const y_i = y.row(i * tile_), *const y_j = y.row(j * tile_);
  for (std::size_t k = start.run; k < end.run; ++k) {
    const Run run = block.runs[k];
    const int length = run.length;
    for (int r = 0; r < run.rows; ++r) {
      const Index to = *row++ * width;
      const Row own = Row::load(x_i + to);
      Row sum = {};
      for (int e = 0; e < length; ++e) {
        const Index from = column_of(code[e]) * width;
        const float a = has_values ? value[e] : sign_of(code[e]);
        sum.add(a, Row::load(x_j + from));
        // An entry of the diagonal is its own mirror image.
        const float mirrored = on_diagonal && from == to ? 0 : a;
        Row other = Row::load(y_j + from);
        other.add(mirrored, own);
        other.store(y_j + from);
      }
      code += length;
      if constexpr (has_values) value += length;
      sum.add(1, Row::load(y_i + to));
      sum.store(y_i + to);
    }
  }
}

void SparseTriangle::multiply(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, float factor, int threads) const {
  const auto add = [&]<Index width>(Index i, Index j, const RowPanel& in, RowPanel& out,
                                    std::integral_constant<Index, width>) {
    if (entries_ == Entries::values) {
      if (i == j)
        add_tile<width, true, true>(i, j, in, out);
      else
        add_tile<width, true, false>(i, j, in, out);
    } else {
      if (i == j)
        add_tile<width, false, true>(i, j, in, out);
      else
        add_tile<width, false, false>(i, j, in, out);
    }
  };
  multiply_by_tiles(size_, x, y, blocks(), factor, threads, add);
}

Index SparseTriangle::kept() const {
  std::size_t kept = 0;
  for (const Block& block : blocks_) kept += block.codes.size();
  return static_cast<Index>(kept);
}

float SparseTriangle::entry(Index i, Index j) const {
  if (i < j) std::swap(i, j);
  const Block& block = blocks_[static_cast<std::size_t>(i / tile_)];
  const Start &start = block.starts[static_cast<std::size_t>(j / tile_)],
              &end = block.starts[static_cast<std::size_t>(j / tile_) + 1];
  std::size_t row = start.row, entry = start.entry;
  for (std::size_t k = start.run; k < end.run; ++k) {
    const Run run = block.runs[k];
    for (int r = 0; r < run.rows; ++r, ++row, entry += run.length) {
      if (block.rows[row] != i % tile_) continue;
      for (std::size_t e = entry; e < entry + run.length; ++e)
        if (column_of(block.codes[e]) == j % tile_)
          return entries_ == Entries::values ? block.values[e] : sign_of(block.codes[e]);
    }
  }
  return 0;
}

std::size_t SparseTriangle::memory_bytes() const {
  std::size_t bytes = 0;
  for (const Block& b : blocks_)
    bytes += sizeof(Start) * b.starts.size() + sizeof(Run) * b.runs.size() +
             sizeof(std::uint16_t) * (b.rows.size() + b.codes.size()) + sizeof(float) * b.values.size();
  return bytes;
}

}  // namespace sketchbench
