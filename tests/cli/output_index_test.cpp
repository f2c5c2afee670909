#include <sketchbench/cli/output_files.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

RunGroup group(Status status, const std::string& reason = "") {
  RunGroup made;
  made.status = status;
  made.reason = reason;
  return made;
}

Report report(const std::string& name, std::vector<RunGroup> groups) {
  Report made;
  made.config.name = name;
  const auto owned = std::make_shared<const std::vector<RunGroup>>(std::move(groups));
  made.groups = pointers_to(*owned);
  made.results.owner = owned;
  Figure figure;
  figure.name = name;
  made.figures = {std::move(figure)};
  return made;
}

TEST(MadeList, NamesFilesAndEachReasonOnce) {
  const testing_support::TemporaryFolder folder;
  folder.write("fig1/fig1.svg", "");
  const std::string absent = "slice is not here\n  with advice in a second line";
  const auto results = folder.path();
  EXPECT_EQ(
      output_index({report("fig1", {group(Status::done), group(Status::skipped, absent)}),
                    report("fig2", {group(Status::skipped, absent), group(Status::failed, "no memory")}),
                    report("fig3", {group(Status::done)})},
                   results),
      "Made:\n  " + (results / "fig1").string() +
          ": table.{csv,md,tex}, fig1.{svg,pdf,png} (1 of 2 results)\n  " + (results / "fig2").string() +
          ": table.{csv,md,tex} (0 of 2 results)\n  " + (results / "fig3").string() +
          ": table.{csv,md,tex} (1 result)\n"
          "1 result failed: no memory\n"
          "2 results skipped: slice is not here\n");
}

}  // namespace
}  // namespace sketchbench
