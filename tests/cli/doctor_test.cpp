// sketchbench doctor: each kind of damage is found, named, repaired where that can be, and found well
// afterwards.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <csignal>
#include <sstream>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/descriptor.hpp>
#include "cli/workbench.hpp"
#include "support/temporary_name.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::Ended;
using testing_support::joined;
using testing_support::temporary_of;
using testing_support::Words;
using testing_support::Workbench;

class Doctor : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run().exit_code, 0);
    const Ended well = doctor();
    ASSERT_EQ(well.exit_code, 0) << well.output;
    ASSERT_THAT(well.output, HasSubstr("All is well."));
  }

  Ended run() const { return bench.run({"run", "configs/tiny.json", "--mirror", "mirror"}); }
  Ended doctor(const Words& options = {}) const {
    return bench.run(joined({"doctor", "--mirror", "mirror"}, options));
  }

  /// Found and named without a change; repaired, which leaves nothing to find.
  void expect_repaired(const std::string& file, const std::string& says) const {
    const Ended found = doctor();
    EXPECT_EQ(found.exit_code, 1);
    EXPECT_THAT(found.output,
                AllOf(HasSubstr(file), HasSubstr(says), HasSubstr("1 thing wrong"), HasSubstr("--repair")));
    EXPECT_TRUE(fs::exists(fs::symlink_status(bench / file))) << "looking changes nothing";
    const Ended repaired = doctor({"--repair"});
    EXPECT_EQ(repaired.exit_code, 0) << repaired.output;
    EXPECT_THAT(repaired.output, AllOf(HasSubstr(file + ": "), HasSubstr("All is well.")));
    EXPECT_EQ(doctor().exit_code, 0);
  }
  /// Found, named, and left alone.
  void expect_left_alone(const std::string& file, const std::string& says) const {
    for (const std::vector<std::string>& options : {std::vector<std::string>{}, {"--repair"}}) {
      const Ended found = doctor(options);
      EXPECT_EQ(found.exit_code, 1);
      EXPECT_THAT(found.output, AllOf(HasSubstr(file), HasSubstr(says), HasSubstr("for you to put right")));
    }
  }
  std::string first_record() const { return "results/records/" + bench.files("results/records").front(); }
  std::string prepared_entry() const {
    for (const std::string& file : bench.files("datasets/cache/prepared"))
      if (file.ends_with(".bin")) return "datasets/cache/prepared/" + file;
    return "";
  }

  Workbench bench;
};

TEST_F(Doctor, ARecordThatWasChangedIsMovedAsideAndComputedAgain) {
  const std::string record = first_record();
  Json changed = parse_json(bench.read(record), record);
  changed.at("result").at("accuracy") = 99.875;
  const std::string text = json_text(changed, 1);
  bench.write(record, text);
  expect_repaired(record, "checksum");
  const auto aside = bench.files("results/damaged");
  ASSERT_EQ(aside.size(), 1u);
  EXPECT_EQ(bench.read("results/damaged/" + aside.front()), text) << "nothing of a record is deleted";
  EXPECT_FALSE(fs::exists(bench / record));
  EXPECT_THAT(run().output, HasSubstr("1 done, 0 failed"));
  EXPECT_EQ(doctor().exit_code, 0);
}

TEST_F(Doctor, HalfARecordIsMovedAside) {
  const std::string record = first_record();
  bench.write(record, bench.read(record).substr(0, 60));
  expect_repaired(record, "not valid JSON");
}

TEST_F(Doctor, APipeAmongTheRecordsIsMovedAsideWithoutWaitingForIt) {
  const std::string pipe = "results/records/" + std::string(64, 'a') + ".json";
  ASSERT_EQ(::mkfifo((bench / pipe).c_str(), 0600), 0);
  expect_repaired(pipe, "regular file");
}

TEST_F(Doctor, ARecordWithoutAChecksumIsSealed) {
  const std::string record = first_record(), whole = bench.read(record);
  Json unsealed = parse_json(whole, record);
  ASSERT_EQ(unsealed.erase("checksum"), 1u);
  bench.write(record, json_text(unsealed, 1) + "\n");
  expect_repaired(record, "has no checksum");
  EXPECT_EQ(bench.read(record), whole);
}

TEST_F(Doctor, WhatKilledCommandsHaveLeftIsRemoved) {
  for (const char* file : {"results/records/x.json", "results/tiny/table.md", "results/report.html",
                           "datasets/cache/prepared/x.bin", "datasets/cache/computed/x.json"}) {
    bench.write(temporary_of(file), "half of it");
    expect_repaired(temporary_of(file), "--repair removes it");
    EXPECT_FALSE(fs::exists(bench / temporary_of(file)));
  }
}

TEST_F(Doctor, SeveralLeftoversOfOneFolderAreToldAndRemovedOnceEach) {
  for (const char* folder : {"results/tiny/", "results/claims/"})
    for (const char* name : {"a", "b"}) bench.write(temporary_of(std::string(folder) + name), "half of it");
  EXPECT_THAT(doctor().output, HasSubstr("4 things wrong"));
  const Ended repaired = doctor({"--repair"});
  EXPECT_EQ(repaired.exit_code, 0);
  EXPECT_THAT(repaired.output, Not(HasSubstr("meanwhile")));
}

TEST_F(Doctor, WhatALivingCommandIsWritingIsLeftAlone) {
  const std::string file = temporary_of("results/records/x.json");
  bench.write(file, "half of it");
  const Descriptor writer(::open((bench / file).c_str(), O_RDONLY));
  ASSERT_EQ(::flock(writer.get(), LOCK_EX), 0);
  EXPECT_EQ(doctor({"--repair"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(bench / file));
}

TEST_F(Doctor, PreparedDataThatAreDamagedAreMovedAsideAndPreparedAgain) {
  const std::string entry = prepared_entry(), whole = bench.read(entry);
  std::string damaged = whole;
  damaged[damaged.size() - 20] ^= 1;
  bench.write(entry, damaged);
  expect_repaired(entry, "damaged");
  EXPECT_FALSE(fs::exists(bench / entry));
  EXPECT_EQ(bench.files("datasets/cache/damaged").size(), 1u);
  ASSERT_EQ(bench.run({"datasets", "fetch", "quadrants", "--mirror", "mirror"}).exit_code, 0);
  EXPECT_TRUE(bench.read(entry) == whole);
}

TEST_F(Doctor, ADownloadThatTheNextFetchGoesOnFromIsARemarkAndLeftAlone) {
  Json manifest = parse_json(bench.read("datasets/quadrants.json"), "quadrants.json");
  manifest["sources"][0]["files"][0]["urls"] = {"https://example.org/quadrants"};
  bench.write("datasets/quadrants.json", manifest.dump());
  bench.write("datasets/cache/downloads/quadrants.part", "+1 1:0.5");
  const Ended ended = doctor({"--repair"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output,
              AllOf(HasSubstr("quadrants.part: 8 B of "),
                    HasSubstr("are there, the next fetch goes on from them"), HasSubstr("All is well.")));
  EXPECT_TRUE(fs::exists(bench / "datasets/cache/downloads/quadrants.part"));
}

TEST(DoctorOfClaims, TheClaimsOfARunThatWasKilledAreNamedAndRemoved) {
  const Workbench bench(2000);
  const pid_t run = bench.start({"run", "configs/small.json", "--mirror", "mirror", "--jobs", "2"});
  ASSERT_TRUE(bench.stop_with_claims(run)) << bench.read("output.txt");
  ::kill(run, SIGKILL);
  EXPECT_EQ(Workbench::wait(run), 128 + SIGKILL);
  const Ended found = bench.run({"doctor", "--mirror", "mirror"});
  EXPECT_EQ(found.exit_code, 1);
  EXPECT_THAT(found.output,
              AllOf(HasSubstr("results/claims/"), HasSubstr("does not run any more"),
                    HasSubstr("process " + std::to_string(run)), HasSubstr("--repair removes it")));
  const Ended repaired = bench.run({"doctor", "--mirror", "mirror", "--repair"});
  EXPECT_EQ(repaired.exit_code, 0) << repaired.output;
  EXPECT_THAT(repaired.output, HasSubstr("All is well."));
  EXPECT_THAT(bench.files("results/claims"), ElementsAre(".lock"));
}

TEST_F(Doctor, AKeptValueThatIsDamagedIsMovedAside) {
  const std::string file = "datasets/cache/computed/" + std::string(64, 'a') + ".json";
  bench.write(file, "{\"key\": 1, ");
  expect_repaired(file, "damaged");
  EXPECT_FALSE(fs::exists(bench / file));
}

TEST_F(Doctor, AFileWhoseSumNobodyKnowsIsLeftAlone) {
  Json manifest = parse_json(bench.read("datasets/quadrants.json"), "quadrants.json");
  manifest["name"] = "unknown";
  Json& file = manifest["sources"][0]["files"][0];
  file["name"] = "unknown.txt";
  file["sha256"] = "unknown";
  bench.write("datasets/unknown.json", manifest.dump());
  bench.write("datasets/cache/downloads/unknown.txt", "+1 1:1\n");
  for (const Words& command : {Words{"doctor", "--repair"}, Words{"datasets", "verify", "unknown"}}) {
    const Ended ended = bench.run(joined(command, {"--mirror", "mirror"}));
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    EXPECT_THAT(ended.output,
                AllOf(HasSubstr("unknown.txt"), HasSubstr("not checked, for its SHA-256 is not known")));
    EXPECT_TRUE(fs::exists(bench / "datasets/cache/downloads/unknown.txt"));
  }
}

TEST_F(Doctor, AFileOfTheMirrorIsNamedAndNeverTouched) {
  const std::string altered = bench.read("mirror/quadrants.t") + "+1 1:1\n";
  bench.write("mirror/quadrants.t", altered);
  expect_left_alone("mirror/quadrants.t", "SHA-256");
  EXPECT_EQ(bench.read("mirror/quadrants.t"), altered);
}

TEST_F(Doctor, AManifestThatCannotBeReadIsNamedAndTheRestIsChecked) {
  bench.write("datasets/broken.json", "{\n \"name\": ");
  expect_left_alone("datasets/broken.json", "not valid JSON");
  EXPECT_THAT(doctor().output, Not(HasSubstr(prepared_entry())));
}

TEST_F(Doctor, AListOfSkippedCellsThatIsNoneIsMovedAside) {
  bench.write("results/tiny/skipped.json", "[{\"cell\": 3}]");
  expect_repaired("results/tiny/skipped.json", "skipped cells");
  EXPECT_FALSE(fs::exists(bench / "results/tiny/skipped.json"));
  EXPECT_EQ(bench.files("results/damaged").size(), 1u);
}

TEST_F(Doctor, WhatRemainsAfterARepairIsToldAndExitCodeOne) {
  bench.write("mirror/quadrants.t", "+1 1:1\n");
  bench.write(temporary_of("results/records/x.json"), "half");
  const Ended found = doctor();
  EXPECT_THAT(found.output, AllOf(HasSubstr("2 things wrong"), HasSubstr("puts 1 right")));
  const Ended repaired = doctor({"--repair"});
  EXPECT_EQ(repaired.exit_code, 1);
  EXPECT_THAT(repaired.output, AllOf(HasSubstr("1 thing wrong"), HasSubstr("mirror/quadrants.t")));
  EXPECT_THAT(bench.files("results/records"), testing::SizeIs(2));
}

TEST_F(Doctor, AFolderThatIsNamedMustBeThere) {
  for (const char* option : {"--results", "--data", "--mirror"}) {
    const Ended ended = bench.run({"doctor", option, "typo"});
    EXPECT_EQ(ended.exit_code, 2);
    EXPECT_THAT(ended.output, HasSubstr(std::string(option) + " typo: there is no such folder"));
  }
}

TEST_F(Doctor, ACheckoutInWhichNothingHasRunYetIsWell) {
  const Workbench fresh;
  const Ended ended = fresh.run({"doctor"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(fresh.files("results"), IsEmpty());
}

TEST_F(Doctor, TheTableLinesUp) {
  std::istringstream in(doctor().output);
  std::string heading, line;
  std::getline(in, heading);
  const auto where = heading.find("where");
  ASSERT_NE(where, std::string::npos) << heading;
  std::size_t lines = 0;
  for (; std::getline(in, line) && !line.empty(); ++lines) {
    EXPECT_EQ(line.substr(where - 2, 2), "  ") << line;
    EXPECT_EQ(line[where - 3], '0') << "none wrong: " << line;
  }
  EXPECT_GE(lines, 10u);
}

}  // namespace
}  // namespace sketchbench
