#include <sketchbench/learners/row_products.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

struct Shape {
  Index n, d, count;
};

// Numbers of vectors, rows and columns that fill batches, that leave a rest, and that are less than one.
std::vector<Shape> shapes() {
  std::vector<Shape> all;
  for (const Index count : {1, 2, 3, 4, 5, 6, 11})
    for (const Index n : {0, 1, 7, 16, 21})
      for (const Index d : {1, 7, 8, 16, 45, 200}) all.push_back({n, d, count});
  return all;
}

struct RowsAndWeights {
  std::vector<float> x;
  std::vector<const float*> rows;
  std::vector<double> vectors, coefficient, sum;

  explicit RowsAndWeights(const Shape& s) {
    RandomStream random(1, "test.row_products");
    const auto value = [&] { return random.uniform() - 0.5; };
    for (Index i = 0; i < s.n * s.d; ++i) x.push_back(static_cast<float>(value()));
    for (Index i = 0; i < s.n; ++i) rows.push_back(x.data() + i * s.d);
    for (Index i = 0; i < s.count * s.d; ++i) {
      vectors.push_back(value());
      sum.push_back(value());
    }
    for (Index i = 0; i < s.n * s.count; ++i) coefficient.push_back(value());
  }
};

std::string text(const Shape& s) {
  return std::to_string(s.n) + " rows, " + std::to_string(s.d) + " columns, " + std::to_string(s.count) +
         " vectors";
}

template <class T>
double at(const std::vector<T>& values, Index i) {
  return double{values[static_cast<std::size_t>(i)]};
}

TEST(RowProducts, AreThoseOfTheirDefinitionInDoublePrecision) {
  for (const Shape& s : shapes()) {
    const RowsAndWeights in(s);
    std::vector<double> product(static_cast<std::size_t>(s.n * s.count));
    multiply_rows(in.rows, s.d, in.vectors.data(), s.d, s.count, product.data());
    for (Index i = 0; i < s.n; ++i)
      for (Index k = 0; k < s.count; ++k) {
        double expected = 0;
        for (Index j = 0; j < s.d; ++j) expected += at(in.x, i * s.d + j) * at(in.vectors, k * s.d + j);
        ASSERT_NEAR(at(product, i * s.count + k), expected, 1e-13) << text(s);
      }

    std::vector<double> sum = in.sum;
    add_combinations(in.rows, s.d, in.coefficient.data(), s.count, sum.data(), s.d);
    for (Index k = 0; k < s.count; ++k)
      for (Index j = 0; j < s.d; ++j) {
        double expected = at(in.sum, k * s.d + j);
        for (Index i = 0; i < s.n; ++i)
          expected += at(in.coefficient, i * s.count + k) * at(in.x, i * s.d + j);
        ASSERT_NEAR(at(sum, k * s.d + j), expected, 1e-13) << text(s);
      }

    std::vector<double> squares(static_cast<std::size_t>(s.d), 1.0);
    add_squares(in.rows, s.d, squares.data());
    for (Index j = 0; j < s.d; ++j) {
      double expected = 1;
      for (Index i = 0; i < s.n; ++i) expected += std::pow(at(in.x, i * s.d + j), 2);
      ASSERT_NEAR(at(squares, j), expected, 1e-13) << text(s);
    }
  }
}

// What lets a solver take problems together or one after the other, and leave out rows that count for
// nothing.
TEST(RowProducts, DoNotDependOnWhatIsMultipliedBeside) {
  for (const Shape& s : shapes()) {
    RowsAndWeights in(s);
    std::vector<double> together(static_cast<std::size_t>(s.n * s.count)), sums = in.sum, alone = in.sum;
    multiply_rows(in.rows, s.d, in.vectors.data(), s.d, s.count, together.data());
    for (Index i = 0; i < s.n; ++i)
      for (Index k = 0; k < s.count; ++k) {
        double one = 0;
        multiply_rows({&in.rows[static_cast<std::size_t>(i)], 1}, s.d, in.vectors.data() + k * s.d, s.d, 1,
                      &one);
        ASSERT_EQ(one, at(together, i * s.count + k)) << text(s);
      }

    for (std::size_t i = 0; i < in.coefficient.size(); i += 3) in.coefficient[i] = 0;
    add_combinations(in.rows, s.d, in.coefficient.data(), s.count, sums.data(), s.d);
    for (Index k = 0; k < s.count; ++k)
      for (Index i = 0; i < s.n; ++i) {
        const double coefficient = at(in.coefficient, i * s.count + k);
        if (coefficient != 0)
          add_combinations({&in.rows[static_cast<std::size_t>(i)], 1}, s.d, &coefficient, 1,
                           alone.data() + k * s.d, s.d);
      }
    ASSERT_EQ(sums, alone) << text(s);
  }
}

}  // namespace
}  // namespace sketchbench
