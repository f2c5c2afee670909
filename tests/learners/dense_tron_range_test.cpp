// Features and C of any size that doubles can compute with: the same model as LIBLINEAR's, or an error.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/dense_tron/dense_tron.hpp>
#include <sketchbench/learners/liblinear/liblinear.hpp>
#include "sample_data.hpp"
#include "streamed_rows.hpp"

namespace sketchbench {
namespace {

using test::StreamedRows;

/// So many rows of so few features that Hessians are matrices.
constexpr Index rows = 2000, features = 6;

struct Size {
  double feature, C;
};

void PrintTo(const Size& size, std::ostream* out) {
  *out << fmt::format("features of {:g}, C = {:g}", size.feature, size.C);
}

DenseMatrix scaled(const CsrMatrix& x, double by) {
  DenseMatrix result = to_dense(x);
  for (float& value : result.value) value = static_cast<float>(by * value);
  return result;
}

class SizesOfNumbers : public testing::TestWithParam<Size> {};

TEST_P(SizesOfNumbers, DoNotComeBetweenDenseTronAndLiblinear) {
  const auto [feature, C] = GetParam();
  for (const int classes : {2, 3}) {
    const LabeledMatrix train = labelled_by_scores(rows, features, classes, 1),
                        test = labelled_by_scores(500, features, classes, 2);
    const DenseMatrix x = scaled(train.x, feature), x_test = scaled(test.x, feature);
    const Trained stock = Liblinear({.solver = 2, .C = C}).train({x.view(), train.y}, 1);
    const std::vector<float> expected = stock.model->predict(x_test.view());
    const DenseTron tron({.C = C});
    const Trained ours[] = {tron.train({x.view(), train.y}, 1),
                            tron.train_on_blocks(StreamedRows(x), train.y, {}, 1)};
    for (const Trained& one : ours) {
      EXPECT_TRUE(one.report.converged) << one.report.messages;
      EXPECT_EQ(one.report.iterations, stock.report.iterations);
      // LIBLINEAR's are in the order in which the rows have the classes, ours in that of the labels.
      std::vector<double> mine = one.report.objectives, theirs = stock.report.objectives;
      std::ranges::sort(mine);
      std::ranges::sort(theirs);
      ASSERT_EQ(mine.size(), theirs.size());
      for (std::size_t k = 0; k < theirs.size(); ++k) EXPECT_NEAR(mine[k] / theirs[k], 1, 1e-5);
      const std::vector<float> labels = one.model->predict(x_test.view());
      int differing = 0;
      for (std::size_t i = 0; i < labels.size(); ++i) differing += labels[i] == expected[i] ? 0 : 1;
      EXPECT_LE(differing, 1) << "of 500: scores that all but tie";
    }
  }
}

// Products of features with themselves and with C leave single precision, which no sum may be in, at 3e38
// and, where C is tiny, at 1e-38; those of 2,000 rows together somewhat earlier.
INSTANTIATE_TEST_SUITE_P(FromTinyToHuge, SizesOfNumbers,
                         testing::Values(Size{1, 1}, Size{1e16, 1}, Size{1e17, 1}, Size{1e18, 1},
                                         Size{1e19, 1}, Size{1e26, 1}, Size{1e37, 1e-10}, Size{1, 1e32},
                                         Size{1, 1e34}, Size{1, 1e36}, Size{1, 1e38}, Size{1, 1e45},
                                         Size{1e-10, 1e50}, Size{1e-30, 1e62}, Size{1e15, 1e-40},
                                         Size{1e25, 1e-50}, Size{1e35, 1e-70}));

// Beyond that LIBLINEAR stops with such a message, too.
TEST(DenseTron, RejectsNumbersBeyondDoublePrecision) {
  const LabeledMatrix train = labelled_by_scores(rows, features, 2, 1);
  for (const Size size :
       {Size{1, 1e100}, Size{1, 1e140}, Size{1, 1e300}, Size{1e37, 1e30}, Size{1e-30, 1e120}}) {
    const DenseMatrix x = scaled(train.x, size.feature);
    EXPECT_THAT(
        [&] {
          DenseTron({.C = size.C}).train({x.view(), train.y}, 1);
        },
        testing::ThrowsMessage<InputError>(testing::HasSubstr("lower C")))
        << testing::PrintToString(size);
  }
}

}  // namespace
}  // namespace sketchbench
