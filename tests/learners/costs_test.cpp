#include <gtest/gtest.h>

#include <sketchbench/learners/block_smo/block_smo.hpp>
#include <sketchbench/learners/liblinear/liblinear.hpp>
#include <sketchbench/learners/libsvm/libsvm.hpp>

namespace sketchbench {
namespace {

constexpr TrainingShape adult{.n = 32561, .d = 123, .nonzeros_per_row = 13.9, .n_test = 16281, .classes = 2};

TEST(Costs, LiblinearHoldsItsNodes) {
  const TrainingShape mapped{.n = 48000, .d = 1000, .nonzeros_per_row = 1000, .n_test = 12000, .classes = 10};
  const double nodes = 16.0 * 48000 * 1001;
  EXPECT_GE(memory_of(Liblinear::Params{}, mapped), nodes);
  EXPECT_LE(memory_of(Liblinear::Params{}, mapped), 1.1 * nodes);
  EXPECT_GE(memory_of(Liblinear::Params{.solver = 5}, mapped), 2 * nodes);
}

TEST(Costs, LibsvmsCacheIsNoLargerThanTheKernelMatrix) {
  EXPECT_GE(memory_of(Libsvm::Params{.cache_mb = 4000}, adult), 4000.0 * 1048576);
  const double whole = memory_of(Libsvm::Params{.cache_mb = 64000}, adult);
  EXPECT_GE(whole, 4.0 * 32561 * 32561);
  EXPECT_LE(whole, 1.1 * 4.0 * 32561 * 32561);
  TrainingShape ten_classes = adult;
  ten_classes.classes = 10;
  EXPECT_LT(memory_of(Libsvm::Params{}, ten_classes), 0.2 * whole);
}

TEST(Costs, BlockSmosCacheIsNoLargerThanTheKernelMatrices) {
  EXPECT_GE(memory_of(BlockSmo::Params{.cache_mb = 2000}, adult), 2000.0 * 1048576);
  EXPECT_LE(memory_of(BlockSmo::Params{.cache_mb = 2000}, adult), 1.1 * 2000.0 * 1048576);
  EXPECT_LE(memory_of(BlockSmo::Params{.cache_mb = 64000}, adult), 1.1 * 4.0 * 32561 * 32561);
}

// Peaks measured on 6,000 rows of 20 columns in 200 classes: 19,900 pairs, in which each row occurs 199
// times.
TEST(Costs, ManyClassesTakeWhatTheirPairsTake) {
  const TrainingShape shape{.n = 6000, .d = 20, .nonzeros_per_row = 20, .n_test = 1500, .classes = 200};
  EXPECT_GE(memory_of(Libsvm::Params{.cache_mb = 200}, shape), 23.6e6);
  EXPECT_LE(memory_of(Libsvm::Params{.cache_mb = 200}, shape), 1.5 * 23.6e6);
  EXPECT_GE(memory_of(BlockSmo::Params{.cache_mb = 200, .threads = 2}, shape), 105e6);
  EXPECT_LE(memory_of(BlockSmo::Params{.cache_mb = 200, .threads = 2}, shape), 1.5 * 105e6);
}

// What training took in runs of `table1_fast`, in CPU seconds: Adult and Covertype with a matrix for the
// Hessian, MNIST without. An estimate orders cells and says what time is left: a factor of a few is enough.
TEST(Costs, DenseTronsTimeIsRightWithinAFactorOfAFew) {
  const auto seconds = [](Index n, Index D, int classes) {
    return LearnerSpec(find_learner("dense_tron"))
        .seconds(PolynomialKernel{2, 1},
                 {.n = n, .d = D, .nonzeros_per_row = static_cast<double>(D), .classes = classes});
  };
  constexpr double few = 8;
  const auto expect_about = [](double estimate, double measured) {
    EXPECT_GT(estimate, measured / few);
    EXPECT_LT(estimate, measured * few);
  };
  expect_about(seconds(32'561, 200, 2), 0.05);
  expect_about(seconds(80'000, 500, 2), 0.33);
  expect_about(seconds(48'000, 1000, 10), 2.4);
}

// bench/wide_rows, training and predicting: 2,000 and 1,000 rows of 72 values among the 140,000 columns that
// occur.
TEST(Costs, OfRowsOfVeryManyColumnsAreThoseOfKernelsBetweenAllOfThem) {
  const TrainingShape wide{.n = 2000, .d = 140'000, .nonzeros_per_row = 72, .n_test = 1000};
  for (const auto& [learner, measured] : {std::pair("libsvm", 2.3), std::pair("libsvm_svr", 2.1)}) {
    const double seconds = LearnerSpec(find_learner(learner)).seconds(GaussianKernel{.sigma = 1}, wide);
    EXPECT_GT(seconds, measured / 3) << learner;
    EXPECT_LT(seconds, measured * 3) << learner;
  }
}

TEST(Costs, TimeGrowsWithTheData) {
  TrainingShape half = adult;
  half.n /= 2;
  EXPECT_LT(seconds_of(Liblinear::Params{}, half), seconds_of(Liblinear::Params{}, adult));
  EXPECT_LT(2 * seconds_of(Libsvm::Params{}, PolynomialKernel{2, 1}, half),
            seconds_of(Libsvm::Params{}, PolynomialKernel{2, 1}, adult));
  EXPECT_LT(2 * seconds_of(BlockSmo::Params{}, PolynomialKernel{2, 1}, half),
            seconds_of(BlockSmo::Params{}, PolynomialKernel{2, 1}, adult));
  EXPECT_LT(4 * seconds_of(BlockSmo::Params{}, PolynomialKernel{2, 1}, adult),
            seconds_of(Libsvm::Params{}, PolynomialKernel{2, 1}, adult));
}

}  // namespace
}  // namespace sketchbench
