#include <sketchbench/core/row_checks.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(FiniteRows, NamesTheFirstValueThatIsNotAndWhatToDo) {
  for (const float bad : {infinity, -infinity, std::nanf("")})
    for (const Index row : {0, 2})
      for (const Index column : {0, 15, 16, 36}) {
        DenseMatrix x(3, 37);
        x.row(row)[column] = bad;
        x.row(2)[36] = bad;
        const auto expected =
            AllOf(StartsWith("test rows mapped by tensor_sketch: "),
                  HasSubstr(std::to_string(1000 + row + 1) + ", feature " + std::to_string(column + 1)),
                  HasSubstr(std::isnan(bad) ? "nan" : "inf"),
                  EndsWith("precision: scale the data, or lower the degree"));
        const auto check = [&](const auto& rows) {
          EXPECT_THAT(
              [&] { require_finite(rows, 1000, "test rows mapped by tensor_sketch", "lower the degree"); },
              ThrowsMessage<InputError>(expected));
        };
        check(x.view());
        check(MatrixRef(x));
        check(to_sparse(x).view());
      }
}

TEST(FiniteRows, AdviceIsTheDataAndWhatElseThereIs) {
  EXPECT_EQ(scaling_advice({}), "scale the data");
  EXPECT_EQ(scaling_advice({""}), "scale the data");
  EXPECT_EQ(scaling_advice({"lower C", "", "raise sigma"}), "scale the data, or lower C, or raise sigma");
  DenseMatrix x(1, 1);
  x.row(0)[0] = infinity;
  EXPECT_THAT([&] { require_finite(x.view(), 0, "training data"); },
              ThrowsMessage<InputError>(EndsWith("precision: scale the data")));
}

TEST(FiniteRows, AcceptsEveryFiniteValueAndLooksAtNothingBesideTheRows) {
  constexpr float largest = std::numeric_limits<float>::max(),
                  least = std::numeric_limits<float>::denorm_min();
  DenseMatrix x(4, 5);
  for (Index i = 0; i < 4; ++i) {
    x.row(i)[0] = largest;
    x.row(i)[1] = -largest;
    x.row(i)[2] = -0.0f;
    x.row(i)[3] = least;
    x.row(i)[4] = infinity;  // beyond the columns that are asked about
  }
  EXPECT_NO_THROW(require_finite(MatrixRef(x.value.data(), 4, 4, 5), 0, "rows"));
  EXPECT_NO_THROW(require_finite(Rows::dense(x.value.data(), 0, 5, 5), 0, "no rows"));
  EXPECT_THROW(require_finite(x.view(), 0, "rows"), InputError);
}

}  // namespace
}  // namespace sketchbench
