// What CONTRIBUTING.md says of an experiment: with table, figure and mathematics it is a few lines in a few
// files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include <sketchbench/core/system/file.hpp>
#include <sketchbench/report/plot/draw_figure.hpp>
#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::Ended;
using testing_support::Workbench;

const std::filesystem::path example = std::filesystem::path(SKETCHBENCH_SOURCE_DIR) / "examples/experiment";

TEST(OwnExperiment, IsShort) {
  std::ptrdiff_t lines = 0, files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(example)) {
    const std::string text = read_file(entry.path());
    lines += std::ranges::count(text, '\n');
    ++files;
  }
  EXPECT_LE(files, 4);
  EXPECT_LE(lines, 250);
}

TEST(OwnExperiment, MakesATableAndAFigure) {
  const Workbench bench;
  bench.write("configs/norm_error.json", read_file(example / "norm_error.json"));
  const auto run = [&](const std::string& command) {
    return bench.run_in_shell(std::string(SKETCHBENCH_OWN_EXPERIMENT) + " " + command, {});
  };
  const Ended made = run("run configs/norm_error.json --mirror mirror");
  ASSERT_EQ(made.exit_code, 0) << made.output;
  EXPECT_THAT(bench.files("results/records"), testing::SizeIs(6));
  const Ended report = run("report configs/norm_error.json --write");
  EXPECT_EQ(report.exit_code, 0) << report.output;
  EXPECT_THAT(report.output,
              AllOf(HasSubstr("Squared norms of features"), HasSubstr("Error against D: exponent")));
  EXPECT_THAT(bench.read("results/norm_error/table.csv"),
              AllOf(HasSubstr(",norm_error,norm_error_std,map_s,"), HasSubstr("tensor_sketch")));
  EXPECT_THAT(bench.read("results/norm_error/table.md"), HasSubstr("| Error"));
  if (find_gnuplot()) {
    EXPECT_THAT(bench.read("results/norm_error/norm_error.svg"), HasSubstr("k(x, x)"));
  }
  EXPECT_THAT(run("run configs/tiny.json --mirror mirror").output, HasSubstr("norm_error"))
      << "of an experiment that this program has not";
}

}  // namespace
}  // namespace sketchbench
