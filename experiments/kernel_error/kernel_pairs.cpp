#include "experiments/kernel_error/kernel_pairs.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/kernels/gram.hpp>

namespace sketchbench {
namespace {

/// kappa of every pair in the lower triangle.
Eigen::MatrixXd values_of(const Kernel& kernel, const Rows& rows, const Eigen::MatrixXd& inner) {
  Eigen::MatrixXd values = inner;
  if (kernel.uses_products()) {
    const Eigen::VectorXd norms = inner.diagonal();
    apply(kernel, values, norms, norms);
  } else {
    for (Index i = 0; i < rows.size(); ++i)
      for (Index j = i + 1; j < rows.size(); ++j) values(j, i) = kernel(rows, j, rows, i);
  }
  return values;
}

}  // namespace

void KernelPairs::use(Index i, Index j, std::string_view advice) {
  if (!std::isnormal(kappa(i, j) * kappa(i, j)))
    throw InputError(fmt::format(
        "the kernel of the chosen rows {} and {} is {:.3g}, whose relative errors are beyond double "
        "precision: {}",
        i + 1, j + 1, kappa(i, j), scaling_advice({advice})));
  ++used_;
}

KernelPairs::KernelPairs(const Rows& rows, const Kernel& kernel) : KernelPairs(rows) {
  kappa_ = values_of(kernel, rows, inner_);
  for (Index i = 0; i < rows.size(); ++i)
    for (Index j = i + 1; j < rows.size(); ++j)
      if (kernel.vanishes(inner_(j, i), inner_(i, i), inner_(j, j)))
        kappa_(j, i) = 0;
      else
        use(i, j, kernel.advice());
}

KernelPairs::KernelPairs(const Rows& rows, Eigen::MatrixXd kernel) : KernelPairs(rows) {
  kappa_ = std::move(kernel);
  for (Index i = 0; i < rows.size(); ++i)
    for (Index j = i + 1; j < rows.size(); ++j)
      if (kappa(i, j) != 0) use(i, j, "");
}

KernelPairs::KernelPairs(const Rows& rows) {
  Eigen::MatrixXd columns = columns_of(rows);
  inner_ = products_of(columns);
  columns = columns.cwiseAbs2();
  squares_ = products_of(columns);
}

}  // namespace sketchbench
