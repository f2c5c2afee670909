// sketchbench map --train: the rows that a map is made from, where they are not those that it maps.
#include "cli/map/training_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/workbench.hpp"
#include "core/error.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::Ended;
using testing_support::Workbench;

// No map that there is looks at data.
TEST(TrainingRows, AreAskedForWhereAMapLooksAtThemAndThereAreOtherFiles) {
  FeatureMapKind kind = feature_map_kinds().front();
  EXPECT_NO_THROW(require_training_rows(kind, "", 10));
  kind.name = "landmarks";
  kind.looks_at_data = true;
  EXPECT_NO_THROW(require_training_rows(kind, "", 0)) << "INPUT is all there is";
  EXPECT_NO_THROW(require_training_rows(kind, "train", 10));
  EXPECT_THAT(
      [&] { require_training_rows(kind, "", 10); },
      testing::ThrowsMessage<InputError>(AllOf(HasSubstr("\"landmarks\""), HasSubstr("--train FILE"))));
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
  const Ended wide = map({"--train", "train", "wide", "d"});
  EXPECT_EQ(wide.exit_code, 2);
  EXPECT_THAT(wide.output, HasSubstr("wide:1"));
  const Ended none = map({"--train", "nowhere", "test", "d"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.output, HasSubstr("nowhere"));
}

}  // namespace
}  // namespace sketchbench
