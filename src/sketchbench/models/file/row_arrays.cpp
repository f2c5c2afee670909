#include <sketchbench/models/file/row_arrays.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

[[noreturn]] void fail(const std::string& name, std::string_view what) {
  throw InputError(fmt::format("the array \"{}\" {}", name, what));
}

CsrMatrix sparse_copy(const Rows& rows) {
  CsrMatrix copy;
  copy.d = rows.dim();
  for (Index i = 0; i < rows.size(); ++i) {
    const SparseRow row = rows.sparse_row(i);  // zeros that are stored stay
    copy.column.insert(copy.column.end(), row.column.begin(), row.column.end());
    copy.value.insert(copy.value.end(), row.value.begin(), row.value.end());
    copy.end_row();
  }
  return copy;
}

std::vector<float> dense_values(const Rows& rows) {
  std::vector<float> values;
  for (Index i = 0; i < rows.size(); ++i) {
    const auto row = rows.dense_row(i);
    values.insert(values.end(), row.begin(), row.end());
  }
  return values;
}

void require_rows_in_order(const CsrMatrix& rows, const std::string& name) {
  const auto stored = std::ssize(rows.value);
  if (std::ssize(rows.column) != stored)
    fail(name + ".column", fmt::format("has {} values, expected {}", rows.column.size(), stored));
  const auto& start = rows.row_start;
  if (start.front() != 0 || start.back() != stored || !std::ranges::is_sorted(start))
    fail(name + ".start", fmt::format("does not climb from 0 to {}", stored));
  for (std::size_t i = 1; i < start.size(); ++i) {
    std::int64_t previous = -1;
    for (auto k = static_cast<std::size_t>(start[i - 1]); k < static_cast<std::size_t>(start[i]); ++k) {
      if (rows.column[k] <= previous || rows.column[k] >= rows.d)
        fail(name + ".column", fmt::format("has {} behind {} in row {}, expected to ascend below {}",
                                           rows.column[k], previous, i, rows.d));
      previous = rows.column[k];
    }
  }
}

}  // namespace

void put_rows(const Rows& rows, const std::string& name, ArrayFile& to) {
  to.arrays[name + ".shape"] = std::vector<std::int64_t>{rows.size(), rows.dim()};
  if (!rows.is_sparse()) {
    to.arrays[name + ".value"] = dense_values(rows);
    return;
  }
  CsrMatrix copy = sparse_copy(rows);
  to.arrays[name + ".start"] = std::move(copy.row_start);
  to.arrays[name + ".column"] = std::move(copy.column);
  to.arrays[name + ".value"] = std::move(copy.value);
}

bool has_rows(const ArrayFile& file, const std::string& name) {
  return file.arrays.contains(name + ".shape");
}

template <class Number>
std::vector<Number> take_numbers(ArrayFile& file, const std::string& name) {
  const auto found = file.arrays.find(name);
  if (found == file.arrays.end()) fail(name, "is missing");
  auto* const values = std::get_if<std::vector<Number>>(&found->second);
  if (values == nullptr) fail(name, "is of another kind");
  std::vector<Number> taken = std::move(*values);
  file.arrays.erase(found);
  return taken;
}
template std::vector<std::int32_t> take_numbers(ArrayFile&, const std::string&);
template std::vector<std::int64_t> take_numbers(ArrayFile&, const std::string&);
template std::vector<float> take_numbers(ArrayFile&, const std::string&);
template std::vector<double> take_numbers(ArrayFile&, const std::string&);

OwnedRows take_rows(ArrayFile& file, const std::string& name) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  const std::vector<std::int64_t> shape = take_numbers<std::int64_t>(file, name + ".shape");
  if (shape.size() != 2 || shape[0] < 0 || shape[1] < 1 || shape[1] > most)
    fail(name + ".shape", "has not two numbers, of rows and of columns");
  std::vector<float> values = take_numbers<float>(file, name + ".value");
  if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); }))
    fail(name + ".value", "has a value that is not finite");
  if (!file.arrays.contains(name + ".start")) {
    const std::int64_t rows = std::ssize(values) / shape[1];
    if (rows != shape[0] || std::ssize(values) % shape[1] != 0)
      fail(name + ".value",
           fmt::format("has {} values, expected {} x {}", values.size(), shape[0], shape[1]));
    DenseMatrix dense;
    dense.n = shape[0];
    dense.d = shape[1];
    dense.value = std::move(values);
    return OwnedRows(std::move(dense));
  }
  CsrMatrix sparse;
  sparse.d = shape[1];
  sparse.row_start = take_numbers<std::int64_t>(file, name + ".start");
  sparse.column = take_numbers<std::int32_t>(file, name + ".column");
  sparse.value = std::move(values);
  if (sparse.row_start.empty() || sparse.size() != shape[0])
    fail(name + ".start", fmt::format("has {} values, expected {}", sparse.row_start.size(), shape[0] + 1));
  require_rows_in_order(sparse, name);
  return OwnedRows(std::move(sparse));
}

}  // namespace sketchbench
