// SORF and Fastfood against the matrices that they stand for.
#include <sketchbench/features/fourier/hadamard_map.hpp>

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <bit>
#include <cmath>
#include <set>

#include <sketchbench/features/fourier/fastfood.hpp>
#include <sketchbench/features/fourier/structured_orthogonal.hpp>
#include "features/sample_rows.hpp"
#include "support/allocations.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;

MatrixXd hadamard(Index p) {
  MatrixXd h(p, p);
  for (Index i = 0; i < p; ++i)
    for (Index j = 0; j < p; ++j) h(i, j) = std::popcount(static_cast<unsigned>(i & j)) % 2 == 0 ? 1 : -1;
  return h;
}

MatrixXd diagonal(const std::vector<float>& values) {
  return Eigen::Map<const Eigen::VectorXf>(values.data(), static_cast<Index>(values.size()))
      .cast<double>()
      .asDiagonal();
}

MatrixXd permutation(const HadamardBlock& block) {
  const auto p = static_cast<Index>(block.permutation.size());
  MatrixXd matrix = MatrixXd::Zero(p, p);
  for (Index k = 0; k < p; ++k) matrix(k, block.permutation[static_cast<std::size_t>(k)]) = 1;
  return matrix;
}

/// The frequencies of a map as its blocks define them, row by row.
MatrixXd frequencies(const HadamardMap& map) {
  const Index p = map.padded();
  const MatrixXd h = hadamard(p);
  MatrixXd all(static_cast<Index>(map.blocks().size()) * p, p);
  for (std::size_t b = 0; b < map.blocks().size(); ++b) {
    const HadamardBlock& block = map.blocks()[b];
    MatrixXd product = h * diagonal(block.factors[0]);
    if (!block.permutation.empty()) product = permutation(block) * product;
    product = diagonal(block.factors[2]) * h * diagonal(block.factors[1]) * product;
    if (block.ends_in_transform) product = h * product;
    all.middleRows(static_cast<Index>(b) * p, p) = product;
  }
  return all;
}

void expect_features_of(const HadamardMap& map) {
  const MatrixXd z = frequencies(map);
  const Index d = map.d_in(), pairs = map.d_out() / 2;
  const DenseMatrix x = test::sample_rows(3, d, 0.7, 5), f = test::mapped(map, x.view());
  const double scale = std::sqrt(2 / static_cast<double>(map.d_out()));
  for (Index i = 0; i < x.n; ++i)
    for (Index j = 0; j < pairs; ++j) {
      double phase = 0;
      for (Index k = 0; k < d; ++k) phase += z(j, k) * double{x.row(i)[k]};
      EXPECT_NEAR(f.row(i)[j], scale * std::cos(phase), 2e-5);
      EXPECT_NEAR(f.row(i)[pairs + j], scale * std::sin(phase), 2e-5);
    }
}

TEST(StructuredOrthogonal, IsTheProductOfItsMatrices) {
  for (const Index d : {1, 2, 5, 16, 50})
    for (const Index D : {2, 20, 150}) expect_features_of(structured_orthogonal(d, 1.3, D, 1));
}

TEST(Fastfood, IsTheProductOfItsMatrices) {
  for (const Index d : {1, 2, 5, 16, 50})
    for (const Index D : {2, 20, 150}) expect_features_of(fastfood(d, 1.3, D, 1));
}

TEST(StructuredOrthogonal, HasOrthogonalFrequenciesOfOneLength) {
  const double sigma = 0.4;
  const HadamardMap map = structured_orthogonal(50, sigma, 200, 2);
  const MatrixXd z = frequencies(map);
  ASSERT_EQ(map.blocks().size(), 2);
  for (const Index b : {0, 1}) {
    const MatrixXd block = z.middleRows(b * 64, 64);
    const MatrixXd expected = 64 / (sigma * sigma) * MatrixXd::Identity(64, 64);
    EXPECT_LT((block * block.transpose() - expected).cwiseAbs().maxCoeff(), 1e-4);
  }
  EXPECT_GT((z.topRows(64) - z.bottomRows(64)).cwiseAbs().maxCoeff(), 1) << "blocks are drawn anew";
}

// The squared lengths have mean p and variance 2 p: 512 of them within 5 standard errors, 6e-7 (seed fixed).
TEST(Fastfood, HasFrequenciesAsLongAsNormalOnes) {
  const double sigma = 0.4;
  const HadamardMap map = fastfood(60, sigma, 1024, 3);
  const MatrixXd z = sigma * frequencies(map);
  ASSERT_EQ(z.rows(), 512);
  test::Sample squares;
  for (Index j = 0; j < z.rows(); ++j) squares.add(z.row(j).squaredNorm());
  EXPECT_NEAR(squares.mean(), 64, 5 * std::sqrt(2 * 64 / 512.0));
  EXPECT_NEAR(squares.variance(), 128, 5 * squares.variance_error());
}

// One input makes blocks of one frequency, each of which has vectors of its own on the heap: what the
// allocator adds to them is most of it.
TEST(HadamardMaps, CountTheHeapOfManySmallBlocks) {
  if (!testing_support::counts_allocations) GTEST_SKIP() << "a sanitizer has an allocator of its own";
  constexpr Index D = 20'000;
  for (const char* const name : {"sorf", "fastfood"}) {
    const MapRequest request{.d_in = 1, .kernel = GaussianKernel{1}, .D = D};
    const testing_support::HeapUse heap;
    const auto map = make_feature_map(name, request);
    EXPECT_LE(heap.peak(), find_feature_map(name).memory(request) + 16e3) << name;
  }
}

TEST(Fastfood, PermutesAllCoordinates) {
  const HadamardMap map = fastfood(100, 1, 100, 4);
  const std::vector<std::int32_t>& permutation = map.blocks().front().permutation;
  EXPECT_EQ(std::set<std::int32_t>(permutation.begin(), permutation.end()).size(), 128);
  EXPECT_FALSE(std::is_sorted(permutation.begin(), permutation.end()));
}

}  // namespace
}  // namespace sketchbench
