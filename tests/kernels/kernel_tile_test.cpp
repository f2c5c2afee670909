// Kernel values in single precision are those of double precision, up to rounding.
#include <sketchbench/kernels/kernel_tile.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/kernels/kernel_range.hpp>
#include "kernels/sample_rows.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;
using testing_support::random_rows;

std::vector<float> products_of(const Rows& x, const Rows& y) {
  std::vector<float> products;
  for (Index i = 0; i < x.size(); ++i)
    for (Index j = 0; j < y.size(); ++j) products.push_back(static_cast<float>(inner_product(x, i, y, j)));
  return products;
}

TEST(KernelTile, HoldsTheKernelOfEveryPair) {
  const DenseMatrix x = random_rows(7, 12, 1), y = random_rows(5, 12, 2);
  for (const Kernel& kernel : {Kernel(PolynomialKernel{1, 0.5}), Kernel(PolynomialKernel{4, 1}),
                               Kernel(PolynomialKernel{6, 0}), Kernel(GaussianKernel{2})}) {
    std::vector<float> tile = products_of(x.view(), y.view());
    apply_to_tile(kernel, tile.data(), squared_norms(x.view()), squared_norms(y.view()));
    for (Index i = 0; i < x.n; ++i)
      for (Index j = 0; j < y.n; ++j) {
        const double expected = kernel(x.view(), i, y.view(), j);
        EXPECT_NEAR(tile[static_cast<std::size_t>(i * y.n + j)], expected, 1e-4 * std::abs(expected) + 1e-6)
            << kernel.display() << ": " << i << ", " << j;
      }
  }
}

// A power is as many products, each of which rounds by 2^-24.
TEST(KernelTile, HoldsPowersOfLargeDegree) {
  const DenseMatrix x = random_rows(7, 12, 1), y = random_rows(5, 12, 2);
  for (const int degree : {5, 9, 17, 30}) {
    const PolynomialKernel kernel{degree, 1};
    std::vector<float> tile = products_of(x.view(), y.view());
    for (float& product : tile) product *= 0.0625f;
    const std::vector<float> inner = tile;
    apply_to_tile(kernel, tile.data(), squared_norms(x.view()), squared_norms(y.view()));
    for (std::size_t k = 0; k < tile.size(); ++k) {
      const double base = 1.0f + inner[k], expected = std::pow(base, degree);
      EXPECT_NEAR(tile[k], expected, 0x1p-23 * degree * std::abs(expected) + 1e-30) << degree;
    }
  }
}

// A kernel matrix made of tiles is symmetric, bit by bit.
TEST(KernelTile, DoesNotDependOnTheOrderOfAPair) {
  const DenseMatrix x = random_rows(9, 20, 3), y = random_rows(9, 20, 4);
  const Kernel kernel = GaussianKernel{3};
  std::vector<float> tile = products_of(x.view(), y.view()), turned = products_of(y.view(), x.view());
  apply_to_tile(kernel, tile.data(), squared_norms(x.view()), squared_norms(y.view()));
  apply_to_tile(kernel, turned.data(), squared_norms(y.view()), squared_norms(x.view()));
  for (std::size_t i = 0; i < 9; ++i)
    for (std::size_t j = 0; j < 9; ++j) EXPECT_EQ(tile[i * 9 + j], turned[j * 9 + i]);
}

// What rounding makes of a distance of 0 must not make a kernel value above 1.
TEST(KernelTile, OfARowWithItselfIsAtMostOne) {
  const float norm = 100;
  for (float product = 99.9999f; product < 100.0001f; product = std::nextafter(product, 101.0f)) {
    float value = product;
    apply_to_tile(GaussianKernel{0.01}, &value, {&norm, 1}, {&norm, 1});
    EXPECT_LE(value, 1);
  }
}

TEST(KernelTile, NumbersBeyondSinglePrecisionAreNamed) {
  DenseMatrix x = random_rows(4, 3, 5);
  EXPECT_NO_THROW(require_tile_range(x.view(), GaussianKernel{1}));
  EXPECT_NO_THROW(require_tile_range(x.view(), PolynomialKernel{4, 1}));
  for (const double sigma : {1e-22, 1e25})
    EXPECT_THAT(message_of<InputError>([&] { require_tile_range(x.view(), GaussianKernel{sigma}); }),
                HasSubstr("1 / (2 sigma^2)"));
  x.row(2)[1] = 1e19f;
  EXPECT_THAT(message_of<InputError>([&] { require_tile_range(x.view(), GaussianKernel{1e18}); }),
              HasSubstr("training row 3"));
}

TEST(DistancePrecision, RowsThatAreTooLongAreNamed) {
  DenseMatrix x = random_rows(4, 3, 5);
  EXPECT_NO_THROW(require_distance_precision(x.view(), GaussianKernel{1}, 0x1p-24));
  x.row(2)[1] = 1000;
  EXPECT_NO_THROW(require_distance_precision(x.view(), GaussianKernel{100}, 0x1p-24));
  EXPECT_NO_THROW(require_distance_precision(x.view(), GaussianKernel{2}, 0x1p-53)) << "in double precision";
  EXPECT_NO_THROW(require_distance_precision(x.view(), PolynomialKernel{4, 1}, 0x1p-24));
  EXPECT_THAT(
      message_of<InputError>([&] { require_distance_precision(x.view(), GaussianKernel{2}, 0x1p-24); }),
      AllOf(HasSubstr("training row 3"), HasSubstr("500 times"), HasSubstr("sigma = 2")));
}

// Equal columns make every partial sum round the same way, which is the worst that sums of single precision
// do.
TEST(DistancePrecision, WhatItLetsThroughIsGoodToAThousandth) {
  for (const Index d : {10, 1000, 10'000}) {
    DenseMatrix x(2, d);
    const auto length = [&](double times) {
      return static_cast<float>(times / std::sqrt(static_cast<double>(d)));
    };
    double longest = 0;
    for (double times = 0.01; times < 1000; times *= 1.1) {
      std::fill_n(x.row(0), d, length(times));
      std::fill_n(x.row(1), d, length(times) * 1.0001f);
      try {
        require_distance_precision(x.view(), GaussianKernel{1}, 0x1p-24);
        longest = times;
      } catch (const InputError&) {
        break;
      }
    }
    std::fill_n(x.row(0), d, length(longest));
    std::fill_n(x.row(1), d, length(longest) * 1.0001f);
    float product = 0, norms[2] = {0, 0};
    for (Index k = 0; k < d; ++k) product += x.row(0)[k] * x.row(1)[k];
    for (int i = 0; i < 2; ++i) norms[i] = squared_norms(x.view())[static_cast<std::size_t>(i)];
    apply_to_tile(GaussianKernel{1}, &product, {norms, 1}, {norms + 1, 1});
    EXPECT_NEAR(product, Kernel(GaussianKernel{1})(x.view(), 0, x.view(), 1), 1e-3) << d;
    EXPECT_GT(longest, 1) << d;
  }
}

}  // namespace
}  // namespace sketchbench
