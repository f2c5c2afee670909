#include "experiments/kernel_pairs.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"

namespace sketchbench {
namespace {

// Of the terms of an inner product; sums of up to 10^4 of them round to a tenth of it at worst.
constexpr double rounding = 1e-12;

/// Row i of the view in column i: products of columns are the inner products of rows.
Eigen::MatrixXd columns_of(const Rows& rows) {
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(rows.dim(), rows.size());
  for (Index i = 0; i < rows.size(); ++i)
    rows.for_each_nonzero(i, [&](Index k, float value) { columns(k, i) = value; });
  return columns;
}

Eigen::MatrixXd gram(const Eigen::MatrixXd& columns) {
  Eigen::MatrixXd products = Eigen::MatrixXd::Zero(columns.cols(), columns.cols());
  products.selfadjointView<Eigen::Lower>().rankUpdate(columns.transpose());
  return products;
}

}  // namespace

KernelPairs::KernelPairs(const Rows& rows, const PolynomialKernel& kernel) {
  Eigen::MatrixXd columns = columns_of(rows);
  inner_ = gram(columns);
  columns = columns.cwiseAbs2();
  squares_ = gram(columns);
  kappa_ = Eigen::MatrixXd::Zero(rows.size(), rows.size());
  for (Index i = 0; i < rows.size(); ++i)
    for (Index j = i + 1; j < rows.size(); ++j) {
      const double base = kernel.coef0 + inner_(j, i);
      if (std::abs(base) <= rounding * (kernel.coef0 + std::sqrt(inner_(i, i) * inner_(j, j)))) continue;
      kappa_(j, i) = kernel.of_inner_product(inner_(j, i));
      if (!std::isnormal(kappa_(j, i) * kappa_(j, i)))
        throw InputError(fmt::format(
            "the kernel of the chosen rows {} and {} is {:.3g}, whose relative errors are beyond double "
            "precision: scale the data or lower the degree",
            i + 1, j + 1, kappa_(j, i)));
      ++used_;
    }
}

}  // namespace sketchbench
