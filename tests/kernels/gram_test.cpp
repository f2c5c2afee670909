#include <sketchbench/kernels/gram.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include "kernels/sample_rows.hpp"
#include "support/environment.hpp"
#include "support/temporary_folder.hpp"
#include "support/thread_starts.hpp"

namespace sketchbench {
namespace {

using testing_support::random_rows;

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> all = testing_support::with_every_family(
      {PolynomialKernel{.degree = 3, .coef0 = 0}, PolynomialKernel{.degree = 10, .coef0 = 1},
       GaussianKernel{.sigma = 2}, LaplacianKernel{.sigma = 4}, CauchyKernel{.sigma = 3}});
  return all;
}

TEST(Gram, HoldsTheKernelOfEveryPairForEveryStorageAndNumberOfThreads) {
  const DenseMatrix dense = random_rows(37, 11, 1);
  const CsrMatrix sparse = to_sparse(dense);
  for (const Kernel& kernel : kernels())
    for (const Rows& x : {dense.view(), sparse.view()}) {
      const Eigen::MatrixXd values = gram(kernel, x, 1);
      EXPECT_EQ(values, gram(kernel, x, 3)) << kernel.display();
      ASSERT_EQ(values.rows(), 37);
      for (Index i = 0; i < x.size(); ++i)
        for (Index j = 0; j < x.size(); ++j) {
          const double expected = kernel(dense.view(), i, dense.view(), j);
          EXPECT_NEAR(values(i, j), expected, 1e-12 * (1 + std::abs(expected))) << kernel.display();
          EXPECT_EQ(values(i, j), values(j, i));
        }
    }
}

// Values do not tell how many threads made them.
TEST(Gram, IsMadeByAsManyThreadsAsAreGiven) {
  if (!testing_support::counts_threads) GTEST_SKIP() << "a sanitizer starts threads itself";
  const DenseMatrix x = random_rows(100, 5, 1);
  for (const Kernel& kernel : kernels())
    for (const int threads : {1, 3}) {
      const testing_support::ThreadStarts of_one_set;
      gram(kernel, x.view(), threads);
      EXPECT_EQ(of_one_set.count(), threads - 1) << kernel.display();
      const testing_support::ThreadStarts of_two;
      gram(kernel, x.view(), x.view(), threads);
      EXPECT_EQ(of_two.count(), threads - 1) << kernel.display();
    }
}

TEST(Gram, OfTwoSetsHoldsTheKernelOfEveryPair) {
  const DenseMatrix x = random_rows(19, 8, 2), y = random_rows(23, 8, 3);
  const CsrMatrix sparse_y = to_sparse(y);
  for (const Kernel& kernel : kernels()) {
    const Eigen::MatrixXd values = gram(kernel, x.view(), sparse_y.view(), 2);
    ASSERT_EQ(values.rows(), 19);
    ASSERT_EQ(values.cols(), 23);
    for (Index i = 0; i < x.n; ++i)
      for (Index j = 0; j < y.n; ++j) {
        const double expected = kernel(x.view(), i, y.view(), j);
        EXPECT_NEAR(values(i, j), expected, 1e-12 * (1 + std::abs(expected))) << kernel.display();
      }
  }
}

// A kernel is positive semi-definite: no eigenvalue below zero but for rounding. At degree 1 also of rank d.
TEST(Gram, IsPositiveSemidefinite) {
  const DenseMatrix x = random_rows(60, 5, 4);
  for (const Kernel& kernel : kernels()) {
    const Eigen::VectorXd spectrum =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(gram(kernel, x.view()), Eigen::EigenvaluesOnly)
            .eigenvalues();
    EXPECT_GE(spectrum.minCoeff(), -1e-12 * spectrum.maxCoeff()) << kernel.display();
    EXPECT_GT(spectrum.maxCoeff(), 0);
  }
  const Eigen::VectorXd linear = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(
                                     gram(PolynomialKernel{.degree = 1}, x.view()), Eigen::EigenvaluesOnly)
                                     .eigenvalues();
  EXPECT_NEAR(linear(60 - 6), 0, 1e-10);
  EXPECT_GT(linear(60 - 5), 1);
}

// Also at the degrees that configurations may ask for. Rows of length 1 keep values between 0 and 2^degree;
// those of different rows are all but 0 beside those of a row with itself, so that no eigenvalue is small.
TEST(Gram, OfALargeDegreeIsPositiveDefinite) {
  DenseMatrix x(40, 40);
  for (Index i = 0; i < x.n; ++i) {
    x.row(i)[i] = 0.8f;
    x.row(i)[(i + 1) % x.n] = 0.6f;
  }
  for (const int degree : {50, 200, 1000}) {
    const PolynomialKernel kernel{.degree = degree, .coef0 = 1};
    const Eigen::MatrixXd scaled = gram(kernel, x.view()) * std::ldexp(1.0, -degree);
    const Eigen::VectorXd spectrum =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled, Eigen::EigenvaluesOnly).eigenvalues();
    // Neighbours have <x, y> = 0.48 and the value 0.74^degree; a row has two of them.
    EXPECT_NEAR(spectrum.minCoeff(), 1, 1e-4) << degree;
    EXPECT_NEAR(spectrum.maxCoeff(), 1, 1e-4) << degree;
  }
}

TEST(Gram, OfMoreRowsThanMemoryIsRefusedWithTheNumbers) {
  std::vector<std::int64_t> row_start(20'000'001);
  const Rows empty = Rows::sparse(row_start.data(), nullptr, nullptr, 20'000'000, 1);
  EXPECT_THAT(testing_support::message_of<InputError>([&] { gram(GaussianKernel{}, empty); }),
              testing::AllOf(testing::HasSubstr("20000000 x 20000000"), testing::HasSubstr("are free")));
}

// Rows in double precision are 64 MB, and there is room for 85: for one copy of them, not for two.
TEST(Gram, OfOneSetNeedsRoomForOneCopyOfItsRows) {
  const DenseMatrix zeros(40, 200'000);
  const Rows wide = zeros.view();
  double pages = 0, resident = 0, of_files = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident >> of_files;
  const double used = (resident - of_files) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  const testing_support::EnvironmentVariable limit("SKETCHBENCH_MEMORY", fmt::format("{:.0f}", used + 95e6));
  const Kernel kernel = PolynomialKernel{2, 1};
  EXPECT_EQ(gram(kernel, wide), Eigen::MatrixXd::Ones(40, 40));
  EXPECT_THROW(gram(kernel, wide, wide), MemoryShortage);
}

TEST(Gram, RowsOfDifferentWidthAreRefused) {
  DenseMatrix narrow(2, 3), wide(2, 4);
  EXPECT_THROW(gram(PolynomialKernel{2, 1}, narrow.view(), wide.view()), InputError);
  EXPECT_THROW(gram(LaplacianKernel{1}, narrow.view(), wide.view()), InputError);
}

}  // namespace
}  // namespace sketchbench
