#include <sketchbench/features/nystrom/nystrom_map.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include "features/results_of_version.hpp"
#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

const std::vector<const char*> kinds = {"nystrom_uniform", "nystrom_leverage", "nystrom_rpcholesky"};

std::vector<Kernel> kernels() {
  return {PolynomialKernel{1, 0}, PolynomialKernel{2, 1}, PolynomialKernel{4, 0.5},
          GaussianKernel{0.8},    LaplacianKernel{2},     CauchyKernel{1}};
}

MatrixXd products(const DenseMatrix& z) {
  MatrixXd result(z.n, z.n);
  for (Index i = 0; i < z.n; ++i)
    for (Index j = 0; j < z.n; ++j) result(i, j) = inner_product(z.view(), i, z.view(), j);
  return result;
}

double largest(const MatrixXd& k) { return k.cwiseAbs().maxCoeff(); }

TEST(NystromMap, OfAllRowsHasTheirKernelMatrix) {
  const DenseMatrix x = test::sample_rows(70, 5, 1, 1);
  for (const Kernel& kernel : kernels()) {
    const MatrixXd k = gram(kernel, x.view());
    for (const char* const kind : kinds) {
      const auto map = make_feature_map(kind, {.d_in = 5, .kernel = kernel, .D = 70}, x.view());
      EXPECT_LT(largest(products(test::mapped(*map, x.view())) - k), 2e-6 * largest(k))
          << kind << ' ' << kernel.display();
    }
  }
}

TEST(NystromMap, IsItsFormula) {
  const DenseMatrix landmarks = test::sample_rows(20, 6, 1, 1), x = test::sample_rows(9, 6, 0.7, 2);
  for (const Kernel& kernel : {Kernel(GaussianKernel{0.8}), Kernel(LaplacianKernel{2}),
                               Kernel(CauchyKernel{1}), Kernel(PolynomialKernel{3, 1})}) {
    const NystromMap map(kernel, landmarks.view());
    EXPECT_EQ(map.rank(), 20);
    const MatrixXd values = gram(kernel, x.view(), landmarks.view());
    const MatrixXd expected = values * gram(kernel, landmarks.view()).ldlt().solve(values.transpose());
    EXPECT_LT(largest(products(test::mapped(map, x.view())) - expected), 2e-6 * largest(expected))
        << kernel.display();
  }
}

TEST(NystromMap, IsExactAtLandmarksAndBelowTheKernelElsewhere) {
  const DenseMatrix x = test::sample_rows(50, 6, 1, 1);
  for (const Kernel& kernel : kernels()) {
    const MatrixXd k = gram(kernel, x.view());
    const NystromMap map(kernel, x.view().slice(0, 15));
    const MatrixXd left = k - products(test::mapped(map, x.view()));
    EXPECT_LT(largest(left.leftCols(15)), 2e-6 * largest(k)) << kernel.display();
    const double least =
        Eigen::SelfAdjointEigenSolver<MatrixXd>(left, Eigen::EigenvaluesOnly).eigenvalues()(0);
    EXPECT_GT(least, -1e-5 * largest(k)) << kernel.display();
  }
}

// <x, y>^2 on 3 features has 6 monomials.
TEST(NystromMap, OfUniformLandmarksIsExactWhereTheKernelHasALowerRank) {
  const DenseMatrix x = test::sample_rows(60, 3, 1, 1);
  const Kernel kernel = PolynomialKernel{2, 0};
  const MatrixXd k = gram(kernel, x.view());
  for (const char* const kind : kinds)
    for (const Index D : {6, 8, 40}) {
      const auto map = make_feature_map(kind, {.d_in = 3, .kernel = kernel, .D = D}, x.view());
      EXPECT_EQ(dynamic_cast<const NystromMap&>(*map).rank(), 6) << kind << ' ' << D;
      EXPECT_LT(largest(products(test::mapped(*map, x.view())) - k), 1e-5 * largest(k)) << kind << ' ' << D;
    }
}

TEST(NystromMap, CutsOffWhatRepeatedLandmarksDoNotTell) {
  DenseMatrix x(30, 2);
  for (Index i = 0; i < x.n; ++i) x.row(i)[0] = static_cast<float>(i % 5);
  for (const Kernel& kernel :
       {Kernel(GaussianKernel{1}), Kernel(LaplacianKernel{1}), Kernel(CauchyKernel{1})}) {
    const MatrixXd k = gram(kernel, x.view());
    for (const char* const kind : kinds) {
      const auto map = make_feature_map(kind, {.d_in = 2, .kernel = kernel, .D = 28}, x.view());
      EXPECT_EQ(dynamic_cast<const NystromMap&>(*map).rank(), 5) << kind;
      EXPECT_LT(largest(products(test::mapped(*map, x.view())) - k), 1e-5) << kind;
    }
  }
}

TEST(NystromMap, OfAKernelThatIsZeroIsZero) {
  const DenseMatrix x(10, 3);
  for (const char* const kind : kinds) {
    const auto map = make_feature_map(kind, {.d_in = 3, .kernel = PolynomialKernel{2, 0}, .D = 4}, x.view());
    for (const float value : test::mapped(*map, x.view()).value) EXPECT_EQ(value, 0);
  }
}

MapRequest with_landmarks(const Kernel& kernel, const DenseMatrix& landmarks, Index D) {
  return {.d_in = 6,
          .kernel = kernel,
          .D = D,
          .landmarks = std::make_shared<const CsrMatrix>(to_sparse(landmarks))};
}

TEST(NystromMap, OfGivenLandmarksHasTheFirstOfThem) {
  const DenseMatrix given = test::sample_rows(15, 6, 0.7, 1), x = test::sample_rows(20, 6, 0.7, 2);
  for (const Kernel& kernel : kernels())
    for (const Index D : {1, 9, 15}) {
      const auto map = make_feature_map("nystrom_given", with_landmarks(kernel, given, D));
      EXPECT_EQ(map->d_out(), D);
      const NystromMap expected(kernel, given.view().slice(0, D));
      EXPECT_EQ(test::mapped(*map, x.view()).value, test::mapped(expected, x.view()).value)
          << kernel.display() << ", D = " << D;
    }
}

TEST(NystromMap, OfGivenLandmarksTakesRowsThatEndBeforeTheLastColumn) {
  const DenseMatrix given = test::sample_rows(4, 3, 1, 1), x = test::sample_rows(20, 6, 0.7, 2);
  DenseMatrix padded(4, 6);
  for (Index i = 0; i < 4; ++i) std::copy_n(given.row(i), 3, padded.row(i));
  const auto map = make_feature_map("nystrom_given", with_landmarks(GaussianKernel{1}, given, 4));
  EXPECT_EQ(test::mapped(*map, x.view()).value,
            test::mapped(NystromMap(GaussianKernel{1}, padded.view()), x.view()).value);
}

TEST(NystromMap, RefusesLandmarksThatAreMissingTooFewOrTooWide) {
  const DenseMatrix given = test::sample_rows(15, 6, 1, 1), wide = test::sample_rows(15, 7, 1, 1);
  const auto refusal = [](const MapRequest& request) {
    return [=] { make_feature_map("nystrom_given", request); };
  };
  EXPECT_THAT(refusal({.d_in = 6, .kernel = GaussianKernel{1}, .D = 5}),
              ThrowsMessage<InputError>(HasSubstr("\"landmarks\" is missing")));
  EXPECT_THAT(refusal(with_landmarks(GaussianKernel{1}, given, 16)),
              ThrowsMessage<InputError>(HasSubstr("D is 16, but 15 landmarks are given")));
  EXPECT_THAT(refusal(with_landmarks(GaussianKernel{1}, wide, 5)),
              ThrowsMessage<InputError>(HasSubstr("7 features, expected at most 6")));
}

// The only regularisation there is; a record has it.
TEST(NystromMap, SaysItsRankAndWhatItCutsOff) {
  DenseMatrix x(30, 6);
  for (Index i = 0; i < x.n; ++i) x.row(i)[0] = static_cast<float>(i % 5);
  EXPECT_EQ(make_feature_map("nystrom_given", with_landmarks(GaussianKernel{1}, x, 12))->facts(),
            (Json{{"rank", 5}, {"cut_off", 1e-12}}));
  EXPECT_EQ(NystromMap(GaussianKernel{1}, test::sample_rows(7, 6, 1, 1).view()).facts().at("rank"), 7);
}

TEST(NystromMap, GivesTheSameBitsForEveryNumberOfThreadsSlicingAndStorage) {
  const Index n = 131, d = 30, D = 37;
  const DenseMatrix train = test::sample_rows(90, d, 0.3, 1), x = test::sample_rows(n, d, 0.3, 2);
  const CsrMatrix sparse = to_sparse(x);
  for (const char* const kind : kinds)
    for (const Kernel& kernel : kernels()) {
      const MapRequest request{.d_in = d, .kernel = kernel, .D = D, .seed = 5};
      const auto map = make_feature_map(kind, request, train.view());
      const DenseMatrix whole = test::mapped(*map, x.view());
      EXPECT_EQ(test::mapped(*map, sparse.view()).value, whole.value);
      EXPECT_EQ(test::mapped(*map, x.view(), 3).value, whole.value);
      for (const Index step : {1, 7, 64}) {
        DenseMatrix pieces(n, D);
        for (Index begin = 0; begin < n; begin += step) {
          const Index end = std::min(n, begin + step);
          map->transform(x.view().slice(begin, end), MatrixRef(pieces).slice(begin, end));
        }
        EXPECT_EQ(pieces.value, whole.value) << kind << ", slices of " << step;
      }
      EXPECT_EQ(test::mapped(*make_feature_map(kind, request, train.view()), x.view()).value, whole.value);
    }
}

TEST(NystromMap, DependsOnTheSeed) {
  const DenseMatrix train = test::sample_rows(90, 4, 1, 1);
  for (const char* const kind : kinds) {
    MapRequest request{.d_in = 4, .kernel = GaussianKernel{1}, .D = 10, .seed = 1};
    const std::vector<float> one =
        test::mapped(*make_feature_map(kind, request, train.view()), train.view()).value;
    request.seed = 2;
    EXPECT_NE(test::mapped(*make_feature_map(kind, request, train.view()), train.view()).value, one) << kind;
  }
}

TEST(NystromMap, RefusesMoreLandmarksThanTrainingRows) {
  const DenseMatrix train = test::sample_rows(19, 4, 1, 1);
  const MapRequest request{.d_in = 4, .kernel = GaussianKernel{1}, .D = 20};
  MapRequest planned = request;
  planned.n_train = 19;
  const auto message = ThrowsMessage<InputError>(AllOf(HasSubstr("D is 20"), HasSubstr("19 training rows")));
  for (const char* const kind : kinds) {
    EXPECT_THAT([&] { make_feature_map(kind, request, train.view()); }, message);
    EXPECT_THAT([&] { require_possible(find_feature_map(kind), planned); }, message);
    EXPECT_THAT([&] { make_feature_map(kind, request); },
                ThrowsMessage<InputError>(HasSubstr("there are none")));
  }
}

TEST(NystromMap, RefusesKernelValuesBeyondDoublePrecision) {
  DenseMatrix train(3, 1);
  train.value = {1e30f, 2e30f, 3e30f};
  EXPECT_THAT(
      [&] {
        NystromMap(PolynomialKernel{6, 0}, train.view());
      },
      ThrowsMessage<InputError>(HasSubstr("scale the data")));
}

// Features are as long as the root of the kernel's value: 1e18 is a float, and 1e80 is none, though its
// square is still a double.
TEST(NystromMap, RefusesLandmarksWhoseFeaturesAreBeyondSinglePrecision) {
  const Kernel kernel = PolynomialKernel{4, 0};
  DenseMatrix landmarks(2, 1);
  landmarks.value = {1, 1e9f};
  const NystromMap map(kernel, landmarks.view());
  for (const float value : test::mapped(map, landmarks.view()).value) EXPECT_TRUE(std::isfinite(value));
  landmarks.value = {1, 1e20f};
  EXPECT_THAT([&] { NystromMap(kernel, landmarks.view()); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("of landmark 2 with itself is 1e+160"),
                                              HasSubstr("scale the data, or lower the degree or coef0"))));
}

// Rows are halved until D are left, and each level has an eigen-solve of about D rows: one for n = 2 D, two
// for n = 4 D and three for n = 8 D, shared by n rows.
TEST(NystromMap, PlansForTheEigenvaluesOfEveryLevel) {
  const auto choosing = [](Index n) {
    const MapRequest request{.d_in = 10, .kernel = GaussianKernel{1}, .D = 1000, .n_train = n};
    const auto seconds = [&](const char* kind) { return find_feature_map(kind).seconds_of_row(request, 10); };
    return seconds("nystrom_leverage") - seconds("nystrom_uniform");
  };
  const double two = choosing(2000), four = choosing(4000), eight = choosing(8000);
  EXPECT_NEAR(four, two, 1e-9 * two);
  EXPECT_GT(two, 1.1 * eight);
}

TEST(NystromMap, PlansForWhatItKeeps) {
  const DenseMatrix train = test::sample_rows(150, 40, 0.5, 1);
  const CsrMatrix sparse = to_sparse(train);
  for (const char* const kind : kinds)
    for (const Kernel& kernel : {Kernel(GaussianKernel{1}), Kernel(LaplacianKernel{1})})
      for (const Rows& rows : {train.view(), sparse.view()}) {
        const MapRequest request{.d_in = 40, .kernel = kernel, .D = 50, .n_train = 150};
        EXPECT_LE(static_cast<double>(make_feature_map(kind, request, rows)->memory_bytes()),
                  find_feature_map(kind).memory(request));
      }
}

TEST(NystromMaps, GiveTheResultsOfTheirVersion) {
  const DenseMatrix train = test::sample_rows(60, 6, 1, 77);
  const test::SumOfResults how{.D = 10,
                               .train = train.view(),
                               .landmarks = std::make_shared<const CsrMatrix>(to_sparse(train)),
                               .tolerance = 1e-4};
  const auto expect = [&](const char* map, const std::vector<test::ResultOfVersion>& results) {
    test::expect_results_of_version(find_feature_map(map), 1, results, how);
  };
  const Kernel gaussian = GaussianKernel{1}, polynomial = PolynomialKernel{2, 1},
               laplacian = LaplacianKernel{4};
  expect("nystrom_uniform", {{gaussian, 1.988098}, {polynomial, 38.565210}, {laplacian, 7.860171}});
  expect("nystrom_leverage", {{gaussian, 2.482836}, {polynomial, 41.266686}, {laplacian, 8.230543}});
  expect("nystrom_rpcholesky", {{gaussian, 1.680915}, {polynomial, 29.859939}, {laplacian, 7.697049}});
  expect("nystrom_given", {{gaussian, 1.339542}, {polynomial, 24.925453}, {laplacian, 6.638499}});
}

// Two thirds of the columns occur in the landmarks: they are what is kept, and what others have changes no
// value.
TEST(LandmarkKernel, OfSparseRowsKeepsTheColumnsThatOccur) {
  constexpr Index d = 30'000, count = 20, of_row = 1000;
  CsrMatrix landmarks;
  landmarks.d = d;
  for (Index i = 0; i < count; ++i) {
    for (Index k = 0; k < of_row; ++k)
      landmarks.push(3 * (of_row * i + k) / 2, static_cast<float>(k % 7 + 1) / 64);
    landmarks.end_row();
  }
  const GaussianKernel gaussian{4};
  const LandmarkKernel kernel(gaussian, landmarks.view());
  EXPECT_LT(static_cast<double>(kernel.memory_bytes()), 0.7 * LandmarkKernel::memory(gaussian, d, count));
  CsrMatrix rows = landmarks;
  rows.column.back() = d - 1;  // no landmark has it
  const Rows x = rows.view();
  std::vector<double> values(static_cast<std::size_t>(x.size() * kernel.stride()));
  kernel.values(x, values.data());
  for (Index i = 0; i < x.size(); ++i)
    for (Index j = 0; j < count; ++j)
      EXPECT_NEAR(values[static_cast<std::size_t>(i * kernel.stride() + j)],
                  Kernel(gaussian)(x, i, landmarks.view(), j), 1e-12);
}

}  // namespace
}  // namespace sketchbench
