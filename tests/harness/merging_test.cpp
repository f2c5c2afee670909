// Records of several folders in one: none is lost, altered or chosen without a word.
#include <sketchbench/harness/record/merging.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/harness/record/cell_claims.hpp>
#include <sketchbench/harness/record/packed_file.hpp>
#include <sketchbench/harness/record/store.hpp>
#include "harness/example_packs.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing_support::example_record;
using testing_support::message_of;
using testing_support::TemporaryFolder;
using testing_support::write_pack;

/// example_record() with another result and another beginning.
Record variant(Seed seed, double accuracy, const std::string& started = "2026-11-20T12:00:00Z") {
  Record record = example_record(seed);
  record.json["result"]["accuracy"] = accuracy;
  record.json["run"]["started"] = started;
  return record;
}

Record failed(Seed seed) {
  Record record = example_record(seed);
  record.status = "failed";
  record.json["status"] = "failed";
  record.json["error"] = "no reason";
  record.json.erase("result");
  return record;
}

class Merging : public testing::Test {
 protected:
  Store store(const std::string& name) const { return Store(folder / name); }
  void put(const std::string& name, const std::vector<Record>& records) const {
    for (const Record& record : records) store(name).put(record);
  }
  void pack(const std::string& name, const std::string& config, std::vector<Record> records) const {
    std::ranges::sort(records, {}, &Record::id);
    write_pack(store(name).packed_path_of(config, "adult"), records);
  }
  MergeOutcome merge(MergePreference prefer = MergePreference::none) const {
    return merge_records({folder / "a", folder / "b"}, folder / "c", prefer);
  }
  std::string refusal() const {
    return message_of<InputError>([&] { merge(); });
  }
  double accuracy_of(Seed seed) const {
    return store("c").find(example_record(seed).id)->json.at("result").at("accuracy");
  }
  TemporaryFolder folder;
};

TEST_F(Merging, JoinsLooseAndPackedRecordsInTheirForms) {
  put("a", {variant(1, 81), variant(2, 82)});
  pack("a", "one", {variant(3, 83), variant(4, 84)});
  put("b", {variant(2, 82), variant(5, 85)});
  pack("b", "one", {variant(4, 84), variant(6, 86)});
  pack("b", "two", {variant(7, 87)});
  const MergeOutcome outcome = merge();
  EXPECT_EQ(outcome.records, 7u);
  ASSERT_THAT(outcome.folders, SizeIs(2));
  EXPECT_EQ(outcome.folders[0].taken, 4u);
  EXPECT_EQ(outcome.folders[1].taken, 3u);
  EXPECT_EQ(outcome.folders[1].known, 2u);
  for (const Seed seed : {1, 2, 3, 4, 5, 6, 7})
    EXPECT_EQ(accuracy_of(seed), 80.0 + static_cast<double>(seed));
  EXPECT_THAT(store("c").record_files(), SizeIs(3));
  EXPECT_THAT(store("c").packed_files(), SizeIs(2));
  EXPECT_THAT(store("c").load_all().warnings, SizeIs(0));
}

TEST_F(Merging, AgainChangesNoByte) {
  put("a", {variant(1, 81)});
  pack("b", "one", {variant(2, 82)});
  merge();
  std::map<fs::path, std::string> before;
  for (const auto& file : fs::directory_iterator(folder / "c/records")) before[file] = read_file(file.path());
  const MergeOutcome outcome = merge();
  EXPECT_EQ(outcome.folders[0].known, 1u);
  EXPECT_EQ(outcome.folders[1].known, 1u);
  for (const auto& [file, text] : before) EXPECT_EQ(read_file(file), text) << file;
}

TEST_F(Merging, GoesOnWhereItWasInterrupted) {
  put("a", {variant(1, 81), variant(2, 82)});
  pack("b", "one", {variant(3, 83), variant(4, 84)});
  put("c", {variant(2, 82)});          // what an interruption left: a loose record,
  pack("c", "one", {variant(3, 83)});  // a part of a packed file
  EXPECT_EQ(merge().records, 4u);
  for (const Seed seed : {1, 2, 3, 4}) EXPECT_EQ(accuracy_of(seed), 80.0 + static_cast<double>(seed));
}

TEST_F(Merging, DifferentRecordsOfACellAreAnErrorThatNamesBoth) {
  put("a", {variant(1, 81), variant(2, 82)});
  pack("b", "one", {variant(1, 91)});
  EXPECT_THAT(refusal(), AllOf(HasSubstr("a/records/" + example_record(1).id + ".json"),
                               HasSubstr("b/records/one.adult.jsonl.gz"), HasSubstr("a preference"),
                               Not(HasSubstr(example_record(2).id))));
  EXPECT_FALSE(fs::exists(folder / "c"));
}

TEST_F(Merging, PrefersTheFirstOrTheNewestWhereAsked) {
  put("a", {variant(1, 81, "2026-11-20T12:00:00Z"), variant(2, 82, "2026-11-22T12:00:00Z")});
  put("b", {variant(1, 91, "2026-11-21T12:00:00Z"), variant(2, 92, "2026-11-21T12:00:00Z")});
  merge(MergePreference::newest);
  EXPECT_EQ(accuracy_of(1), 91);
  EXPECT_EQ(accuracy_of(2), 82);
  merge(MergePreference::first);  // what the target has comes first
  EXPECT_EQ(accuracy_of(1), 91);
  fs::remove_all(folder / "c");
  const MergeOutcome outcome = merge(MergePreference::first);
  EXPECT_EQ(accuracy_of(1), 81);
  EXPECT_EQ(outcome.folders[1].left_out, 2u);
}

TEST_F(Merging, ANewerRecordStandsForTheTargetsWhereverItWas) {
  const std::string later = "2026-11-22T12:00:00Z";
  put("c", {variant(1, 71)});
  pack("c", "old", {variant(2, 72), variant(3, 73)});
  pack("a", "one", {variant(1, 81, later), variant(2, 82, later)});
  put("b", {variant(3, 83, later)});
  merge(MergePreference::newest);
  for (const Seed seed : {1, 2, 3}) EXPECT_EQ(accuracy_of(seed), 80.0 + static_cast<double>(seed));
  EXPECT_THAT(store("c").packed_files(), SizeIs(1)) << "the cell's packed file is that which the target has";
}

TEST_F(Merging, AFinishedRecordStandsBeforeAFailedOne) {
  put("a", {failed(1), variant(2, 82)});
  put("b", {failed(2), failed(3)});
  pack("b", "one", {variant(1, 81)});
  EXPECT_EQ(merge().records, 3u);
  EXPECT_EQ(accuracy_of(1), 81);
  EXPECT_EQ(accuracy_of(2), 82);
  EXPECT_EQ(store("c").find(example_record(3).id)->status, "failed");
}

TEST_F(Merging, RefusesWhatDoesNotMatchItsChecksumBeforeAnythingIsWritten) {
  put("a", {variant(1, 81)});
  put("b", {variant(2, 82)});
  const fs::path file = store("b").path_of(example_record(2).id);
  std::string text = read_file(file);
  write_file_atomically(file, text.replace(text.find("82"), 2, "92"));
  EXPECT_THAT(refusal(), AllOf(HasSubstr(file.filename().string()), HasSubstr("checksum")));
  EXPECT_FALSE(fs::exists(folder / "c"));
  put("b", {variant(2, 82)});
  const fs::path packed = store("b").records() / "one.jsonl.gz";
  write_file_atomically(packed, "no gzip data");
  EXPECT_THAT(refusal(), HasSubstr("one.jsonl.gz"));
  EXPECT_FALSE(fs::exists(folder / "c"));
}

TEST_F(Merging, RefusesFoldersThatAreNoneOrOne) {
  put("a", {variant(1, 81)});
  EXPECT_THAT(refusal(), HasSubstr("there is no such folder"));
  fs::create_directories(folder / "b/records");
  EXPECT_THAT(refusal(), HasSubstr("no records"));
  EXPECT_THAT(message_of<InputError>([&] {
                merge_records({folder / "a", folder / "b/../a"}, folder / "c", MergePreference::none);
              }),
              HasSubstr("one folder"));
}

TEST_F(Merging, IntoOneOfTheFoldersAddsTheOthers) {
  put("a", {variant(1, 81)});
  put("b", {variant(2, 82)});
  EXPECT_EQ(merge_records({folder / "a", folder / "b"}, folder / "a", MergePreference::none).records, 2u);
  EXPECT_THAT(store("a").record_files(), SizeIs(2));
}

TEST_F(Merging, WaitsForNoRunInAnyOfTheFolders) {
  put("a", {variant(1, 81)});
  put("b", {variant(2, 82)});
  put("c", {variant(3, 83)});
  for (const char* held : {"a", "b", "c"}) {
    Claims claims(folder / held);
    const auto claim = claims.take(example_record(9).id, false);
    EXPECT_THAT(message_of<Error>([&] { merge(); }), HasSubstr("under way")) << held;
  }
  EXPECT_THAT(store("c").record_files(), SizeIs(1));
  EXPECT_EQ(merge().records, 3u);
}

}  // namespace
}  // namespace sketchbench
