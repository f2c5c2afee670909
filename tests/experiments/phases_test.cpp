// What the phases of experiments that time a map have in them: both have memory for the features before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include <sketchbench/core/json.hpp>
#include <sketchbench/learners/learner.hpp>
#include "experiments/accuracy/run.hpp"
#include "experiments/construction_time/run.hpp"
#include "support/allocations.hpp"
#include "support/libsvm_dataset.hpp"
#include "support/local_paths.hpp"
#include "support/quadrants.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing_support::HeapUse;

constexpr int few_rows = 100;
constexpr Index many_features = 4096;
constexpr double bytes_of_features = 4.0 * few_rows * many_features;

class PhasesTest : public testing::Test {
 protected:
  PhasesTest() {
    context.paths = testing_support::local_paths(folder);
    testing_support::add_libsvm_dataset(folder, "quadrants", testing_support::quadrants(few_rows, 1),
                                        testing_support::quadrants(10, 2), 8);
    cell.dataset.name = "quadrants";
    cell.data_hash = prepare_dataset(cell.dataset, context.paths).content_hash;
    cell.kernel = PolynomialKernel{.degree = 2, .coef0 = 1};
    cell.method = "tensor_sketch";
    cell.D = many_features;
  }

  /// The phases in their order; held_at has the bytes that the run holds when each begins.
  std::vector<std::string> run(const Experiment& experiment) {
    std::vector<std::string> phases;
    const HeapUse heap;
    context.on_phase = [&](std::string_view phase) {
      phases.emplace_back(phase);
      held_at[phases.back()] = heap.held();
    };
    static_cast<void>(experiment.run(cell, context));
    return phases;
  }
  std::vector<std::string> run_accuracy(const Json& learner) {
    cell.experiment = "accuracy";
    cell.learner = LearnerSpec::parse(learner);
    cell.seed = 1;
    return run(accuracy_experiment());
  }
  bool has_room_for_features(const std::string& phase) const {
    return held_at.at(phase) >= bytes_of_features;
  }

  testing_support::TemporaryFolder folder;
  RunContext context;
  Cell cell;
  std::map<std::string, double> held_at;
};

TEST_F(PhasesTest, MappingForTrainingFindsMemoryThatIsThere) {
  EXPECT_THAT(run_accuracy({{"type", "dense_tron"}}),
              ElementsAre("load", "allocate", "map", "train", "predict"));
  if (!testing_support::counts_allocations) GTEST_SKIP() << "a sanitizer has an allocator of its own";
  EXPECT_FALSE(has_room_for_features("allocate"));
  EXPECT_TRUE(has_room_for_features("map"));
}

TEST_F(PhasesTest, ConstructionTimeFindsItThereAsWell) {
  cell.experiment = "construction_time";
  cell.parameters = {{"rows", few_rows}, {"repeats", 1}};
  EXPECT_THAT(run(construction_time_experiment()), ElementsAre("load", "warm-up", "repeats"));
  if (!testing_support::counts_allocations) GTEST_SKIP() << "a sanitizer has an allocator of its own";
  EXPECT_FALSE(has_room_for_features("load"));
  EXPECT_TRUE(has_room_for_features("warm-up"));
  EXPECT_TRUE(has_room_for_features("repeats"));
}

TEST_F(PhasesTest, FeaturesThatAreNotHeldNeedNone) {
  EXPECT_THAT(run_accuracy({{"type", "dense_tron"}, {"features", "streamed"}}),
              ElementsAre("load", "map", "train", "predict"));
  if (!testing_support::counts_allocations) GTEST_SKIP() << "a sanitizer has an allocator of its own";
  EXPECT_FALSE(has_room_for_features("map"));
}

}  // namespace
}  // namespace sketchbench
