#include <sketchbench/data/manifest_folders.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/data/manifest.hpp>
#include "support/as_nobody.hpp"
#include "support/environment.hpp"
#include "support/libsvm_dataset.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing_support::AsNobody;
using testing_support::EnvironmentVariable;
using testing_support::message_of;

class ManifestFoldersTest : public testing::Test {
 protected:
  /// FOLDER/NAME.json, of that title.
  fs::path write(const std::string& in, const std::string& name, const std::string& title = "any") const {
    testing_support::add_libsvm_dataset(folder, name, "+1 1:1\n", "-1 1:1\n", 1);
    Json manifest = read_json(folder / ("datasets/" + name + ".json"));
    fs::remove_all(folder / "datasets");
    manifest["title"] = title;
    return folder.write(in + "/" + name + ".json", manifest.dump());
  }
  ManifestFolders folders(const std::vector<std::string>& names) const {
    ManifestFolders result;
    for (const std::string& name : names) result.add(folder / name);
    return result;
  }
  std::string complaint(const ManifestFolders& in, std::string_view name) const {
    return message_of<InputError>([&] { find_manifest(in, name); });
  }

  const testing_support::TemporaryFolder folder;
};

TEST_F(ManifestFoldersTest, AManifestIsFoundInAnyOfThem) {
  const fs::path one = write("a", "one"), two = write("b", "two");
  EXPECT_EQ(find_manifest(folders({"a", "b"}), "one").file, one);
  EXPECT_EQ(find_manifest(folders({"a", "b"}), "two").file, two);
  EXPECT_THAT(manifest_names(folders({"b", "a"})), ElementsAre("one", "two"));
}

TEST_F(ManifestFoldersTest, AFolderCountsOnceByWhateverPath) {
  write("a", "one");
  fs::create_directory_symlink(folder / "a", folder / "link");
  ManifestFolders all = folders({"a", "a/../a", "link"});
  EXPECT_THAT(all.list(), ElementsAre(folder / "a"));
  all.add(folder / "b");
  EXPECT_EQ(all.list().size(), 2u) << "one that is not there is another";
}

TEST_F(ManifestFoldersTest, TwoManifestsOfOneNameAreRefusedWithBothFiles) {
  const fs::path first = write("a", "one", "this"), second = write("b", "one", "that");
  EXPECT_THAT(complaint(folders({"a", "b"}), "one"),
              AllOf(HasSubstr(first.string() + ": \"name\" is \"one\""), HasSubstr(second.string()),
                    HasSubstr("expected one manifest of that name")));
  write("a", "other");
  EXPECT_EQ(find_manifest(folders({"a", "b"}), "other").name, "other") << "only a name that is asked for";
  EXPECT_THAT(manifest_names(folders({"a", "b"})), ElementsAre("one", "other"));
}

TEST_F(ManifestFoldersTest, ACopyOrALinkIsNoSecondOne) {
  const fs::path first = write("a", "one");
  write("b", "one");
  fs::create_directories(folder / "c");
  fs::create_symlink(first, folder / "c/one.json");
  EXPECT_EQ(find_manifest(folders({"a", "b", "c"}), "one").file, first) << "the first in order";
}

TEST_F(ManifestFoldersTest, AnUnknownNameTellsTheFoldersAndTheNearest) {
  write("a", "letters");
  write("b", "digits");
  EXPECT_THAT(complaint(folders({"a", "b"}), "leters"),
              AllOf(HasSubstr((folder / "a").string()), HasSubstr((folder / "b").string()),
                    HasSubstr("did you mean \"letters\"?")));
  EXPECT_THAT(complaint(folders({"a"}), "../b/digits"), HasSubstr("there is no data set"));
  EXPECT_THROW(manifest_names(ManifestFolders()), InputError);
  EXPECT_THAT(complaint(ManifestFolders(), "digits"),
              AllOf(HasSubstr("--datasets"), HasSubstr("SKETCHBENCH_DATASETS")));
}

TEST_F(ManifestFoldersTest, OtherJsonFilesArePassedOver) {
  const std::string configuration = R"({"name": "one", "experiment": "accuracy", "grid": []})";
  const fs::path file = folder.write("configs/one.json", configuration);
  folder.write("configs/list.json", "[1]");
  EXPECT_THAT(manifest_names(folders({"configs"})), ElementsAre());
  EXPECT_THAT(complaint(folders({"configs"}), "one"),
              AllOf(HasSubstr(file.string()), HasSubstr("\"sources\" is missing"),
                    HasSubstr("expected the manifest")));
  const fs::path manifest = write("a", "one");
  EXPECT_EQ(find_manifest(folders({"configs", "a"}), "one").file, manifest);
}

TEST_F(ManifestFoldersTest, ABrokenManifestIsNamedWhenItIsAskedFor) {
  const fs::path broken = folder.write("a/one.json", "{\n \"name\": ");
  write("a", "two");
  EXPECT_THAT(complaint(folders({"a"}), "one"), HasSubstr(broken.string() + ":2"));
  EXPECT_EQ(find_manifest(folders({"a"}), "two").name, "two");
  EXPECT_THAT(manifest_names(folders({"a"})), ElementsAre("one", "two")) << "it may have been meant as one";
}

TEST_F(ManifestFoldersTest, WhatIsNoFolderIsSaid) {
  const std::string file = folder.write("file", "").string();
  EXPECT_THAT(complaint(folders({"nowhere"}), "one"), HasSubstr("nowhere: No such file"));
  EXPECT_THAT(message_of<InputError>([&] { manifest_names(folders({"file"})); }), HasSubstr(file));
  EXPECT_THAT(
      message_of<InputError>([&] { manifest_folders({.named = {folder / "nowhere"}}); }),
      AllOf(HasSubstr("--datasets " + (folder / "nowhere").string()), HasSubstr("there is no such folder")));
  EXPECT_THAT(message_of<InputError>([&] { manifest_folders({.named = {file}}); }),
              HasSubstr("not a folder"));
}

TEST_F(ManifestFoldersTest, AFolderThatMayNotBeReadIsSaidUnlessNobodyNamedIt) {
  write("a", "one");
  const fs::path configuration = folder.write("b/my.json", "{}");
  for (const char* name : {"a", "b"}) fs::permissions(folder / name, fs::perms(0311));
  {
    const AsNobody nobody(folder.path());
    EXPECT_THAT(complaint(folders({"a"}), "one"),
                AllOf(HasSubstr((folder / "a").string()), HasSubstr("denied")));
    ManifestFolders beside;
    beside.add_beside(configuration);
    EXPECT_THAT(beside.list(), ElementsAre());
  }
  for (const char* name : {"a", "b"}) fs::permissions(folder / name, fs::perms(0755));
}

TEST_F(ManifestFoldersTest, AreInOrderOfWhoNamedThem) {
  const fs::path configuration = folder.write("study/my.json", "{}");
  write("study/datasets", "one");
  write("named", "two");
  write("variable", "three");
  const EnvironmentVariable variable("SKETCHBENCH_DATASETS", (folder / "variable").string());
  // The tests run in the source folder, whose data sets are the program's own.
  EXPECT_THAT(manifest_folders({.configurations = {configuration}}).list(),
              ElementsAre(folder / "study/datasets", folder / "study", folder / "variable", "datasets"));
  EXPECT_THAT(manifest_folders({.named = {folder / "named", folder / "study"}}).list(),
              ElementsAre(folder / "named", folder / "study", "datasets"))
      << "what the command line names takes the variable's place";
}

TEST_F(ManifestFoldersTest, AWrongVariableIsNamed) {
  const EnvironmentVariable variable("SKETCHBENCH_DATASETS", (folder / "typo").string());
  EXPECT_THAT(message_of<InputError>([&] { manifest_folders({}); }),
              AllOf(HasSubstr("SKETCHBENCH_DATASETS"), HasSubstr("typo"), Not(HasSubstr("--datasets"))));
  EXPECT_NO_THROW(manifest_folders({.named = {folder.path()}}));
}

TEST_F(ManifestFoldersTest, BesideAConfigurationWithoutAFolderIsHere) {
  ManifestFolders here;
  here.add_beside("my.json");
  EXPECT_THAT(here.list(), ElementsAre("./datasets", "."));
}

TEST_F(ManifestFoldersTest, AFolderBesideAConfigurationThatCannotBeListedIsNamed) {
  write("a", "one");
  fs::create_directory(folder / "closed");
  fs::permissions(folder / "closed", fs::perms::owner_exec);
  {
    const AsNobody nobody(folder.path());
    ManifestFolders beside = folders({"a"});
    beside.add_beside(folder / "closed/my.json");
    EXPECT_THAT(
        complaint(beside, "two"),
        AllOf(HasSubstr("known: one"), HasSubstr("closed beside the configuration cannot be listed")));
    EXPECT_THAT(complaint(folders({"a"}), "two"), Not(HasSubstr("cannot be listed")));
  }
  fs::permissions(folder / "closed", fs::perms::owner_all);
}

TEST(ShippedManifests, AreValidAndTheProgramsOwn) {
  const ManifestFolders own(fs::path("datasets"));
  EXPECT_GE(manifest_names(own).size(), 8u);
  for (const std::string& name : manifest_names(own))
    EXPECT_TRUE(is_shipped(find_manifest(own, name))) << name;
}

TEST_F(ManifestFoldersTest, AUsersManifestIsNotTheProgramsOwn) {
  write("a", "one");
  EXPECT_FALSE(is_shipped(find_manifest(folders({"a"}), "one")));
}

}  // namespace
}  // namespace sketchbench
