// Hessians that are kept as matrices are as good as products that go through the rows: the identity in I + 2
// C X^T X survives features whose sizes differ by orders of magnitude.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <ostream>
#include <vector>

#include "core/random.hpp"
#include "features/feature_map.hpp"
#include "learners/dense_tron/dense_tron.hpp"
#include "learners/dense_tron/hessian_matrices.hpp"
#include "sample_data.hpp"
#include "streamed_rows.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using test::StreamedRows;

DenseMatrix features_of(const Rows& x, int degree, Index D, Seed seed = 1) {
  const PolynomialKernel kernel{.degree = degree, .coef0 = 1};
  const auto map = make_feature_map("random_maclaurin_published",
                                    {.d_in = x.dim(), .kernel = kernel, .D = D, .seed = seed});
  DenseMatrix z(x.size(), D);
  map->transform(x, z, 2);
  return z;
}

MatrixXd whole(const HessianMatrices& hessians, Index D) {
  MatrixXd result(D, D);
  for (Index j = 0; j < D; ++j) result.col(j) = hessians.times({0}, MatrixXd::Identity(D, D).col(j));
  return result;
}

double smallest_eigenvalue(const MatrixXd& symmetric) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues().minCoeff();
}

// Random Maclaurin's features of (1 + <x, y>)^4 on rows near a point that is far from 0: nearly the same up
// to a factor, from 0.1 to some thousands. The largest eigenvalue is about 1e11, and H - I is singular. With
// sums of 256 rows in single precision H has eigenvalues of -10.
TEST(HessianMatrices, AreIdentitiesPlusSemidefiniteMatrices) {
  constexpr Index n = 6000, d = 11, D = 200;
  RandomStream random(1, "test.hessian_precision");
  DenseMatrix x(n, d);
  for (float& value : x.value) value = static_cast<float>(2 + 0.02 * (random.uniform() - 0.5));
  const DenseMatrix z = features_of(x.view(), 4, D);
  std::vector<float> y;
  for (Index i = 0; i < n; ++i) y.push_back(static_cast<float>(i % 2));
  const StoredRows rows(z.view());
  const HingeProblems problems(rows, y, count_classes(y), 1, 2);
  HessianMatrices hessians(problems);
  const ActiveRows all = ActiveRows::Constant(n, true);
  hessians.follow({0}, {&all});
  const MatrixXd at_zero = whole(hessians, D);
  ASSERT_GT(at_zero.diagonal().maxCoeff(), 1e8);
  EXPECT_GT(smallest_eigenvalue(at_zero), 0.99);
  // A third of the rows leave, and some of them come back.
  const ActiveRows most = ActiveRows::NullaryExpr(n, [](Index i) { return i % 3 != 0; }),
                   more = ActiveRows::NullaryExpr(n, [](Index i) { return i % 15 != 0; });
  for (const ActiveRows* active : {&most, &more}) {
    hessians.follow({0}, {active});
    EXPECT_GT(smallest_eigenvalue(whole(hessians, D)), 0.99);
  }
}

struct Case {
  int degree;
  bool preconditioned;
  double tolerance;  ///< of objectives, relative
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << fmt::format("degree {}, {} preconditioner", c.degree, c.preconditioned ? "diagonal" : "no");
}

class MatricesAndProducts : public testing::TestWithParam<Case> {};

// Rows in memory are multiplied themselves, in double precision; of rows that are streamed Hessians are
// matrices. Both take the same steps and end at the same weights but for rounding: of 15 problems, half end
// within 1e-9 of the objective, most within 1e-12; with sums in single precision, half would be further than
// 1e-8 from it. That a few are not so near is no fault of either: where a step ends next to what stops the
// search, rounding decides whether there is one more. In the fourth degree without a preconditioner, where
// the method stops far from the minimum, it always does.
TEST_P(MatricesAndProducts, LeadToTheSameObjectives) {
  const auto [degree, preconditioned, tolerance] = GetParam();
  LabeledMatrix train = labelled_by_scores(1500, 10, 3, 3);
  for (float& value : train.x.value) value = (degree == 4 ? 3.0f : 1.0f) * std::abs(value);
  const DenseTron tron({.preconditioned = preconditioned});
  std::vector<double> apart;
  double steps = 0, expected_steps = 0;
  for (const Seed seed : {1, 2, 3, 4, 5}) {
    const DenseMatrix z = features_of(train.x.view(), degree, 150, seed);
    const Trained products = tron.train({z.view(), train.y}, 1),
                  matrices = tron.train_on_blocks(StreamedRows(z), train.y, 1);
    EXPECT_TRUE(products.report.converged);
    EXPECT_TRUE(matrices.report.converged);
    steps += static_cast<double>(matrices.report.iterations);
    expected_steps += static_cast<double>(products.report.iterations);
    ASSERT_EQ(matrices.report.objectives.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k)
      apart.push_back(std::abs(matrices.report.objectives[k] / products.report.objectives[k] - 1));
  }
  std::ranges::sort(apart);
  EXPECT_LT(apart[apart.size() / 2], tolerance) << testing::PrintToString(apart);
  EXPECT_NEAR(steps, expected_steps, 0.1 * expected_steps);
}

INSTANTIATE_TEST_SUITE_P(Steps, MatricesAndProducts,
                         testing::Values(Case{2, true, 1e-9}, Case{2, false, 1e-9}, Case{4, true, 1e-9},
                                         Case{4, false, 0.02}));

}  // namespace
}  // namespace sketchbench
