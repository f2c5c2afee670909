// Orthogonal iteration and Lanczos against Eigen's decomposition of the same matrix. Starts have fixed seeds:
// there is no chance in it.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include <sketchbench/numerics/eigensolvers/eigen_method.hpp>
#include <sketchbench/numerics/eigensolvers/lanczos.hpp>
#include <sketchbench/numerics/eigensolvers/orthogonal_iteration.hpp>
#include <sketchbench/numerics/eigensolvers/subspaces.hpp>
#include "numerics/known_spectrum.hpp"
#include "support/dense_operator.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr StoppingRule strict{.tolerance = 1e-5};
// A product of 100 terms in single precision is off by this at most, relative to |A| |x|.
constexpr double product_error = 3e-6;

const std::vector<EigenMethod>& converging_methods() {
  static const std::vector<EigenMethod> methods = {EigenMethod::orthogonal_iteration, EigenMethod::lanczos};
  return methods;
}

/// Eigenvalues and eigenvectors, largest first.
struct Exact {
  explicit Exact(const MatrixXd& a) {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(a);
    values = solver.eigenvalues().reverse();
    vectors = solver.eigenvectors().rowwise().reverse();
    norm = values.cwiseAbs().maxCoeff();
  }
  VectorXd values;
  MatrixXd vectors;
  double norm = 0;
};

double largest_residual(const MatrixXd& a, const Eigenpairs& found) {
  return (a * found.vectors - found.vectors * found.values.asDiagonal()).colwise().norm().maxCoeff();
}

/// The pairs are as near to the exact ones as their residual promises: eigenvalues by Weyl's theorem, spaces
/// in front of a gap by Davis & Kahan's.
void expect_leading(const Eigenpairs& found, const MatrixXd& a, Index l) {
  const Exact exact(a);
  ASSERT_EQ(found.values.size(), l);
  ASSERT_EQ(found.vectors.cols(), l);
  ASSERT_TRUE(found.vectors.allFinite());
  EXPECT_LT((found.vectors.transpose() * found.vectors - MatrixXd::Identity(l, l)).cwiseAbs().maxCoeff(),
            1e-12);
  const double rounding = product_error * exact.norm;
  EXPECT_LE(largest_residual(a, found), found.residual * exact.norm + rounding);
  const double error = std::sqrt(static_cast<double>(l)) * (found.residual * exact.norm + rounding);
  EXPECT_LE((found.values - exact.values.head(l)).cwiseAbs().maxCoeff(), error);
  for (Index j = 1; j <= l && j < a.rows(); ++j) {
    const double gap = exact.values(j - 1) - exact.values(j) - error;
    if (gap <= 0 || gap < 0.01 * exact.norm) continue;
    EXPECT_LE(subspace_distance(exact.vectors.leftCols(j), found.vectors.leftCols(j)), error / gap)
        << "in front of eigenvalue " << j + 1;
  }
}

TEST(EigenSolvers, FindTheLargestByValueOfEverySpectrum) {
  for (const test::KnownSpectrum& known : test::known_spectra()) {
    const test::DenseOperator a(test::with_spectrum(known.values, 1));
    for (const EigenMethod method : converging_methods()) {
      SCOPED_TRACE(eigen_method_names()[static_cast<std::size_t>(method)] + ", " + known.name);
      const Eigenpairs found = leading_eigenpairs(method, a, known.l, 7, strict, 1);
      EXPECT_TRUE(found.converged);
      EXPECT_LE(found.residual, strict.tolerance);
      expect_leading(found, a.entries(), known.l);
      const double scale = known.values.cwiseAbs().maxCoeff();
      // It is not waited for, and from below but for rounding.
      ASSERT_TRUE(found.next.has_value());
      EXPECT_GE(*found.next, known.values(known.l) - 2e-2 * scale);
      EXPECT_LE(*found.next, known.values(known.l) + product_error * scale);
    }
  }
}

// A matrix of ones in single precision is multiplied without rounding but for that of the vector, and has all
// its products in one direction: the Krylov space ends after two steps.
TEST(EigenSolvers, GoOnWhereAKrylovSpaceEnds) {
  const MatrixXd ones = MatrixXd::Ones(64, 64);
  MatrixXd blocks = MatrixXd::Zero(64, 64);
  blocks.topLeftCorner(4, 4).setOnes();
  blocks(10, 10) = 2;
  for (const MatrixXd& matrix : {ones, blocks, MatrixXd(MatrixXd::Identity(64, 64))}) {
    const test::DenseOperator a(matrix);
    for (const EigenMethod method : converging_methods())
      for (const Index l : {1, 3, 20}) {
        SCOPED_TRACE(eigen_method_names()[static_cast<std::size_t>(method)]);
        const Eigenpairs found = leading_eigenpairs(method, a, l, 1, strict, 1);
        EXPECT_TRUE(found.converged);
        expect_leading(found, matrix, l);
      }
  }
}

TEST(EigenSolvers, FindAllEigenvectorsOfAMatrixAndThoseOfOneRow) {
  for (const Index m : {1, 2, 3, 12, 40}) {
    const test::DenseOperator a(test::with_spectrum(VectorXd::LinSpaced(m, 2, -1), 2));
    for (const EigenMethod method :
         {EigenMethod::orthogonal_iteration, EigenMethod::lanczos, EigenMethod::randomised}) {
      SCOPED_TRACE(m);
      const Eigenpairs found = leading_eigenpairs(method, a, m, 1, strict, 1);
      EXPECT_TRUE(found.converged);
      EXPECT_FALSE(found.next.has_value());
      expect_leading(found, a.entries(), m);
    }
  }
}

// To either side of where Lanczos gives way to a decomposition of the whole.
TEST(EigenSolvers, FindManyEigenvectorsOfFewRows) {
  const Index l = 12, most = 3 * krylov_dimensions(l) / 2;
  EXPECT_TRUE(is_decomposed_whole(most, l));
  EXPECT_FALSE(is_decomposed_whole(most + 1, l));
  for (const Index m : {most, most + 1}) {
    const test::DenseOperator a(test::with_spectrum(VectorXd::LinSpaced(m, 2, -1), 5));
    for (const EigenMethod method : converging_methods()) {
      SCOPED_TRACE(m);
      const Eigenpairs found = leading_eigenpairs(method, a, l, 1, strict, 1);
      EXPECT_TRUE(found.converged);
      EXPECT_TRUE(found.next.has_value());
      expect_leading(found, a.entries(), l);
    }
  }
}

TEST(EigenSolvers, RefuseOtherNumbersOfEigenvectors) {
  const test::DenseOperator a(MatrixXd::Identity(30, 30));
  for (const EigenMethod method :
       {EigenMethod::orthogonal_iteration, EigenMethod::lanczos, EigenMethod::randomised})
    for (const Index l : {-1, 0, 31}) {
      try {
        leading_eigenpairs(method, a, l, 1, strict, 1);
        ADD_FAILURE() << "no error for " << l;
      } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(std::to_string(l)), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("30"), std::string::npos) << error.what();
      }
    }
}

TEST(EigenSolvers, RefuseAMatrixThatIsNotFinite) {
  MatrixXd matrix = MatrixXd::Identity(30, 30);
  matrix(3, 3) = std::numeric_limits<double>::quiet_NaN();
  const test::DenseOperator a(matrix);
  for (const EigenMethod method :
       {EigenMethod::orthogonal_iteration, EigenMethod::lanczos, EigenMethod::randomised})
    EXPECT_THROW(leading_eigenpairs(method, a, 2, 1, strict, 1), Error);
}

TEST(EigenSolvers, ReportTheProductsThatTheyTook) {
  for (const test::KnownSpectrum& known : test::known_spectra())
    for (const EigenMethod method :
         {EigenMethod::orthogonal_iteration, EigenMethod::lanczos, EigenMethod::randomised}) {
      SCOPED_TRACE(known.name);
      const test::DenseOperator a(test::with_spectrum(known.values, 1));
      const Index products = leading_eigenpairs(method, a, known.l, 7, strict, 1).products;
      EXPECT_EQ(products, a.products());
    }
  const test::DenseOperator small(MatrixXd::Identity(5, 5));
  const Index products = leading_eigenpairs(EigenMethod::lanczos, small, 2, 1, strict, 1).products;
  EXPECT_EQ(products, small.products());
}

// Eigenvalues that are evenly spread take more than two passes or restarts.
TEST(EigenSolvers, SayThatIterationsRanOutAndGiveWhatThereIs) {
  const test::DenseOperator a(test::with_spectrum(VectorXd::LinSpaced(150, 2, 1), 3));
  const Exact exact(a.entries());
  for (const EigenMethod method : converging_methods()) {
    const Eigenpairs found =
        leading_eigenpairs(method, a, 5, 1, {.tolerance = 1e-6, .most_iterations = 2}, 1);
    EXPECT_FALSE(found.converged);
    EXPECT_GT(found.residual, 1e-6);
    EXPECT_LE(found.iterations, 3);
    ASSERT_EQ(found.values.size(), 5);
    for (Index j = 0; j < 5; ++j) EXPECT_LE(found.values(j), exact.values(j) * (1 + product_error));
    EXPECT_LE(largest_residual(a.entries(), found), (found.residual + product_error) * exact.norm);
    EXPECT_LT((found.vectors.transpose() * found.vectors - MatrixXd::Identity(5, 5)).norm(), 1e-12);
  }
}

TEST(EigenSolvers, GiveTheSameForTheSameSeedWhateverTheThreads) {
  VectorXd diagonal(9000);
  for (Index i = 0; i < diagonal.size(); ++i) diagonal(i) = 1 / static_cast<double>(1 + i % 4500);
  const test::DiagonalOperator a(diagonal);
  for (const EigenMethod method :
       {EigenMethod::orthogonal_iteration, EigenMethod::lanczos, EigenMethod::randomised}) {
    const StoppingRule rule{.tolerance = 1e-3, .most_iterations = 20};
    const Eigenpairs one = leading_eigenpairs(method, a, 4, 5, rule, 1);
    const Eigenpairs three = leading_eigenpairs(method, a, 4, 5, rule, 3);
    EXPECT_TRUE(one.values == three.values);
    EXPECT_TRUE(one.vectors == three.vectors);
    EXPECT_EQ(one.residual, three.residual);
    EXPECT_EQ(one.products, three.products);
    const Eigenpairs other = leading_eigenpairs(method, a, 4, 6, rule, 1);
    EXPECT_TRUE(one.vectors != other.vectors);
    EXPECT_LT((one.values - other.values).cwiseAbs().maxCoeff(), 2e-2);
  }
}

// The part that the other eigenvectors have in the space falls with each pass by the ratio of eigenvalues,
// 1/9 or less here.
TEST(OrthogonalIteration, GainsTheRatioOfEigenvaluesWithEachPass) {
  VectorXd values = VectorXd::Constant(100, 0.1);
  values.head(10) = VectorXd::LinSpaced(10, 1, 0.9);
  const test::DenseOperator a(test::with_spectrum(values, 4));
  const MatrixXd space = Exact(a.entries()).vectors.leftCols(10);
  double before = 0;
  for (const int passes : {1, 2, 3, 4, 5}) {
    const Eigenpairs found = orthogonal_iteration(a, 10, 1, {.tolerance = 0, .most_iterations = passes}, 1);
    EXPECT_EQ(found.iterations, passes);
    EXPECT_EQ(found.products, passes * (10 + guard_vectors));
    const double distance = subspace_distance(space, found.vectors);
    if (passes > 3) {
      EXPECT_LT(distance, before / 5);
    }
    before = distance;
  }
}

}  // namespace
}  // namespace sketchbench
