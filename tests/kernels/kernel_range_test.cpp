#include <sketchbench/kernels/kernel_range.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

DenseMatrix two_rows(float first, float second) {
  DenseMatrix x(2, 3);
  x.row(0)[0] = first;
  x.row(1)[2] = second;
  return x;
}

TEST(KernelRange, NamesTheLongestRowTheKernelAndTheValue) {
  const DenseMatrix x = two_rows(1, 1e10f);
  EXPECT_THAT(([&] {
                require_kernel_range(x.view(), PolynomialKernel{4, 1});
              }),
              ThrowsMessage<InputError>(AllOf(HasSubstr("(1+⟨x,y⟩)⁴"), HasSubstr("training row 2"),
                                              HasSubstr("1e+80"), HasSubstr("scale the data"))));
  EXPECT_THAT(([&] {
                require_kernel_range(two_rows(0, 0).view(), PolynomialKernel{2, 1e30});
              }),
              ThrowsMessage<InputError>(AllOf(HasSubstr("(1e+30+⟨x,y⟩)²"), HasSubstr("1e+60"))));
}

// Single precision ends at 3.4e38.
TEST(KernelRange, GoesAsFarAsSinglePrecision) {
  EXPECT_NO_THROW(require_kernel_range(two_rows(1e19f, -1e19f).view(), PolynomialKernel{1, 0}));
  EXPECT_THROW(require_kernel_range(two_rows(0, -2e19f).view(), PolynomialKernel{1, 0}), InputError);
  EXPECT_NO_THROW(require_kernel_range(two_rows(1, 1).view(), PolynomialKernel{128, 0.999}));
  EXPECT_THROW(require_kernel_range(two_rows(1, 1).view(), PolynomialKernel{128, 1}), InputError);  // 2^128
  EXPECT_NO_THROW(require_kernel_range(two_rows(1, 1).view(), PolynomialKernel{1000, 0}));
  EXPECT_NO_THROW(require_kernel_range(two_rows(1e30f, 1).view(), GaussianKernel{1e-3}));  // at most 1
  EXPECT_NO_THROW(require_kernel_range(DenseMatrix(0, 3).view(), PolynomialKernel{2, 1}));
}

}  // namespace
}  // namespace sketchbench
