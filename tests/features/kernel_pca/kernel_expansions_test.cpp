#include <sketchbench/features/kernel_pca/model/kernel_expansions.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include "features/kernel_pca/matrices.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::MatrixXf;
using Eigen::VectorXd;

std::vector<Kernel> kernels() {
  return {PolynomialKernel{3, 1}, GaussianKernel{1.5}, LaplacianKernel{3}, CauchyKernel{2}};
}

MatrixXf coefficients(Index m, Index l) {
  RandomStream random(4, "test.coefficients");
  MatrixXf c(m, l);
  for (Index k = 0; k < l; ++k)
    for (Index i = 0; i < m; ++i) c(i, k) = static_cast<float>(random.normal());
  return c;
}

DenseMatrix values(const KernelExpansions& f, const Rows& x, int threads = 1) {
  DenseMatrix z(x.size(), f.count());
  z.value.assign(z.value.size(), std::numeric_limits<float>::quiet_NaN());
  f.evaluate(x, z, threads);
  return z;
}

// More rows than two tiles and a part of one have; the roundings of sums over so many terms are below 1e-5 of
// the sum of their absolute values.
TEST(KernelExpansions, AreTheirFormulaForEveryFamily) {
  const Index m = 2 * KernelExpansions::rows_per_tile + 77, l = 5;
  const DenseMatrix rows = test::sample_rows(m, 6, 1, 1), x = test::sample_rows(70, 6, 0.7, 2);
  const MatrixXf c = coefficients(m, l);
  const VectorXd offsets = VectorXd::LinSpaced(l, -1, 2);
  for (const Kernel& kernel : kernels()) {
    const MatrixXd k = gram(kernel, x.view(), rows.view());
    const MatrixXd expected = (k * c.cast<double>()).rowwise() - offsets.transpose();
    const double size = test::largest(k.cwiseAbs() * c.cast<double>().cwiseAbs());
    const KernelExpansions f(kernel, rows.view(), c, offsets);
    EXPECT_LT(test::largest(test::matrix_of(values(f, x.view())) - expected), 1e-5 * size)
        << kernel.display();
  }
}

TEST(KernelExpansions, LeaveOutRowsWithoutCoefficients) {
  const DenseMatrix rows = test::sample_rows(50, 4, 1, 1), x = test::sample_rows(9, 4, 1, 2);
  MatrixXf c = coefficients(50, 3);
  MatrixXf few(20, 3);
  DenseMatrix kept(20, 4);
  for (Index i = 0; i < 50; ++i) {
    if (i % 5 > 1) {
      c.row(i).setZero();
      continue;
    }
    const Index place = 2 * (i / 5) + i % 5;
    few.row(place) = c.row(i);
    std::copy_n(rows.row(i), 4, kept.row(place));
  }
  c(0, 1) = few(0, 1) = 0;  // a row stays while another expansion needs it
  for (const Kernel& kernel : kernels()) {
    const KernelExpansions f(kernel, rows.view(), c);
    EXPECT_EQ(f.rows(), 20);
    EXPECT_EQ(values(f, x.view()).value, values(KernelExpansions(kernel, kept.view(), few), x.view()).value);
  }
  const VectorXd offsets = VectorXd::Constant(3, 0.5);
  const KernelExpansions none(GaussianKernel{1}, rows.view(), MatrixXf::Zero(50, 3), offsets);
  EXPECT_EQ(none.rows(), 0);
  for (const float value : values(none, x.view()).value) EXPECT_EQ(value, -0.5f);
}

TEST(KernelExpansions, GiveTheSameBitsForEveryStorageSlicingAndNumberOfThreads) {
  const Index n = 131;
  const DenseMatrix rows = test::sample_rows(300, 20, 0.3, 1), x = test::sample_rows(n, 20, 0.3, 2);
  const CsrMatrix sparse_rows = to_sparse(rows), sparse = to_sparse(x);
  const MatrixXf c = coefficients(300, 17);
  for (const Kernel& kernel : kernels()) {
    const KernelExpansions f(kernel, rows.view(), c);
    const DenseMatrix whole = values(f, x.view());
    EXPECT_EQ(values(f, sparse.view()).value, whole.value) << kernel.display();
    EXPECT_EQ(values(KernelExpansions(kernel, sparse_rows.view(), c), x.view()).value, whole.value)
        << kernel.display();
    for (const int threads : {2, 3}) EXPECT_EQ(values(f, x.view(), threads).value, whole.value);
    for (const Index step : {1, 5, 64})
      for (Index begin = 0; begin < n; begin += step) {
        const Index end = std::min(n, begin + step);
        const DenseMatrix part = values(f, sparse.view().slice(begin, end));
        EXPECT_TRUE(std::equal(part.value.begin(), part.value.end(), whole.row(begin)));
      }
  }
}

// Schölkopf, Smola & Müller 1998, appendix A: what an unseen row's centred kernel values are.
TEST(KernelExpansions, WithTheirOffsetsAreThoseOfTheCentredKernel) {
  const Index m = 40;
  const DenseMatrix rows = test::sample_rows(m, 3, 1, 1), x = test::sample_rows(9, 3, 1, 2);
  MatrixXf c = coefficients(m, 4);
  c.rowwise() -= c.colwise().mean().eval();
  for (const Kernel& kernel : kernels()) {
    const MatrixXd k = gram(kernel, rows.view());
    const VectorXd row_means = k.rowwise().mean();
    MatrixXd centred = gram(kernel, x.view(), rows.view());
    centred.colwise() -= centred.rowwise().mean().eval();
    centred.rowwise() -= (row_means.array() - k.mean()).matrix().transpose();
    const VectorXd offsets = c.cast<double>().transpose() * row_means;
    const KernelExpansions f(kernel, rows.view(), c, offsets);
    EXPECT_LT(test::largest(test::matrix_of(values(f, x.view())) - centred * c.cast<double>()),
              1e-5 * (1 + test::largest(k)) * static_cast<double>(m))
        << kernel.display();
  }
}

TEST(KernelExpansions, RefuseOtherShapes) {
  const DenseMatrix rows = test::sample_rows(10, 4, 1, 1), x(3, 4), narrow(3, 3);
  EXPECT_THAT([&] { KernelExpansions(GaussianKernel{1}, rows.view(), MatrixXf::Zero(9, 2)); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("9 rows for 10 rows")));
  EXPECT_THROW(KernelExpansions(GaussianKernel{1}, rows.view(), MatrixXf::Zero(10, 2), VectorXd::Zero(3)),
               InputError);
  const KernelExpansions f(GaussianKernel{1}, rows.view(), coefficients(10, 2));
  DenseMatrix z(3, 2), other(3, 1);
  EXPECT_THROW(f.evaluate(narrow.view(), z), InputError);
  EXPECT_THROW(f.evaluate(x.view(), other), InputError);
  EXPECT_NO_THROW(values(f, x.view().slice(0, 0)));
}

TEST(KernelExpansions, PlanForWhatTheyKeep) {
  const DenseMatrix rows = test::sample_rows(300, 20, 1, 1);
  const CsrMatrix sparse = to_sparse(rows);
  for (const Kernel& kernel : kernels())
    for (const Rows& view : {rows.view(), sparse.view()}) {
      const KernelExpansions f(kernel, view, coefficients(300, 7));
      EXPECT_LE(static_cast<double>(f.memory_bytes()), KernelExpansions::memory(20, 300, 7));
    }
}

}  // namespace
}  // namespace sketchbench
