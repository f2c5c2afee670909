#include <sketchbench/core/system/descriptor.hpp>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include "support/file_limit.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing_support::FileLimit;
using testing_support::message_of;
using testing_support::TemporaryFolder;

bool is_open(int number) { return ::fcntl(number, F_GETFD) >= 0; }

TEST(Descriptor, IsClosedOnceByItsLastOwner) {
  const TemporaryFolder folder;
  const fs::path file = folder.write("a", "text");
  int number = -1;
  {
    Descriptor first = open_for_reading(file);
    number = first.get();
    Descriptor second = std::move(first);
    EXPECT_FALSE(first.valid());
    EXPECT_EQ(second.get(), number);
    Descriptor third = open_for_reading(file);
    const int replaced = third.get();
    third = std::move(second);
    EXPECT_FALSE(is_open(replaced)) << "what it held before is closed";
    EXPECT_TRUE(is_open(number));
  }
  EXPECT_FALSE(is_open(number));
}

TEST(Descriptor, ClosingSaysWhatTheSystemSays) {
  Descriptor none;
  EXPECT_EQ(none.close(), 0);
  const TemporaryFolder folder;
  Descriptor open = open_for_reading(folder.write("a", ""));
  ASSERT_EQ(::close(open.get()), 0);
  EXPECT_EQ(open.close(), -1);
  EXPECT_FALSE(open.valid());
}

TEST(OpenForReading, RefusesWhatIsNoRegularFileAndNeverWaits) {
  const TemporaryFolder folder;
  const auto refused = [&](const fs::path& file) {
    return message_of<InputError>([&] { open_for_reading(file); });
  };
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(refused(folder / "pipe"), AllOf(HasSubstr("pipe: is a pipe"), HasSubstr("regular file")));
  EXPECT_THAT(refused(folder.path()), HasSubstr("is a folder"));
  EXPECT_THAT(refused("/dev/zero"), HasSubstr("is a device"));
  EXPECT_THAT(refused(folder / "none"), HasSubstr("none: cannot be read: No such file"));
  fs::create_symlink("loop", folder / "loop");
  EXPECT_THAT(refused(folder / "loop"), HasSubstr("cannot be read"));
}

TEST(OpenForReading, AFailureOfTheSystemIsNotTheInputsFault) {
#ifdef __SANITIZE_ADDRESS__  // GCC's: it looks at every object's type, through a pipe, and takes none for a
                             // fault
  GTEST_SKIP() << "the sanitizer needs descriptors itself";
#endif
  const TemporaryFolder folder;
  const fs::path file = folder.write("a", "text");
  std::exception_ptr failure;
  try {
    const FileLimit none(0);  // no longer than needed: sanitizers open pipes to look at what they report
    open_for_reading(file);
  } catch (...) {
    failure = std::current_exception();
  }
  ASSERT_TRUE(failure) << "it was opened";
  try {
    std::rethrow_exception(failure);
  } catch (const InputError& error) {
    ADD_FAILURE() << error.what();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr(file.string()), HasSubstr(std::strerror(EMFILE))));
  }
}

TEST(OpenForReading, FollowsALinkToAFile) {
  const TemporaryFolder folder;
  folder.write("a", "text");
  fs::create_symlink("a", folder / "link");
  EXPECT_EQ(read_file(folder / "link"), "text");
}

TEST(ReadSome, FillsTheBufferFromPiecesAndStopsAtTheEnd) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const Descriptor reader(ends[0]);
  {
    const Descriptor writer(ends[1]);
    write_all(writer, "abc", 3, "pipe");
    write_all(writer, "defg", 4, "pipe");
  }
  std::string text(10, '-');
  EXPECT_EQ(read_some(reader, text.data(), 5, "pipe"), 5u);
  EXPECT_EQ(read_some(reader, text.data() + 5, 5, "pipe"), 2u);
  EXPECT_EQ(text, "abcdefg---");
}

TEST(ReadSome, AnErrorOfTheSystemIsNotTakenForTheEnd) {
  const TemporaryFolder folder;
  const Descriptor of_a_folder(::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY));
  char byte = 0;
  EXPECT_THAT(message_of<Error>([&] { read_some(of_a_folder, &byte, 1, "name"); }),
              AllOf(HasSubstr("cannot read name"), HasSubstr("directory")));
}

TEST(WriteAll, AFullDiskIsAnError) {
  const Descriptor full(::open("/dev/full", O_WRONLY));
  EXPECT_THAT(message_of<Error>([&] { write_all(full, "x", 1, "name"); }),
              HasSubstr("cannot write name: No space left"));
}

TEST(Synchronise, WhatCannotBeSynchronisedIsLeftAsItIs) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const Descriptor reader(ends[0]), writer(ends[1]);
  synchronise(writer, "pipe");
  const TemporaryFolder folder;
  synchronise_folder(folder.path());
  synchronise_folder("");  // the working directory
  EXPECT_THAT(message_of<Error>([&] { synchronise_folder(folder / "none"); }), HasSubstr("none"));
  EXPECT_THAT(message_of<Error>([&] { synchronise(Descriptor(), "closed"); }), HasSubstr("closed"));
}

}  // namespace
}  // namespace sketchbench
