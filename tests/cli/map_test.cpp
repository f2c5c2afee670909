// sketchbench map: where its output goes, and what it refuses to write.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <sketchbench/core/system/descriptor.hpp>
#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using testing_support::Ended;
using testing_support::Workbench;

class MapTarget : public testing::Test {
 protected:
  Ended map(const std::string& output, const std::string& input = "mirror/quadrants.t",
            const std::string& degree = "2") const {
    return bench.run({"map", "--map", "tensor_sketch", "--D", "5", "--degree", degree, input, output});
  }
  mode_t mode_of(const fs::path& file) const {
    struct stat info {};
    EXPECT_EQ(::stat(file.c_str(), &info), 0) << file;
    return info.st_mode;
  }

  Workbench bench;
};

TEST_F(MapTarget, ADeviceStaysADevice) {
  EXPECT_EQ(map("/dev/null").exit_code, 0);
  EXPECT_TRUE(S_ISCHR(mode_of("/dev/null")));
  const Ended full = map("/dev/full");
  EXPECT_EQ(full.exit_code, 1);
  EXPECT_THAT(full.output, AllOf(HasSubstr("/dev/full"), HasSubstr("No space left")));
  EXPECT_TRUE(S_ISCHR(mode_of("/dev/full")));
}

TEST_F(MapTarget, WhatAMapIsMadeFromIsNotOverwritten) {
  const std::string before = bench.read("mirror/quadrants.t");
  fs::create_symlink("quadrants.t", bench / "mirror/link");
  for (const char* output : {"mirror/quadrants.t", "./mirror/../mirror/quadrants.t", "mirror/link"}) {
    const Ended own = map(output);
    EXPECT_EQ(own.exit_code, 2) << own.output;
    EXPECT_THAT(own.output, AllOf(HasSubstr(output), HasSubstr("the same file as INPUT")));
    const Ended trained = bench.run({"map", "--map", "tensor_sketch", "--D", "5", "--train",
                                     "mirror/quadrants.t", "mirror/quadrants", output});
    EXPECT_EQ(trained.exit_code, 2) << trained.output;
    EXPECT_THAT(trained.output, HasSubstr("--train"));
  }
  EXPECT_EQ(bench.read("mirror/quadrants.t"), before);
}

TEST_F(MapTarget, ASpecificationAndTheRowsThatItNamesAreNotOverwritten) {
  const std::string spec =
      R"({"map": "nystrom_given", "D": 1, "kernel": "gaussian", "sigma": 1, "parameters": {"landmarks": "rows"}})";
  bench.write("spec.json", spec);
  bench.write("rows", "0 1:1\n");
  for (const auto& [output, what] : {std::pair("./spec.json", "that of --map"),
                                     std::pair("./rows", "the rows that the specification names")}) {
    const Ended ended = bench.run({"map", "--map", "spec.json", "mirror/quadrants.t", output});
    EXPECT_EQ(ended.exit_code, 2) << ended.output;
    EXPECT_THAT(ended.output, AllOf(HasSubstr(output), HasSubstr("the same file as"), HasSubstr(what)));
  }
  EXPECT_EQ(bench.read("spec.json"), spec);
  EXPECT_EQ(bench.read("rows"), "0 1:1\n");
  EXPECT_EQ(bench.run({"map", "--map", "spec.json", "mirror/quadrants.t", "mapped"}).exit_code, 0);
}

TEST_F(MapTarget, OptionsThatSayNothingAreRefused) {
  const Ended empty =
      bench.run({"map", "--map", "tensor_sketch", "--D", "5", "--train", "", "mirror/quadrants", "out"});
  EXPECT_EQ(empty.exit_code, 2) << empty.output;
  EXPECT_THAT(empty.output, HasSubstr("--train \"\": expected the name of a file"));
  const Ended without = bench.run({"map", "--map", "tensor_sketch", "mirror/quadrants", "out"});
  EXPECT_EQ(without.exit_code, 2) << without.output;
  EXPECT_THAT(without.output, HasSubstr("--D is missing"));
  bench.write("spec.json", R"({"map": "tensor_sketch", "D": 5, "parameters": {"x": 1}})");
  EXPECT_THAT(bench.run({"map", "--map", "spec.json", "mirror/quadrants", "out"}).output,
              HasSubstr("\"parameters.x\" is not a known key; there are none here"));
  EXPECT_FALSE(fs::exists(bench / "out"));
}

TEST_F(MapTarget, HelpSaysWhatTheMapsAre) {
  const Ended help = bench.run({"map", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.output, HasSubstr("sketchbench maps"));
}

TEST_F(MapTarget, APipeGetsTheRowsAndStaysAPipe) {
  ASSERT_EQ(map("mapped").exit_code, 0);
  ASSERT_EQ(::mkfifo((bench / "pipe").c_str(), 0600), 0);
  const pid_t process =
      bench.start({"map", "--map", "tensor_sketch", "--D", "5", "mirror/quadrants.t", "pipe"});
  const Descriptor reader(::open((bench / "pipe").c_str(), O_RDONLY));
  const std::string expected = bench.read("mapped");
  std::string text(expected.size() + 1, ' ');
  text.resize(read_some(reader, text.data(), text.size(), "pipe"));
  EXPECT_EQ(bench.wait(process), 0);
  EXPECT_TRUE(text == expected);
  EXPECT_TRUE(S_ISFIFO(mode_of(bench / "pipe")));
}

TEST_F(MapTarget, StandardOutputCanBeNamed) {
  ASSERT_EQ(map("mapped").exit_code, 0);
  const std::vector<std::string> words = {
      "map", "--map", "tensor_sketch", "--D", "5", "mirror/quadrants.t", "/dev/stdout"};
  EXPECT_TRUE(bench.run_in_shell("\"$0\" \"$@\" | cat", words).output == bench.read("mapped"));
  bench.write("all", "what was there\n");
  ASSERT_EQ(bench.run_in_shell("\"$0\" \"$@\" >> all", words).exit_code, 0);
  EXPECT_TRUE(bench.read("all") == "what was there\n" + bench.read("mapped"));
}

TEST_F(MapTarget, ALinkStaysALinkAndAModeStaysAMode) {
  bench.write("real/rows", "old");
  ASSERT_EQ(::chmod((bench / "real/rows").c_str(), 0600), 0);
  fs::create_symlink("real/rows", bench / "link");
  ASSERT_EQ(map("link").exit_code, 0);
  EXPECT_TRUE(fs::is_symlink(bench / "link"));
  EXPECT_FALSE(fs::is_symlink(bench / "real/rows"));
  EXPECT_EQ(mode_of(bench / "real/rows") & 0777u, 0600u);
  ASSERT_EQ(map("mapped").exit_code, 0);
  EXPECT_EQ(bench.read("real/rows"), bench.read("mapped"));
}

TEST_F(MapTarget, ABaselineBehindALinkIsWrittenWhereItIs) {
  ASSERT_EQ(bench.run({"run", "configs/small.json", "--mirror", "mirror"}).exit_code, 0);
  bench.write("real/baseline.json", "{}");
  fs::create_symlink("real/baseline.json", bench / "baseline.json");
  ASSERT_EQ(bench.run({"check", "baseline.json", "--write", "--config", "configs/small.json"}).exit_code, 0);
  EXPECT_TRUE(fs::is_symlink(bench / "baseline.json"));
  EXPECT_THAT(bench.read("real/baseline.json"), HasSubstr("quadrants"));
}

TEST_F(MapTarget, ValuesBeyondSinglePrecisionAreRefusedWithRowAndFeatureAndLeaveNothing) {
  bench.write("large", "1 1:1 2:1\n1 1:1e10 2:1\n");
  const Ended ended = map("mapped", "large", "4");
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.output, AllOf(HasSubstr("large mapped by tensor_sketch with D = 5"), HasSubstr("row 2"),
                                  HasSubstr("feature"), HasSubstr("scale")));
  EXPECT_FALSE(fs::exists(bench / "mapped"));
}

TEST_F(MapTarget, LabelsAreTheInputsLabels) {
  bench.write("labelled", "+1 1:1\n-1 1:1\n3 1:1\n0.5 1:1\n-2.25 1:1\n16777216 1:1\n1000000 1:1\n0 1:1\n");
  ASSERT_EQ(map("mapped", "labelled").exit_code, 0);
  const std::string text = bench.read("mapped");
  std::string labels;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    labels += text.substr(at, text.find_first_of(" \n", at) - at) + " ";
  EXPECT_EQ(labels, "1 -1 3 0.5 -2.25 16777216 1000000 0 ");
}

TEST(MapOfAnotherKernel, IsRefusedWithWhatTheMapSupports) {
  const Workbench bench;
  const Ended ended = bench.run({"map", "--map", "tensor_sketch", "--D", "5", "--kernel", "gaussian",
                                 "--sigma", "2", "mirror/quadrants.t", "out"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.output, AllOf(HasSubstr("the feature map \"tensor_sketch\""),
                                  HasSubstr("Gaussian, σ = 2"), HasSubstr("it supports: polynomial")));
  EXPECT_FALSE(std::filesystem::exists(bench / "out"));
}

}  // namespace
}  // namespace sketchbench
