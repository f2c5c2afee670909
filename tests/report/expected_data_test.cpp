#include <sketchbench/report/expected_data.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Records of one data set, each of some contents, with the time at which it was started.
class MeantContentsTest : public testing::Test {
 protected:
  MeantContentsTest() : run(adult_config()) {}

  void add(const std::string& hash, const std::string& started, const std::string& source = "official") {
    Cell cell = run.cells(of_method("exact")).front();
    cell.data_hash = hash;
    Record record = source.empty() ? run.unfinished(cell, "failed", "no luck") : run.record(cell, 80);
    record.json["run"]["started"] = started;
    if (!source.empty()) record.json["data"]["source"] = source;
    records.push_back(record);
  }
  ExpectedData meant(const std::vector<PreparedContents>& prepared) const {
    std::vector<const Record*> pointers;
    for (const Record& record : records) pointers.push_back(&record);
    return expected_data(pointers, prepared);
  }

  SyntheticRun run;
  std::vector<Record> records;
};

TEST_F(MeantContentsTest, AreThosePreparedHereWhicheverIsNewest) {
  add("old", "2026-01-01T00:00:00Z");
  add("new", "2026-02-01T00:00:00Z");
  for (const char* here : {"old", "new"}) {
    EXPECT_EQ(meant({{"official", here}}).hash, here);
    EXPECT_EQ(meant({{"official", here}}).data_mismatch, "");
  }
  EXPECT_EQ(meant({{"official", "new"}, {"sample", "old"}}).hash, "new") << "in the manifest's order";
}

TEST_F(MeantContentsTest, AreTheNewestWithADoubtWhereNothingIsPrepared) {
  add("old", "2026-01-01T00:00:00Z");
  EXPECT_EQ(meant({}).data_mismatch, "") << "there are no others";
  add("new", "2026-02-01T00:00:00Z");
  EXPECT_EQ(meant({}).hash, "new");
  EXPECT_THAT(meant({}).data_mismatch,
              AllOf(HasSubstr("adult"), HasSubstr("(new, old)"), HasSubstr("cannot be told")));
}

TEST_F(MeantContentsTest, RecordsOfASourceThatIsPreparedWithOtherContentsAreOfOtherData) {
  add("theirs", "2026-01-01T00:00:00Z");
  EXPECT_EQ(meant({{"official", "mine"}}).hash, std::nullopt);
  add("failed", "2026-02-01T00:00:00Z", "");
  EXPECT_EQ(meant({{"official", "mine"}}).hash, std::nullopt) << "a failure that does not name its source";
}

TEST_F(MeantContentsTest, RecordsOfASourceThatIsNotPreparedHereMayBeOfTheSameData) {
  add("theirs", "2026-01-01T00:00:00Z", "official");
  EXPECT_EQ(meant({{"sample", "mine"}}).hash, "theirs") << "results of another machine";
  EXPECT_EQ(meant({{"sample", "mine"}}).data_mismatch, "");
}

}  // namespace
}  // namespace sketchbench
