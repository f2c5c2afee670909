// Ends that have a reason are told, and others stay what they are.
#include <sketchbench/core/system/fatal_error_report.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <sketchbench/core/system/file.hpp>
#include "support/sanitized.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::ExitedWithCode;
using testing::KilledBySignal;
using testing_support::is_sanitized;
using testing_support::TemporaryFolder;

void say(const char* const* pieces, int count) {
  for (int i = 0; i < count; ++i)
    static_cast<void>(!::write(STDERR_FILENO, pieces[i], std::strlen(pieces[i])));
}

/// As a library does that asks for more than there is and does not look at what it got.
void use_refused_memory() {
  errno = ENOMEM;
  volatile char* volatile got = nullptr;
  got[100'000] = 1;
}

TEST(LastWordsDeathTest, NameTheFileOfAPageThatCannotBeRead) {
  const TemporaryFolder folder;
  const auto file = folder.write("whole", std::string(100'000, 'x'));
  const auto read_what_is_gone = [&] {
    install_fatal_error_report(say);
    const MappedFile mapped(file);
    std::filesystem::resize_file(file, 10);
    volatile auto last = mapped.bytes().back();
    static_cast<void>(last);
  };
  EXPECT_EXIT(read_what_is_gone(), ExitedWithCode(1), "whole: a part of it cannot be read");
}

TEST(LastWordsDeathTest, TellOfMemoryThatALibraryWasRefused) {
  if (is_sanitized) GTEST_SKIP() << "a sanitizer sees to such signals itself";
  const auto crash = [] {
    install_fatal_error_report(say);
    use_refused_memory();
  };
  EXPECT_EXIT(crash(), ExitedWithCode(1), "out of memory: a library was refused");
  const auto give_up = [] {
    install_fatal_error_report(say);
    errno = ENOMEM;
    std::abort();
  };
  EXPECT_EXIT(give_up(), ExitedWithCode(1), "out of memory: a library was refused");
}

TEST(LastWordsDeathTest, OtherSignalsEndTheProcessAsBefore) {
  if (is_sanitized) GTEST_SKIP() << "a sanitizer sees to such signals itself";
  for (const int number : {SIGSEGV, SIGBUS, SIGABRT}) {
    const auto end = [&] {
      install_fatal_error_report(say);
      errno = 0;
      ::raise(number);
    };
    EXPECT_EXIT(end(), KilledBySignal(number), "^$");
  }
  const auto crash = [] {
    install_fatal_error_report(say);
    errno = 0;
    volatile char* volatile nowhere = nullptr;
    *nowhere = 1;
  };
  EXPECT_EXIT(crash(), KilledBySignal(SIGSEGV), "^$");
}

}  // namespace
}  // namespace sketchbench
