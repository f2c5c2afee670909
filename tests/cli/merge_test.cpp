// sketchbench merge: records of several folders in one, or a refusal that says why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/text.hpp>
#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::Ended;
using testing_support::joined;
using testing_support::Words;
using testing_support::Workbench;

class Merge : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run("a", {"--only", "seed=1"}).exit_code, 0);
    ASSERT_EQ(run("b", {"--only", "seed=2"}).exit_code, 0);
  }
  Ended run(const std::string& results, const Words& options = {}) const {
    return bench.run(
        joined({"run", "configs/tiny.json", "--mirror", "mirror", "--results", results}, options));
  }
  Ended merge(const Words& options = {}) const {
    return bench.run(joined({"merge", "a", "b", "--into", "c"}, options));
  }
  std::string only_record(const std::string& results) const {
    return results + "/records/" + bench.files(results + "/records").at(0);
  }
  Workbench bench;
};

TEST_F(Merge, MakesAFolderThatARunHasNothingToAddTo) {
  const Ended ended = merge();
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("c holds 2 records now"));
  EXPECT_THAT(run("c").output, HasSubstr("nothing to run: 2 cells"));
  EXPECT_EQ(bench.run({"doctor", "--results", "c", "--mirror", "mirror"}).exit_code, 0);
  EXPECT_EQ(merge().exit_code, 0) << "the same again";
}

TEST_F(Merge, TakesPackedRecordsIntoAPackedFile) {
  for (const char* folder : {"a", "b"})
    ASSERT_EQ(bench.run({"pack", "configs/tiny.json", "--results", folder}).exit_code, 0);
  const Ended ended = merge();
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(bench.files("c/records"), testing::ElementsAre("tiny.quadrants.jsonl.gz"));
  EXPECT_THAT(run("c").output, HasSubstr("nothing to run: 2 cells"));
}

TEST_F(Merge, RefusesDamageWithExitCodeTwoAndWritesNothing) {
  const std::string file = only_record("b"), whole = bench.read(file);
  std::string damaged = whole;
  char& digit = damaged.at(whole.find("\"wall\": ") + 8);
  digit = digit == '9' ? '8' : '9';
  bench.write(file, damaged);
  const Ended ended = merge();
  EXPECT_EQ(ended.exit_code, 2) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr(file));
  EXPECT_FALSE(fs::exists(bench / "c"));
  bench.write(file, whole);
  ASSERT_EQ(bench.run({"pack", "configs/tiny.json", "--results", "b"}).exit_code, 0);
  const std::string packed = bench.read("b/records/tiny.quadrants.jsonl.gz");
  bench.write("b/records/tiny.quadrants.jsonl.gz", packed.substr(0, packed.size() / 2));
  const Ended cut = merge();
  EXPECT_EQ(cut.exit_code, 2);
  EXPECT_THAT(cut.output, HasSubstr("b/records/tiny.quadrants.jsonl.gz"));
  EXPECT_FALSE(fs::exists(bench / "c"));
}

TEST_F(Merge, AsksWhichOfTwoRecordsIsMeant) {
  ASSERT_EQ(run("b", {"--only", "seed=1"}).exit_code, 0);  // other times, so another record
  const Ended ended = merge();
  EXPECT_EQ(ended.exit_code, 2) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr(only_record("a")), HasSubstr("b/records/"), HasSubstr("seed 1"),
                                  HasSubstr("--prefer")));
  EXPECT_FALSE(fs::exists(bench / "c"));
  EXPECT_EQ(merge({"--prefer", "first"}).exit_code, 0);
  EXPECT_EQ(bench.read(replaced(only_record("a"), "a/records/", "c/records/")), bench.read(only_record("a")));
  EXPECT_EQ(bench.run({"merge", "a", "b", "--into", "d", "--prefer", "newest"}).exit_code, 0);
}

TEST_F(Merge, RefusesWhatItCannotFind) {
  for (const auto& [command, says] : std::vector<std::pair<Words, std::string>>{
           {{"merge", "a", "typo", "--into", "c"}, "typo: there is no such folder"},
           {{"merge", "a", "configs", "--into", "c"}, "configs: the folder holds no records"},
           {{"merge", "a", "./a", "--into", "c"}, "one folder"},
           {{"merge", "a", "b"}, "--into"},
           {{"merge", "a", "b", "--into", "c", "--prefer", "mine"}, "--prefer"}}) {
    const Ended ended = bench.run(command);
    EXPECT_EQ(ended.exit_code, 2) << ended.output;
    EXPECT_THAT(ended.output, HasSubstr(says));
  }
  EXPECT_FALSE(fs::exists(bench / "c"));
}

TEST(MergeBesideARun, WaitsForNothingAndSaysWhoHoldsTheFolder) {
  const Workbench bench(2000);
  ASSERT_EQ(bench.run({"run", "configs/tiny.json", "--mirror", "mirror", "--results", "a"}).exit_code, 0);
  bench.refused_beside_a_run({"merge", "a", "--into", "results"});
}

}  // namespace
}  // namespace sketchbench
