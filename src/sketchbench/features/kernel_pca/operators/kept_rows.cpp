#include <sketchbench/features/kernel_pca/operators/kept_rows.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sketchbench {
namespace {

/// A value in a whole tile costs a fraction of one that is made alone: its rows are in registers for many
/// others, and sparse rows need no unpacking.
bool whole_tiles_pay(const TileValues& values, double s) {
  return values.has_fast_columns() && s <= (values.rows().is_sparse() ? 8 : 4);
}

}  // namespace

void draw_kept_columns(RandomStream stream, Index row, double s, std::vector<std::uint32_t>& columns) {
  if (s == 1) {
    const std::size_t before = columns.size();
    columns.resize(before + static_cast<std::size_t>(row) + 1);
    std::iota(columns.begin() + static_cast<std::ptrdiff_t>(before), columns.end(), 0u);
    return;
  }
  const double scale = 1 / std::log1p(-1 / s);
  for (Index j = 0;; ++j) {
    // P(gap >= g) = P(1 - u <= (1 - 1/s)^g) = (1 - 1/s)^g.
    const double gap = std::log1p(-stream.uniform()) * scale;
    if (!(gap < static_cast<double>(row + 1 - j))) return;
    j += static_cast<Index>(gap);
    columns.push_back(static_cast<std::uint32_t>(j));
  }
}

KeptRows::KeptRows(const TileValues& values, Index begin, Index end, Index tile, double s, Seed seed,
                   std::string_view purpose)
    : begin_(begin), end_(end), tile_(tile) {
  draw(s, seed, purpose);
  values_.resize(columns_.size());
  if (whole_tiles_pay(values, s) && tile <= TileValues::Columns::most)
    pick_values(values);
  else
    make_single_values(values);
}

double KeptRows::memory(Index rows, Index m, Index d, double s) {
  const double entries = static_cast<double>(rows) * static_cast<double>(m) / s;
  return (sizeof(std::uint32_t) + sizeof(float)) * entries + TileValues::Columns::memory(d);
}

void KeptRows::draw(double s, Seed seed, std::string_view purpose) {
  const double mean = static_cast<double>(size()) * static_cast<double>(end_) / s;
  columns_.reserve(static_cast<std::size_t>(mean + 5 * std::sqrt(mean)) + 16);
  cuts_.reserve(static_cast<std::size_t>(size() * (tiles() + 1)));
  for (Index i = begin_; i < end_; ++i) {
    std::size_t at = columns_.size();
    draw_kept_columns(RandomStream(seed, purpose, static_cast<std::uint64_t>(i)), i, s, columns_);
    for (Index t = 0; t <= tiles(); ++t) {
      while (at < columns_.size() && static_cast<Index>(columns_[at]) < t * tile_) ++at;
      cuts_.push_back(at);
    }
  }
}

void KeptRows::make_single_values(const TileValues& values) {
  TileValues::Row row(values);
  // A tile's rows stay in a cache while all its values are made.
  for (Index t = 0; t < tiles(); ++t)
    for (Index r = 0; r < size(); ++r)
      if (const auto kept = columns(r, t); !kept.empty())
        row.values(begin_ + r, kept, values_.data() + cut(r, t));
}

void KeptRows::pick_values(const TileValues& values) {
  // Tiles of the matrix's transpose, which is itself: these rows are made ready once.
  const TileValues::Columns rows(values, begin_, end_);
  std::vector<float> made(static_cast<std::size_t>(tile_ * rows.stride()));
  for (Index t = 0; t < tiles(); ++t) {
    const Index first = t * tile_;
    rows.values(first, std::min(end_, first + tile_), made.data());
    for (Index r = 0; r < size(); ++r) {
      float* out = values_.data() + cut(r, t);
      for (const std::uint32_t j : columns(r, t))
        *out++ = made[static_cast<std::size_t>((static_cast<Index>(j) - first) * rows.stride() + r)];
    }
  }
}

}  // namespace sketchbench
