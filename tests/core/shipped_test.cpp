#include <sketchbench/core/system/shipped.hpp>

#include <gtest/gtest.h>

#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing_support::TemporaryFolder;

/// The build tree that this test was built in.
fs::path build_tree() {
  fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  while (!fs::exists(folder / "CMakeCache.txt")) folder = folder.parent_path();
  return folder;
}

TEST(Shipped, AProgramOfABuildTreeHasWhatItsSourceFolderHas) {
  const auto found = shipped("datasets");
  ASSERT_TRUE(found);
  EXPECT_TRUE(fs::equivalent(*found, "datasets")) << "tests run in the source folder";
  EXPECT_FALSE(shipped("no such file"));
}

TEST(Shipped, ATreeThatWasMovedHasItsOwn) {
  const TemporaryFolder folder;
  const fs::path build = fs::relative(build_tree(), fs::canonical("."));
  ASSERT_FALSE(build.string().starts_with("..")) << "not below the source folder: nothing is moved together";
  folder.write("datasets/any.json", "{}");
  folder.write((build / "CMakeCache.txt").string(), "");
  const auto found = shipped_with(folder / (build / "src/sketchbench/cli/sketchbench").string(), "datasets");
  ASSERT_TRUE(found);
  EXPECT_TRUE(fs::equivalent(*found, folder / "datasets"));
}

TEST(Shipped, AnInstalledProgramHasWhatWasInstalledWithIt) {
  const TemporaryFolder folder;
  EXPECT_FALSE(shipped_with(folder / "bin/sketchbench", "datasets"));
  folder.write("share/sketchbench/datasets/any.json", "{}");
  const auto found = shipped_with(folder / "bin/sketchbench", "datasets");
  ASSERT_TRUE(found);
  EXPECT_TRUE(fs::equivalent(*found, folder / "share/sketchbench/datasets"));
}

TEST(Shipped, WhatIsHereComesBeforeWhatIsShipped) {
  EXPECT_EQ(find_resource("datasets"), "datasets") << "tests run in the source folder";
  EXPECT_EQ(find_resource("no such file"), "no such file");
}

TEST(Shipped, ACopyOfTheProgramTakesNoFolderThatHappensToBeAround) {
  const TemporaryFolder folder;
  for (const char* name : {"datasets/a.json", "a/datasets/a.json", "a/b/datasets/a.json"})
    folder.write(name, "{}");
  EXPECT_FALSE(shipped_with(folder / "a/b/sketchbench", "datasets"));
}

}  // namespace
}  // namespace sketchbench
