#include <sketchbench/features/kernel_pca/operators/sign_tile.hpp>

#include <gtest/gtest.h>

#include <vector>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

/// A row-major matrix of fair signs.
std::vector<SignWords> sample_signs(Index rows, Index columns, Seed seed) {
  RandomStream random(seed, "test.signs");
  std::vector<SignWords> signs(static_cast<std::size_t>(rows / sign_rows * (columns / sign_columns)));
  for (SignWords& words : signs)
    for (Index r = 0; r < sign_rows; ++r)
      for (Index c = 0; c < sign_columns; ++c)
        if (random.sign() < 0) words.set_negative(r, c);
  return signs;
}

int sign_at(const std::vector<SignWords>& signs, Index columns, Index r, Index c) {
  return signs[static_cast<std::size_t>(r / sign_rows * (columns / sign_columns) + c / sign_columns)].sign(
      r % sign_rows, c % sign_columns);
}

TEST(SignTile, IsTransposed) {
  for (const Index rows : {32, 64, 96})
    for (const Index columns : {32, 64, 256}) {
      const auto signs = sample_signs(rows, columns, 1);
      std::vector<SignWords> transposed(signs.size());
      transpose_signs(signs.data(), rows / 32, columns / 32, transposed.data());
      for (Index r = 0; r < rows; ++r)
        for (Index c = 0; c < columns; ++c)
          ASSERT_EQ(sign_at(transposed, rows, c, r), sign_at(signs, columns, r, c)) << r << ", " << c;
    }
}

TEST(SignSums, AreThoseOfAllSigns) {
  const float values[] = {1, 10, 100, 1000};
  const SignSums sums(values);
  for (int place = 0; place < 16; ++place) {
    float sum = 0;
    for (int t = 0; t < 4; ++t) sum += (place >> t & 1) != 0 ? -values[t] : values[t];
    EXPECT_EQ(sums.sum[place], sum);
  }
}

/// Whole numbers, whose sums are exact.
template <int vectors>
void expect_signed_sums(Index rows, Index columns) {
  const auto signs = sample_signs(rows, columns, 2);
  RandomStream random(3, "test.values");
  std::vector<float> x(static_cast<std::size_t>(columns * vectors)),
      y(static_cast<std::size_t>(rows * vectors), 5);
  for (float& value : x) value = static_cast<float>(random.below(1000));
  std::vector<SignSums> sums;
  for (Index q = 0; q < columns / 4; ++q)
    for (int v = 0; v < vectors; ++v) sums.emplace_back(x.data() + v * columns + 4 * q);
  add_signed_sums<vectors>(signs.data(), rows / 64, columns / 32, sums.data(), y.data(), rows);
  for (int v = 0; v < vectors; ++v)
    for (Index r = 0; r < rows; ++r) {
      float sum = 5;
      for (Index c = 0; c < columns; ++c)
        sum +=
            static_cast<float>(sign_at(signs, columns, r, c)) * x[static_cast<std::size_t>(v * columns + c)];
      ASSERT_EQ(y[static_cast<std::size_t>(v * rows + r)], sum) << "row " << r << ", vector " << v;
    }
}

TEST(SignTile, IsMultipliedByLookingUpSums) {
  for (const Index rows : {64, 256})
    for (const Index columns : {32, 64, 256}) {
      expect_signed_sums<1>(rows, columns);
      expect_signed_sums<2>(rows, columns);
      expect_signed_sums<4>(rows, columns);
    }
}

}  // namespace
}  // namespace sketchbench
