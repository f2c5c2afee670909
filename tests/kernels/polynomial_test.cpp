#include <sketchbench/kernels/polynomial.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

DenseMatrix random_rows(Index n, Index d, Seed seed) {
  RandomStream random(seed, "rows");
  DenseMatrix x(n, d);
  for (float& v : x.value) v = random.uniform() < 0.3 ? 0.0f : static_cast<float>(random.normal());
  return x;
}

CsrMatrix sparse_copy(const DenseMatrix& x) {
  CsrMatrix sparse{.d = x.d};
  for (Index i = 0; i < x.n; ++i) {
    for (Index j = 0; j < x.d; ++j)
      if (x.row(i)[j] != 0.0f) sparse.push(j, x.row(i)[j]);
    sparse.end_row();
  }
  return sparse;
}

/// The inner product of the explicit degree-p tensor products of (x, sqrt(c)) and (y, sqrt(c)): d^p
/// coordinates.
double expanded(std::vector<double> x, std::vector<double> y, double c, int degree) {
  x.push_back(std::sqrt(c));
  y.push_back(std::sqrt(c));
  std::vector<double> tx = {1}, ty = {1};
  for (int k = 0; k < degree; ++k) {
    std::vector<double> nx, ny;
    for (std::size_t a = 0; a < tx.size(); ++a)
      for (std::size_t b = 0; b < x.size(); ++b) {
        nx.push_back(tx[a] * x[b]);
        ny.push_back(ty[a] * y[b]);
      }
    tx = std::move(nx);
    ty = std::move(ny);
  }
  double sum = 0;
  for (std::size_t a = 0; a < tx.size(); ++a) sum += tx[a] * ty[a];
  return sum;
}

TEST(PolynomialKernel, EqualsTheInnerProductOfTensorProducts) {
  const DenseMatrix x = random_rows(6, 5, 1);
  for (const int degree : {1, 2, 3, 4})
    for (const double c : {0.0, 1.0, 0.7})
      for (Index i = 0; i < x.n; ++i)
        for (Index j = 0; j < x.n; ++j) {
          const std::vector<double> a(x.row(i), x.row(i) + x.d), b(x.row(j), x.row(j) + x.d);
          const double expected = expanded(a, b, c, degree);
          const PolynomialKernel kernel{.degree = degree, .coef0 = c};
          EXPECT_NEAR(kernel(x.view(), i, x.view(), j), expected, 1e-9 * (1 + std::abs(expected)));
        }
}

TEST(PolynomialKernel, IsTheSameForEveryStorage) {
  const DenseMatrix dense = random_rows(8, 20, 2);
  const CsrMatrix sparse = sparse_copy(dense);
  const PolynomialKernel kernel{.degree = 3, .coef0 = 1};
  for (Index i = 0; i < dense.n; ++i)
    for (Index j = 0; j < dense.n; ++j) {
      const double expected = kernel(dense.view(), i, dense.view(), j);
      const double tolerance = 1e-12 * (1 + std::abs(expected));
      EXPECT_NEAR(kernel(sparse.view(), i, sparse.view(), j), expected, tolerance);
      EXPECT_NEAR(kernel(sparse.view(), i, dense.view(), j), expected, tolerance);
      EXPECT_NEAR(kernel(dense.view(), i, sparse.view(), j), expected, tolerance);
    }
}

TEST(PolynomialKernel, MaclaurinSeriesSumsToTheKernel) {
  for (const int degree : {1, 2, 5})
    for (const double c : {0.0, 1.0, 2.5})
      for (const double t : {-0.5, 0.0, 3.0}) {
        const PolynomialKernel kernel{.degree = degree, .coef0 = c};
        double sum = 0;
        for (int n = 0; n <= degree + 3; ++n) sum += kernel.maclaurin(n) * std::pow(t, n);
        EXPECT_NEAR(sum, kernel.of_inner_product(t), 1e-9 * (1 + std::abs(sum)));
      }
  EXPECT_EQ((PolynomialKernel{.degree = 4, .coef0 = 1}.maclaurin(2)), 6);
  EXPECT_EQ((PolynomialKernel{.degree = 4, .coef0 = 0}.maclaurin(3)), 0);
  EXPECT_EQ((PolynomialKernel{.degree = 4, .coef0 = 0}.maclaurin(4)), 1);
}

// Powers of numbers that double precision holds exactly, up to the largest degree of configurations and to
// where the range ends.
TEST(PolynomialKernel, IsExactAtLargeDegrees) {
  DenseMatrix x(2, 3);
  x.value = {1, 0.5f, 0, 1, -0.5f, 8};
  for (const int degree : {5, 10, 31, 64, 100, 151, 999, 1000}) {
    const auto at = [&](double coef0, double inner) {
      return PolynomialKernel{.degree = degree, .coef0 = coef0}.of_inner_product(inner);
    };
    EXPECT_EQ(at(1, 1), std::ldexp(1.0, degree));
    EXPECT_EQ(at(0, -2), std::ldexp(degree % 2 == 0 ? 1.0 : -1.0, degree));
    EXPECT_EQ(at(0.25, 0.25), std::ldexp(1.0, -degree));
    EXPECT_EQ(at(0, 0), 0);
    EXPECT_EQ(at(1, -2), degree % 2 == 0 ? 1 : -1);
    // <x_0, x_1> = 3/4.
    const PolynomialKernel kernel{.degree = degree, .coef0 = 1.25};
    EXPECT_EQ(kernel(x.view(), 0, x.view(), 1), std::ldexp(1.0, degree));
  }
  EXPECT_TRUE(std::isinf(PolynomialKernel{.degree = 1000, .coef0 = 1}.of_inner_product(2)));
}

TEST(PolynomialKernel, MaclaurinSeriesOfALargeDegreeSumsToTheKernel) {
  for (const int degree : {31, 100, 151, 300})
    for (const double c : {0.5, 1.0})
      for (const double t : {0.25, 1.0}) {
        const PolynomialKernel kernel{.degree = degree, .coef0 = c};
        double sum = 0;
        for (int n = 0; n <= degree; ++n) sum += kernel.maclaurin(n) * std::pow(t, n);
        EXPECT_NEAR(sum / kernel.of_inner_product(t), 1, 1e-11) << degree << ", " << c << ", " << t;
      }
}

TEST(PolynomialKernel, RefusesWhatIsNoKernel) {
  EXPECT_THROW(check({.degree = 0, .coef0 = 1}), InputError);
  EXPECT_THROW(check({.degree = 2, .coef0 = -0.1}), InputError);
  EXPECT_THROW(check({.degree = 2, .coef0 = std::numeric_limits<double>::quiet_NaN()}), InputError);
  EXPECT_NO_THROW(check({.degree = 1, .coef0 = 0}));
}

TEST(PolynomialKernel, IsWrittenAsInThePaper) {
  EXPECT_EQ(display({.degree = 2, .coef0 = 0}), "⟨x,y⟩²");
  EXPECT_EQ(display({.degree = 4, .coef0 = 1}), "(1+⟨x,y⟩)⁴");
  EXPECT_EQ(display({.degree = 12, .coef0 = 0.5}), "(0.5+⟨x,y⟩)¹²");
  EXPECT_EQ(display({.degree = 1, .coef0 = 0}), "⟨x,y⟩");
}

TEST(Rows, SlicesAreViewsOfTheSameRows) {
  const DenseMatrix dense = random_rows(7, 4, 3);
  const CsrMatrix sparse = sparse_copy(dense);
  for (const Rows& rows : {dense.view(), sparse.view()}) {
    const Rows part = rows.slice(2, 6);
    ASSERT_EQ(part.size(), 4);
    for (Index i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(squared_norm(part, i), squared_norm(rows, i + 2));
  }
  EXPECT_EQ(sparse.view().slice(2, 6).stored(), sparse.row_start[6] - sparse.row_start[2]);
}

}  // namespace
}  // namespace sketchbench
