// Files of the user's own in every folder that the program writes to: whatever repairs, verifies or tidies,
// nothing of them is lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <chrono>
#include <set>

#include <sketchbench/core/json.hpp>
#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::Ended;
using testing_support::joined;
using testing_support::Words;
using testing_support::Workbench;

/// Endings that the program gives to files of its own, and some that it does not.
const std::vector<std::string> endings = {".json", ".jsonl.gz", ".bin", ".bin.lock", ".lock", ".part",
                                          ".tmp",  ".csv",      ".txt", ".md",       "",      ".json.bak"};

class OwnFiles : public testing::Test {
 protected:
  OwnFiles() {
    Json manifest = parse_json(bench.read("datasets/quadrants.json"), "quadrants.json");
    manifest["name"] = "mine";  // of no address
    bench.write("datasets/mine.json", manifest.dump());
    EXPECT_EQ(bench.run({"run", "configs/tiny.json", "--mirror", "mirror"}).exit_code, 0);
    EXPECT_EQ(bench.run({"report", "configs/tiny.json", "--write"}).exit_code, 0);
    EXPECT_EQ(bench.run({"datasets", "fetch", "mine", "--mirror", "mirror"}).exit_code, 0);
    bench.write("datasets/cache/computed/" + std::string(64, '0') + ".json", "{}");
  }

  /// A file of no two contents; old, as what is stale is.
  void put(const std::string& name) {
    const std::string text = fmt::format("notes of chapter {}\n", texts.size());
    bench.write(name, text);
    fs::last_write_time(bench / name, fs::file_time_type::clock::now() - std::chrono::hours(48));
    texts[text] = name;
  }
  /// Those that are nowhere below the bench any more, by the names that they had.
  std::vector<std::string> lost() const {
    std::set<std::string> found;
    for (const std::string& file : bench.files("")) found.insert(bench.read(file));
    std::vector<std::string> names;
    for (const auto& [text, name] : texts)
      if (!found.contains(text)) names.push_back(name);
    return names;
  }
  /// Those that are not where they were.
  std::vector<std::string> moved() const {
    std::vector<std::string> names;
    for (const auto& [text, name] : texts)
      if (!fs::exists(bench / name) || bench.read(name) != text) names.push_back(name);
    return names;
  }
  Ended mirrored(const Words& words) const { return bench.run(joined(words, {"--mirror", "mirror"})); }
  std::string name_in(const std::string& folder, const std::string& ending) const {
    for (const std::string& file : bench.files(folder))
      if (file.ends_with(ending)) return folder + "/" + file;
    return "";
  }

  Workbench bench;
  std::map<std::string, std::string> texts;  ///< by content: the name
  const std::vector<Words> commands = {{"doctor"},
                                       {"doctor", "--repair"},
                                       {"doctor", "--repair"},
                                       {"datasets", "verify", "mine"},
                                       {"datasets", "verify", "quadrants"},
                                       {"datasets", "verify"},
                                       {"datasets", "fetch", "mine"},
                                       {"run", "configs/tiny.json"},
                                       {"run", "configs/tiny.json", "--force"},
                                       {"run", "configs/small.json", "--jobs", "2"}};
};

TEST_F(OwnFiles, InEveryFolderOutliveEveryCommand) {
  for (const std::string& ending : endings) {
    for (const char* folder :
         {"results", "results/tiny", "results/small", "results/thesis", "results/claims", "results/damaged",
          "datasets/cache", "datasets/cache/downloads", "datasets/cache/prepared", "datasets/cache/computed"})
      for (const char* name : {"notes", "mine-notes", "quadrants-notes", "2024", "0123456789abcdef"})
        put(fmt::format("{}/{}{}", folder, name, ending));
    // Beside records none of these may stand, for it might have been meant as one; it is moved.
    if (ending != ".jsonl.gz") put("results/records/notes" + ending);
  }
  put("results/thesis/skipped.json");
  put("datasets/cache/downloads/quadrants");  // a published file of no address
  put("datasets/cache/downloads/quadrants.lock");
  for (const Words& command : commands) {
    const Ended ended = mirrored(command);
    EXPECT_THAT(lost(), testing::IsEmpty()) << testing::PrintToString(command) << ended.output;
    for (const std::string& name : moved())
      EXPECT_TRUE(name == "results/records/notes.json") << name << " " << testing::PrintToString(command);
    if (HasFailure()) return;
  }
}

// What has the very name of a file of the program's own cannot stay; it goes where damaged records go.
TEST_F(OwnFiles, UnderNamesOfTheProgramsOwnAreMovedAside) {
  const std::string entry = name_in("datasets/cache/prepared", ".bin"),
                    record = name_in("results/records", ".json");
  for (const std::string& name : {entry, entry + ".lock", record, std::string("results/tiny/skipped.json"),
                                  "datasets/cache/computed/" + std::string(64, '0') + ".json",
                                  "results/claims/" + std::string(64, 'a') + ".json",
                                  "results/claims/" + fs::path(record).filename().string(),
                                  std::string("results/records/tiny.quadrants.jsonl.gz")})
    put(name);
  for (const Words& command : commands) {
    const Ended ended = mirrored(command);
    EXPECT_THAT(lost(), testing::IsEmpty()) << testing::PrintToString(command) << ended.output;
  }
  EXPECT_EQ(mirrored({"run", "configs/tiny.json"}).exit_code, 0);
  EXPECT_EQ(mirrored({"doctor"}).exit_code, 0) << mirrored({"doctor"}).output;
}

TEST_F(OwnFiles, AreFoundByNoOtherCommand) {
  put("results/thesis/skipped.json");
  put("results/notes.txt");
  for (const Words& words : std::vector<Words>{{"pack", "configs/tiny.json"},
                                               {"pack", "--unpack"},
                                               {"report", "configs/tiny.json", "--write"},
                                               {"merge", "results", "--into", "merged"}}) {
    bench.run(words);
    EXPECT_THAT(lost(), testing::IsEmpty()) << testing::PrintToString(words);
    EXPECT_THAT(moved(), testing::IsEmpty()) << testing::PrintToString(words);
  }
}

TEST_F(OwnFiles, APublishedFileThatCannotBeFetchedAgainIsLeftToTheUser) {
  bench.write("datasets/cache/downloads/quadrants", "+1 1:1\n");
  const Ended ended = mirrored({"doctor", "--repair"});
  EXPECT_THAT(ended.output, AllOf(HasSubstr("downloads/quadrants"), Not(HasSubstr("fetches it again"))));
  EXPECT_EQ(bench.read("datasets/cache/downloads/quadrants"), "+1 1:1\n");
}

TEST_F(OwnFiles, OneThatCanBeFetchedAgainIsMovedAside) {
  Json manifest = parse_json(bench.read("datasets/quadrants.json"), "quadrants.json");
  manifest["sources"][0]["files"][0]["urls"] = {"https://example.org/quadrants"};
  bench.write("datasets/quadrants.json", manifest.dump());
  put("datasets/cache/downloads/quadrants");
  put("datasets/cache/downloads/quadrants.part");
  mirrored({"doctor", "--repair"});
  EXPECT_THAT(lost(), testing::IsEmpty());
  EXPECT_FALSE(fs::exists(bench / "datasets/cache/downloads/quadrants"));
  EXPECT_THAT(mirrored({"doctor"}).output, HasSubstr("3 files in datasets/cache/damaged, set aside"));
}

// A program reads the table; whoever started it reads what is missing from it.
TEST_F(OwnFiles, ARecordThatWasChangedIsToldBesideATableOfNumbers) {
  const std::string record = name_in("results/records", ".json");
  Json changed = parse_json(bench.read(record), record);
  changed.at("result").at("accuracy") = 99.875;
  bench.write(record, json_text(changed, 1));
  const Ended ended =
      bench.run_in_shell("\"$0\" \"$@\" > table", {"report", "configs/tiny.json", "--format", "csv"});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_THAT(ended.output, AllOf(HasSubstr(record), HasSubstr("checksum")));
  EXPECT_THAT(bench.read("table"), Not(HasSubstr("checksum")));
}

TEST_F(OwnFiles, InThePlaceOfAListOfSkippedCellsAreAWarning) {
  for (const char* text : {"[1]", "{", "{}", "[{\"cell\": 3}]", "7"}) {
    bench.write("results/tiny/skipped.json", text);
    for (const Words& words :
         std::vector<Words>{{"report", "configs/tiny.json"}, {"pack", "configs/tiny.json", "--keep"}}) {
      const Ended ended = bench.run(words);
      EXPECT_EQ(ended.exit_code, 0) << text << ended.output;
      EXPECT_THAT(ended.output,
                  AllOf(HasSubstr("warning: results/tiny/skipped.json"),
                        HasSubstr("no list of skipped cells"), Not(HasSubstr("json.exception"))))
          << text;
    }
  }
}

}  // namespace
}  // namespace sketchbench
