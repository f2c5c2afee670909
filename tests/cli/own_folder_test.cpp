// Commands in a folder of the user's own: his configuration, his manifests and data, and the program's own
// data sets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include "cli/workbench.hpp"
#include "support/page_scripts.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::Ended;
using testing_support::joined;
using testing_support::script_of;
using testing_support::unpacked_json;
using testing_support::Words;
using testing_support::Workbench;

/// study/my.json asks for the data set "quadrants", which no other folder here describes; its manifest and
/// files are wherever a test puts them. Its title is its manifest's alone.
class OwnFolder : public testing::Test {
 protected:
  OwnFolder() {
    bench.write("study/my.json", bench.read("configs/tiny.json"));
    fs::create_directories(bench / "elsewhere");
    Json manifest = parse_json(bench.read("datasets/quadrants.json"), "quadrants.json");
    manifest["title"] = data_set_title;
    bench.write("datasets/quadrants.json", manifest.dump());
    fs::rename(bench / "datasets", bench / "moved");
  }

  void put_data_set_into(const std::string& folder) const {
    fs::create_directories(bench / folder);
    fs::rename(bench / "moved/quadrants.json", bench / (folder + "/quadrants.json"));
    for (const char* name : {"quadrants", "quadrants.t"})
      fs::rename(bench / (std::string("mirror/") + name), bench / (folder + "/" + name));
  }
  /// One of the program's own manifests, with another title.
  void put_another_adult_into(const std::string& folder) const {
    Json manifest = read_json(fs::path(SKETCHBENCH_SOURCE_DIR) / "datasets/adult.json");
    manifest["title"] = "Another";
    bench.write(folder + "/adult.json", manifest.dump());
  }
  void ask_for(const std::string& dataset) const {
    Json config = parse_json(bench.read("study/my.json"), "my.json");
    config["grid"][0]["dataset"] = dataset;
    bench.write("study/my.json", config.dump());
  }
  Ended in(const std::string& folder, const Words& words, const std::string& variables = "") const {
    return bench.run_in_shell("cd " + folder + " && " + variables + " \"$0\" \"$@\"", words);
  }
  void expect_title(const Ended& report) const {
    EXPECT_EQ(report.exit_code, 0) << report.output;
    EXPECT_THAT(report.output, HasSubstr(data_set_title));
  }
  void expect_done(const Ended& ended) const {
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    EXPECT_THAT(ended.output, HasSubstr("2 done, 0 failed"));
  }

  static constexpr const char* data_set_title = "Four corners";
  Workbench bench;
};

TEST_F(OwnFolder, RunsAndReportsWithManifestAndDataBesideTheConfiguration) {
  put_data_set_into("study");
  expect_done(in("study", {"run", "my.json"}));
  EXPECT_THAT(bench.files("study/results/records"), testing::SizeIs(2));
  EXPECT_FALSE(bench.files("study/datasets/cache/prepared").empty());
  expect_title(in("study", {"report", "my.json"}));
}

TEST_F(OwnFolder, AReportOfAllConfigurationsFindsTheManifestsBesideThem) {
  put_data_set_into("study/configs");
  fs::rename(bench / "study/my.json", bench / "study/configs/my.json");
  expect_done(in("study", {"run", "configs/my.json"}));
  expect_title(in("study", {"report"}));
}

TEST_F(OwnFolder, ManifestsAreFoundBesideALinkAndBesideTheFileThatItLeadsTo) {
  fs::create_directories(bench / "far");
  fs::rename(bench / "study/my.json", bench / "far/my.json");
  fs::create_symlink("../far/my.json", bench / "study/my.json");
  for (const std::string folder : {"study", "far"}) {
    put_data_set_into(folder);
    expect_done(in("study", {"run", "my.json", "--force"}));
    expect_title(in("study", {"report", "my.json"}));
    fs::rename(bench / (folder + "/quadrants.json"), bench / "moved/quadrants.json");
    for (const char* name : {"quadrants", "quadrants.t"})
      fs::rename(bench / (folder + "/" + name), bench / (std::string("mirror/") + name));
  }
}

TEST_F(OwnFolder, DataAreFoundBesideTheManifestThatALinkLeadsTo) {
  put_data_set_into("far");
  fs::create_symlink("../far/quadrants.json", bench / "study/quadrants.json");
  expect_done(in("study", {"run", "my.json"}));
}

TEST_F(OwnFolder, TheListGoesOnAfterAManifestThatIsWrong) {
  put_data_set_into("study");
  bench.write("study/broken.json", R"({"name": "broken", "sources": []})");
  const Ended list = in("study", {"datasets", "list", "--datasets", "."});
  EXPECT_EQ(list.exit_code, 2) << list.output;
  EXPECT_THAT(list.output, AllOf(HasSubstr("broken.json"), HasSubstr("beside manifest"), HasSubstr("adult")));
}

TEST_F(OwnFolder, WhatARunLeavesIsWhereTheCommandWorks) {
  put_data_set_into("study/datasets");
  const std::vector<std::string> before = bench.files("study");
  expect_done(in("elsewhere", {"run", "../study/my.json"}));
  EXPECT_EQ(in("elsewhere", {"report", "../study/my.json"}).exit_code, 0);
  EXPECT_EQ(bench.files("study"), before);
  EXPECT_THAT(bench.files("elsewhere/results/records"), testing::SizeIs(2));
}

TEST_F(OwnFolder, AFolderOfManifestsCanBeNamed) {
  put_data_set_into("my data");
  const std::string folder = (bench / "my data").string();
  expect_done(in("elsewhere", {"run", "../study/my.json", "--datasets", folder}));
  expect_title(in("elsewhere", {"report", "../study/my.json", "--datasets", folder}));
  EXPECT_THAT(in("elsewhere", {"report", "../study/my.json"}).output, Not(HasSubstr(data_set_title)));
  const Words check = {"check", "base.json", "--config", "../study/my.json", "--datasets", folder};
  expect_done(in("study", {"run", "my.json"}, "SKETCHBENCH_DATASETS='../my data'"));
  EXPECT_EQ(in("elsewhere", joined(check, {"--write"})).exit_code, 0);
  expect_title(in("elsewhere", check));
  for (const Ended& list :
       {in("elsewhere", {"datasets", "list", "--datasets", folder, "--datasets", "../study"}),
        in("elsewhere", {"datasets", "list"}, "SKETCHBENCH_DATASETS='" + folder + "'")}) {
    EXPECT_EQ(list.exit_code, 0) << list.output;
    EXPECT_THAT(list.output, AllOf(HasSubstr(folder + "/quadrants.json"), HasSubstr("beside manifest"),
                                   HasSubstr("adult"), HasSubstr("built in")));
  }
  const Ended without = in("elsewhere", {"run", "../study/my.json"});
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_THAT(without.output, AllOf(HasSubstr("my.json: \"grid[0].dataset\""), HasSubstr("\"quadrants\""),
                                    HasSubstr("../study, "), HasSubstr("known: ")));
}

TEST_F(OwnFolder, TheProgramsOwnDataSetsAreKnownEverywhere) {
  ask_for("poly_teacher_sparse");
  const Ended plan = in("study", {"run", "my.json", "--dry-run"});
  EXPECT_EQ(plan.exit_code, 0) << plan.output;
  EXPECT_THAT(plan.output, HasSubstr("2 cells to run"));
  const Ended shipped = in("study", {"run", SKETCHBENCH_SOURCE_DIR "/configs/ci.json", "--dry-run"});
  EXPECT_EQ(shipped.exit_code, 0) << shipped.output;
  const Ended info = in("elsewhere", {"datasets", "info", "adult"});
  EXPECT_EQ(info.exit_code, 0) << info.output;
  EXPECT_THAT(info.output, HasSubstr("datasets/adult.json"));
}

TEST_F(OwnFolder, AnotherManifestOfTheSameNameIsRefusedBeforeAnythingRuns) {
  ask_for("adult");
  const std::string own = (fs::canonical(SKETCHBENCH_SOURCE_DIR) / "datasets/adult.json").string();
  for (const std::string folder : {"study", "study/datasets", "moved"}) {
    put_another_adult_into(folder);
    const Ended ended = in("study", {"run", "my.json", "--datasets", "../moved"});
    EXPECT_EQ(ended.exit_code, 2) << ended.output;
    EXPECT_THAT(ended.output, AllOf(HasSubstr("my.json: \"grid[0].dataset\""),
                                    HasSubstr("/adult.json: \"name\" is \"adult\""), HasSubstr(own),
                                    HasSubstr("expected one manifest of that name")));
    EXPECT_FALSE(fs::exists(bench / "study/results"));
    EXPECT_FALSE(fs::exists(bench / "study/datasets/cache"));
    fs::remove(bench / (folder + "/adult.json"));
  }
  bench.write("study/adult.json", read_file(own));
  EXPECT_EQ(in("study", {"run", "my.json", "--dry-run"}).exit_code, 0) << "a copy is no other manifest";
}

/// One cell of a configuration of the program's own, on generated data.
const Words one_cell = {
    "--quick", "--only", "dataset=poly_regression", "--only", "method=tensor_sketch", "--only", "D=100",
    "--only",  "seed=1"};
constexpr const char* regression = SKETCHBENCH_SOURCE_DIR "/configs/regression.json";

TEST_F(OwnFolder, ReproducesPapersAnywhere) {
  for (const std::string what : {"tables", "figures", "kdd13", "kpca", "all"}) {
    const Ended plan = in("elsewhere", {"reproduce", what, "--dry-run"});
    EXPECT_EQ(plan.exit_code, 0) << plan.output;
    EXPECT_THAT(plan.output, HasSubstr("to run"));
  }
  const Ended named = in("elsewhere", {"reproduce", "--dry-run", "--configs", "configs"});
  EXPECT_EQ(named.exit_code, 2) << "a folder that is named is the only one";
  EXPECT_THAT(named.output, HasSubstr("configs/table1.json"));
}

TEST_F(OwnFolder, ReportsTheProgramsOwnConfigurationsBesideTheirs) {
  ASSERT_EQ(in("elsewhere", joined({"run", regression}, one_cell)).exit_code, 0);
  const std::string title = "Regression: ridge on random features";
  const Ended report = in("elsewhere", {"report", "--quick"});
  EXPECT_EQ(report.exit_code, 0) << report.output;
  EXPECT_THAT(report.output, HasSubstr(title));
  const std::string results = (bench / "elsewhere/results").string();
  const Ended beside = in("study", {"report", "--quick", "--results", results});
  EXPECT_EQ(beside.exit_code, 0) << beside.output;
  EXPECT_THAT(beside.output, HasSubstr(title)) << "from every folder";
  Json own = read_json(regression);
  own["title"] = "Mine";
  bench.write("study/configs/regression.json", own.dump());
  EXPECT_THAT(in("study", {"report", "--quick", "--results", results}).output,
              AllOf(HasSubstr("Mine"), Not(HasSubstr(title))))
      << "a folder's own configuration comes first";
}

TEST_F(OwnFolder, ThePageHasItsChartsAnywhere) {
  ASSERT_EQ(in("elsewhere", joined({"run", regression}, one_cell)).exit_code, 0);
  const Ended page = in("elsewhere", {"report", "--quick", "--format", "html"});
  EXPECT_EQ(page.exit_code, 0) << page.output;
  if (fs::exists(SKETCHBENCH_SOURCE_DIR "/web/build/charts.js")) {
    EXPECT_THAT(page.output, Not(HasSubstr("no charts")));
  }
  EXPECT_THAT(unpacked_json(script_of(bench.read("elsewhere/results/report-quick.html"), "data")).dump(),
              HasSubstr("bench_growth"));
}

TEST_F(OwnFolder, TheManifestOfTheImagesIsAskedForAsWell) {
  Json manifest = read_json(fs::path(SKETCHBENCH_SOURCE_DIR) / "datasets/gisette_sim.json");
  manifest["name"] = "mine";
  bench.write("study/mine.json", manifest.dump());
  ask_for("mine");
  EXPECT_EQ(in("study", {"run", "my.json", "--dry-run"}).exit_code, 0);
  Json images = read_json(fs::path(SKETCHBENCH_SOURCE_DIR) / "datasets/mnist.json");
  images["title"] = "Other digits";
  bench.write("study/mnist.json", images.dump());
  const Ended ended = in("study", {"run", "my.json"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.output, AllOf(HasSubstr("\"grid[0].dataset\""), HasSubstr("\"name\" is \"mnist\"")));
  EXPECT_FALSE(fs::exists(bench / "study/results"));
}

TEST_F(OwnFolder, AConfigurationMayBeCalledAsADataSetIs) {
  ask_for("adult");
  fs::rename(bench / "study/my.json", bench / "study/adult.json");
  EXPECT_EQ(in("study", {"run", "adult.json", "--dry-run"}).exit_code, 0);
  bench.write("study/quadrants.json", bench.read("configs/tiny.json"));
  const Ended ended = in("study", {"run", "quadrants.json"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.output, AllOf(HasSubstr("quadrants.json: \"grid[0].dataset\""),
                                  HasSubstr("expected the manifest of the data set \"quadrants\"")));
}

TEST_F(OwnFolder, ANamedFolderThatIsNoneIsRefusedByEveryCommandThatLooksForManifests) {
  for (const Words& words : {Words{"run", "my.json"},
                             {"report", "my.json"},
                             {"check", "none.json", "--config", "my.json", "--write"},
                             {"datasets", "list"},
                             {"doctor"}}) {
    for (const Ended& ended : {in("study", joined(words, {"--datasets", "typo"})),
                               in("study", words, "SKETCHBENCH_DATASETS=typo")}) {
      EXPECT_EQ(ended.exit_code, 2) << ended.output;
      EXPECT_THAT(ended.output, HasSubstr(" typo: there is no such folder"));
    }
  }
  EXPECT_THAT(bench.files("study"), testing::ElementsAre("my.json"));
}

TEST_F(OwnFolder, AProgramThatFindsNoManifestsSaysWhereTheyAreExpected) {
  const Ended ended =
      bench.run_in_shell("cd elsewhere && cp \"$0\" copy && ./copy \"$@\"", {"datasets", "list"});
  EXPECT_EQ(ended.exit_code, 2) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("no folder of data set manifests"), HasSubstr("--datasets DIR")));
}

TEST_F(OwnFolder, TheDoctorLeavesDataOfManifestsThatItDoesNotKnowAlone) {
  put_data_set_into("study");
  expect_done(in("study", {"run", "my.json"}));
  bench.write("study/datasets/cache/downloads/large.csv.part", "1,2\n");
  const auto before = bench.files("study/datasets");
  const Ended unaware = in("study", {"doctor", "--repair"});
  EXPECT_EQ(unaware.exit_code, 0) << unaware.output;
  EXPECT_THAT(unaware.output, AllOf(HasSubstr("is of no manifest here: quadrants-"),
                                    HasSubstr("large.csv.part: 4 B are there, of no manifest here")));
  EXPECT_EQ(bench.files("study/datasets"), before);
  EXPECT_THAT(in("study", {"doctor", "--datasets", "."}).output, Not(HasSubstr("quadrants-")));
}

}  // namespace
}  // namespace sketchbench
