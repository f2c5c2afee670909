// sketchbench pack: every command reads packed records as it reads loose ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing_support::Ended;
using testing_support::joined;
using testing_support::Words;
using testing_support::Workbench;

constexpr const char* packed = "results/records/tiny.quadrants.jsonl.gz";

class Pack : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(run().exit_code, 0); }

  Ended run(const Words& options = {}) const {
    return bench.run(joined({"run", "configs/tiny.json", "--mirror", "mirror"}, options));
  }
  Ended pack(const Words& options = {}) const { return bench.run(joined({"pack"}, options)); }
  void must_pack() const {
    const Ended ended = pack({"configs/tiny.json"});
    ASSERT_EQ(ended.exit_code, 0) << ended.output;
    ASSERT_THAT(bench.files("results/records"), ElementsAre("tiny.quadrants.jsonl.gz"));
  }
  std::string table() const { return bench.run({"report", "configs/tiny.json", "--format", "csv"}).output; }
  /// Commands that read records.
  std::vector<Words> readers() const {
    return {{"report", "configs/tiny.json"},
            {"report", "--format", "html"},
            {"run", "configs/tiny.json", "--mirror", "mirror"},
            {"check", "tiny-baseline.json", "--config", "configs/tiny.json"},
            {"pack"},
            {"pack", "--unpack"}};
  }

  Workbench bench;
};

TEST_F(Pack, EveryCommandReadsPackedRecordsAsLooseOnes) {
  const std::string before = table();
  ASSERT_EQ(bench.run({"check", "tiny-baseline.json", "--config", "configs/tiny.json", "--write"}).exit_code,
            0);
  const std::string baseline = bench.read("tiny-baseline.json");
  must_pack();
  EXPECT_EQ(table(), before);
  EXPECT_THAT(run().output, HasSubstr("nothing to run: 2 cells have a record"));
  EXPECT_EQ(bench.run({"check", "tiny-baseline.json", "--config", "configs/tiny.json"}).exit_code, 0);
  ASSERT_EQ(bench.run({"check", "tiny-baseline.json", "--config", "configs/tiny.json", "--write"}).exit_code,
            0);
  EXPECT_EQ(bench.read("tiny-baseline.json"), baseline);
  EXPECT_THAT(bench.run({"report", "--format", "html"}).output, HasSubstr("2 records to look into"));
  const Ended doctor = bench.run({"doctor", "--mirror", "mirror"});
  EXPECT_EQ(doctor.exit_code, 0) << doctor.output;
  EXPECT_THAT(doctor.output, HasSubstr("1 file of packed records"));
}

TEST_F(Pack, SaysWhatItHasDoneInLinesThatLineUp) {
  const Ended ended = pack({"configs/tiny.json"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  std::istringstream in(ended.output);
  std::string heading, line;
  std::getline(in, heading);
  EXPECT_THAT(heading,
              AllOf(HasSubstr("file"), HasSubstr("records"), HasSubstr("before"), HasSubstr("after")));
  std::getline(in, line);
  EXPECT_THAT(line, HasSubstr("tiny.quadrants.jsonl.gz"));
  EXPECT_EQ(line.find_last_not_of(' '), heading.find_last_not_of(' '));
  EXPECT_THAT(pack().output, HasSubstr("nothing to pack"));
}

TEST_F(Pack, UnpackingGivesTheSameFilesBack) {
  std::map<std::string, std::string> before;
  for (const std::string& file : bench.files("results/records"))
    before[file] = bench.read("results/records/" + file);
  must_pack();
  EXPECT_EQ(pack({"--unpack", "configs/tiny.json"}).exit_code, 0);
  EXPECT_FALSE(fs::exists(bench / packed));
  ASSERT_THAT(bench.files("results/records"), SizeIs(before.size()));
  for (const auto& [file, text] : before) EXPECT_EQ(bench.read("results/records/" + file), text);
}

TEST_F(Pack, AForcedRunWritesLooseRecordsWhichWin) {
  must_pack();
  EXPECT_THAT(run({"--force"}).output, HasSubstr("2 done"));
  EXPECT_THAT(bench.files("results/records"), SizeIs(3));
  EXPECT_THAT(bench.run({"report", "--format", "html"}).output, HasSubstr("2 records to look into"));
  must_pack();
}

TEST_F(Pack, DamageIsNamedByEveryCommandWithExitCodeTwo) {
  ASSERT_EQ(bench.run({"check", "tiny-baseline.json", "--config", "configs/tiny.json", "--write"}).exit_code,
            0);
  must_pack();
  const std::string whole = bench.read(packed);
  std::string altered = whole;
  altered[altered.size() - 6] ^= 1;  // gzip's checksum
  for (const std::string& damaged :
       {whole.substr(0, whole.size() / 2), altered, std::string("no gzip data")}) {
    bench.write(packed, damaged);
    for (const Words& command : readers()) {
      const Ended ended = bench.run(command);
      EXPECT_EQ(ended.exit_code, 2) << command[0];
      EXPECT_THAT(ended.output, AllOf(HasSubstr(std::string(packed) + ":"), HasSubstr("expected"),
                                      HasSubstr("doctor --repair")))
          << command[0];
    }
    EXPECT_EQ(bench.read(packed), damaged);
  }
}

TEST_F(Pack, TheDoctorKeepsWhatCanBeReadAndTheRunComputesTheRest) {
  must_pack();
  const std::string whole = bench.read(packed);
  bench.write(packed, whole.substr(0, whole.size() - 40));  // within the last record
  const Ended found = bench.run({"doctor", "--mirror", "mirror"});
  EXPECT_EQ(found.exit_code, 1);
  EXPECT_THAT(found.output, AllOf(HasSubstr(packed), HasSubstr("truncated"), HasSubstr("--repair keeps")));
  const Ended repaired = bench.run({"doctor", "--mirror", "mirror", "--repair"});
  EXPECT_EQ(repaired.exit_code, 0) << repaired.output;
  EXPECT_THAT(repaired.output, AllOf(HasSubstr("1 record kept"), HasSubstr("All is well.")));
  EXPECT_THAT(bench.files("results/damaged"), SizeIs(1));
  EXPECT_THAT(run().output, HasSubstr("1 done, 0 failed"));
}

TEST_F(Pack, RefusesWhatItCannotFind) {
  for (const auto& [command, says] : std::vector<std::pair<Words, std::string>>{
           {{"pack", "--results", "typo"}, "there is no such folder"},
           {{"pack", "--unpack", "configs/tiny.json"}, "tiny.*.jsonl.gz: is not there"},
           {{"pack", "configs/none.json"}, "configs/none.json"}}) {
    const Ended ended = bench.run(command);
    EXPECT_EQ(ended.exit_code, 2) << ended.output;
    EXPECT_THAT(ended.output, HasSubstr(says));
  }
  EXPECT_THAT(bench.files("results/records"), SizeIs(2));
}

TEST_F(Pack, KnowsQuickRunsByTheirOwnNames) {
  ASSERT_EQ(run({"--quick"}).exit_code, 0);
  const Ended ended = pack({"--quick", "configs/tiny.json"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_TRUE(fs::exists(bench / "results/records/tiny-quick.quadrants.jsonl.gz")) << ended.output;
  EXPECT_THAT(bench.run({"report", "--quick", "configs/tiny.json"}).output, Not(HasSubstr("missing")));
}

TEST(PackBesideARun, WaitsForNothingAndSaysWhoHoldsTheFolder) {
  const Workbench bench(2000);
  ASSERT_EQ(bench.run({"run", "configs/tiny.json", "--mirror", "mirror"}).exit_code, 0);
  const Ended ended = bench.refused_beside_a_run({"pack", "configs/tiny.json"});
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  // Which has cells under way, or was stopped while it held the folder's lock.
  EXPECT_THAT(ended.output, AnyOf(HasSubstr("under way"), HasSubstr("held by")));
}

}  // namespace
}  // namespace sketchbench
