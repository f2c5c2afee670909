#include <sketchbench/learners/packed_rows.hpp>

#include <algorithm>

#include <sketchbench/core/registers.hpp>
#include <sketchbench/kernels/kernel_tile.hpp>

namespace sketchbench {
namespace {

// A tile's accumulators must stay in registers.
constexpr int tile_vectors = register_count == 32 ? 4 : 2, tile_rows = 6;
constexpr Index width = register_floats, vectors = PackedRows::lanes / width;  // of a column

/// Adds the products of `count` rows with columns from .. to - 1 of the vectors at `packed`.
template <int count>
void add_products(const float* const* x, const float* packed, Index from, Index to, float* const* out) {
  Register sum[count][tile_vectors] = {};
  for (Index j = from; j < to; ++j) {
    const float* column = packed + j * PackedRows::lanes;
    Register w[tile_vectors];
    for (int v = 0; v < tile_vectors; ++v) w[v] = loaded(column + v * width);
    for (int r = 0; r < count; ++r)
      for (int v = 0; v < tile_vectors; ++v) sum[r][v] += x[r][j] * w[v];
  }
  for (int r = 0; r < count; ++r)
    for (int v = 0; v < tile_vectors; ++v) store(loaded(out[r] + v * width) + sum[r][v], out[r] + v * width);
}

}  // namespace

void PackedRows::clear() {
  for (const Entry& e : set_) columns_[static_cast<std::size_t>(e.column)].lane[e.lane] = 0;
  set_.clear();
}

void PackedRows::set_lane(const Rows& x, Index i, Index lane) {
  norms_[lane] = static_cast<float>(squared_norm(x, i));
  x.for_each_nonzero(i, [&](Index column, float value) {
    columns_[static_cast<std::size_t>(column)].lane[lane] = value;
    set_.push_back({static_cast<std::int32_t>(column), static_cast<std::int32_t>(lane)});
  });
}

void PackedRows::pack(const Rows& x, std::span<const Index> which) {
  clear();
  Index lane = 0;
  for (const Index i : which) set_lane(x, i, lane++);
}

void PackedRows::pack(const Rows& x, Index begin, Index end) {
  clear();
  for (Index i = begin; i < end; ++i) set_lane(x, i, i - begin);
}

void PackedRows::kernel(const Rows& x, std::span<const float> norms, Index begin, Index end,
                        const Kernel& kernel, float* tile) const {
  if (x.is_sparse())
    sparse_products(x, begin, end, tile);
  else
    dense_products(x, begin, end, tile);
  apply_to_tile(kernel, tile,
                norms.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)),
                norms_);
}

void PackedRows::sparse_products(const Rows& x, Index begin, Index end, float* tile) const {
  for (Index i = begin; i < end; ++i, tile += lanes) {
    const SparseRow row = x.sparse_row(i);
    Register sum[vectors] = {};
    for (std::size_t k = 0; k < row.column.size(); ++k) {
      const float* column = columns_[static_cast<std::size_t>(row.column[k])].lane;
      for (Index v = 0; v < vectors; ++v) sum[v] += row.value[k] * loaded(column + v * width);
    }
    for (Index v = 0; v < vectors; ++v) store(sum[v], tile + v * width);
  }
}

void PackedRows::dense_products(const Rows& x, Index begin, Index end, float* tile) const {
  std::fill_n(tile, (end - begin) * lanes, 0.0f);
  for (Index from = 0; from < x.dim(); from += terms_per_sum) {
    const Index to = std::min(x.dim(), from + terms_per_sum);
    for (Index v = 0; v < vectors; v += tile_vectors) {
      const float* packed = columns_[0].lane + v * width;
      const auto tile_row = [&](Index i) { return tile + (i - begin) * lanes + v * width; };
      Index i = begin;
      for (; i + tile_rows <= end; i += tile_rows) {
        const float* rows[tile_rows];
        float* out[tile_rows];
        for (int r = 0; r < tile_rows; ++r) {
          rows[r] = x.dense_row(i + r).data();
          out[r] = tile_row(i + r);
        }
        add_products<tile_rows>(rows, packed, from, to, out);
      }
      for (; i < end; ++i) {
        const float* row = x.dense_row(i).data();
        float* out = tile_row(i);
        add_products<1>(&row, packed, from, to, &out);
      }
    }
  }
}

}  // namespace sketchbench
