#include <sketchbench/features/count_sketch.hpp>

#include <gtest/gtest.h>

#include <vector>

#include <sketchbench/features/tensor_sketch.hpp>
#include <sketchbench/features/tensor_sketch_fast.hpp>
#include "support/allocations.hpp"

namespace sketchbench {
namespace {

using testing_support::counts_allocations;
using testing_support::HeapUse;

TEST(CountSketches, AddIsTheDefinition) {
  const Index d = 20, buckets = 7;
  const CountSketches sketches(d, buckets, {{0, 2}, {1, 2}, {14, 1}}, 1);
  std::vector<float> out(21), expected(21);
  for (Index j = 0; j <= d; ++j) {
    const auto value = static_cast<float>(j + 1);
    sketches.add(j, value, out.data());
    expected[2 * sketches.bucket(0, j)] += static_cast<float>(sketches.sign(0, j)) * value;
    expected[2 * sketches.bucket(1, j) + 1] += static_cast<float>(sketches.sign(1, j)) * value;
    expected[14 + sketches.bucket(2, j)] += static_cast<float>(sketches.sign(2, j)) * value;
  }
  EXPECT_EQ(out, expected);
}

TEST(CountSketches, TablesOfACoordinateDependOnNeitherDimensionNorLayout) {
  const CountSketches small(5, 100, {{0, 1}, {112, 1}}, 3), large(50, 100, {{0, 2}, {1, 2}, {208, 1}}, 3);
  for (Index k = 0; k < 2; ++k) {
    for (Index j = 0; j < 5; ++j) {
      EXPECT_EQ(small.bucket(k, j), large.bucket(k, j));
      EXPECT_EQ(small.sign(k, j), large.sign(k, j));
    }
    EXPECT_EQ(small.bucket(k, small.constant()), large.bucket(k, large.constant()));
    EXPECT_EQ(small.sign(k, small.constant()), large.sign(k, large.constant()));
  }
}

// Chi-square with 9 degrees of freedom for h, 1 for s: above 39.3 and 21.1 with probability 1e-5 and 4.4e-6
// each; four comparisons, so a false alarm has probability below 6e-5. The seed is fixed.
TEST(CountSketches, HashesAreUniform) {
  const Index d = 100'000, buckets = 10;
  const CountSketches sketches(d, buckets, {{0, 1}, {16, 1}}, 5);
  for (Index k = 0; k < 2; ++k) {
    std::vector<double> hits(10);
    double positive = 0;
    for (Index j = 0; j < d; ++j) {
      ASSERT_LT(sketches.bucket(k, j), buckets);
      ++hits[static_cast<std::size_t>(sketches.bucket(k, j))];
      positive += sketches.sign(k, j) > 0;
    }
    const double expected = static_cast<double>(d) / static_cast<double>(buckets);
    double chi_square = 0;
    for (const double h : hits) chi_square += (h - expected) * (h - expected) / expected;
    EXPECT_LT(chi_square, 39.3);
    const double half = static_cast<double>(d) / 2;
    EXPECT_LT(2 * (positive - half) * (positive - half) / half, 21.1);
  }
}

TEST(CountSketches, MemoryIsWhatWasEstimated) {
  const CountSketches sketches(30, 8, {{0, 1}, {16, 1}}, 1);
  EXPECT_EQ(static_cast<double>(sketches.memory_bytes()), CountSketches::memory(30, 2));
}

// Both maps' tables, with so many coordinates that they are nearly all that a map keeps.
TEST(CountSketches, CountAllThatTheyKeep) {
  if (!counts_allocations) GTEST_SKIP() << "a sanitizer has an allocator of its own";
  constexpr Index d = 100'000, D = 8;
  constexpr double others = 128e3;  // FFTW's plans and the transforms' factors
  const PolynomialKernel kernel{3, 1};
  const auto expect_counted = [&](const auto& make) {
    make();  // what the process keeps from then on is made once
    const HeapUse heap;
    const auto map = make();
    const auto said = static_cast<double>(map.memory_bytes());
    EXPECT_GE(said, 3.0 * d);  // less than a byte for each coordinate of each sketch holds no bucket
    EXPECT_GE(heap.held(), said);
    EXPECT_LE(heap.held(), said + others);
  };
  expect_counted([&] { return TensorSketch(d, kernel, D, 1); });
  expect_counted([&] { return TensorSketchFast(d, kernel, D, 1); });
}

}  // namespace
}  // namespace sketchbench
