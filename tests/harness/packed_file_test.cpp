// What is believed of a packed file, how a store reads it, and what is done with a damaged one.
#include <sketchbench/harness/record/packed_file.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/harness/record/packed_merge.hpp>
#include <sketchbench/harness/record/store_inspection.hpp>
#include "harness/example_packs.hpp"
#include "support/gzip_file.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::example_record;
using testing_support::example_records;
using testing_support::message_of;
using testing_support::packed_line;
using testing_support::packed_lines;
using testing_support::TemporaryFolder;
using testing_support::write_gzip;
using testing_support::write_pack;

const std::vector<Seed> ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

class PackedFileTest : public testing::Test {
 protected:
  PackedFileTest() { fs::create_directories(store.records()); }

  std::vector<std::string> ids_in(const fs::path& pack) const {
    std::vector<std::string> ids;
    for_each_packed(pack, [&](Record&& record, std::string_view) { ids.push_back(record.id); });
    return ids;
  }
  std::string refusal(const std::string& text) const {
    write_gzip(file, text);
    return refusal();
  }
  /// Of every way to read the file: all of them refuse it in the same words.
  std::string refusal() const {
    const std::string message = message_of<InputError>([&] { ids_in(file); });
    EXPECT_EQ(message_of<InputError>([&] { Store(store.results()).load_all(); }), message);
    EXPECT_EQ(message_of<InputError>([&] { Store(store.results()).find(records[0].id); }), message);
    return message;
  }

  TemporaryFolder folder;
  Store store{folder / "results"};
  fs::path file = store.records() / "study.jsonl.gz";
  std::vector<Record> records = example_records(ten);
};

TEST_F(PackedFileTest, GivesBackWhatWasPacked) {
  write_pack(file, records);
  std::size_t next = 0;
  for_each_packed(file, [&](Record&& record, std::string_view text) {
    ASSERT_LT(next, records.size());
    EXPECT_EQ(record.id, records[next].id);
    EXPECT_EQ(record.json, records[next].json);
    EXPECT_EQ(record.checksum, record_checksum(records[next].json));
    EXPECT_EQ(std::string(text) + "\n", packed_line(records[next]));
    ++next;
  });
  EXPECT_EQ(next, records.size());
}

TEST_F(PackedFileTest, OfNothingButProblemsIsNotReadToItsEnd) {
  write_gzip(file, packed_lines(records) + std::string(1'000'000, '\n'));
  const PackedSalvage found = salvage(file);
  EXPECT_EQ(found.records.size(), records.size());
  EXPECT_LE(found.problems, 1000u);
  EXPECT_GT(found.stopped_at, 0);
  EXPECT_THAT(inspect(store),
              Contains(testing::Field(&StoreFinding::problem, HasSubstr("not read beyond line"))));
  const std::vector<StoreFinding> findings = inspect(store);
  ASSERT_THAT(findings, SizeIs(1));
  repair(store, findings[0]);
  EXPECT_THAT(inspect(store), IsEmpty());
  EXPECT_EQ(ids_in(file).size(), records.size());
}

// Whoever packs the same records again commits no change.
TEST_F(PackedFileTest, HasTheSameBytesEachTimeAndNoTimeNameOrSystemInThem) {
  write_pack(file, records);
  const std::string first = read_file(file);
  write_pack(folder / "other.jsonl.gz", records);
  EXPECT_EQ(read_file(folder / "other.jsonl.gz"), first);
  ASSERT_GE(first.size(), 10u);
  EXPECT_EQ(first.substr(0, 3), "\x1f\x8b\x08");
  EXPECT_EQ(first[3], 0) << "no name, no comment";
  EXPECT_EQ(first.substr(4, 4), std::string(4, '\0')) << "no time";
  EXPECT_EQ(static_cast<unsigned char>(first[9]), 255) << "of no system";
}

TEST_F(PackedFileTest, OnlyFinishedRecordsInTheirOrderAreWritten) {
  Record failed = records[0];
  failed.status = failed.json["status"] = "failed";
  EXPECT_THAT(message_of<Error>([&] { write_pack(file, {failed}); }), HasSubstr("cannot be packed"));
  EXPECT_THAT(message_of<Error>([&] {
                write_pack(file, {records[1], records[0]});
              }),
              HasSubstr(records[1].id));
  EXPECT_THAT(message_of<Error>([&] {
                write_pack(file, {records[0], records[0]});
              }),
              HasSubstr(records[0].id));
  EXPECT_FALSE(fs::exists(file));
}

TEST_F(PackedFileTest, AnEmptyOneHoldsNoRecords) {
  write_pack(file, {});
  EXPECT_THAT(ids_in(file), IsEmpty());
  EXPECT_THAT(store.load_all().records, IsEmpty());
}

TEST_F(PackedFileTest, EveryTruncationIsNoticed) {
  write_pack(file, records);
  const std::string whole = read_file(file);
  for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 100) {
    folder.write("results/records/study.jsonl.gz", whole.substr(0, size));
    EXPECT_THAT(message_of<InputError>([&] { ids_in(file); }),
                AllOf(HasSubstr(file.string() + ":"), HasSubstr("expected"), HasSubstr("doctor --repair")))
        << size;
  }
  EXPECT_THAT(refusal(), HasSubstr("truncated"));
}

TEST_F(PackedFileTest, EveryAlteredByteIsNoticedOrChangesNoRecord) {
  write_pack(file, records);
  const std::string whole = read_file(file);
  int refused = 0;
  for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 200) {
    std::string altered = whole;
    altered[at] = static_cast<char>(altered[at] ^ 0x10);
    folder.write("results/records/study.jsonl.gz", altered);
    try {
      EXPECT_THAT(ids_in(file), SizeIs(records.size())) << at;  // the header's unused bits
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(file.string()));
      ++refused;
    }
  }
  EXPECT_GT(refused, 50);
}

TEST_F(PackedFileTest, WhatIsNoFinishedRecordIsToldWithItsLine) {
  const std::string first = packed_line(records[0]), third = packed_line(records[2]);
  const auto second = [&](const std::string& line) { return refusal(first + line + "\n" + third); };
  const auto of_line = [&](const std::string& says) {
    return AllOf(HasSubstr(file.string() + ":2: "), HasSubstr(says),
                 HasSubstr("expected a finished record with its checksum"));
  };
  EXPECT_THAT(second("no record"), of_line("not valid JSON"));
  EXPECT_THAT(second(""), of_line("not valid JSON"));
  EXPECT_THAT(second("[]"), of_line("object"));
  EXPECT_THAT(second("{}"), of_line("format"));
  EXPECT_THAT(second(records[1].json.dump()), of_line("has no checksum"));
  Json json = sealed(records[1].json);
  json["result"]["accuracy"] = 84.75;
  EXPECT_THAT(second(json.dump()), of_line("do not match its checksum"));
  json = records[1].json;
  json["result"]["accuracy"] = 500;
  EXPECT_THAT(second(sealed(json).dump()), of_line("from 0 to 100"));
  json = records[1].json;
  json["status"] = "failed";
  EXPECT_THAT(second(sealed(json).dump()), of_line("its status is \"failed\""));
}

TEST_F(PackedFileTest, IdsThatDoNotAscendAreTold) {
  for (const std::size_t again : {0, 1})
    EXPECT_THAT(refusal(packed_lines({records[0], records[1], records[again]})),
                AllOf(HasSubstr(file.string() + ":3: "), HasSubstr(records[again].id),
                      HasSubstr("expected ids that ascend")));
}

TEST_F(PackedFileTest, WhatUnpacksWithoutMeasureIsNotReadToItsEnd) {
  EXPECT_THAT(refusal(std::string(std::size_t{80} << 20, ' ')),
              AllOf(HasSubstr(file.string()), AnyOf(HasSubstr("the line is longer than"),
                                                    HasSubstr("expected at most 1000 times as much"))));
}

TEST_F(PackedFileTest, WhatIsNoGzipDataIsTold) {
  folder.write("results/records/study.jsonl.gz", packed_lines(records));
  EXPECT_THAT(refusal(), AllOf(HasSubstr(file.string() + ":1: "), HasSubstr("gzip")));
}

TEST_F(PackedFileTest, AStoreHasLooseAndPackedRecords) {
  write_pack(file, example_records({1, 2}));
  write_pack(store.records() / "other.jsonl.gz", example_records({2, 3}));  // the same record twice
  store.put(example_record(4));
  for (const Seed seed : {1, 2, 3, 4}) EXPECT_TRUE(store.find(example_record(seed).id)) << seed;
  EXPECT_FALSE(store.find(example_record(5).id));
  const Store::Loaded loaded = store.load_all();
  ASSERT_THAT(loaded.records, SizeIs(4));
  EXPECT_TRUE(std::ranges::is_sorted(loaded.records, {}, &Record::id));
  EXPECT_THAT(loaded.warnings, IsEmpty());
}

TEST_F(PackedFileTest, AFinishedLooseRecordWinsOverAPackedOneAndNoOther) {
  const Record packed = example_record(1);
  write_pack(file, {packed});
  const auto accuracy = [&] {
    const auto all = store.all();
    EXPECT_THAT(all->records, SizeIs(1));
    const double found = store.find(packed.id)->json.at("result").at("accuracy");
    EXPECT_EQ(all->records.front().json.at("result").at("accuracy"), found);
    return found;
  };
  Record failed = packed;
  failed.status = failed.json["status"] = "failed";
  EXPECT_FALSE(store.put(failed)) << "a finished record is replaced by a finished one only";
  EXPECT_FALSE(fs::exists(store.path_of(packed.id)));
  write_record(store.path_of(packed.id), failed);
  EXPECT_DOUBLE_EQ(accuracy(), 84.5);
  folder.write("results/records/" + packed.id + ".json", "{");
  EXPECT_DOUBLE_EQ(accuracy(), 84.5);
  EXPECT_THAT(store.all()->warnings, SizeIs(1)) << "the damaged one is told";
  Record better = packed;
  better.json["result"]["accuracy"] = 85.0;
  EXPECT_TRUE(store.put(better));
  EXPECT_DOUBLE_EQ(accuracy(), 85.0);
}

TEST_F(PackedFileTest, DifferentRecordsOfACellInTwoFilesNameBoth) {
  Record other = example_record(1);
  other.json["result"]["accuracy"] = 85.0;
  const fs::path second = store.records() / "another.jsonl.gz";
  write_pack(file, {example_record(1)});
  write_pack(second, {other});
  const auto names_both = AllOf(HasSubstr(file.string()), HasSubstr(second.string()), HasSubstr(other.id));
  EXPECT_THAT(message_of<InputError>([&] { store.load_all(); }), names_both);
  EXPECT_THAT(message_of<InputError>([&] { store.find(other.id); }), names_both);
  const auto findings = inspect(store);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, StoreFinding::Kind::conflicting_packs);
  EXPECT_FALSE(findings[0].repairable);
  EXPECT_THAT(findings[0].problem, names_both);
}

// A run that plans while another process packs must see what it has packed.
TEST_F(PackedFileTest, AFileThatIsMadeOrReplacedMeanwhileIsSeen) {
  EXPECT_FALSE(store.find(example_record(1).id));
  const auto before = store.all();
  write_pack(file, {example_record(1)});
  EXPECT_TRUE(store.find(example_record(1).id));
  const auto after = store.all();
  EXPECT_NE(after, before);
  EXPECT_EQ(store.all(), after) << "read once";
  write_pack(file, example_records({1, 2}));
  EXPECT_TRUE(store.find(example_record(2).id));
  fs::remove(file);
  EXPECT_FALSE(store.find(example_record(1).id));
  EXPECT_THAT(store.all()->records, IsEmpty());
}

TEST_F(PackedFileTest, RepairKeepsWhatCanBeReadAndACopyOfTheFile) {
  Json changed = sealed(records[1].json);
  changed["result"]["accuracy"] = 84.75;
  write_gzip(file, packed_line(records[2]) + packed_line(records[0]) + changed.dump() + "\nno record\n");
  const std::string damaged = read_file(file);
  const auto findings = inspect(store);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, StoreFinding::Kind::damaged_pack);
  EXPECT_THAT(findings[0].problem, AllOf(HasSubstr(file.string() + ":2: "), HasSubstr("2 more"),
                                         HasSubstr("2 records can be read")));
  EXPECT_EQ(read_file(file), damaged) << "looking changes nothing";
  EXPECT_THAT(repair(store, findings[0]), HasSubstr("2 records kept"));
  EXPECT_THAT(ids_in(file), testing::ElementsAre(records[0].id, records[2].id));
  EXPECT_THAT(inspect(store), IsEmpty());
  ASSERT_EQ(std::distance(fs::directory_iterator(store.damaged()), fs::directory_iterator()), 1);
  EXPECT_EQ(read_file(*fs::directory_iterator(store.damaged())), damaged);
  EXPECT_THAT(repair(store, findings[0]), HasSubstr("left alone"));
}

TEST_F(PackedFileTest, OfATruncatedFileAllBeforeTheCutIsKept) {
  write_pack(file, records);
  const std::string whole = read_file(file);
  std::size_t most = 0;
  for (std::size_t size = 20; size < whole.size(); size += 1 + whole.size() / 40) {
    folder.write("results/records/study.jsonl.gz", whole.substr(0, size));
    const PackedSalvage found = salvage(file);
    EXPECT_EQ(found.problems, 1u) << found.problem;
    EXPECT_GE(found.records.size(), most) << size;
    most = found.records.size();
    for (std::size_t i = 0; i < most; ++i) EXPECT_EQ(found.records[i].id, records[i].id);
  }
  EXPECT_GE(most, records.size() - 1) << "only the last bytes were missing";
}

TEST_F(PackedFileTest, WhatHoldsNoRecordAtAllIsMovedAside) {
  folder.write("results/records/study.jsonl.gz", "nothing");
  fs::create_directory(store.records() / "folder.jsonl.gz");
  const auto findings = inspect(store);
  ASSERT_THAT(findings, SizeIs(2));
  for (const StoreFinding& finding : findings) EXPECT_THAT(repair(store, finding), HasSubstr("moved to"));
  EXPECT_THAT(inspect(store), IsEmpty());
  EXPECT_THAT(store.packed_files(), IsEmpty());
  EXPECT_EQ(std::distance(fs::directory_iterator(store.damaged()), fs::directory_iterator()), 2);
}

// Larger ones are a burden to whoever clones the repository.
TEST(ReferenceRecords, ArePackedIntoFilesOfModestSize) {
  for (const fs::path& file : Store("results/reference").packed_files())
    EXPECT_LT(fs::file_size(file), 4'000'000u) << file;
}

// Then a run of one data set's cells changes no file of another, of which git would keep a copy.
TEST(ReferenceRecords, ArePartedByDataSet) {
  const Store reference("results/reference");
  const std::vector<fs::path> files = reference.packed_files();
  std::set<std::string> cells;
  for_each_packed(files, [&](Record&& record, std::string_view, std::size_t file, bool again) {
    EXPECT_FALSE(again) << record.id;
    const std::string config = Store::packed_config_of(files[file]);
    EXPECT_EQ(files[file], reference.packed_path_of(config, record.cell.dataset.name));
    cells.insert(record.id);
  });
  EXPECT_GT(cells.size(), 6000u);
}

}  // namespace
}  // namespace sketchbench
