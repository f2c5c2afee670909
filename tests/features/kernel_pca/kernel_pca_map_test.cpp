#include <sketchbench/features/kernel_pca/kernel_pca_map.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/features/kernel_pca/kernel_pca_kinds.hpp>
#include <sketchbench/features/kernel_pca/kernel_pca_training.hpp>
#include "features/kernel_pca/matrices.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

const std::vector<const char*> kinds = {"kernel_pca", "kernel_pca_sparsified", "kernel_pca_quantised",
                                        "kernel_pca_sampled_signs"};
const std::vector<const char*> solvers = {"orthogonal_iteration", "lanczos", "randomised"};

std::vector<Kernel> kernels() {
  return {PolynomialKernel{2, 1}, GaussianKernel{1}, LaplacianKernel{2}, CauchyKernel{1}};
}

MapRequest request(const Kernel& kernel, Index d_in, Index D, const ParameterValues& parameters = {},
                   Seed seed = 5) {
  return {.d_in = d_in, .kernel = kernel, .D = D, .seed = seed, .parameters = parameters};
}

MatrixXd features(const FeatureMap& map, const DenseMatrix& x) {
  return test::matrix_of(test::mapped(map, x.view()));
}

VectorXd eigenvalues_of(const FeatureMap& map) {
  const auto values = map.facts().at("eigenvalues").get<std::vector<double>>();
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Index>(values.size()));
}

// The solvers stop at residuals of 1e-4 of the largest eigenvalue, which bound what Z Z^T is off by up to the
// gap behind the last component; 2e-3 leaves room for it.
TEST(KernelPcaMap, GivesTrainingRowsTheBestApproximationOfTheirKernelMatrix) {
  const DenseMatrix train = test::sample_rows(90, 3, 1, 1);
  for (const Kernel& kernel : kernels()) {
    const MatrixXd k = gram(kernel, train.view());
    const VectorXd expected = Eigen::SelfAdjointEigenSolver<MatrixXd>(k).eigenvalues().tail(4).reverse();
    for (const char* const solver : solvers) {
      const auto map =
          make_feature_map("kernel_pca", request(kernel, 3, 4, {{"solver", solver}}), train.view());
      const MatrixXd z = features(*map, train);
      EXPECT_LT((z * z.transpose() - test::best_of_rank(k, 4)).norm(), 2e-3 * expected(0))
          << kernel.display() << ' ' << solver;
      EXPECT_LT(test::largest(eigenvalues_of(*map) - expected), 1e-3 * expected(0))
          << kernel.display() << ' ' << solver;
      EXPECT_EQ(map->facts().at("rank"), 4);
      EXPECT_EQ(map->facts().at("rows"), 90);
    }
  }
}

// f_k(x) = lambda_k^(-1/2) sum over i of v_ik kappa(x_i, x), and v_ik is lambda_k^(-1/2) f_k(x_i): within
// what the solver leaves, unseen rows are given by the features of the training rows.
TEST(KernelPcaMap, GivesUnseenRowsTheSameExpansions) {
  const DenseMatrix train = test::sample_rows(90, 3, 1, 1), x = test::sample_rows(20, 3, 1, 2);
  for (const Kernel& kernel : kernels()) {
    const auto map = make_feature_map("kernel_pca", request(kernel, 3, 4), train.view());
    const MatrixXd z = features(*map, train);
    const MatrixXd expected =
        gram(kernel, x.view(), train.view()) * z * eigenvalues_of(*map).cwiseInverse().asDiagonal();
    EXPECT_LT(test::largest(features(*map, x) - expected), 1e-2 * test::largest(z)) << kernel.display();
  }
}

TEST(KernelPcaMap, GivesAnUnseenRowThatIsATrainingRowItsFeatures) {
  const DenseMatrix train = test::sample_rows(90, 3, 1, 1);
  for (const char* const kind : kinds) {
    const auto map = make_feature_map(kind, request(GaussianKernel{1}, 3, 4), train.view());
    const DenseMatrix all = test::mapped(*map, train.view());
    for (const Index i : {0, 41, 89}) {
      const DenseMatrix one = test::mapped(*map, train.view().slice(i, i + 1));
      EXPECT_TRUE(std::equal(one.value.begin(), one.value.end(), all.row(i))) << kind;
    }
  }
}

TEST(KernelPcaMap, ThatIsCentredIsKernelPcaOfTheCentredKernel) {
  const DenseMatrix train = test::sample_rows(90, 3, 1, 1);
  for (const Kernel& kernel : kernels()) {
    const MatrixXd k = test::centred_kernel(gram(kernel, train.view()));
    const auto map = make_feature_map("kernel_pca", request(kernel, 3, 3, {{"centred", 1}}), train.view());
    const MatrixXd z = features(*map, train);
    const double largest = eigenvalues_of(*map)(0);
    EXPECT_LT(test::largest(z.colwise().mean()), 1e-4 * std::sqrt(largest)) << kernel.display();
    EXPECT_LT((z * z.transpose() - test::best_of_rank(k, 3)).norm(), 2e-3 * largest) << kernel.display();
  }
}

TEST(KernelPcaMap, OfAMatrixThatKeepsEverythingIsExact) {
  const DenseMatrix train = test::sample_rows(90, 3, 1, 1);
  for (const Kernel& kernel : kernels()) {
    const MatrixXd k = gram(kernel, train.view());
    const auto map =
        make_feature_map("kernel_pca_sparsified", request(kernel, 3, 4, {{"s", 1.0}}), train.view());
    EXPECT_EQ(map->facts().at("kept"), 90 * 91 / 2);
    const MatrixXd z = features(*map, train);
    EXPECT_LT((z * z.transpose() - test::best_of_rank(k, 4)).norm(), 2e-3 * eigenvalues_of(*map)(0))
        << kernel.display();
  }
}

// The noise of the entries has a norm of about 2 sigma sqrt(m), a fifth of the first eigenvalue at most, and
// all other eigenvalues are below it. An eigenvector's part outside of its own is then about a tenth in
// length, and the kernel leaves less of it to the features: the cosine, above 0.99, is what is observed of
// the fixed seed.
TEST(KernelPcaMap, OfASampledMatrixFindsTheEigenvalueThatStandsOut) {
  const Index m = 900;
  const DenseMatrix train = test::sample_rows(m, 2, 1, 1);
  const Kernel kernel = GaussianKernel{3};
  const auto exact = make_feature_map("kernel_pca", request(kernel, 2, 1), train.view());
  const VectorXd expected = features(*exact, train).col(0).normalized();
  for (const char* const kind : kinds) {
    const auto map = make_feature_map(kind, request(kernel, 2, 1), train.view());
    const VectorXd found = features(*map, train).col(0).normalized();
    EXPECT_GT(std::abs(found.dot(expected)), 0.98) << kind;
    EXPECT_NEAR(eigenvalues_of(*map)(0), eigenvalues_of(*exact)(0), 0.2 * eigenvalues_of(*exact)(0)) << kind;
  }
}

// The mean over 40 seeds (fixed) is off by the variance / 40 in the mean of the square, summed over rows; 25
// times as much is beyond 5 standard errors, 6e-7 for a normal law, even if all rows go up and down together.
TEST(KernelPcaMap, RoundsCoefficientsToFewerThatGiveTheSameFeaturesInTheMean) {
  const DenseMatrix train = test::sample_rows(200, 3, 1, 1), x = test::sample_rows(30, 3, 1, 2);
  const Kernel kernel = GaussianKernel{1};
  const auto features_of_first = [&](double rounding, Seed seed) -> MatrixXd {
    ParameterValues parameters;
    if (rounding > 0) parameters = {{"rounding", rounding}};
    const auto map = make_feature_map("kernel_pca", request(kernel, 3, 1, parameters, seed), train.view());
    if (rounding > 0) {
      EXPECT_LT(map->facts().at("nonzero_share").get<double>(), 0.8);
      EXPECT_LT(map->facts().at("rows").get<Index>(), 200) << "rows without coefficients are left out";
    }
    MatrixXd z = features(*map, x);
    return z.mean() < 0 ? MatrixXd(-z) : z;  // a Gaussian kernel's first eigenvector has one sign
  };
  const MatrixXd exact = features_of_first(0, 1);
  MatrixXd mean = MatrixXd::Zero(30, 1);
  double variance = 0;
  constexpr int seeds = 40;
  for (Seed seed = 1; seed <= seeds; ++seed) {
    const MatrixXd z = features_of_first(7, seed);
    mean += z / seeds;
    variance += (z - exact).squaredNorm() / seeds;
  }
  EXPECT_GT(variance, 0);
  EXPECT_LT((mean - exact).squaredNorm(), 25 * variance / seeds) << "unbiased";
}

TEST(KernelPcaMap, OfProjectedRowsIsThatOfTheProjection) {
  const DenseMatrix train = test::sample_rows(90, 40, 1, 1), x = test::sample_rows(20, 40, 0.5, 2);
  const SignProjection projection(40, 10, 5);
  const DenseMatrix small_train = projection.project(train.view()), small_x = projection.project(x.view());
  for (const Kernel& kernel : {Kernel(PolynomialKernel{2, 1}), Kernel(GaussianKernel{4})}) {
    const auto map =
        make_feature_map("kernel_pca", request(kernel, 40, 4, {{"projection", 10}}), train.view());
    const auto expected = make_feature_map("kernel_pca", request(kernel, 10, 4), small_train.view());
    EXPECT_EQ(map->d_in(), 40);
    const DenseMatrix z = test::mapped(*map, x.view());
    EXPECT_EQ(z.value, test::mapped(*expected, small_x.view()).value) << kernel.display();
    EXPECT_EQ(test::mapped(*map, to_sparse(x).view(), 3).value, z.value);
  }
}

TEST(KernelPcaMap, KeepsZerosBehindTheRankOfItsMatrixAndSaysSo) {
  const DenseMatrix repeated = test::repeated_rows(60, 3, 5);
  DenseMatrix constant(60, 3);
  for (float& value : constant.value) value = 0.5f;
  struct Degenerate {
    const DenseMatrix* rows;
    Kernel kernel;
    Index rank;
  };
  const DenseMatrix any = test::sample_rows(60, 3, 1, 1), zero(60, 3);
  for (const Degenerate& c : {Degenerate{&repeated, GaussianKernel{1}, 5},
                              {&repeated, LaplacianKernel{1}, 5},
                              {&constant, GaussianKernel{1}, 1},
                              {&any, PolynomialKernel{1, 0}, 3},
                              {&zero, PolynomialKernel{2, 0}, 0}})
    for (const char* const solver : solvers) {
      const auto map =
          make_feature_map("kernel_pca", request(c.kernel, 3, 12, {{"solver", solver}}), c.rows->view());
      const std::string place = c.kernel.display() + ' ' + solver;
      EXPECT_EQ(map->facts().at("rank"), c.rank) << place;
      const MatrixXd z = features(*map, *c.rows), k = gram(c.kernel, c.rows->view());
      ASSERT_TRUE(z.allFinite()) << place;
      EXPECT_EQ(test::largest(z.rightCols(12 - c.rank)), 0) << place;
      EXPECT_LT(test::largest(z * z.transpose() - k), 1e-3 * (test::largest(k) + 1e-9)) << place;
    }
}

// The features of equal eigenvalues can be turned into each other: the rows are the corners of a regular
// simplex, each twice, so that all eigenvalues but one of the kernel matrix are equal, and behind them 0.
TEST(KernelPcaMap, SaysWhichEigenvaluesCoincide) {
  const Index corners = 12;
  DenseMatrix train(2 * corners, corners);
  for (Index i = 0; i < train.n; ++i) train.row(i)[i % corners] = 1;
  const auto coinciding = [&](Index D, Json* last = nullptr) {
    const Json facts =
        make_feature_map("kernel_pca", request(GaussianKernel{1}, corners, D), train.view())->facts();
    if (last != nullptr) *last = facts.at("last_coincides");
    return facts.at("coinciding");
  };
  EXPECT_EQ(coinciding(1), Json::array());
  Json last;
  EXPECT_EQ(coinciding(6, &last), parse_json("[[1, 5]]", "expected"));
  EXPECT_EQ(last, true);
  EXPECT_EQ(coinciding(12, &last), parse_json("[[1, 11]]", "expected"));
}

TEST(KernelPcaMap, IsTheSameForAnyNumberOfThreadsOfItsMaking) {
  const DenseMatrix train = test::sample_rows(300, 5, 1, 1), x = test::sample_rows(40, 5, 1, 2);
  for (const char* const kind : kinds) {
    MapRequest asked = request(GaussianKernel{1}, 5, 6);
    const DenseMatrix z = test::mapped(*make_feature_map(kind, asked, train.view()), x.view());
    asked.threads = 3;
    EXPECT_EQ(test::mapped(*make_feature_map(kind, asked, train.view()), x.view()).value, z.value) << kind;
  }
}

TEST(KernelPcaMap, RefusesWhatCannotBe) {
  const DenseMatrix train = test::sample_rows(19, 3, 1, 1);
  for (const char* const kind : kinds) {
    EXPECT_THAT([&] { make_feature_map(kind, request(GaussianKernel{1}, 3, 20), train.view()); },
                ThrowsMessage<InputError>(AllOf(HasSubstr("D is 20"), HasSubstr("19 training rows"))));
    EXPECT_NO_THROW(make_feature_map(kind, request(GaussianKernel{1}, 3, 19), train.view()));
    EXPECT_THAT(
        [&] {
          make_feature_map(kind, request(LaplacianKernel{1}, 3, 2, {{"projection", 2}}), train.view());
        },
        ThrowsMessage<InputError>(
            AllOf(HasSubstr("projection to 2 dimensions"), HasSubstr("expected 0, for no projection"))));
  }
  for (const char* const kind : {"kernel_pca_sparsified", "kernel_pca_sampled_signs"})
    EXPECT_THROW(make_feature_map(kind, request(GaussianKernel{1}, 3, 2, {{"s", 0.5}}), train.view()),
                 InputError);
  EXPECT_THAT(
      [&] {
        make_feature_map("kernel_pca", request(PolynomialKernel{30, 1e3}, 3, 2), train.view());
      },
      ThrowsMessage<InputError>(HasSubstr("beyond single precision")));
}

TEST(KernelPcaMap, PlansForProjectionsAndRounding) {
  const DenseMatrix train = test::sample_rows(200, 60, 1, 1);
  const CsrMatrix sparse = to_sparse(train);
  for (const ParameterValues& parameters :
       {ParameterValues{{"projection", 20}}, ParameterValues{{"rounding", 3.0}},
        ParameterValues{{"centred", 1}}})
    for (const Rows& rows : {train.view(), sparse.view()}) {
      MapRequest asked = request(GaussianKernel{8}, 60, 30, parameters);
      const auto held = static_cast<double>(make_feature_map("kernel_pca", asked, rows)->memory_bytes());
      asked.n_train = 200;
      EXPECT_LE(held, bytes_in_use(find_feature_map("kernel_pca"), asked, 0)) << Json(parameters);
    }
}

}  // namespace
}  // namespace sketchbench
