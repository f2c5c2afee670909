#include "given_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/row_checks.hpp>

namespace sketchbench::python {
namespace {

namespace nb = nanobind;

constexpr Index bytes_at_once = 8'000'000, most_rows_at_once = 4096, least_rows_at_once = 64;
constexpr Index tile = 64;  // of a matrix whose columns follow each other

template <class Number, class Array>
bool is_of(const Array& array) {
  return array.dtype() == nb::dtype<Number>();
}

template <class Array>
void require_floats(const Array& array) {
  if (!is_of<float>(array) && !is_of<double>(array))
    throw nb::type_error("rows have values of another type, expected float32 or float64");
}

void require_whole(const Vector& array) {
  if (!is_of<std::int32_t>(array) && !is_of<std::int64_t>(array))
    throw nb::type_error("rows have indices of another type, expected int32 or int64");
}

/// Both strides are in values.
template <class From>
void convert(const From* from, Index row_stride, Index column_stride, DenseMatrix& to) {
  for (Index i0 = 0; i0 < to.n; i0 += tile)
    for (Index j0 = 0; j0 < to.d; j0 += tile)
      for (Index i = i0; i < std::min(to.n, i0 + tile); ++i)
        for (Index j = j0; j < std::min(to.d, j0 + tile); ++j)
          to.row(i)[j] = static_cast<float>(from[i * row_stride + j * column_stride]);
}

/// Entries begin .. end - 1 as numbers of another type, or where they are.
template <class To, class From>
const To* entries(const Vector& array, Index begin, Index end, std::vector<To>& buffer) {
  const From* const first = static_cast<const From*>(array.data());
  if constexpr (std::is_same_v<To, From>) {
    if (array.stride(0) == 1) return first + begin;
  }
  buffer.resize(static_cast<std::size_t>(end - begin));
  const auto to_number = [](From number) { return static_cast<To>(number); };
  const Index stride = array.stride(0);
  if (stride == 1)  // for the compiler to vectorise
    std::transform(first + begin, first + end, buffer.begin(), to_number);
  else
    for (Index k = begin; k < end; ++k)
      buffer[static_cast<std::size_t>(k - begin)] = to_number(first[k * stride]);
  return buffer.data();
}

Index offset(const Vector& array, Index i) {
  const Index at = i * array.stride(0);
  return is_of<std::int32_t>(array) ? static_cast<const std::int32_t*>(array.data())[at]
                                    : static_cast<const std::int64_t*>(array.data())[at];
}

/// Of one row. Whether a column fits is seen before it is cut down to 32 bits.
template <class Whole>
void require_columns(const Whole* column, Index stride, Index count, Index d, Index row) {
  bool ascends = true;  // without a branch, so that the loop is vectorised where columns follow each other
  if (stride == 1)
    for (Index k = 1; k < count; ++k) ascends &= column[k] > column[k - 1];
  else
    for (Index k = 1; k < count; ++k) ascends &= column[k * stride] > column[(k - 1) * stride];
  if (count == 0 || (ascends && column[0] >= 0 && column[(count - 1) * stride] < d)) return;
  Index before = -1;
  for (Index k = 0; k < count; ++k) {
    const Index here = column[k * stride];
    if (here <= before || here >= d)
      throw InputError(fmt::format("row {} has column {} behind {}, expected ascending columns below {}",
                                   row + 1, here, before, d));
    before = here;
  }
}

template <class Whole>
void require_columns(const Vector& column, const std::vector<std::int64_t>& row_start, Index first, Index d,
                     Index first_row) {
  const Index stride = column.stride(0);
  const auto* const from = static_cast<const Whole*>(column.data()) + first * stride;
  for (std::size_t i = 0; i + 1 < row_start.size(); ++i)
    require_columns(from + row_start[i] * stride, stride, row_start[i + 1] - row_start[i], d,
                    first_row + static_cast<Index>(i));
}

}  // namespace

GivenRows::GivenRows(Matrix dense)
    : n_(static_cast<Index>(dense.shape(0))),
      d_(static_cast<Index>(dense.shape(1))),
      dense_(std::move(dense)) {
  require_floats(dense_);
}

GivenRows::GivenRows(Vector row_start, Vector column, Vector value, Index d)
    : n_(static_cast<Index>(row_start.shape(0)) - 1),
      d_(d),
      sparse_(true),
      row_start_(std::move(row_start)),
      column_(std::move(column)),
      value_(std::move(value)) {
  require_floats(value_);
  require_whole(row_start_);
  require_whole(column_);
  if (n_ < 0 || offset(row_start_, 0) != 0 ||
      offset(row_start_, n_) > static_cast<Index>(std::min(column_.shape(0), value_.shape(0))))
    throw nb::value_error("the offsets of sparse rows do not fit their columns and values");
}

Index GivenRows::numbers_per_row() const {
  return sparse_ ? 2 * offset(row_start_, n_) / std::max<Index>(1, n_) : d_;  // each with its column
}

Rows GivenRows::rows(Index begin, Index end, RowBuffer& buffer) const {
  return sparse_ ? sparse_rows(begin, end, buffer) : dense_rows(begin, end, buffer);
}

Rows GivenRows::dense_rows(Index begin, Index end, RowBuffer& buffer) const {
  const Index row_stride = dense_.stride(0), column_stride = dense_.stride(1);
  if (is_of<float>(dense_)) {
    const float* const first = static_cast<const float*>(dense_.data()) + begin * row_stride;
    if ((column_stride == 1 || d_ <= 1) && row_stride >= d_)
      return Rows::dense(first, end - begin, d_, row_stride);
    buffer.dense = DenseMatrix(end - begin, d_);
    convert(first, row_stride, column_stride, buffer.dense);
  } else {
    buffer.dense = DenseMatrix(end - begin, d_);
    convert(static_cast<const double*>(dense_.data()) + begin * row_stride, row_stride, column_stride,
            buffer.dense);
    require_finite(buffer.dense.view(), begin, "the rows");
  }
  return buffer.dense.view();
}

Rows GivenRows::sparse_rows(Index begin, Index end, RowBuffer& buffer) const {
  const Index first = offset(row_start_, begin), last = offset(row_start_, end);
  buffer.row_start.clear();
  for (Index i = begin; i <= end; ++i) {
    const Index here = offset(row_start_, i);
    if (here < first || here > last || (i > begin && here < first + buffer.row_start.back()))
      throw InputError(fmt::format("row {} ends before it begins", i));
    buffer.row_start.push_back(here - first);
  }
  if (is_of<std::int32_t>(column_))
    require_columns<std::int32_t>(column_, buffer.row_start, first, d_, begin);
  else
    require_columns<std::int64_t>(column_, buffer.row_start, first, d_, begin);
  const std::int32_t* const column =
      is_of<std::int32_t>(column_) ? entries<std::int32_t, std::int32_t>(column_, first, last, buffer.column)
                                   : entries<std::int32_t, std::int64_t>(column_, first, last, buffer.column);
  const float* const value = is_of<float>(value_) ? entries<float, float>(value_, first, last, buffer.value)
                                                  : entries<float, double>(value_, first, last, buffer.value);
  const Rows found = Rows::sparse(buffer.row_start.data(), column, value, end - begin, d_);
  if (is_of<double>(value_)) require_finite(found, begin, "the rows");
  return found;
}

Index rows_at_once(const GivenRows& rows, int threads) {
  const Index by_size = bytes_at_once / (4 * std::max<Index>(1, rows.numbers_per_row()));
  const Index shares = 4 * Index{std::max(1, threads)}, by_share = (rows.size() + shares - 1) / shares;
  return std::clamp(std::min(by_size, std::max(by_share, least_rows_at_once)), Index{1}, most_rows_at_once);
}

}  // namespace sketchbench::python
