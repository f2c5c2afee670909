#include <sketchbench/learners/multiplied_rows.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <numeric>
#include <type_traits>
#include <utility>

#include <sketchbench/core/multiply_add.hpp>
#include <sketchbench/core/registers.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/learners/row_products.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;

/// Groups out of [first, end) as large as there is one: body(first, size as a constant).
template <Index size = 8, class Body>
void for_groups(Index first, Index end, const Body& body) {
  for (; first + size <= end; first += size) body(first, std::integral_constant<Index, size>());
  if constexpr (size > 1)
    if (first < end) for_groups<size / 2>(first, end, body);
}

using Lanes = RegisterFor<double>;
using LaneBits = RegisterFor<std::int64_t>;

/// Of one lane all bits are set, of the others none: for each lane.
struct LaneMasks {
  std::int64_t of[register_lanes<double>][register_lanes<double>] = {};
  constexpr LaneMasks() {
    for (Index lane = 0; lane < register_lanes<double>; ++lane) of[lane][lane] = -1;
  }
};
alignas(register_bytes) constexpr LaneMasks lane_masks;

/// A sum for each lane of a register, of one vector: the others' lanes get 0. Sums in memory would wait for
/// each other.
void add_to_lanes(const SparseRow& row, const double* v, Index stride, double (*sum)[1]) {
  Lanes lanes = {};
  for (std::size_t at = 0; at < row.column.size(); ++at) {
    const auto j = static_cast<std::size_t>(row.column[at]);
    const LaneBits mask = loaded<std::int64_t>(lane_masks.of[j % std::size(lane_masks.of)]);
    const Lanes value = (Lanes)((LaneBits)(double{row.value[at]} - Lanes{}) & mask),
                from = (Lanes)((LaneBits)(v[static_cast<Index>(j) * stride] - Lanes{}) & mask);
    lanes = multiply_add(value, from, lanes);
  }
  std::memcpy(sum, &lanes, sizeof lanes);
}

/// product[k] = <row, v_k>, where coordinate j of v_k is at v[j * stride + k]. With the bits of
/// multiply_rows() on the same row in its dense form: a sum for each lane of a register, to which zeros add
/// nothing.
template <Index columns>
void multiply(const SparseRow& row, const double* v, Index stride, double* product) {
  constexpr Index lanes = register_lanes<double>;
  double sum[lanes][columns] = {};
  if constexpr (columns == 1) {
    add_to_lanes(row, v, stride, sum);
  } else {
    for (std::size_t at = 0; at < row.column.size(); ++at) {
      const Index j = row.column[at];
      const double value = row.value[at];
      const double* const from = v + j * stride;
      double* const to = sum[j % lanes];
      for (Index k = 0; k < columns; ++k) to[k] = multiply_add(value, from[k], to[k]);
    }
  }
  for (Index half = lanes / 2; half > 0; half /= 2)
    for (Index l = 0; l < half; ++l)
      for (Index k = 0; k < columns; ++k) sum[l][k] += sum[l + half][k];
  std::copy_n(sum[0], columns, product);
}

/// Asks for what multiply() will want, of vectors that the nearest caches do not hold: a row's products wait
/// for few of its coordinates at a time.
void expect(const SparseRow& row, const double* v, Index stride) {
  for (const std::int32_t j : row.column) __builtin_prefetch(v + j * stride);
}

template <Index columns>
void add(const SparseRow& row, const double* coefficient, double* sum, Index stride) {
  for (std::size_t at = 0; at < row.column.size(); ++at) {
    double* const to = sum + row.column[at] * stride;
    for (Index k = 0; k < columns; ++k) to[k] = multiply_add(coefficient[k], double{row.value[at]}, to[k]);
  }
}

}  // namespace

MultipliedRows::Vectors::Vectors(const RowBlocks& rows, const Eigen::Ref<const MatrixXd>& v)
    : data_(v.data()), between_coordinates_(1), between_vectors_(v.outerStride()) {
  const Rows* const sparse = rows.sparse();
  if (sparse == nullptr || v.cols() == 1 || sparse->stored() < v.rows()) return;
  data_ = copy_.emplace(v.transpose()).data();
  between_coordinates_ = v.cols();
  between_vectors_ = 1;
}

MatrixXd MultipliedRows::no_sum(const RowBlocks& rows, Index columns) {
  return rows.sparse() == nullptr ? MatrixXd::Zero(dim(rows), columns) : MatrixXd::Zero(columns, dim(rows));
}

MatrixXd MultipliedRows::whole_sum(const RowBlocks& rows, MatrixXd sum) {
  if (rows.sparse() == nullptr) return sum;
  if (sum.rows() != 1) return sum.transpose();
  sum.resize(sum.cols(), 1);  // the same values
  return sum;
}

void MultipliedRows::load(Index begin, Index end) {
  begin_ = begin;
  end_ = end;
  if (sparse_ == nullptr) {
    point_at_rows(all_.block(begin, end, workspace_), loaded_);
    rows_ = loaded_;
  }
  number_.resize(static_cast<std::size_t>(end - begin));
  std::iota(number_.begin(), number_.end(), begin);
}

void MultipliedRows::multiply(const Vectors& v, Index first, Index count, double* product) const {
  const Index d = all_.dim();
  const double constant = all_.constant();
  const double* const from = v.data_ + first * v.between_vectors_;
  double* to = product;
  if (sparse_ == nullptr) {
    multiply_rows(rows_, d, from, v.between_vectors_, count, product);
  } else {
    constexpr Index near = 1 << 16;  // values
    const bool is_far = d * v.between_coordinates_ > near;
    for (std::size_t at = 0; at < number_.size(); ++at) {
      const SparseRow row = sparse_->sparse_row(number_[at]);
      if (is_far && at + 1 < number_.size())
        expect(sparse_->sparse_row(number_[at + 1]), from, v.between_coordinates_);
      if (v.between_vectors_ == 1)
        for_groups(0, count, [&]<Index columns>(Index k, std::integral_constant<Index, columns>) {
          sketchbench::multiply<columns>(row, from + k, v.between_coordinates_, to + k);
        });
      else
        for (Index k = 0; k < count; ++k)
          sketchbench::multiply<1>(row, from + k * v.between_vectors_, v.between_coordinates_, to + k);
      to += count;
    }
  }
  if (constant == 0) return;
  for (std::size_t i = 0; i < number_.size(); ++i)
    for (Index k = 0; k < count; ++k)
      *product++ += constant * from[d * v.between_coordinates_ + k * v.between_vectors_];
}

void MultipliedRows::add(const double* coefficient, Index first, Index count, MatrixXd& sum) const {
  const Index d = all_.dim();
  const double constant = all_.constant();
  double* const to = sum.data();
  if (sparse_ == nullptr) add_combinations(rows_, d, coefficient, count, to + first * sum.rows(), sum.rows());
  for (std::size_t i = 0; i < number_.size(); ++i, coefficient += count) {
    if (sparse_ != nullptr) {
      const SparseRow row = sparse_->sparse_row(number_[i]);
      for_groups(0, count, [&]<Index columns>(Index k, std::integral_constant<Index, columns>) {
        sketchbench::add<columns>(row, coefficient + k, to + first + k, sum.rows());
      });
    }
    if (constant == 0) continue;
    for (Index k = 0; k < count; ++k)
      (sparse_ == nullptr ? sum(d, first + k) : sum(first + k, d)) += constant * coefficient[k];
  }
}

void MultipliedRows::add_squares(std::span<const double> weight, Index column, MatrixXd& sum) const {
  const Index d = all_.dim();
  if (sparse_ == nullptr && weight.empty()) sketchbench::add_squares(rows_, d, sum.col(column).data());
  double total = weight.empty() ? static_cast<double>(number_.size()) : 0;
  for (std::size_t i = 0; i < number_.size(); ++i) {
    const double of_row = weight.empty() ? 1 : weight[i];
    if (!weight.empty()) total += of_row;
    if (sparse_ != nullptr) {
      sparse_->for_each_nonzero(number_[i], [&](Index j, float value) {
        sum(column, j) += of_row * (double{value} * double{value});
      });
    } else if (!weight.empty()) {
      sum.col(column).head(d).array() +=
          of_row * Eigen::Map<const Eigen::VectorXf>(rows_[i], d).cast<double>().array().square();
    }
  }
  if (const double constant = all_.constant(); constant != 0)
    (sparse_ == nullptr ? sum(d, column) : sum(column, d)) += constant * constant * total;
}

void multiply_all(const RowBlocks& rows, const MultipliedRows::Vectors& v, Index count, int threads,
                  std::span<double> product) {
  constexpr Index rows_per_block = 256;
  parallel_blocks_with(rows.size(), rows_per_block, threads, [&]() -> BlockBody {
    return [&, chosen = std::make_shared<MultipliedRows>(rows)](Index begin, Index end) {
      chosen->load(begin, end);
      chosen->multiply(v, 0, count, &product[static_cast<std::size_t>(begin * count)]);
    };
  });
}

void multiply_all(const RowBlocks& rows, const Eigen::Ref<const MatrixXd>& v, int threads,
                  std::span<double> product) {
  multiply_all(rows, MultipliedRows::Vectors(rows, v), v.cols(), threads, product);
}

}  // namespace sketchbench
