#include <sketchbench/numerics/transforms/walsh_hadamard.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

/// Whole numbers from -4 to 4: all sums are exact.
std::vector<float> whole_numbers(Index n, Seed seed) {
  std::vector<float> x(static_cast<std::size_t>(n));
  RandomStream random(seed, "test.hadamard");
  for (float& value : x) value = static_cast<float>(random.below(9)) - 4;
  return x;
}

std::vector<float> transformed(std::vector<float> x) {
  walsh_hadamard(x.data(), static_cast<Index>(x.size()));
  return x;
}

TEST(WalshHadamard, IsTheProductWithTheDenseMatrix) {
  for (Index n = 1; n <= 1024; n *= 2) {
    const std::vector<float> x = whole_numbers(n, 1), y = transformed(x);
    for (std::size_t i = 0; i < y.size(); ++i) {
      float sum = 0;
      for (std::size_t j = 0; j < x.size(); ++j) sum += std::popcount(i & j) % 2 == 0 ? x[j] : -x[j];
      ASSERT_EQ(y[i], sum) << "n = " << n << ", row " << i;
    }
  }
}

// Beyond the sizes of the cache in one go, and at all numbers of steps that are left over.
TEST(WalshHadamard, IsItsInverseButForN) {
  for (Index n = 2048; n <= Index{1} << 19; n *= 2) {
    const std::vector<float> x = whole_numbers(n, 2), twice = transformed(transformed(x));
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(twice[i], static_cast<float>(n) * x[i]) << n;
  }
}

TEST(WalshHadamard, LargeOnesAreKroneckerProductsOfSmallOnes) {
  // H_n (a x b) = (H a) x (H b) for factors whose product is n.
  const Index p = 1024, q = 256;
  const std::vector<float> a = whole_numbers(p, 3), b = whole_numbers(q, 4);
  std::vector<float> x;
  for (const float value : a)
    for (const float other : b) x.push_back(value * other);
  const std::vector<float> y = transformed(x), ya = transformed(a), yb = transformed(b);
  for (std::size_t i = 0; i < ya.size(); ++i)
    for (std::size_t j = 0; j < yb.size(); ++j) ASSERT_EQ(y[i * yb.size() + j], ya[i] * yb[j]);
}

TEST(WalshHadamard, IsLinearAndKeepsInnerProducts) {
  const Index n = 512;
  const std::vector<float> x = whole_numbers(n, 5), y = whole_numbers(n, 6);
  std::vector<float> sum(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) sum[i] = 3 * x[i] - y[i];
  const std::vector<float> hx = transformed(x), hy = transformed(y), hsum = transformed(sum);
  double before = 0, after = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(hsum[i], 3 * hx[i] - hy[i]);
    before += double{x[i]} * double{y[i]};
    after += double{hx[i]} * double{hy[i]};
  }
  EXPECT_EQ(after, before * n);
}

TEST(WalshHadamard, WorksAtAnyAddressAndTouchesNothingElse) {
  for (const Index n : {1, 4, 8, 64, 2048}) {
    std::vector<float> memory(static_cast<std::size_t>(n) + 2, -77.0f);
    const std::vector<float> x = whole_numbers(n, 7);
    std::copy(x.begin(), x.end(), memory.begin() + 1);
    walsh_hadamard(memory.data() + 1, n);
    EXPECT_EQ(std::vector<float>(memory.begin() + 1, memory.end() - 1), transformed(x));
    EXPECT_EQ(memory.front(), -77.0f);
    EXPECT_EQ(memory.back(), -77.0f);
  }
}

TEST(WalshHadamard, RefusesOtherLengths) {
  std::vector<float> x(12);
  for (const Index n : {-1, 0, 3, 12})
    EXPECT_THAT([&] { walsh_hadamard(x.data(), n); },
                testing::ThrowsMessage<InputError>(testing::HasSubstr("expected a power of 2")));
}

TEST(WalshHadamard, PadsToAPowerOfTwo) {
  EXPECT_EQ(padded_to_power_of_two(1), 1);
  EXPECT_EQ(padded_to_power_of_two(3), 4);
  EXPECT_EQ(padded_to_power_of_two(784), 1024);
  EXPECT_EQ(padded_to_power_of_two(1024), 1024);
}

}  // namespace
}  // namespace sketchbench
