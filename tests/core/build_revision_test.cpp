// What a build writes of the revision that it is of (cmake/build_revision.cmake), in repositories of the
// test's own.
#include <sketchbench/core/system/build_revision.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/system/file.hpp>
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing_support::TemporaryFolder;

class BuildRevisionTest : public testing::Test {
 protected:
  void SetUp() override {
    if (run("git --version") != 0) GTEST_SKIP() << "git is not installed";
  }

  /// The exit code of a command in a folder; what it prints is in output().
  int run(const std::string& command, const std::string& where = ".") const {
    return testing_support::wait_for_program(testing_support::start_program(
        {.words = {"/bin/sh", "-c", command},
         .folder = folder / where,
         .output = folder / "output",
         .environment = {{"HOME", folder.path().string()},
                         {"GIT_CONFIG_NOSYSTEM", "1"},
                         {"GIT_CEILING_DIRECTORIES", folder.path().parent_path().string()},
                         {"GIT_DIR", git_dir}}}));
  }
  std::string output() const { return read_file(folder / "output"); }

  /// A repository with a source and a result, committed; its commit.
  std::string make_repository(const std::string& where) const {
    folder.write(where + "/source", "one");
    folder.write(where + "/results/result", "one");
    EXPECT_EQ(run("git init -q && git add . && " + commit, where), 0) << output();
    return head(where);
  }
  std::string head(const std::string& where) const {
    EXPECT_EQ(run("git rev-parse HEAD", where), 0) << output();
    const std::string text = output();
    return text.substr(0, text.find('\n'));
  }

  /// What a build of that folder writes.
  std::string made(const std::string& where) const {
    const fs::path script = fs::absolute("cmake/build_revision.cmake");  // tests run in the source folder
    EXPECT_EQ(run(std::string(SKETCHBENCH_CMAKE) + " -DSOURCE=" + (folder / where).string() +
                  " -DOUTPUT=" + file().string() + " -P " + script.string()),
              0)
        << output();
    return read_file(file());
  }
  fs::path file() const { return folder / "made.cpp"; }

  const std::string commit = "git -c user.name=a -c user.email=a@example.com commit -q -m one --allow-empty";
  const TemporaryFolder folder;
  std::optional<std::string> git_dir;
};

TEST_F(BuildRevisionTest, IsTheCommitOfACleanTree) {
  const std::string revision = make_repository("tree");
  ASSERT_EQ(revision.size(), 40u);
  EXPECT_THAT(made("tree"), AllOf(HasSubstr('"' + revision + '"'), HasSubstr(".dirty = false")));
}

TEST_F(BuildRevisionTest, IsDirtyWhereAFileThatIsTrackedWasChanged) {
  const std::string revision = make_repository("tree");
  folder.write("tree/source", "two");
  EXPECT_THAT(made("tree"), AllOf(HasSubstr('"' + revision + '"'), HasSubstr(".dirty = true")));
}

TEST_F(BuildRevisionTest, StaysCleanWhenResultsOrFilesOfOnesOwnChange) {
  make_repository("tree");
  folder.write("tree/results/result", "two");
  folder.write("tree/notes", "mine");
  EXPECT_THAT(made("tree"), HasSubstr(".dirty = false"));
}

TEST_F(BuildRevisionTest, IsUnknownWithoutARepositoryOfItsOwn) {
  const auto unknown = AllOf(HasSubstr("\"unknown\""), HasSubstr(".dirty = false"));
  folder.write("tarball/source", "one");
  EXPECT_THAT(made("tarball"), unknown);
  make_repository("another");
  folder.write("another/unpacked/source", "one");
  EXPECT_THAT(made("another/unpacked"), unknown) << "the commit of another project says nothing of this one";
  folder.write("empty/source", "one");
  ASSERT_EQ(run("git init -q", "empty"), 0);
  EXPECT_THAT(made("empty"), unknown) << "nothing has been committed";
}

TEST_F(BuildRevisionTest, IsThatOfTheSourcesWhateverRepositoryAHookIsOf) {
  const std::string revision = make_repository("tree");
  folder.write("another/source", "two");
  make_repository("another");
  ASSERT_EQ(run(commit, "another"), 0);
  git_dir = (folder / "another/.git").string();
  EXPECT_THAT(made("tree"), HasSubstr(revision));
}

TEST_F(BuildRevisionTest, IsWrittenOnlyWhereItSaysSomethingElse) {
  make_repository("tree");
  made("tree");
  const fs::file_time_type before = fs::last_write_time(file()) - std::chrono::hours(1);
  fs::last_write_time(file(), before);
  made("tree");
  EXPECT_EQ(fs::last_write_time(file()), before) << "nothing has happened, so nothing is to be compiled";
  ASSERT_EQ(run(commit, "tree"), 0);
  EXPECT_THAT(made("tree"), HasSubstr(head("tree")));
  EXPECT_NE(fs::last_write_time(file()), before);
}

TEST(RevisionText, IsShortAndSaysWhetherItWasChanged) {
  const std::string commit = "735fe5e5fdb4f18e554f58624af4bd2a2a0b40dc";
  EXPECT_EQ(revision_text(commit, false), "735fe5e5fdb4");
  EXPECT_EQ(revision_text(commit, true), "735fe5e5fdb4, dirty");
  EXPECT_EQ(revision_text(BuildRevision::unknown, false), "unknown");
}

}  // namespace
}  // namespace sketchbench
