#include <sketchbench/harness/record/store.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include "harness/example_record.hpp"
#include "support/temporary_folder.hpp"
#include "support/temporary_name.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::example_record;
using testing_support::message_of;
using testing_support::TemporaryFolder;

TEST(Cell, DescriptionAndCellAreInverse) {
  const Cell cell = example_record(3).cell;
  const Json description = describe(cell);
  EXPECT_EQ(describe(parse_cell(description)), description);
  EXPECT_TRUE(request_key(parse_cell(description)) == request_key(cell));
}

// So that what was recorded before maps had parameters keeps its name.
TEST(Cell, TellsTheParametersOfAMapWhereTheyAreGiven) {
  Cell cell = example_record(1).cell;
  EXPECT_FALSE(describe(cell).at("method").contains("parameters"));
  Cell told = cell;
  told.map_parameters = {{"order", 2}};
  EXPECT_EQ(parse_cell(describe(told)).map_parameters, told.map_parameters);
  EXPECT_NE(request_key(told), request_key(cell));
}

TEST(Cell, EveryFieldChangesTheId) {
  const Cell cell = example_record(1).cell;
  const std::string id = cell_id(describe(cell));
  std::vector<Cell> others(10, cell);
  others[0].dataset.name = "mnist";
  others[1].dataset.max_train = 10;
  others[2].data_hash[0] = 'b';
  others[3].kernel = PolynomialKernel{.degree = 3, .coef0 = 1};
  others[4].kernel = PolynomialKernel{.degree = 2, .coef0 = 0.5};
  others[5].D = 201;
  others[6].learner = others[6].learner.with("C", 2.0);
  others[7].seed = 2;
  others[8].map_parameters = {{"order", 2}};
  others[9].kernel = GaussianKernel{};
  for (const Cell& other : others) EXPECT_NE(cell_id(describe(other)), id) << describe(other);
}

TEST(Store, GivesBackWhatWasPut) {
  const TemporaryFolder folder;
  const Store store(folder.path());
  const Record record = example_record(1);
  EXPECT_FALSE(store.find(record.id));
  store.put(record);
  const auto found = store.find(record.id);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->json, record.json);
  EXPECT_DOUBLE_EQ(found->json.at("result").at("accuracy").get<double>(), 84.5);
  EXPECT_FALSE(store.find(example_record(2).id));
}

TEST(Store, LeavesOutWhatCannotBeTrustedAndNamesIt) {
  const TemporaryFolder folder;
  const Store store(folder.path());
  store.put(example_record(1));
  const Record truncated = example_record(2), edited = example_record(3), old = example_record(4),
               incomplete = example_record(5);
  folder.write("records/" + truncated.id + ".json", truncated.json.dump().substr(0, 100));
  Json json = edited.json;
  json["cell"]["seed"] = 99;
  folder.write("records/" + edited.id + ".json", json.dump());
  json = old.json;
  json["format"] = 0;
  folder.write("records/" + old.id + ".json", json.dump());
  json = incomplete.json;
  json.erase("result");
  folder.write("records/" + incomplete.id + ".json", json.dump());

  const auto loaded = store.load_all();
  ASSERT_EQ(loaded.records.size(), 1u);
  EXPECT_EQ(loaded.records.front().id, example_record(1).id);
  EXPECT_EQ(loaded.warnings.size(), 4u);
  for (const Record& bad : {truncated, edited, old, incomplete}) {
    EXPECT_FALSE(store.find(bad.id));
    EXPECT_THAT(loaded.warnings, testing::Contains(HasSubstr(bad.id)));
  }
}

TEST(Store, EveryTruncationOfARecordIsNoticed) {
  const TemporaryFolder folder;
  const Store store(folder.path());
  const Record record = example_record(1);
  store.put(record);
  const std::string text = read_file(store.path_of(record.id));
  for (std::size_t size = 0; size + 2 < text.size(); size += 7) {
    std::ofstream(store.path_of(record.id)) << text.substr(0, size);
    EXPECT_FALSE(store.find(record.id)) << size;
  }
}

TEST(Store, AFolderThatCannotBeWrittenIsSaidAtOnce) {
  const TemporaryFolder folder;
  const auto file = folder.write("occupied", "a file where the folder should be");
  EXPECT_THAT(message_of<InputError>([&] { Store(file).require_writable(); }),
              HasSubstr("cannot be written"));
}

// A command makes many reports of one results folder.
TEST(Store, ReadsRecordsOnceUntilAFileChanges) {
  const TemporaryFolder folder;
  const Store store(folder.path());
  EXPECT_TRUE(store.all()->records.empty());
  const Record first = example_record(1), second = example_record(2);
  store.put(first);
  const auto before = store.all();
  ASSERT_EQ(before->records.size(), 1u);
  EXPECT_EQ(store.all(), before);
  store.put(second);
  const auto after = store.all();
  EXPECT_NE(after, before);
  EXPECT_EQ(after->records.size(), 2u);
  std::filesystem::remove(store.path_of(first.id));
  EXPECT_EQ(store.all()->records.size(), 1u);
  folder.write("records/" + second.id + ".json", "{}");  // in place, and cut short
  EXPECT_TRUE(store.all()->records.empty());
  EXPECT_EQ(store.all()->warnings.size(), 1u);
}

TEST(Store, SweepsTemporaryFilesOfAnotherMachineOnceTheyAreOld) {
  const TemporaryFolder folder;
  const auto old = folder.write(testing_support::external_temporary_of("records/a.json"), ""),
             fresh = folder.write(testing_support::external_temporary_of("records/b.json"), "");
  std::filesystem::last_write_time(old,
                                   std::filesystem::file_time_type::clock::now() - std::chrono::hours(2));
  Store(folder.path()).remove_stale_temporaries();
  EXPECT_FALSE(std::filesystem::exists(old));
  EXPECT_TRUE(std::filesystem::exists(fresh));
}

TEST(Store, RemembersWhatWasSkippedAndWhy) {
  const TemporaryFolder folder;
  const Store store(folder.path());
  EXPECT_TRUE(store.skips("table1").empty());
  store.put_skips("table1", {{example_record(1).cell, "no such file"}});
  const auto skips = store.skips("table1");
  ASSERT_EQ(skips.size(), 1u);
  EXPECT_EQ(skips[0].reason, "no such file");
  EXPECT_TRUE(request_key(skips[0].cell) == request_key(example_record(1).cell));
  std::vector<Skip> of_seeds;
  const Cell cell = example_record(1).cell;
  Cell group = cell;
  group.seed.reset();
  for (const std::optional<Seed> seed : {1, 2, 3}) add_skips(of_seeds, group, {&seed, 1}, "no such file");
  store.put_skips("table1", of_seeds);
  ASSERT_EQ(store.skips("table1").size(), 1u) << "one entry for all seeds";
  EXPECT_EQ(count_cells(store.skips("table1")), 3u);
  Cell other = cell;
  for (const Seed seed : {1, 2, 3, 4}) {
    other.seed = seed;
    EXPECT_EQ(store.skips("table1")[0].covers(request_key(other)), seed < 4);
  }
  store.put_skips("table1", {});
  EXPECT_TRUE(store.skips("table1").empty());
}

TEST(Store, WhatIsNoListOfSkipsIsSaidNotUsedAndKept) {
  for (const char* text :
       {"[1]", "{", "{}", "[{\"cell\": 3, \"reason\": \"none\"}]", "[{\"reason\": \"none\"}]", "notes"}) {
    const TemporaryFolder folder;
    const Store store(folder.path());
    folder.write("table1/skipped.json", text);
    EXPECT_TRUE(store.skips("table1").empty()) << text;
    EXPECT_THAT(store.skips_problem("table1"),
                AllOf(HasSubstr("table1/skipped.json"), Not(HasSubstr("json.exception"))))
        << text;
    store.put_skips("table1", {});
    EXPECT_EQ(store.skips_problem("table1"), "");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(store.damaged()), {}), 1) << text;
  }
}

}  // namespace
}  // namespace sketchbench
