#include <sketchbench/features/fourier/sobol_points.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include <sketchbench/core/error.hpp>
#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

std::vector<double> coordinates(const SobolPoints& points, Index dimension, std::size_t count) {
  std::vector<double> u(count);
  points.coordinates(dimension, u);
  return u;
}

// With the direction numbers new-joe-kuo-6.21201, in eighths; also what SciPy's qmc.Sobol gives.
TEST(SobolPoints, BeginAsJoeAndKuosDo) {
  const std::vector<std::pair<Index, std::vector<int>>> first = {
      {0, {0, 4, 6, 2, 3, 7, 5, 1}},    {1, {0, 4, 2, 6, 3, 7, 1, 5}},   {2, {0, 4, 2, 6, 5, 1, 7, 3}},
      {3, {0, 4, 2, 6, 7, 3, 5, 1}},    {4, {0, 4, 6, 2, 3, 7, 5, 1}},   {5, {0, 4, 6, 2, 1, 5, 7, 3}},
      {1000, {0, 4, 2, 6, 7, 3, 5, 1}}, {3666, {0, 4, 2, 6, 5, 1, 7, 3}}};
  const SobolPoints points(3667, 8);
  for (const auto& [dimension, eighths] : first) {
    const std::vector<double> u = coordinates(points, dimension, 8);
    for (std::size_t i = 0; i < 8; ++i)
      EXPECT_EQ(u[i], eighths[i] / 8.0 + 0x1p-33) << "dimension " << dimension << ", point " << i;
  }
}

// Any 2^k points from a multiple of 2^k on have one in each 2^-k of every coordinate, scrambled or not; and
// two first coordinates one in each rectangle of that size (a (0, 2)-sequence in base 2).
TEST(SobolPoints, AreEvenlyDistributed) {
  const std::size_t count = 256;
  for (const bool scrambled : {false, true}) {
    const SobolPoints points =
        scrambled ? SobolPoints(50, count, 7, "test") : SobolPoints(50, static_cast<Index>(count));
    const std::vector<double> a = coordinates(points, 0, count), b = coordinates(points, 1, count);
    for (Index dimension = 0; dimension < 50; ++dimension) {
      const std::vector<double> u = coordinates(points, dimension, count);
      for (const std::size_t length : {16, 64, 256})
        for (std::size_t begin = 0; begin < count; begin += length) {
          std::set<int> cells;
          for (std::size_t i = begin; i < begin + length; ++i) {
            ASSERT_GT(u[i], 0);
            ASSERT_LT(u[i], 1);
            cells.insert(static_cast<int>(u[i] * static_cast<double>(length)));
          }
          ASSERT_EQ(cells.size(), length) << "dimension " << dimension;
        }
    }
    for (int k = 0; k <= 8; ++k) {
      std::set<std::pair<int, int>> cells;
      for (std::size_t i = 0; i < count; ++i)
        cells.emplace(static_cast<int>(a[i] * (1 << k)), static_cast<int>(b[i] * (1 << (8 - k))));
      EXPECT_EQ(cells.size(), count) << "2^-" << k << " wide";
    }
  }
}

// Means over 20,000 seeds within 5 standard errors, four of them: wrong with a probability of 3e-6.
TEST(SobolPoints, AreUniformOneByOneWhenScrambled) {
  test::Sample first, later, squares, product;
  for (Seed seed = 0; seed < 20'000; ++seed) {
    const SobolPoints points(2, 4, seed, "test");
    const std::vector<double> u = coordinates(points, 0, 4), v = coordinates(points, 1, 4);
    first.add(u[0]);
    later.add(v[3]);
    squares.add(v[3] * v[3]);
    product.add(u[2] * v[2]);
  }
  EXPECT_NEAR(first.mean(), 0.5, 5 * first.mean_error());
  EXPECT_NEAR(later.mean(), 0.5, 5 * later.mean_error());
  EXPECT_NEAR(squares.mean(), 1 / 3.0, 5 * squares.mean_error());
  EXPECT_NEAR(product.mean(), 0.25, 5 * product.mean_error());
}

TEST(SobolPoints, RefuseMoreDimensionsThanAreKnown) {
  EXPECT_EQ(SobolPoints::most_dimensions(), 3667);
  EXPECT_THROW(SobolPoints(3668, 8), InputError);
}

}  // namespace
}  // namespace sketchbench
