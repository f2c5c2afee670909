#include <sketchbench/kernels/gram.hpp>

#include <fmt/format.h>

#include <vector>

#include <sketchbench/core/column_selection.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/threads.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index columns_per_task = 16;
// Up to this share of values that are not zero, products of sparse rows take less time than of dense ones.
constexpr double sparse_share = 0.05;

/// Room for the matrix, and where it is made of products of dense columns for `copied` rows in double
/// precision.
void require_room(const Kernel& kernel, const Rows& x, const Rows& y, Index copied) {
  const double values = static_cast<double>(x.size()) * static_cast<double>(y.size());
  const bool copies_rows = kernel.uses_products() && !multiplies_nonzeros(x);
  const double copies = copies_rows ? static_cast<double>(copied) * static_cast<double>(x.dim()) : 0;
  require_memory(sizeof(double) * (values + copies),
                 fmt::format("a kernel matrix of {} x {} values", x.size(), y.size()));
}

/// <x_i, y_j> for i from `first`(j) on; others are not written. One y_j at a time is spread out, and every
/// x_i gathers from it: a value depends on the two rows alone.
template <class First>
MatrixXd products_of_nonzeros(const Rows& x, const Rows& y, int threads, const First& first) {
  MatrixXd values = MatrixXd::Zero(x.size(), y.size());
  parallel_blocks_with(y.size(), columns_per_task, threads, [&]() -> BlockBody {
    return
        [&, spread = std::vector<double>(static_cast<std::size_t>(x.dim()))](Index begin, Index end) mutable {
          for (Index j = begin; j < end; ++j) {
            y.for_each_nonzero(j, [&](Index k, float value) { spread[static_cast<std::size_t>(k)] = value; });
            for (Index i = first(j); i < x.size(); ++i) {
              const SparseRow row = x.sparse_row(i);
              double sum = 0;
              for (std::size_t k = 0; k < row.column.size(); ++k)
                sum += double{row.value[k]} * spread[static_cast<std::size_t>(row.column[k])];
              values(i, j) = sum;
            }
            y.for_each_nonzero(j, [&](Index k, float) { spread[static_cast<std::size_t>(k)] = 0; });
          }
        };
  });
  return values;
}

}  // namespace

bool multiplies_nonzeros(const Rows& x) {
  return x.is_sparse() && static_cast<double>(x.stored()) <=
                              sparse_share * static_cast<double>(x.size()) * static_cast<double>(x.dim());
}

MatrixXd columns_of(const Rows& rows) {
  MatrixXd columns = MatrixXd::Zero(rows.dim(), rows.size());
  for (Index i = 0; i < rows.size(); ++i)
    rows.for_each_nonzero(i, [&](Index k, float value) { columns(k, i) = value; });
  return columns;
}

VectorXd squared_norms_of(const Rows& rows) {
  VectorXd norms(rows.size());
  for (Index i = 0; i < rows.size(); ++i) norms(i) = squared_norm(rows, i);
  return norms;
}

void apply(const Kernel& kernel, Eigen::Ref<MatrixXd> products, const VectorXd& norms_x,
           const VectorXd& norms_y) {
  kernel.visit([&]<class F>(const F& family) {
    if constexpr (OfProducts<F>) {
      for (Index b = 0; b < products.cols(); ++b)
        for (Index a = 0; a < products.rows(); ++a)
          products(a, b) = family.of_products(products(a, b), norms_x(a), norms_y(b));
    } else {
      throw Error(fmt::format("the kernel {} is not a function of inner products", kernel.display()));
    }
  });
}

MatrixXd products_of(const MatrixXd& columns) {
  MatrixXd result = MatrixXd::Zero(columns.cols(), columns.cols());
  result.selfadjointView<Eigen::Lower>().rankUpdate(columns.transpose());
  return result;
}

MatrixXd gram(const Kernel& kernel, const Rows& x, int threads) {
  require_room(kernel, x, x, x.size());
  MatrixXd values;
  if (kernel.uses_products()) {
    const auto from_diagonal = [](Index j) { return j; };
    if (const auto columns = ColumnSelection::of(x)) {
      const CsrMatrix known = columns->apply(x);
      values = products_of_nonzeros(known.view(), known.view(), threads, from_diagonal);
    } else if (multiplies_nonzeros(x)) {
      values = products_of_nonzeros(x, x, threads, from_diagonal);
    } else {
      values = products_of(columns_of(x));
    }
    const VectorXd norms = values.diagonal();
    parallel_blocks(x.size(), columns_per_task, threads, [&](Index begin, Index end) {
      apply(kernel, values.block(begin, begin, x.size() - begin, end - begin), norms.tail(x.size() - begin),
            norms.segment(begin, end - begin));
    });
  } else {
    values.resize(x.size(), x.size());
    parallel_blocks(x.size(), columns_per_task, threads, [&](Index begin, Index end) {
      for (Index j = begin; j < end; ++j)
        for (Index i = j; i < x.size(); ++i) values(i, j) = kernel(x, i, x, j);
    });
  }
  for (Index j = 0; j < x.size(); ++j)
    for (Index i = j + 1; i < x.size(); ++i) values(j, i) = values(i, j);
  return values;
}

MatrixXd gram(const Kernel& kernel, const Rows& x, const Rows& y, int threads) {
  if (x.dim() != y.dim())
    throw InputError(
        fmt::format("a kernel of rows with {} and with {} columns, expected as many", x.dim(), y.dim()));
  require_room(kernel, x, y, x.size() + y.size());
  if (!kernel.uses_products()) {
    MatrixXd values(x.size(), y.size());
    parallel_blocks(y.size(), columns_per_task, threads, [&](Index begin, Index end) {
      for (Index j = begin; j < end; ++j)
        for (Index i = 0; i < x.size(); ++i) values(i, j) = kernel(x, i, y, j);
    });
    return values;
  }
  MatrixXd values;
  const auto all = [](Index) { return Index{0}; };
  if (const auto columns = ColumnSelection::of(x)) {  // what y has in others is in no product
    values = products_of_nonzeros(columns->apply(x).view(), columns->apply(y).view(), threads, all);
  } else if (multiplies_nonzeros(x)) {
    values = products_of_nonzeros(x, y, threads, all);
  } else {
    values = columns_of(x).transpose() * columns_of(y);
  }
  const VectorXd norms_x = squared_norms_of(x), norms_y = squared_norms_of(y);
  parallel_blocks(y.size(), columns_per_task, threads, [&](Index begin, Index end) {
    apply(kernel, values.middleCols(begin, end - begin), norms_x, norms_y.segment(begin, end - begin));
  });
  return values;
}

}  // namespace sketchbench
