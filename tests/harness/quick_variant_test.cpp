// What --quick makes of a configuration.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/learners/learner.hpp>
#include "harness/example_configs.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string learner_of_exact(const Config& config) {
  for (const MethodEntry& entry : config.methods)
    if (entry.method == exact_method) return entry.learner.kind().type;
  return "";
}

TEST(QuickVariant, LimitsTestRowsAsItDoesTrainingRows) {
  const Config quick =
      quick_variant(config_of(changed("\"quick_max_train\": 700", "\"quick_max_test\": 300")));
  for (const Cell& cell : expand(quick)) {
    EXPECT_EQ(cell.dataset.max_train, quick_max_train);
    EXPECT_EQ(cell.dataset.max_test, cell.dataset.name == "mnist" ? 300 : quick_max_test);
  }
  const Config fewer = quick_variant(config_of(changed("\"quick_max_train\": 700", "\"max_test\": 40")));
  EXPECT_EQ(fewer.grid[1].dataset.max_test, 40) << "no more than the complete run has";
  EXPECT_EQ(config_of(valid).grid[1].dataset.max_test, 0) << "the complete run has all";
  EXPECT_THAT(error_of(changed("\"quick_max_train\": 700", "\"max_test\": 0")),
              HasSubstr("grid[1].max_test"));
  EXPECT_THAT(error_of(changed("\"quick_max_train\": 700", "\"quick_max_test\": 2001")),
              HasSubstr("grid[1].quick_max_test"));
}

TEST(QuickVariant, TrainsExactKernelsOfLibsvmByTheFasterSolverOfTheSameProblem) {
  const Config complete = config_of(
      changed(R"({"type": "libsvm"})", R"({"type": "libsvm", "C": 3, "eps": 0.01, "cache_mb": 50})"));
  const Config quick = quick_variant(complete);
  EXPECT_EQ(complete.methods[0].learner.kind().type, "libsvm");
  EXPECT_EQ(quick.methods[0].learner, complete.methods[0].learner.with("type", "block_smo"))
      << "C and eps are the same";
  EXPECT_EQ(quick.methods[1].learner, complete.methods[1].learner) << "that of random features stays";
}

TEST(QuickVariant, SaysHowExactKernelsAreTrained) {
  const Config complete = config_of(valid);
  EXPECT_THAT(quick_limits(quick_variant(complete)),
              AllOf(HasSubstr("at most 2 seeds, 5,000 training and 2,000 test rows"),
                    HasSubstr("exact kernels trained by block SMO in place of LIBSVM")));
  EXPECT_THAT(quick_limits(complete), Not(HasSubstr("LIBSVM")));
  const Config maps_alone = config_of(changed(R"({"method": "exact", "learner": {"type": "libsvm"}}, )", ""));
  EXPECT_EQ(quick_limits(quick_variant(maps_alone)), quick_limits());
}

TEST(QuickVariant, KeepsTheLearnersOfAConfigurationThatComparesThem) {
  const Config quick = quick_variant(config_of(
      changed(R"({"method": "tensor_sketch"})", R"({"method": "exact", "learner": {"type": "block_smo"}})")));
  EXPECT_EQ(learner_of_exact(quick), "libsvm");
  EXPECT_EQ(quick.quick_training, "");
}

TEST(QuickVariant, AFasterSolverHasTheKeysAndKnowsEveryKernelOfTheOther) {
  int known = 0;
  for (const LearnerKind& kind : learner_kinds()) {
    if (kind.faster.empty()) continue;
    const LearnerKind& faster = find_learner(kind.faster);
    EXPECT_TRUE(kind.uses_kernel && faster.uses_kernel) << kind.type << ": reports speak of exact kernels";
    const Json given = Json::object();
    StrictObject of_one(given, "test"), of_other(given, "test");
    EXPECT_EQ(kind.write(kind.read(of_one)), faster.write(faster.read(of_other)));
    for (const Kernel& kernel : Kernel::one_of_each_family()) {
      EXPECT_TRUE(!kind.supports(kernel) || faster.supports(kernel)) << kernel.display();
      known += kind.supports(kernel) ? 1 : 0;
    }
  }
  EXPECT_GE(known, 2) << "there is nothing to check any more";
}

}  // namespace
}  // namespace sketchbench
