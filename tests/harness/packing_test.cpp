// Loose records become packed ones and back, and none is lost or stored twice.
#include <sketchbench/harness/record/packing.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/harness/record/cell_claims.hpp>
#include <sketchbench/harness/record/folder_lock.hpp>
#include <sketchbench/harness/record/packed_file.hpp>
#include "harness/example_packs.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;
using testing_support::example_record;
using testing_support::message_of;
using testing_support::TemporaryFolder;
using testing_support::write_pack;

class PackingTest : public testing::Test {
 protected:
  /// A configuration that asks for one cell for each seed from 1.
  Config config(const std::string& name, int seeds) const {
    return read_config(folder.write(name + ".json", R"({"name": ")" + name + R"(", "experiment": "accuracy",
      "seeds": )" + std::to_string(seeds) + R"(, "learner": {"type": "liblinear", "C": 1.0},
      "grid": [{"dataset": "adult", "split": "publisher", "D": [200]}],
      "kernels": [{"kernel": "polynomial", "degree": 2, "coef0": 1}],
      "methods": [{"method": "tensor_sketch"}]})"));
  }
  /// A finished record of such a cell.
  Record record(Seed seed) const {
    Record made = example_record(seed);
    made.cell = expand(config("cells", 9)).at(seed - 1);
    made.cell.data_hash = std::string(64, 'a');
    const Json description = describe(made.cell);
    made.id = cell_id(description);
    made.json["cell"] = description;
    return made;
  }
  void put(const std::vector<Seed>& seeds) const {
    for (const Seed seed : seeds) store.put(record(seed));
  }
  std::size_t packed_in(const std::string& name) const {
    std::size_t count = 0;
    if (fs::exists(store.packed_path_of(name, "adult")))
      for_each_packed(store.packed_path_of(name, "adult"), [&](Record&&, std::string_view) { ++count; });
    return count;
  }
  double accuracy_of(Seed seed) const {
    return Store(store.results()).find(record(seed).id)->json.at("result").at("accuracy");
  }

  TemporaryFolder folder;
  Store store{folder / "results"};
};

TEST_F(PackingTest, ACellOfTwoConfigurationsIsPackedOnceInTheFirst) {
  put({1, 2, 3, 4, 5});
  const PackingOutcome outcome = pack(store, {config("small", 2), config("large", 4)}, false);
  ASSERT_THAT(outcome.files, SizeIs(2));
  EXPECT_EQ(packed_in("small"), 2u);
  EXPECT_EQ(packed_in("large"), 2u);
  EXPECT_THAT(outcome.elsewhere, ElementsAre(Pair(Pair("large", "small"), 2)));
  EXPECT_EQ(outcome.of_others, 1u);
  EXPECT_THAT(store.record_files(), ElementsAre(store.path_of(record(5).id)));
  EXPECT_THAT(store.load_all().records, SizeIs(5));
}

TEST_F(PackingTest, EachDataSetHasAFileOfItsOwn) {
  const Config study = read_config(folder.write("study.json", R"({"name": "study", "experiment": "accuracy",
      "seeds": 2, "learner": {"type": "liblinear", "C": 1.0},
      "grid": [{"dataset": "adult", "D": [200]}, {"dataset": "mnist", "D": [200]}],
      "kernels": [{"kernel": "polynomial", "degree": 2, "coef0": 1}],
      "methods": [{"method": "tensor_sketch"}]})"));
  const auto put_all = [&](double accuracy) {
    for (Cell& cell : expand(study)) {
      Record made = record(1);
      made.cell = std::move(cell);
      made.cell.data_hash = std::string(64, 'a');
      made.json["cell"] = describe(made.cell);
      made.id = cell_id(made.json["cell"]);
      if (made.cell.dataset.name == "mnist") made.json["result"]["accuracy"] = accuracy;
      store.put(made);
    }
  };
  put_all(80);
  const fs::path adult = store.packed_path_of("study", "adult"),
                 mnist = store.packed_path_of("study", "mnist");
  pack(store, {study}, false);
  EXPECT_THAT(store.packed_files(), ElementsAre(adult, mnist));
  EXPECT_EQ(adult.filename(), "study.adult.jsonl.gz");
  const std::string adult_before = read_file(adult), mnist_before = read_file(mnist);
  put_all(81);
  pack(store, {study}, false);
  EXPECT_EQ(read_file(adult), adult_before) << "nothing for git to store";
  EXPECT_NE(read_file(mnist), mnist_before);
  EXPECT_THAT(store.load_all().records, SizeIs(4));
}

TEST_F(PackingTest, AFileOfAWholeConfigurationIsReadAndParted) {
  write_pack(store.records() / "study.jsonl.gz", [&] {
    std::vector<Record> records = {record(1), record(2)};
    std::ranges::sort(records, {}, &Record::id);
    return records;
  }());
  EXPECT_DOUBLE_EQ(accuracy_of(1), 84.5);
  Record better = record(1);
  better.json["result"]["accuracy"] = 85.0;
  store.put(better);
  const Config study = config("study", 2);
  EXPECT_THAT(pack(store, {study}, false).elsewhere, IsEmpty());
  EXPECT_THAT(store.packed_files(), ElementsAre(store.records() / "study.jsonl.gz"))
      << "a cell stays where it is";
  unpack(store, store.packed_files(), false);
  pack(store, {study}, false);
  EXPECT_THAT(store.packed_files(), ElementsAre(store.packed_path_of("study", "adult")));
  EXPECT_DOUBLE_EQ(accuracy_of(1), 85.0);
  EXPECT_DOUBLE_EQ(accuracy_of(2), 84.5);
}

TEST_F(PackingTest, WhatIsNotFinishedStaysLoose) {
  put({1});
  for (const auto& [seed, status] : {std::pair<Seed, const char*>{2, "failed"}, {3, "timeout"}}) {
    Record unfinished = record(seed);
    unfinished.status = unfinished.json["status"] = status;
    store.put(unfinished);
  }
  const fs::path damaged = folder.write("results/records/" + record(4).id + ".json", "{");
  const PackingOutcome outcome = pack(store, {config("study", 9)}, false);
  EXPECT_EQ(outcome.unfinished, 2u);
  ASSERT_THAT(outcome.untrusted, SizeIs(1));
  EXPECT_THAT(outcome.untrusted[0], HasSubstr(damaged.string()));
  EXPECT_THAT(store.record_files(), SizeIs(3));
  EXPECT_EQ(packed_in("study"), 1u);
}

TEST_F(PackingTest, AFileGrowsAndARecordIsReplacedWhereItIsPacked) {
  put({1, 2});
  const Config first = config("first", 1), all = config("all", 3);
  pack(store, {all}, false);
  Record better = record(1);
  better.json["result"]["accuracy"] = 85.0;
  store.put(better);
  put({3});
  const PackingOutcome outcome = pack(store, {first, all}, false);
  EXPECT_THAT(outcome.elsewhere, ElementsAre(Pair(Pair("first", "all"), 1)));
  EXPECT_FALSE(fs::exists(store.packed_path_of("first", "adult"))) << "its only cell is packed elsewhere";
  EXPECT_EQ(packed_in("all"), 3u);
  EXPECT_DOUBLE_EQ(accuracy_of(1), 85.0);
  EXPECT_DOUBLE_EQ(accuracy_of(2), 84.5);
  EXPECT_THAT(store.record_files(), IsEmpty());
}

TEST_F(PackingTest, KeepLeavesTheLooseOnesAndPackingAgainChangesNothing) {
  put({1, 2});
  const Config study = config("study", 2);
  pack(store, {study}, true);
  EXPECT_THAT(store.record_files(), SizeIs(2));
  const std::string bytes = read_file(store.packed_path_of("study", "adult"));
  const FileState state = state_of(store.packed_path_of("study", "adult"));
  // As after an interruption between the writing and the removal.
  const PackingOutcome outcome = pack(store, {study}, false);
  EXPECT_EQ(state_of(store.packed_path_of("study", "adult")), state);
  ASSERT_THAT(outcome.files, SizeIs(1));
  EXPECT_EQ(outcome.files[0].moved, 2u);
  EXPECT_THAT(store.record_files(), IsEmpty());
  EXPECT_THAT(pack(store, {study}, false).files, IsEmpty());
}

TEST_F(PackingTest, UnpackedRecordsAreTheFilesThatWerePacked) {
  put({1, 2, 3});
  std::map<fs::path, std::string> files;
  for (const fs::path& file : store.record_files()) files[file] = read_file(file);
  pack(store, {config("study", 3)}, false);
  const auto done = unpack(store, store.packed_files(), false);
  ASSERT_THAT(done, SizeIs(1));
  EXPECT_EQ(done[0].moved, 3u);
  EXPECT_THAT(store.packed_files(), IsEmpty());
  EXPECT_THAT(store.record_files(), SizeIs(3));
  for (const auto& [file, text] : files) EXPECT_EQ(read_file(file), text);
}

TEST_F(PackingTest, UnpackingLeavesAFinishedLooseRecordAsItIs) {
  put({1, 2});
  pack(store, {config("study", 2)}, false);
  Record better = record(1);
  better.json["result"]["accuracy"] = 85.0;
  store.put(better);
  const auto done = unpack(store, store.packed_files(), false);
  ASSERT_THAT(done, SizeIs(1));
  EXPECT_EQ(done[0].moved, 1u);
  EXPECT_DOUBLE_EQ(accuracy_of(1), 85.0);
  ASSERT_THAT(done[0].differing, SizeIs(1)) << "said";
  RecordReading packed = read_record_text(read_file(done[0].differing[0]), done[0].differing[0]);
  EXPECT_EQ(packed.state, RecordReading::State::good) << "and kept: " << packed.problem;
  EXPECT_EQ(packed.record.json.at("result").at("accuracy"), record(1).json.at("result").at("accuracy"));
}

TEST_F(PackingTest, ADamagedFileStopsBothBeforeAnythingIsChanged) {
  put({1});
  const fs::path damaged = folder.write("results/records/study.jsonl.gz", "no gzip data");
  EXPECT_THAT(message_of<InputError>([&] { pack(store, {config("study", 1)}, false); }),
              HasSubstr(damaged.string()));
  write_pack(store.packed_path_of("good", "adult"), {record(2)});
  EXPECT_THAT(message_of<InputError>([&] { unpack(store, {store.packed_path_of("good", "adult")}, false); }),
              HasSubstr(damaged.string()));
  EXPECT_THAT(store.record_files(), SizeIs(1));
  EXPECT_EQ(packed_in("good"), 1u);
}

TEST_F(PackingTest, NothingIsPackedWhileARunHoldsTheFolder) {
  put({1});
  Claims claims(store.results());
  {
    const auto taken = claims.take(record(2).id, false);
    ASSERT_TRUE(std::holds_alternative<std::unique_ptr<Claim>>(taken));
    for (const auto& refused : {message_of<Error>([&] { pack(store, {config("study", 2)}, false); }),
                                message_of<Error>([&] { unpack(store, {}, false); })})
      EXPECT_THAT(refused, AllOf(HasSubstr(record(2).id), HasSubstr("process"), HasSubstr("under way")));
    EXPECT_THAT(store.record_files(), SizeIs(1));
  }
  EXPECT_THAT(pack(store, {config("study", 2)}, false).files, SizeIs(1));
}

TEST_F(PackingTest, NoCellIsClaimedWhileRecordsAreMoved) {
  Claims claims(store.results());
  {
    const auto hold = claims.hold_all();
    const auto answer = claims.take(record(1).id, false);
    ASSERT_TRUE(std::holds_alternative<Refusal>(answer));
    EXPECT_EQ(std::get<Refusal>(answer).reason, Refusal::Reason::folder);
    EXPECT_THAT(message_of<Error>([&] { static_cast<void>(claims.hold_all()); }), HasSubstr("held by"));
  }
  EXPECT_TRUE(std::holds_alternative<std::unique_ptr<Claim>>(claims.take(record(1).id, false)));
}

}  // namespace
}  // namespace sketchbench
