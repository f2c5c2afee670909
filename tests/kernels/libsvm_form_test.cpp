#include <sketchbench/kernels/libsvm_form.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/sample_rows.hpp"

namespace sketchbench {
namespace {

/// The kernel as LIBSVM's manual defines it.
double value_of(const LibsvmForm& form, const Rows& x, Index i, Index j) {
  const double inner = inner_product(x, i, x, j);
  if (form.type == 1) return std::pow(form.gamma * inner + form.coef0, form.degree);
  return std::exp(-form.gamma * (squared_norm(x, i) + squared_norm(x, j) - 2 * inner));
}

TEST(LibsvmForm, IsTheSameKernel) {
  const DenseMatrix x = testing_support::random_rows(6, 4, 1);
  for (const Kernel& kernel : {Kernel(PolynomialKernel{2, 0}), Kernel(PolynomialKernel{3, 0.5}),
                               Kernel(GaussianKernel{0.5}), Kernel(GaussianKernel{4})}) {
    const auto form = libsvm_form(kernel);
    ASSERT_TRUE(form) << kernel.display();
    for (Index i = 0; i < x.n; ++i)
      for (Index j = 0; j < x.n; ++j) {
        const double expected = kernel(x.view(), i, x.view(), j);
        EXPECT_NEAR(value_of(*form, x.view(), i, j), expected, 1e-12 * (1 + std::abs(expected)))
            << kernel.display();
      }
  }
}

TEST(LibsvmForm, IsNotThereForKernelsThatLibsvmLacks) {
  EXPECT_FALSE(libsvm_form(LaplacianKernel{}));
  EXPECT_FALSE(libsvm_form(CauchyKernel{}));
}

}  // namespace
}  // namespace sketchbench
