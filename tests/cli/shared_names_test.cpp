// Two data sets of one name, each with its manifest beside its own configuration, share a folder of results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include "cli/workbench.hpp"
#include "support/libsvm_dataset.hpp"
#include "support/quadrants.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::add_libsvm_dataset;
using testing_support::Ended;
using testing_support::joined;
using testing_support::quadrants;
using testing_support::TemporaryFolder;
using testing_support::Words;
using testing_support::Workbench;

class SharedNames : public testing::Test {
 protected:
  SharedNames() {
    add_study("a", 300);
    add_study("b", 40);  // fewer rows to learn from: another accuracy
  }

  /// FOLDER/my.json asks for the data set "w", whose manifest and files lie beside it.
  void add_study(const std::string& folder, int rows) const {
    const TemporaryFolder made;
    add_libsvm_dataset(made, "w", quadrants(rows, 1), quadrants(200, 2), 8);
    Json manifest = parse_json(read_file(made / "datasets/w.json"), "w.json");
    manifest["title"] = "Title of " + folder;
    bench.write(folder + "/w.json", manifest.dump());
    for (const std::string name : {"w", "w.t"})
      bench.write(folder + "/" + name, read_file(made / ("mirror/" + name)));
    Json config = parse_json(bench.read("configs/tiny.json"), "tiny.json");
    config["grid"][0]["dataset"] = "w";
    bench.write(folder + "/my.json", config.dump());
  }
  Ended in(const std::string& folder, const Words& words) const {
    return bench.run_in_shell("cd " + folder + " && \"$0\" \"$@\"", words);
  }
  std::string csv(const std::string& folder, const std::string& results) const {
    const Ended ended = in(folder, {"report", "my.json", "--results", results, "--format", "csv"});
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    return ended.output;
  }

  Workbench bench;
  const Words check = {"check", "base.json", "--results", "../shared"};
};

TEST_F(SharedNames, AReportIsOfTheDataThatItsManifestStandsFor) {
  for (const std::string folder : {"a", "b"}) {
    ASSERT_EQ(in(folder, {"run", "my.json", "--results", "../" + folder + "_alone"}).exit_code, 0);
    ASSERT_EQ(in(folder, {"run", "my.json", "--results", "../shared"}).exit_code, 0);
  }
  const auto accuracy =
      [](const std::string& table) {  // dataset to accuracy_std; times differ from run to run
        const std::size_t row = table.find("\nw,");
        std::size_t end = row;
        for (int field = 0; field < 8; ++field) end = table.find(',', end + 1);
        return table.substr(row, end - row);
      };
  EXPECT_NE(accuracy(csv("a", "../a_alone")), accuracy(csv("b", "../b_alone"))) << "else nothing is shown";
  for (const std::string folder : {"a", "b"}) {
    EXPECT_EQ(accuracy(csv(folder, "../shared")), accuracy(csv(folder, "../" + folder + "_alone")));
    const Ended report = in(folder, {"report", "my.json", "--results", "../shared"});
    EXPECT_THAT(report.output,
                AllOf(HasSubstr("Title of " + folder), Not(HasSubstr("cannot be told")),
                      HasSubstr("2 records of w with other contents than its manifest stands for")));
    EXPECT_EQ(in(folder, joined(check, {"--config", "my.json", "--write"})).exit_code, 0);
    EXPECT_EQ(in(folder, check).exit_code, 0);
  }
}

TEST_F(SharedNames, RecordsOfOtherDataAloneAreNoResults) {
  ASSERT_EQ(in("a", {"run", "my.json", "--results", "../shared"}).exit_code, 0);
  ASSERT_EQ(in("b", {"run", "my.json"}).exit_code, 0);
  EXPECT_THAT(csv("b", "../shared"), HasSubstr("missing"));
  EXPECT_THAT(csv("a", "../shared"), HasSubstr("done"));
}

TEST_F(SharedNames, WhereTheDataAreNotPreparedItIsSaidThatItCannotBeTold) {
  ASSERT_EQ(in("a", {"run", "my.json", "--results", "../shared"}).exit_code, 0);
  ASSERT_EQ(in("a", joined(check, {"--config", "my.json", "--write"})).exit_code, 0);
  fs::rename(bench / "a/datasets", bench / "a/elsewhere");
  const Words report = {"report", "my.json", "--results", "../shared"};
  EXPECT_THAT(in("a", report).output, Not(HasSubstr("cannot be told"))) << "there is one content alone";
  EXPECT_EQ(in("a", check).exit_code, 0);

  ASSERT_EQ(in("b", {"run", "my.json", "--results", "../shared"}).exit_code, 0);
  const Ended unclear = in("a", report);
  EXPECT_EQ(unclear.exit_code, 0) << unclear.output;
  EXPECT_THAT(unclear.output, AllOf(HasSubstr("2 different contents"), HasSubstr("cannot be told")));
  const Ended checked = in("a", check);
  EXPECT_EQ(checked.exit_code, 1) << checked.output;
  EXPECT_THAT(checked.output, HasSubstr("cannot be told"));
  EXPECT_EQ(in("a", joined(check, {"--write"})).exit_code, 2) << "nor can a baseline be made";
  const Words told = {"--data", "elsewhere/cache"};
  EXPECT_THAT(in("a", joined(report, told)).output, Not(HasSubstr("cannot be told")));
  EXPECT_EQ(in("a", joined(check, told)).exit_code, 0);
}

}  // namespace
}  // namespace sketchbench
