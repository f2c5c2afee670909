#include <sketchbench/features/kernel_pca/operators/tile_values.hpp>

#include <Eigen/Core>
#include <algorithm>
#include <numeric>

#include <sketchbench/kernels/kernel_range.hpp>
#include <sketchbench/kernels/kernel_tile.hpp>

namespace sketchbench {
namespace {

// Rows of more columns than these would make panels of more than 16 MB; they are sparse.
constexpr Index most_coordinates = 1 << 14;

/// Of a sparse row with one that is unpacked. Four sums do not wait for each other.
float product(const SparseRow& row, const float* unpacked) {
  const std::size_t count = row.column.size();
  float sum[4] = {};
  std::size_t k = 0;
  for (; k + 4 <= count; k += 4)
    for (std::size_t s = 0; s < 4; ++s) sum[s] += row.value[k + s] * unpacked[row.column[k + s]];
  for (; k < count; ++k) sum[0] += row.value[k] * unpacked[row.column[k]];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

}  // namespace

TileValues::TileValues(const Kernel& kernel, const Rows& x) : kernel_(kernel), x_(x) {
  kernel.check();
  require_kernel_range(x, kernel);
  if (!kernel.uses_products()) return;
  require_tile_range(x, kernel);
  require_distance_precision(x, kernel, 0x1p-24);
  norms_ = squared_norms(x);
}

bool TileValues::has_fast_columns() const { return kernel_.uses_products() && x_.dim() <= most_coordinates; }

TileValues::Columns::Columns(const TileValues& of, Index begin, Index end)
    : of_(of), begin_(begin), end_(end) {
  const Rows columns = of.x_.slice(begin, end);
  if (!of.has_fast_columns()) {
    numbers_.resize(static_cast<std::size_t>(end - begin));
    std::iota(numbers_.begin(), numbers_.end(), static_cast<std::uint32_t>(begin));
    return;
  }
  panel_.emplace(columns.dim(), columns.size());
  for (Index c = 0; c < columns.size(); ++c)
    columns.for_each_nonzero(c, [&](Index k, float value) { panel_->at(k, c) = value; });
  norms_.assign(of.norms_.begin() + begin, of.norms_.begin() + end);
  norms_.resize(static_cast<std::size_t>(stride()));
}

double TileValues::Columns::memory(Index d) {
  return d <= most_coordinates ? PanelMatrix<float>::memory(d, most) : 0;
}

void TileValues::Columns::values(Index first, Index last, float* out) const {
  if (!panel_) {
    Row row(of_);
    for (Index i = first; i < last; ++i, out += stride()) {
      row.values(i, numbers_, out);
      std::fill(out + (end_ - begin_), out + stride(), 0.0f);
    }
    return;
  }
  panel_->multiply(of_.x_.slice(first, last), 0, end_ - begin_, out, stride());
  const std::span<const float> norms(of_.norms_);
  apply_to_tile(of_.kernel_, out,
                norms.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)),
                norms_);
}

TileValues::Row::Row(const TileValues& of) : of_(of) {
  if (of.x_.is_sparse() && of.kernel_.uses_products())
    unpacked_.resize(static_cast<std::size_t>(of.x_.dim()));
}

void TileValues::Row::products(Index i, std::span<const std::uint32_t> columns, float* out) {
  const Rows& x = of_.x_;
  if (!x.is_sparse()) {
    using Vector = Eigen::Map<const Eigen::VectorXf>;
    const Vector row(x.dense_row(i).data(), x.dim());
    for (const std::uint32_t j : columns) *out++ = row.dot(Vector(x.dense_row(j).data(), x.dim()));
    return;
  }
  const SparseRow row = x.sparse_row(i);
  for (std::size_t k = 0; k < row.column.size(); ++k)
    unpacked_[static_cast<std::size_t>(row.column[k])] = row.value[k];
  for (const std::uint32_t j : columns) *out++ = product(x.sparse_row(j), unpacked_.data());
  for (const std::int32_t column : row.column) unpacked_[static_cast<std::size_t>(column)] = 0;
}

void TileValues::Row::values(Index i, std::span<const std::uint32_t> columns, float* out) {
  if (!of_.kernel_.uses_products()) {
    for (const std::uint32_t j : columns)
      *out++ = static_cast<float>(of_.kernel_(of_.x_, i, of_.x_, static_cast<Index>(j)));
    return;
  }
  products(i, columns, out);
  norms_.resize(columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k) norms_[k] = of_.norms_[columns[k]];
  apply_to_tile(of_.kernel_, out, {&of_.norms_[static_cast<std::size_t>(i)], 1}, norms_);
}

}  // namespace sketchbench
