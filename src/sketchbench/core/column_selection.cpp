#include <sketchbench/core/column_selection.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/row_checks.hpp>

namespace sketchbench {
namespace {

constexpr Index columns_of_a_word = 64;

std::uint64_t bit_of(std::int32_t column) {
  return std::uint64_t{1} << (static_cast<std::uint32_t>(column) % columns_of_a_word);
}

std::span<const std::int32_t> all_columns(const Rows& rows) {
  if (rows.size() == 0) return {};
  return {rows.columns() + rows.row_start()[0], static_cast<std::size_t>(rows.stored())};
}

}  // namespace

std::vector<std::int32_t> occurring_columns(std::span<const Rows> rows) {
  Index stored = 0, d = 0;
  for (const Rows& some : rows) {
    stored += some.stored();
    d = std::max(d, some.dim());
  }
  std::vector<std::int32_t> columns;
  if (d / columns_of_a_word <= stored) {
    std::vector<bool> occurs(static_cast<std::size_t>(d));
    for (const Rows& some : rows)
      for (const std::int32_t column : all_columns(some)) occurs[static_cast<std::size_t>(column)] = true;
    columns.reserve(static_cast<std::size_t>(std::ranges::count(occurs, true)));
    for (std::size_t k = 0; k < occurs.size(); ++k)
      if (occurs[k]) columns.push_back(static_cast<std::int32_t>(k));
    return columns;
  }
  columns.reserve(static_cast<std::size_t>(stored));
  for (const Rows& some : rows) {
    const auto of_some = all_columns(some);
    columns.insert(columns.end(), of_some.begin(), of_some.end());
  }
  std::ranges::sort(columns);
  const auto repeated = std::ranges::unique(columns);
  columns.erase(repeated.begin(), repeated.end());
  columns.shrink_to_fit();
  return columns;
}

std::optional<ColumnSelection> ColumnSelection::of(std::span<const Rows> rows) {
  for (const Rows& some : rows)
    if (!some.is_sparse() || some.dim() <= few_columns) return std::nullopt;
  for (const Rows& some : rows) require_valid_columns(some);
  std::vector<std::int32_t> columns = occurring_columns(rows);
  const Index d = rows.front().dim();
  if (columns.empty() || std::ssize(columns) * least_share > d) return std::nullopt;
  return ColumnSelection(std::move(columns), d);
}

ColumnSelection::ColumnSelection(std::vector<std::int32_t> columns, Index d_in)
    : columns_(std::move(columns)), d_in_(d_in) {
  std::int32_t before = -1;
  for (const std::int32_t column : columns_) {
    if (column <= before || column >= d_in_)
      throw InputError(fmt::format("column {} behind {} among those that occur, expected to ascend below {}",
                                   column, before, d_in_));
    before = column;
  }
  if (d_in_ / columns_of_a_word <= std::ssize(columns_)) {
    words_.resize(static_cast<std::size_t>(d_in_ / columns_of_a_word) + 1);
    for (const std::int32_t column : columns_)
      words_[static_cast<std::size_t>(column / columns_of_a_word)].bits |= bit_of(column);
    for (std::int32_t found = 0; Word & word : words_) {
      word.before = found;
      found += std::popcount(word.bits);
    }
    return;
  }
  while ((d_in_ >> shift_) > std::ssize(columns_)) ++shift_;
  bucket_.assign(static_cast<std::size_t>(d_in_ >> shift_) + 2, 0);
  for (const std::int32_t column : columns_) ++bucket_[static_cast<std::size_t>(column >> shift_) + 1];
  for (std::size_t b = 1; b < bucket_.size(); ++b) bucket_[b] += bucket_[b - 1];
}

std::optional<Index> ColumnSelection::find(std::int32_t column) const {
  if (!words_.empty()) {
    const Word& word = words_[static_cast<std::size_t>(column / columns_of_a_word)];
    const std::uint64_t bit = bit_of(column);
    if ((word.bits & bit) == 0) return std::nullopt;
    return word.before + std::popcount(word.bits & (bit - 1));
  }
  const auto bucket = static_cast<std::size_t>(column >> shift_);
  const auto begin = columns_.begin() + bucket_[bucket], end = columns_.begin() + bucket_[bucket + 1];
  const auto found = std::lower_bound(begin, end, column);
  if (found == end || *found != column) return std::nullopt;
  return found - columns_.begin();
}

CsrMatrix ColumnSelection::apply(const Rows& x, const Join& join) const {
  if (x.dim() != d_in_)
    throw InputError(fmt::format("the rows have {} features, expected {} as in training", x.dim(), d_in_));
  require_valid_columns(x);
  CsrMatrix result;
  result.d = d_out();
  result.make_room(x.is_sparse() ? x.stored() : 0, x.size());
  std::vector<float> others;
  for (Index i = 0; i < x.size(); ++i) {
    others.clear();
    x.for_each_nonzero(i, [&](Index column, float value) {
      if (const auto number = find(static_cast<std::int32_t>(column)))
        result.push(*number, value);
      else
        others.push_back(value);
    });
    if (!others.empty() && join) result.push(d_out() - 1, join(others));
    result.end_row();
  }
  return result;
}

}  // namespace sketchbench
