#include <sketchbench/learners/ridge/ridge_dual.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/kernels/gram.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index columns_at_once = 1024, columns_per_part = 128, rows_per_part = 256;
// Of rows: up to this share, products of non-zeros take less time than of whole columns (gram.hpp).
constexpr double few = 0.05;

/// Those that more than a few rows have, ascending.
std::vector<Index> common_columns(const Rows& x) {
  std::vector<Index> count(static_cast<std::size_t>(x.dim()), 0);
  for (Index i = 0; i < x.size(); ++i)
    x.for_each_nonzero(i, [&](Index j, float) { ++count[static_cast<std::size_t>(j)]; });
  std::vector<Index> common;
  for (Index j = 0; j < x.dim(); ++j)
    if (static_cast<double>(count[static_cast<std::size_t>(j)]) > few * static_cast<double>(x.size()))
      common.push_back(j);
  return common;
}

CsrMatrix other_columns(const Rows& x, std::span<const Index> common) {
  std::vector<bool> is_common(static_cast<std::size_t>(x.dim()), false);
  for (const Index j : common) is_common[static_cast<std::size_t>(j)] = true;
  CsrMatrix rest;
  rest.d = x.dim();
  for (Index i = 0; i < x.size(); ++i) {
    x.for_each_nonzero(i, [&](Index j, float value) {
      if (!is_common[static_cast<std::size_t>(j)]) rest.push(j, value);
    });
    rest.end_row();
  }
  return rest;
}

/// Some columns of the rows, which ascend.
void gather(const Rows& x, std::span<const Index> columns, int threads, MatrixXd& values) {
  values.setZero(x.size(), std::ssize(columns));
  parallel_blocks(x.size(), rows_per_part, threads, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      if (!x.is_sparse()) {
        const auto row = x.dense_row(i);
        for (Index c = 0; c < values.cols(); ++c)
          values(i, c) = row[static_cast<std::size_t>(columns[static_cast<std::size_t>(c)])];
        continue;
      }
      const SparseRow row = x.sparse_row(i);
      auto column = columns.begin();
      for (auto k = std::ranges::lower_bound(row.column, columns.front()); k != row.column.end(); ++k) {
        column = std::lower_bound(column, columns.end(), Index{*k});
        if (column == columns.end()) break;
        if (*column == *k)
          values(i, column - columns.begin()) = row.value[static_cast<std::size_t>(k - row.column.begin())];
      }
    }
  });
}

}  // namespace

DualProducts dual_products(const Rows& x, bool centred, int threads, std::span<const double> weights) {
  const Index n = x.size();
  const std::vector<Index> common = common_columns(x);
  const CsrMatrix rest = other_columns(x, common);
  const auto at_once = static_cast<double>(std::min<Index>(columns_at_once, std::ssize(common)));
  require_memory(8 * static_cast<double>(n) * (static_cast<double>(n) + at_once),
                 fmt::format("the {} x {} inner products of the rows", n, n));
  DualProducts products{.k = MatrixXd(), .origin = VectorXd::Zero(x.dim())};
  products.k = rest.value.empty() ? MatrixXd(MatrixXd::Zero(n, n))
                                  : gram(PolynomialKernel{.degree = 1, .coef0 = 0}, rest.view(), threads);
  VectorXd share = VectorXd::Ones(n);
  if (!weights.empty()) share = Eigen::Map<const VectorXd>(weights.data(), n);
  share /= share.sum();
  MatrixXd columns;
  for (std::size_t first = 0; first < common.size(); first += columns_at_once) {
    const auto some =
        std::span(common).subspan(first, std::min<std::size_t>(columns_at_once, common.size() - first));
    gather(x, some, threads, columns);
    if (centred) {
      const VectorXd means = columns.transpose() * share;
      columns.rowwise() -= means.transpose();
      for (std::size_t c = 0; c < some.size(); ++c) products.origin(some[c]) = means(static_cast<Index>(c));
    }
    parallel_blocks(n, columns_per_part, threads, [&](Index begin, Index end) {
      products.k.block(begin, begin, n - begin, end - begin).noalias() +=
          columns.bottomRows(n - begin) * columns.middleRows(begin, end - begin).transpose();
    });
  }
  for (Index j = 0; j < n; ++j)
    for (Index i = j + 1; i < n; ++i) products.k(j, i) = products.k(i, j);
  return products;
}

VectorXd combined_rows(const Rows& x, const VectorXd& a, const VectorXd& origin) {
  VectorXd sum = VectorXd::Zero(x.dim());
  for (Index i = 0; i < x.size(); ++i)
    x.for_each_nonzero(i, [&](Index j, float value) { sum(j) += a(i) * double{value}; });
  return sum - a.sum() * origin;
}

double dual_products_bytes(double n, double d, double nonzeros_per_row) {
  // Rows with columns that few have are copied, and renumbered; a row is spread out in each of two threads.
  const bool sparse = nonzeros_per_row <= few * d;
  const double copies = sparse ? 2 * 8 * n * (nonzeros_per_row + 1) + 2 * 8 * d : 0;
  return 8 * n * n + copies + 8 * n * std::min<double>(d, columns_at_once) + 24 * d;
}

}  // namespace sketchbench
