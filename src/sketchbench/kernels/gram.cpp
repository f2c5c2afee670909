#include <sketchbench/kernels/gram.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/threads.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index columns_per_task = 16;

/// Room for the matrix, and where it is made of products for `copied` rows in double precision.
void require_room(const Kernel& kernel, const Rows& x, const Rows& y, Index copied) {
  const double values = static_cast<double>(x.size()) * static_cast<double>(y.size());
  const double copies =
      kernel.uses_products() ? static_cast<double>(copied) * static_cast<double>(x.dim()) : 0;
  require_memory(sizeof(double) * (values + copies),
                 fmt::format("a kernel matrix of {} x {} values", x.size(), y.size()));
}

}  // namespace

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
    values = products_of(columns_of(x));
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
  MatrixXd values = columns_of(x).transpose() * columns_of(y);
  const VectorXd norms_x = squared_norms_of(x), norms_y = squared_norms_of(y);
  parallel_blocks(y.size(), columns_per_task, threads, [&](Index begin, Index end) {
    apply(kernel, values.middleCols(begin, end - begin), norms_x, norms_y.segment(begin, end - begin));
  });
  return values;
}

}  // namespace sketchbench
