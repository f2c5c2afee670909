// sketchbench map --train: the rows that a map is made from, where they are not those that it maps.
#include <sketchbench/cli/map/training_rows.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::Ended;
using testing_support::Workbench;

TEST(TrainingRows, AreAskedForWhereAMapLooksAtThemAndThereAreOtherFiles) {
  FeatureMapKind kind = feature_map_kinds().front();
  const Kernel kernel = GaussianKernel{1}, rule = GaussianKernel{Sigma(Sigma::Rule::median)};
  EXPECT_NO_THROW(require_training_rows(kind, kernel, "", 10));
  EXPECT_NO_THROW(require_training_rows(kind, rule, "", 0));
  EXPECT_NO_THROW(require_training_rows(kind, rule, "train", 10));
  EXPECT_THAT([&] { require_training_rows(kind, rule, "", 10); },
              testing::ThrowsMessage<InputError>(
                  AllOf(HasSubstr("\"sigma\": \"median\""), HasSubstr("--train FILE"))));
  kind.name = "landmarks";
  kind.looks_at_data = true;
  EXPECT_NO_THROW(require_training_rows(kind, kernel, "", 0)) << "INPUT is all there is";
  EXPECT_NO_THROW(require_training_rows(kind, kernel, "train", 10));
  EXPECT_THAT(
      [&] { require_training_rows(kind, kernel, "", 10); },
      testing::ThrowsMessage<InputError>(AllOf(HasSubstr("\"landmarks\""), HasSubstr("--train FILE"))));
}

TEST(TrainingRows, GiveTheMedianDistanceForSigma) {
  const Workbench bench;
  bench.write("train", "1 1:0\n2 1:3\n1 1:4\n");  // distances 3, 4 and 1
  bench.write("test", "1 1:2\n");
  bench.write("alike", "1 1:2\n2 1:2\n");
  const auto spec = [](const std::string& sigma) {
    return R"({"map": "rks", "D": 4, "kernel": "gaussian", "sigma": )" + sigma + "}";
  };
  bench.write("rule.json", spec("\"median\""));
  bench.write("number.json", spec("3"));
  for (const char* name : {"rule", "number"})
    ASSERT_EQ(
        bench.run({"map", "--map", std::string(name) + ".json", "--train", "train", "test", name}).exit_code,
        0);
  EXPECT_EQ(bench.read("rule"), bench.read("number"));
  for (const char* name : {"rule", "number"})
    ASSERT_EQ(bench.run({"map", "--map", std::string(name) + ".json", "train", name}).exit_code, 0);
  EXPECT_EQ(bench.read("rule"), bench.read("number")) << "of INPUT, where no other rows are named";
  for (const char* sigma : {"median", "3"})
    ASSERT_EQ(
        bench.run({"train", "--learner", "libsvm", "--kernel", "gaussian", "--sigma", sigma, "train", sigma})
            .exit_code,
        0);
  EXPECT_EQ(bench.read("median"), bench.read("3")) << "of models as well";
  const Ended alike = bench.run({"map", "--map", "rule.json", "--train", "alike", "test", "out"});
  EXPECT_EQ(alike.exit_code, 2);
  EXPECT_THAT(alike.output, AllOf(HasSubstr("alike: \"sigma\": \"median\""), HasSubstr("as a number")));
}

TEST(TrainingRows, HaveTheColumnsOfEveryFileThatIsMapped) {
  const Workbench bench;
  bench.write("train", "1 1:1 3:1\n2 2:1\n");
  bench.write("test", "1 2:1\n");
  bench.write("wide", "1 4:1\n");
  const auto map = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"map", "--map", "tensor_sketch", "--D", "5"};
    words.insert(words.end(), more.begin(), more.end());
    return bench.run(words);
  };
  ASSERT_EQ(map({"--train", "train", "test", "a"}).exit_code, 0);
  ASSERT_EQ(map({"--features", "3", "test", "b"}).exit_code, 0);
  EXPECT_EQ(bench.read("a"), bench.read("b"));
  const Ended counted = map({"--train", "train", "wide", "c"});
  EXPECT_EQ(counted.exit_code, 0);
  EXPECT_THAT(counted.output, HasSubstr("1 value in 1 row"));
  const Ended wide = map({"--train", "train", "wide", "d", "--unseen", "refuse"});
  EXPECT_EQ(wide.exit_code, 2);
  EXPECT_THAT(wide.output, HasSubstr("wide:1"));
  const Ended none = map({"--train", "nowhere", "test", "d"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.output, HasSubstr("nowhere"));
}

}  // namespace
}  // namespace sketchbench
