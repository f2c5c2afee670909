// What experiments that train have in common: the room that they plan for.
#include "experiments/learning.hpp"

#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/mapped_rows.hpp>

namespace sketchbench {
namespace {

Cell mapped(const Json& spec, Index D) {
  Cell cell;
  cell.experiment = "accuracy";
  cell.kernel = PolynomialKernel{.degree = 2, .coef0 = 0};
  cell.method = "tensor_sketch";
  cell.D = D;
  cell.learner = LearnerSpec::parse(spec);
  return cell;
}

DatasetInfo rows(Index n_train, Index n_test) {
  DatasetInfo info;
  info.d = 10;
  info.n_train = n_train;
  info.n_test = n_test;
  info.nnz_train = info.nnz_test = 1000;
  return info;
}

double bytes(const Cell& cell, Index n_train, Index n_test) {
  return estimate_learning(cell, rows(n_train, n_test)).bytes;
}

TEST(TestRowsAtOnce, TakeAbout64MegabytesAndAreAtLeastOne) {
  EXPECT_EQ(rows_mapped_at_once(100'000, 100), 4096);
  EXPECT_EQ(rows_mapped_at_once(10, 100), 10);
  EXPECT_EQ(rows_mapped_at_once(100'000, 1'000'000), 16);
  EXPECT_EQ(rows_mapped_at_once(7, 1'000'000), 7);
  EXPECT_EQ(rows_mapped_at_once(100, 1'000'000'000), 1);
  EXPECT_EQ(rows_mapped_at_once(0, 100), 1);
  // 1600 rows would fit; models score 256 at a time, and a rest among the rows could round otherwise.
  EXPECT_EQ(rows_mapped_at_once(100'000, 10'000), 1536);
}

// 16 rows of a million features are 64 MB, and one is 4 MB.
TEST(EstimateOfLearning, CountsTheTestFeatures) {
  const Cell streamed = mapped({{"type", "dense_tron"}, {"features", "streamed"}}, 1'000'000),
             held = mapped({{"type", "liblinear"}}, 1'000'000);
  for (const Cell& cell : {streamed, held}) {
    const double more = bytes(cell, 1, 5000) - bytes(cell, 1, 1);
    EXPECT_GE(more, 60e6) << cell.learner.to_json();
    EXPECT_LT(more, 70e6) << cell.learner.to_json() << ": no more than a block of rows is held";
  }
}

TEST(EstimateOfLearning, TrainingFeaturesThatAreGoneLeaveTheirRoomToTestFeatures) {
  const Cell held = mapped({{"type", "liblinear"}}, 1000);
  // What is left is a prediction for each row; their features would be 20 MB.
  EXPECT_LE(bytes(held, 5000, 5000) - bytes(held, 5000, 1), 4.0 * 5000);
}

}  // namespace
}  // namespace sketchbench
