#include <sketchbench/features/kernel_pca/operators/gram_matrix.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/features/kernel_pca/operators/gram_input.hpp>
#include <sketchbench/features/kernel_pca/operators/row_panels.hpp>
#include <sketchbench/features/kernel_pca/operators/tile_values.hpp>

namespace sketchbench {
namespace {

constexpr Index tile = TileValues::Columns::most;

Index blocks_of(Index m) { return (m + tile - 1) / tile; }

/// Values from one row of column block J to the next.
Index stride_of(Index block, Index m) { return PanelMatrix<float>::padded(std::min(tile, m - block * tile)); }

constexpr int sums_at_once = register_count == 32 ? 24 : 12;  // stay in registers
template <Index width>
constexpr int most_rows = PanelRow<width>::count * 8 <= sums_at_once   ? 8
                          : PanelRow<width>::count * 4 <= sums_at_once ? 4
                          : PanelRow<width>::count * 2 <= sums_at_once ? 2
                                                                       : 1;

/// y_r += sum_k a(r, k) x_k for n rows, where a(r, k) is at a + r * row_step + k * step. A tile's sum is made
/// by itself: a chain of additions through all tiles would lose digits with the number of rows.
template <int rows, Index width>
void add_product(const float* a, Index row_step, Index step, Index n, Index depth, const float* x, float* y) {
  using Row = PanelRow<width>;
  Index i = 0;
  for (; i + rows <= n; i += rows) {
    Row sum[rows] = {};
    for (Index k = 0; k < depth; ++k) {
      const Row from = Row::load(x + k * width);
      unrolled<rows>([&](auto r) { sum[r].add(a[(i + r) * row_step + k * step], from); });
    }
    unrolled<rows>([&](auto r) {
      sum[r].add(1, Row::load(y + (i + r) * width));
      sum[r].store(y + (i + r) * width);
    });
  }
  if constexpr (rows > 1)
    if (i < n) add_product<rows / 2, width>(a + i * row_step, row_step, step, n - i, depth, x, y + i * width);
}

float sum_of(Register v) {
  for (Index half = register_floats / 2; half > 0; half /= 2)
    for (Index l = 0; l < half; ++l) v[l] += v[l + half];
  return v[0];
}

/// The same for one vector: y_i += A x_j and, unless it is its own transpose, y_j += A^T x_i, in one pass
/// over a tile, which is what a product with one vector costs. One row at a time, so that memory is read from
/// its beginning to its end: several at once have no pattern that a processor foresees. `columns` are a
/// multiple of 16.
template <bool symmetric>
void add_vector_product(const float* a, Index n, Index columns, const float* x_i, const float* x_j,
                        float* y_i, float* y_j) {
  constexpr int together = 16 / register_floats;  // additions that do not wait for each other
  for (Index i = 0; i < n; ++i, a += columns) {
    const float own = x_i[i];
    Register sum[together] = {};
    for (Index j = 0; j < columns; j += 16)
      unrolled<together>([&](auto k) {
        const Index at = j + k * register_floats;
        const Register value = loaded(a + at);
        sum[k] += value * loaded(x_j + at);
        if constexpr (!symmetric) store(loaded(y_j + at) + value * own, y_j + at);
      });
    unrolled<together>([&](auto k) { y_i[i] += sum_of(sum[k]); });
  }
}

}  // namespace

double GramMatrix::memory(const Kernel& /*kernel*/, Index d, Index m) {
  double values = 0;
  for (Index block = 0; block < blocks_of(m); ++block)
    values += static_cast<double>(m - block * tile) * static_cast<double>(stride_of(block, m));
  return sizeof(float) * values + TileValues::Columns::memory(d);
}

GramMatrix::GramMatrix(const Kernel& kernel, const Rows& x, int threads) : SymmetricOperator(x.size()) {
  require_rows(x);
  const Index m = x.size();
  require_memory(memory(kernel, x.dim(), m),
                 fmt::format("the Gram matrix of {} rows, half of its values,", m));
  const TileValues values(kernel, x);
  blocks_.resize(static_cast<std::size_t>(blocks_of(m)));
  // The first block is the longest.
  parallel_blocks(blocks_of(m), 1, threads, [&](Index block, Index) {
    const Index begin = block * tile;
    const TileValues::Columns columns(values, begin, std::min(m, begin + tile));
    Eigen::VectorXf& made = blocks_[static_cast<std::size_t>(block)];
    made.resize((m - begin) * columns.stride());
    for (Index i = begin; i < m; i += tile)
      columns.values(i, std::min(m, i + tile), made.data() + (i - begin) * columns.stride());
    // The tile on the diagonal is whole; where values are made alone, <x, y> may not round as <y, x> does.
    for (Index r = 0; r < std::min(tile, m - begin); ++r)
      for (Index c = 0; c < r; ++c) made(c * columns.stride() + r) = made(r * columns.stride() + c);
  });
}

void GramMatrix::multiply(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int threads) const {
  const auto add = [&]<Index width>(Index i, Index j, const RowPanel& in, RowPanel& out,
                                    std::integral_constant<Index, width>) {
    const Index first = i * tile, rows = std::min(tile, size() - first);
    const Index first_column = j * tile, columns = std::min(tile, size() - first_column);
    const Index stride = stride_of(j, size());
    const float* const a = blocks_[static_cast<std::size_t>(j)].data() + (first - first_column) * stride;
    const float *const x_i = in.row(first), *const x_j = in.row(first_column);
    float *const y_i = out.row(first), *const y_j = out.row(first_column);
    if constexpr (width == 1) {
      if (i == j)
        add_vector_product<true>(a, rows, stride, x_i, x_j, y_i, y_j);
      else
        add_vector_product<false>(a, rows, stride, x_i, x_j, y_i, y_j);
    } else {
      add_product<most_rows<width>, width>(a, stride, 1, rows, columns, x_j, y_i);
      if (i != j) add_product<most_rows<width>, width>(a, 1, stride, columns, rows, x_i, y_j);
    }
  };
  multiply_by_tiles(size(), x, y, blocks_of(size()), 1, threads, add);
}

std::size_t GramMatrix::memory_bytes() const {
  std::size_t bytes = 0;
  for (const Eigen::VectorXf& block : blocks_)
    bytes += sizeof(float) * static_cast<std::size_t>(block.size());
  return bytes;
}

float GramMatrix::entry(Index i, Index j) const {
  if (i < j) std::swap(i, j);
  const Index block = j / tile, begin = block * tile;
  return blocks_[static_cast<std::size_t>(block)]((i - begin) * stride_of(block, size()) + (j - begin));
}

}  // namespace sketchbench
