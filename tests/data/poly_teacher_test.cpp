#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/data/generate/generated.hpp>
#include "data/feature_statistics.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using Form = PolyTeacherParams::Form;
using testing_support::perceptron_accuracy;

PolyTeacherParams params(Form form, Index n, Index d, int degree, double noise) {
  return {.form = form, .n = n, .d = d, .degree = degree, .noise = noise};
}

std::string digest(const LabeledMatrix& data) {
  Sha256 hash;
  const auto add = [&](const auto& items) { hash.update(items.data(), items.size() * sizeof(items[0])); };
  add(data.x.row_start);
  add(data.x.column);
  add(data.x.value);
  add(data.y);
  return hash.hex();
}

double share_of_positives(const LabeledMatrix& data) {
  return static_cast<double>(std::count(data.y.begin(), data.y.end(), 1.0f)) /
         static_cast<double>(data.y.size());
}

// (1, x) in all products of two coordinates: what the kernel (1 + <x, y>)^2 works with.
LabeledMatrix with_products(const LabeledMatrix& data) {
  LabeledMatrix result;
  result.y = data.y;
  result.x.d = data.x.d + data.x.d * data.x.d;
  std::vector<std::pair<Index, float>> row;
  for (Index i = 0; i < data.x.size(); ++i) {
    row.clear();
    data.x.view().for_each_nonzero(i, [&](Index column, float value) { row.emplace_back(column, value); });
    for (const auto& [column, value] : row) result.x.push(column, value);
    for (const auto& [a, v] : row)
      for (const auto& [b, w] : row) result.x.push(data.x.d + a * data.x.d + b, v * w);
    result.x.end_row();
  }
  return result;
}

class PolyTeacher : public ::testing::TestWithParam<Form> {};
INSTANTIATE_TEST_SUITE_P(Forms, PolyTeacher, ::testing::Values(Form::sparse_binary, Form::dense),
                         [](const auto& test) {
                           return test.param == Form::dense ? "dense" : "sparse_binary";
                         });

TEST_P(PolyTeacher, HasTheSizeAskedForAndLabelsOfOne) {
  const LabeledMatrix data = generate_poly_teacher(params(GetParam(), 501, 30, 2, 0.05), 1);
  EXPECT_EQ(data.x.size(), 501);
  EXPECT_EQ(data.x.d, 30);
  EXPECT_EQ(data.y.size(), 501u);
  EXPECT_THAT(data.y, ::testing::Each(::testing::AnyOf(-1.0f, 1.0f)));
}

TEST_P(PolyTeacher, DependsOnTheSeedAlone) {
  const auto p = params(GetParam(), 300, 40, 3, 0.1);
  EXPECT_EQ(digest(generate_poly_teacher(p, 5)), digest(generate_poly_teacher(p, 5)));
  EXPECT_NE(digest(generate_poly_teacher(p, 5)), digest(generate_poly_teacher(p, 6)));
}

TEST_P(PolyTeacher, ARowDoesNotDependOnHowManyFollow) {
  const LabeledMatrix few = generate_poly_teacher(params(GetParam(), 20, 40, 2, 0), 3);
  const LabeledMatrix many = generate_poly_teacher(params(GetParam(), 200, 40, 2, 0), 3);
  const auto stored = static_cast<std::ptrdiff_t>(few.x.column.size());
  EXPECT_TRUE(std::equal(few.x.column.begin(), few.x.column.end(), many.x.column.begin(),
                         many.x.column.begin() + stored));
  EXPECT_TRUE(std::equal(few.x.value.begin(), few.x.value.end(), many.x.value.begin(),
                         many.x.value.begin() + stored));
}

TEST_P(PolyTeacher, ClassesAreBalanced) {
  for (const int degree : {1, 2, 3, 4})
    for (const Seed seed : {1, 2, 3})
      EXPECT_NEAR(share_of_positives(generate_poly_teacher(params(GetParam(), 2000, 123, degree, 0), seed)),
                  0.5, 0.06)
          << "degree " << degree << ", seed " << seed;
}

TEST_P(PolyTeacher, NoiseFlipsExactlyItsShareAndLeavesThePoints) {
  const LabeledMatrix clean = generate_poly_teacher(params(GetParam(), 1003, 50, 2, 0), 9);
  const LabeledMatrix noisy = generate_poly_teacher(params(GetParam(), 1003, 50, 2, 0.2), 9);
  EXPECT_EQ(clean.x.column, noisy.x.column);
  EXPECT_EQ(clean.x.value, noisy.x.value);
  EXPECT_EQ(std::inner_product(clean.y.begin(), clean.y.end(), noisy.y.begin(), 0, std::plus<>(),
                               [](float a, float b) { return a != b ? 1 : 0; }),
            201);  // 200.6 rounded
}

// The point of the data: a polynomial of the teacher's degree learns what no linear classifier can. With
// 2,000 test rows an accuracy has a standard deviation of at most 1.1 points, so the bounds below have room.
TEST_P(PolyTeacher, QuadraticFeaturesBeatLinearOnes) {
  const Index d = GetParam() == Form::dense ? 32 : 123;
  for (const Seed seed : {1, 2, 3}) {
    const LabeledMatrix data = generate_poly_teacher(params(GetParam(), 8000, d, 2, 0), seed);
    const double linear = perceptron_accuracy(data, 0.75, 10);
    const double quadratic = perceptron_accuracy(with_products(data), 0.75, 10);
    EXPECT_LT(linear, 0.8) << "seed " << seed;
    EXPECT_GT(quadratic, 0.84) << "seed " << seed;
    EXPECT_GT(quadratic, linear + 0.1) << "seed " << seed;
  }
}

TEST(PolyTeacherSparse, HasOneColumnOfEachGroup) {
  for (const auto& [d, groups] :
       std::vector<std::pair<Index, Index>>{{123, 14}, {28, 14}, {27, 13}, {5, 2}, {4, 2}}) {
    const LabeledMatrix data = generate_poly_teacher(params(Form::sparse_binary, 400, d, 2, 0.05), 2);
    EXPECT_THAT(data.x.value, ::testing::Each(1.0f));
    for (Index i = 0; i < data.x.size(); ++i)
      EXPECT_EQ(static_cast<Index>(data.x.view().sparse_row(i).column.size()), groups);
  }
}

TEST(PolyTeacherSparse, HasSkewedFrequencies) {
  const LabeledMatrix data = generate_poly_teacher(params(Form::sparse_binary, 4000, 123, 2, 0.05), 4);
  std::vector<int> uses(123);
  for (const std::int32_t column : data.x.column) ++uses[static_cast<std::size_t>(column)];
  // 1 / (1 + 1/4 + 1/9 + ...) > 0.6 for the first category of each of the 14 groups; 2,280 is 3.9 deviations
  // below.
  EXPECT_EQ(std::count_if(uses.begin(), uses.end(), [](int u) { return u > 2280; }), 14);
}

TEST(PolyTeacherDense, LooksLikeInkOnPaper) {
  for (const Index d : {64, 784}) {
    const LabeledMatrix data = generate_poly_teacher(params(Form::dense, 1000, d, 2, 0.05), 6);
    EXPECT_THAT(data.x.value, ::testing::Each(::testing::AllOf(::testing::Gt(0.0f), ::testing::Le(1.0f))));
    const double density = static_cast<double>(data.x.value.size()) / static_cast<double>(1000 * d);
    EXPECT_GT(density, 0.2);
    EXPECT_LT(density, 0.5);

    double sum = 0, squares = 0;
    for (Index i = 0; i < data.x.size(); ++i) {
      const double norm = squared_norm(data.x.view(), i);
      sum += norm;
      squares += norm * norm;
    }
    EXPECT_GT(std::sqrt(squares / 1000 - sum / 1000 * (sum / 1000)), 0.3 * sum / 1000) << "norms should vary";
  }
}

TEST(PolyTeacherDense, NeighbouringColumnsAreCorrelated) {
  const LabeledMatrix data = generate_poly_teacher(params(Form::dense, 2000, 64, 2, 0.05), 6);
  double total = 0;
  for (Index c = 0; c + 1 < 64; ++c) {
    std::vector<float> next(2000);
    LabeledMatrix column;
    column.x.d = 1;
    for (Index i = 0; i < 2000; ++i) {
      data.x.view().for_each_nonzero(i, [&](Index j, float value) {
        if (j == c) column.x.push(0, value);
        if (j == c + 1) next[static_cast<std::size_t>(i)] = value;
      });
      column.x.end_row();
    }
    total += testing_support::label_correlations(column.x.view(), next)[0];
  }
  EXPECT_GT(total / 63, 0.7);
}

// Results are stored under the content's hash: a change here orphans every record made on generated data.
TEST(PolyTeacherContent, StaysWhatItIs) {
  EXPECT_EQ(digest(generate_poly_teacher(params(Form::sparse_binary, 500, 123, 2, 0.05), 1)),
            "5e87e88b0057fb3e2dbb0510fdbf90706af8f593984e94da921e9c7bd733e176");
  EXPECT_EQ(digest(generate_poly_teacher(params(Form::dense, 500, 64, 2, 0.05), 1)),
            "5bc4b44f08b3c24732c87738935af7b7aa8113c981731feb9df27ecb9d8c91e9");
}

TEST(PolyRegressionContent, StaysWhatItIs) {
  EXPECT_EQ(digest(generate_poly_regression({.n = 500, .d = 64, .degree = 2, .noise = 0.1}, 1)),
            "d8953b9e125363fda4b3e210e6094f85fd3026bd4ca4e8b50c24f64425447fc2");
}

// The same seed without noise gives f itself.
TEST(PolyRegression, TheNoiseIsTheErrorOfTheTeacher) {
  const PolyRegressionParams noisy{.n = 20'000, .d = 32, .degree = 2, .noise = 0.25};
  PolyRegressionParams exact = noisy;
  exact.noise = 0;
  const LabeledMatrix data = generate_poly_regression(noisy, 4), truth = generate_poly_regression(exact, 4);
  EXPECT_EQ(data.x.value, truth.x.value);
  double sum = 0, squares = 0, with_f = 0;
  for (std::size_t i = 0; i < data.y.size(); ++i) {
    const double error = double{data.y[i]} - double{truth.y[i]};
    sum += error;
    squares += error * error;
    with_f += error * double{truth.y[i]};
  }
  const double n = 20'000;
  EXPECT_NEAR(sum / n, 0, 5 * 0.25 / std::sqrt(n));
  EXPECT_NEAR(std::sqrt(squares / n), 0.25, 5 * 0.25 / std::sqrt(2 * n));
  double size = 0;
  for (const float f : truth.y) size += double{f} * double{f};
  EXPECT_NEAR(with_f / std::sqrt(squares * size), 0, 5 / std::sqrt(n));

  std::vector<float> distances;
  for (const float f : truth.y) distances.push_back(std::abs(f));
  std::sort(distances.begin(), distances.end());
  EXPECT_EQ(distances[10'000], 1) << "f is in units of its median absolute value";
}

TEST(PolyRegression, ParametersAreChecked) {
  const auto refusal_of = [](const PolyRegressionParams& wrong) {
    return testing_support::message_of<InputError>([&] { generate_poly_regression(wrong, 1); });
  };
  EXPECT_EQ(refusal_of({.n = 1}), "poly_regression: n is 1, expected at least 2 rows");
  EXPECT_EQ(refusal_of({.degree = 17}), "poly_regression: degree is 17, expected an integer 1..16");
  EXPECT_EQ(refusal_of({.noise = -1}), "poly_regression: noise is -1, expected a number of at least 0");
}

std::string refusal(const PolyTeacherParams& wrong) {
  try {
    generate_poly_teacher(wrong, 1);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(PolyTeacherParameters, AreCheckedWithNameValueAndExpectation) {
  EXPECT_EQ(refusal({.n = 1}), "poly_teacher: n is 1, expected at least 2 rows");
  EXPECT_EQ(refusal({.d = 3}), "poly_teacher: d is 3, expected at least 4 columns");
  EXPECT_EQ(refusal({.degree = 0}), "poly_teacher: degree is 0, expected an integer 1..16");
  EXPECT_EQ(refusal({.degree = 17}), "poly_teacher: degree is 17, expected an integer 1..16");
  EXPECT_EQ(refusal({.noise = -0.25}), "poly_teacher: noise is -0.25, expected a share 0..0.5");
  EXPECT_EQ(refusal({.noise = 0.75}), "poly_teacher: noise is 0.75, expected a share 0..0.5");
  EXPECT_EQ(refusal({.noise = std::nan("")}), "poly_teacher: noise is nan, expected a share 0..0.5");
}

}  // namespace
}  // namespace sketchbench
