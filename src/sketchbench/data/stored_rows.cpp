#include <sketchbench/data/stored_rows.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

SpillPlace spill_place(std::filesystem::path beside) {
  constexpr double least = 1 << 16, most = 1 << 26, share = 1.0 / 64;
  return {.beside = std::move(beside),
          .most_held = static_cast<std::size_t>(std::clamp(share * usable_memory(), least, most))};
}

Rows StoredMatrix::view() {
  static constexpr std::int64_t no_row = 0;
  const std::int64_t* const row_start = rows_ == 0 ? &no_row : row_start_.items().data();
  return Rows::sparse(row_start, column_.items().data(), value_.items().data(), rows_, d);
}

StoredMatrix StoredMatrix::empty_like() const {
  StoredMatrix empty(place());
  empty.d = d;
  return empty;
}

void LabeledStore::append(const LabeledRows& rows) {
  if (x.size() == 0 && y.empty()) x.d = rows.x.dim();
  if (rows.x.dim() != x.d)
    throw InputError(fmt::format("parts with {} and {} columns cannot be joined", x.d, rows.x.dim()));
  for (Index i = 0; i < rows.x.size(); ++i) x.append_row(rows.x.sparse_row(i));
  make_room(y, rows.y.size(), "a column of labels");
  y.insert(y.end(), rows.y.begin(), rows.y.end());
}

LabeledStore LabeledStore::taken(std::span<const Index> rows) {
  LabeledStore result{x.empty_like(), {}};
  const Rows all = x.view();
  for (const Index row : rows) result.x.append_row(all.sparse_row(row));
  result.y.reserve(rows.size());
  for (const Index row : rows) result.y.push_back(y[static_cast<std::size_t>(row)]);
  return result;
}

}  // namespace sketchbench
