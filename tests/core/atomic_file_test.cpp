// What an AtomicFile does where something stands already that is not an ordinary file, and with what a killed
// writer has left.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <string>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/host_identity.hpp>
#include "support/child.hpp"
#include "support/temporary_folder.hpp"
#include "support/temporary_name.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::fork_with_the_test;
using testing_support::message_of;
using testing_support::temporary_of;
using testing_support::TemporaryFolder;

mode_t mode_of(const fs::path& file) {
  struct stat info {};
  EXPECT_EQ(::stat(file.c_str(), &info), 0) << file;
  return info.st_mode;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(AtomicFile, ADeviceIsWrittenAndStaysADevice) {
  write_file_atomically("/dev/null", "gone");
  EXPECT_TRUE(S_ISCHR(mode_of("/dev/null")));
  EXPECT_THAT(message_of<Error>([] { write_file_atomically("/dev/full", "no room"); }),
              AllOf(HasSubstr("/dev/full"), HasSubstr("No space left")));
  EXPECT_TRUE(S_ISCHR(mode_of("/dev/full")));
}

TEST(AtomicFile, APipeGetsTheTextAndStaysAPipe) {
  const TemporaryFolder folder;
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const Descriptor reader(::open(pipe.c_str(), O_RDONLY | O_NONBLOCK));
  write_file_atomically(pipe, "through the pipe");
  std::string text(100, ' ');
  text.resize(read_some(reader, text.data(), text.size(), pipe));
  EXPECT_EQ(text, "through the pipe");
  EXPECT_TRUE(S_ISFIFO(mode_of(pipe)));
  EXPECT_THAT(names_in(folder.path()), ElementsAre("pipe"));
}

TEST(AtomicFile, ALinkStaysAndWhatItLeadsToIsReplaced) {
  const TemporaryFolder folder;
  folder.write("real/a", "old");
  fs::create_symlink("real/a", folder / "second");
  fs::create_symlink(folder / "second", folder / "first");
  write_file_atomically(folder / "first", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "first"));
  EXPECT_TRUE(fs::is_symlink(folder / "second"));
  EXPECT_FALSE(fs::is_symlink(folder / "real/a"));
  EXPECT_EQ(read_file(folder / "real/a"), "new");
  EXPECT_THAT(names_in(folder / "real"), ElementsAre("a"));
}

TEST(AtomicFile, ALinkThatLeadsNowhereGetsTheFileThatItNames) {
  const TemporaryFolder folder;
  fs::create_symlink("there", folder / "link");
  write_file_atomically(folder / "link", "text");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "there"), "text");
}

TEST(AtomicFile, LinksInALoopAndFoldersAreErrorsThatNameThem) {
  const TemporaryFolder folder;
  fs::create_symlink("b", folder / "a");
  fs::create_symlink("a", folder / "b");
  EXPECT_THAT(message_of<Error>([&] { write_file_atomically(folder / "a", "text"); }),
              AllOf(HasSubstr("cannot write"), HasSubstr("symbolic links")));
  fs::create_directory(folder / "folder");
  EXPECT_THAT(message_of<Error>([&] { write_file_atomically(folder / "folder", "text"); }),
              AllOf(HasSubstr("cannot write"), HasSubstr("directory")));
  EXPECT_THAT(names_in(folder.path()), ElementsAre("a", "b", "folder"));
}

TEST(AtomicFile, WhatTheProcessHasOpenIsContinuedAndNotReplaced) {
  const TemporaryFolder folder;
  const fs::path file = folder.write("all", "first line\n");
  const Descriptor open(::open(file.c_str(), O_WRONLY | O_APPEND));
  const fs::path own = "/dev/fd/" + std::to_string(open.get());
  write_file_atomically(own, "second line\n");
  write_file_atomically("/proc/self/fd/" + std::to_string(open.get()), "third line\n");
  EXPECT_EQ(read_file(file), "first line\nsecond line\nthird line\n");
}

TEST(AtomicFile, WhoMayReadTheFileStaysAsItWas) {
  const TemporaryFolder folder;
  const fs::path file = folder.write("a", "old");
  for (const mode_t mode : {0600u, 0640u, 0755u}) {
    ASSERT_EQ(::chmod(file.c_str(), mode), 0);
    write_file_atomically(file, "new");
    EXPECT_EQ(mode_of(file) & 07777u, mode);
  }
}

TEST(AtomicFile, ANewFileHasTheModeThatTheUmaskLeaves) {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  write_file_atomically(folder / "a", "new");
  ::umask(before);
  EXPECT_EQ(mode_of(folder / "a") & 07777u, 0640u);
}

TEST(AtomicFile, TheTemporaryNameIsNewEveryTimeAndOfAMachine) {
  const TemporaryFolder folder;
  const AtomicFile first(folder / "a"), second(folder / "a");
  const auto names = names_in(folder.path());
  ASSERT_THAT(names, SizeIs(2));
  EXPECT_NE(names[0], names[1]);
  for (const std::string& name : names) {
    EXPECT_THAT(name, testing::MatchesRegex("a\\.[0-9a-f]{8}-[0-9a-f]{16}\\.tmp"));
    EXPECT_THAT(name, HasSubstr(host_identity()));
  }
}

TEST(AtomicFile, ANameAsLongAsNamesCanBeIsWritten) {
  const TemporaryFolder folder;
  const std::string name(255, 'n');
  write_file_atomically(folder / name, "text");
  EXPECT_THAT(names_in(folder.path()), ElementsAre(name));
}

/// A child that begins a file in the folder, says so and waits to be killed.
class HalfWritten {
 public:
  explicit HalfWritten(const fs::path& target) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    process_ = fork_with_the_test();
    if (process_ == 0) {
      AtomicFile file(target);
      file.write("half of it");
      static_cast<void>(!::write(ends[1], "x", 1));
      while (true) ::pause();
    }
    char begun = 0;
    EXPECT_EQ(::read(ends[0], &begun, 1), 1);
    ::close(ends[0]);
    ::close(ends[1]);
  }
  ~HalfWritten() { kill(); }
  void kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = -1;
  }

 private:
  pid_t process_ = -1;
};

TEST(StaleTemporaries, AreThoseOfDeadWritersAndNoOthers) {
  const TemporaryFolder folder;
  folder.write("a.tmp", "a user's own");
  HalfWritten dies(folder / "a"), lives(folder / "b");
  EXPECT_THAT(stale_temporaries(folder.path()), IsEmpty()) << "both writers live";
  dies.kill();
  const auto stale = stale_temporaries(folder.path());
  ASSERT_THAT(stale, SizeIs(1));
  EXPECT_THAT(stale.front().filename().string(), testing::StartsWith("a." + host_identity()));

  EXPECT_EQ(remove_stale_temporaries(folder.path()), std::string("half of it").size());
  EXPECT_FALSE(fs::exists(stale.front()));
  EXPECT_TRUE(fs::exists(folder / "a.tmp"));
  EXPECT_THAT(names_in(folder.path()), SizeIs(2)) << "a.tmp and the temporary of the writer that lives";
  lives.kill();
  EXPECT_THAT(stale_temporaries(folder.path()), SizeIs(1));
}

TEST(StaleTemporaries, OfAnotherMachineCountWhenTheyAreOld) {
  const TemporaryFolder folder;
  const fs::path file = folder.write(testing_support::external_temporary_of("a"), "half");
  EXPECT_THAT(stale_temporaries(folder.path()), IsEmpty());
  fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(2));
  EXPECT_THAT(stale_temporaries(folder.path()), ElementsAre(file));
}

TEST(StaleTemporaries, LinksFoldersAndOtherNamesAreLeftAlone) {
  const TemporaryFolder folder;
  folder.write("target", "precious");
  fs::create_symlink("target", folder / temporary_of("link"));
  fs::create_directory(folder / temporary_of("folder"));
  folder.write("a." + host_identity() + "-0123456789abcdeX.tmp", "no hexadecimal digit");
  folder.write(temporary_of(""), "of no file at all");
  EXPECT_EQ(remove_stale_temporaries(folder.path()), 0u);
  EXPECT_THAT(names_in(folder.path()), SizeIs(5));
  EXPECT_THAT(stale_temporaries(folder / "none"), IsEmpty());
}

/// Cleaning up beside writers must never take a file from one that lives.
TEST(StaleTemporaries, ACleanerBesideWritersTakesNothingFromThem) {
  const TemporaryFolder folder;
  const pid_t cleaner = fork_with_the_test();
  if (cleaner == 0)
    while (true) remove_stale_temporaries(folder.path());
  std::string failure;
  for (int i = 0; i < 500 && failure.empty(); ++i)
    failure = message_of<Error>([&] { write_file_atomically(folder / "a", std::to_string(i)); });
  ::kill(cleaner, SIGKILL);
  int status = 0;
  ::waitpid(cleaner, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
      << "the cleaner ended by itself: " << status;
  EXPECT_EQ(failure, "");
  EXPECT_EQ(read_file(folder / "a"), "499");
}

TEST(MakeFolders, MakesAllThatIsMissing) {
  const TemporaryFolder folder;
  make_folders(folder / "a/b/c/");
  EXPECT_TRUE(fs::is_directory(folder / "a/b/c"));
  make_folders(folder / "a/b/c");
  make_folders("");
}

TEST(MakeFolders, NamesWhatIsInTheWayAndWhatItWasFor) {
  const TemporaryFolder folder;
  folder.write("file", "");
  fs::create_symlink("nowhere", folder / "link");
  for (const char* in_the_way : {"file", "link"})
    EXPECT_THAT(message_of<InputError>([&] { make_folders(folder / in_the_way / "below"); }),
                AllOf(HasSubstr((folder / in_the_way / "below").string() + ": the folder cannot be made"),
                      HasSubstr((folder / in_the_way).string() + " is in the way")));
}

}  // namespace
}  // namespace sketchbench
