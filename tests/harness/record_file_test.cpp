// What is believed of a record file, and what is done with the rest.
#include <sketchbench/harness/record/record_file.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <functional>
#include <map>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/harness/record/store_inspection.hpp>
#include "harness/example_record.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::SizeIs;
using testing_support::example_record;
using testing_support::message_of;
using testing_support::TemporaryFolder;
using State = RecordReading::State;

class RecordFileTest : public testing::Test {
 protected:
  fs::path file_of(const Record& record) const { return store.path_of(record.id); }
  /// A record as the store writes it, changed and with a checksum that fits what it is then.
  RecordReading after(const std::function<void(Json&)>& change, Record record = example_record(1)) {
    change(record.json);
    return read_as(record.id, sealed(record.json).dump(1));
  }
  RecordReading read_as(const std::string& id, const std::string& text) {
    folder.write("results/records/" + id + ".json", text);
    return store.look_up(id);
  }

  TemporaryFolder folder;
  Store store{folder / "results"};
};

TEST_F(RecordFileTest, ASealedRecordIsBelievedWhateverItsSpaces) {
  const Record record = example_record(1);
  ASSERT_TRUE(store.put(record));
  const Json written = read_json(file_of(record));
  EXPECT_EQ(written.at("checksum"), record_checksum(record.json));
  EXPECT_EQ(store.look_up(record.id).state, State::good);
  EXPECT_EQ(read_as(record.id, written.dump()).state, State::good);
  EXPECT_EQ(store.find(record.id)->json, record.json) << "readers see the contents without the seal";
}

TEST_F(RecordFileTest, AnyValueChangedByHandIsNoticed) {
  const Record record = example_record(1);
  store.put(record);
  const std::string text = read_file(file_of(record));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    const auto at = other.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return read_as(record.id, other.replace(at, from.size(), to));
  };
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"84.5", "84.6"}, {"\"wall\": 2.5", "\"wall\": 2.4"}, {"\"jobs\": 2", "\"jobs\": 1"}}) {
    const RecordReading reading = changed(from, to);
    EXPECT_EQ(reading.state, State::damaged) << from;
    EXPECT_THAT(reading.problem, AllOf(HasSubstr(record.id), HasSubstr("checksum")));
    EXPECT_THAT(reading.advice(), AllOf(HasSubstr(reading.problem), HasSubstr("doctor")));
    EXPECT_FALSE(store.find(record.id));
  }
}

TEST_F(RecordFileTest, NumbersThatCannotBeAreRefusedWithTheFileNamed) {
  const auto refused = [&](const char* pointer, const Json& value, const std::string& expected) {
    const RecordReading reading = after([&](Json& json) { json[Json::json_pointer(pointer)] = value; });
    EXPECT_EQ(reading.state, State::damaged) << pointer << " = " << value;
    EXPECT_THAT(reading.problem, AllOf(HasSubstr(example_record(1).id), HasSubstr(expected)));
  };
  refused("/result/accuracy", 500, "from 0 to 100");
  refused("/result/accuracy", -3, "from 0 to 100");
  refused("/result/accuracy", "84.5", "from 0 to 100");
  refused("/result", 5, "object");
  refused("/peak_rss_bytes", -1, "peak_rss_bytes");
  refused("/peak_rss_bytes", "much", "peak_rss_bytes");
  refused("/seconds", 3, "seconds");
  refused("/seconds/train", 3, "seconds.train");
  refused("/seconds/train/cpu", -0.5, "seconds.train.cpu");
  refused("/seconds/train/wall", nullptr, "seconds.train.wall");
  refused("/run", Json::array(), "run");
  refused("/run/jobs", 0, "run.jobs");
  refused("/run/time_limit_s", -1, "run.time_limit_s");
  refused("/run/revision", 735, "run.revision");
  refused("/run/dirty", "no", "run.dirty");
  refused("/run/instruction_set", Json::array(), "run.instruction_set");
  refused("/run/host", "a machine", "run.host");
  refused("/run/host", {{"governor", 1}}, "run.host.governor");
  refused("/run/host", {{"load_average", -1}}, "run.host.load_average");
  refused("/status", "perhaps", "status");
  refused("/status", 1, "status");
  refused("/format", 2, "format");
}

TEST_F(RecordFileTest, ATimeoutMustSayItsLimit) {
  const auto timeout = [&](const std::function<void(Json&)>& change) {
    return after([&](Json& json) {
      json["status"] = "timeout";
      json.erase("result");
      change(json);
    });
  };
  EXPECT_EQ(timeout([](Json&) {}).state, State::good);
  EXPECT_EQ(timeout([](Json& json) { json.erase("run"); }).state, State::damaged);
  EXPECT_EQ(timeout([](Json& json) { json["run"].erase("time_limit_s"); }).state, State::damaged);
}

TEST_F(RecordFileTest, ARecordThatReadersWouldRefuseIsNotWritten) {
  Record record = example_record(1);
  record.json["result"]["accuracy"] = 500;
  EXPECT_THAT(message_of<InputError>([&] { store.put(record); }), HasSubstr("from 0 to 100"));
  EXPECT_FALSE(fs::exists(file_of(record)));
}

/// One of everything that has no business in records/.
std::vector<fs::path> spoil(const TemporaryFolder& folder) {
  const auto name = [&](Seed seed) {
    return folder / ("results/records/" + example_record(seed).id + ".json");
  };
  const auto write = [&](Seed seed, const std::string& text) {
    return folder.write("results/records/" + example_record(seed).id + ".json", text);
  };
  std::vector<fs::path> files;
  files.push_back(write(2, "{\"format\": 1e999}"));
  files.push_back(write(3, std::string(100'000, '[')));
  files.push_back(write(4, "{\"format\": 1, \"format\": 1}"));
  files.push_back(write(5, "null"));
  files.push_back(write(6, ""));
  files.push_back(name(7));
  fs::create_directory(files.back());
  files.push_back(name(8));
  EXPECT_EQ(::mkfifo(files.back().c_str(), 0600), 0);
  files.push_back(name(9));
  fs::create_symlink(files.back(), files.back());
  files.push_back(name(10));
  fs::create_symlink("nowhere", files.back());
  return files;
}

TEST_F(RecordFileTest, OneMalformedFileNeverBlocksTheOthersAndEachIsNamed) {
  store.put(example_record(1));
  const std::vector<fs::path> bad = spoil(folder);
  const Store::Loaded loaded = store.load_all();
  ASSERT_THAT(loaded.records, SizeIs(1));
  EXPECT_THAT(loaded.warnings, SizeIs(bad.size()));
  for (const fs::path& file : bad)
    EXPECT_THAT(loaded.warnings, Contains(HasSubstr(file.filename().string())));
}

TEST_F(RecordFileTest, WhatStandsInTheWayOfANewRecordIsKeptAside) {
  spoil(folder);
  for (Seed seed = 2; seed <= 10; ++seed) {
    EXPECT_TRUE(store.put(example_record(seed)));
    EXPECT_TRUE(store.find(example_record(seed).id)) << seed;
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "results/damaged"), fs::directory_iterator()), 9);
}

TEST_F(RecordFileTest, AFinishedRecordIsReplacedByAFinishedOneOnly) {
  Record better = example_record(1), failed = example_record(1), timeout = example_record(1);
  better.json["result"]["accuracy"] = 85.0;
  failed.status = failed.json["status"] = "failed";
  timeout.status = timeout.json["status"] = "timeout";
  EXPECT_TRUE(store.put(failed));
  EXPECT_TRUE(store.put(timeout)) << "nothing was finished yet";
  EXPECT_TRUE(store.put(example_record(1)));
  EXPECT_FALSE(store.put(failed));
  EXPECT_FALSE(store.put(timeout));
  EXPECT_DOUBLE_EQ(store.find(better.id)->json.at("result").at("accuracy").get<double>(), 84.5);
  EXPECT_TRUE(store.put(better));
  EXPECT_DOUBLE_EQ(store.find(better.id)->json.at("result").at("accuracy").get<double>(), 85.0);
}

TEST_F(RecordFileTest, WhereARecordComesFromMayBeSaidOrNot) {
  EXPECT_EQ(after([](Json& json) {
              json["run"]["host"] = {{"cpu", "AMD EPYC"}, {"cores", 2}};
            }).state,
            State::good)
      << "as earlier versions left it";
  const RecordReading reading = after([](Json& json) {
    json["run"].update({{"revision", std::string(40, 'a')}, {"dirty", true}, {"instruction_set", "AVX2"}});
    json["run"]["host"] = {{"cpu", "AMD EPYC"},
                           {"cpu_model", "family 25, model 17, stepping 1"},
                           {"governor", "unknown"},
                           {"boost", "on"},
                           {"load_average", 1.25}};
  });
  EXPECT_EQ(reading.state, State::good) << reading.problem;
  EXPECT_EQ(reading.record.json.at("run").at("dirty"), true);
}

TEST_F(RecordFileTest, ARecordWithoutAChecksumIsNotUsedUntilItIsSealed) {
  const Record record = example_record(1);
  EXPECT_EQ(read_as(record.id, record.json.dump(1)).state, State::unsealed);
  EXPECT_FALSE(store.find(record.id));
  EXPECT_THAT(store.load_all().warnings, Contains(AllOf(HasSubstr(record.id), HasSubstr("doctor --repair"))));
  Record failed = record;
  failed.status = failed.json["status"] = "failed";
  EXPECT_FALSE(store.put(failed)) << "it is a finished record all the same";

  const auto findings = inspect(store);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, StoreFinding::Kind::unsealed_record);
  EXPECT_THAT(repair(store, findings[0]), HasSubstr("sealed"));
  ASSERT_TRUE(store.find(record.id));
  EXPECT_EQ(store.find(record.id)->json, record.json);
  EXPECT_TRUE(inspect(store).empty());
}

TEST_F(RecordFileTest, AnUnsealedRecordThatCannotBeIsNotSealed) {
  Record record = example_record(1);
  record.json["result"]["accuracy"] = 500;
  EXPECT_EQ(read_as(record.id, record.json.dump(1)).state, State::damaged);
}

TEST_F(RecordFileTest, RepairMovesTheDamagedAsideAndDeletesNone) {
  store.put(example_record(1));
  const std::vector<fs::path> bad = spoil(folder);
  const auto findings = inspect(store);
  EXPECT_THAT(findings, SizeIs(bad.size()));
  for (const StoreFinding& finding : findings) {
    EXPECT_EQ(finding.kind, StoreFinding::Kind::damaged_record);
    EXPECT_TRUE(finding.repairable);
    EXPECT_THAT(repair(store, finding), HasSubstr("damaged"));
  }
  EXPECT_TRUE(inspect(store).empty());
  EXPECT_TRUE(store.find(example_record(1).id));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "results/damaged"), fs::directory_iterator()),
            std::ssize(bad));
}

TEST_F(RecordFileTest, RepairLeavesAloneWhatHasChangedSinceItWasLookedAt) {
  const Record record = example_record(1);
  read_as(record.id, "{");
  const auto findings = inspect(store);
  ASSERT_THAT(findings, SizeIs(1));
  store.put(record);  // a run computes it meanwhile
  EXPECT_THAT(repair(store, findings[0]), HasSubstr("left alone"));
  EXPECT_TRUE(store.find(record.id));
}

TEST(ReferenceRecords, AreSealedAndNamedByTheirDescriptions) {
  const Store reference("results/reference");
  const Store::Loaded loaded = reference.load_all();
  EXPECT_TRUE(loaded.warnings.empty()) << loaded.warnings.front();
  EXPECT_GE(loaded.records.size(), 1413u);
  for (const Record& record : loaded.records) {
    Json described = describe(record.cell);
    described["versions"] = record.json.at("cell").at("versions");  // of the day when it was made
    EXPECT_EQ(cell_id(described), record.id);
  }
}

/// A cell's description without what a configuration does not say: the data's contents and the versions.
std::string said_by_configuration(Json description) {
  description.erase("versions");
  description["dataset"].erase("content_hash");
  return json_text(description);
}

// What a configuration asks for today has the names that it had when the records were made.
TEST(ReferenceRecords, AreNamedByWhatTheConfigurationsSay) {
  std::map<std::string, Json> described;
  for (const auto& entry : fs::directory_iterator("configs"))
    if (entry.path().extension() == ".json" && entry.path().stem() != "notes")
      for (const Cell& cell : expand(read_config(entry.path()))) {
        const Json description = describe(cell);
        described.emplace(said_by_configuration(description), description);
      }
  int from_configurations = 0;
  const Store::Loaded loaded = Store("results/reference").load_all();
  for (const Record& record : loaded.records) {
    const Json& recorded = record.json.at("cell");
    const auto found = described.find(said_by_configuration(recorded));
    if (found == described.end()) continue;
    Json description = found->second;
    description["versions"] = recorded.at("versions");  // of the day when it was made
    description["dataset"]["content_hash"] = recorded.at("dataset").at("content_hash");
    EXPECT_EQ(cell_id(description), record.id);
    ++from_configurations;
  }
  EXPECT_EQ(from_configurations, std::ssize(loaded.records));
}

}  // namespace
}  // namespace sketchbench
