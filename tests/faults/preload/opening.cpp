// Calls that open and close, and make folders.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "faults/preload/system.hpp"

namespace sketchbench::faults {
namespace {

bool may_write(int flags) { return (flags & O_CREAT) != 0 || (flags & O_ACCMODE) != O_RDONLY; }

int open_file(int folder, const char* path, int flags, mode_t mode) {
  const auto perform = [&] { return static_cast<int>(::syscall(SYS_openat, folder, path, flags, mode)); };
  if (fault_plan() == nullptr) return perform();
  const PathText name = absolute_path(folder, path);
  const bool was_missing = identity_at(name.text).inode == 0;
  JournalEntry entry{.kind = may_write(flags) ? CallKind::create : CallKind::open, .path = name.text};
  return guarded(entry, perform, [&](JournalEntry& known) {
    const Identity opened = identity_of(static_cast<int>(known.result));
    known.inode = opened.inode;
    if ((flags & O_CREAT) != 0 && was_missing) known.flags |= made_file;
    if ((flags & O_TRUNC) != 0) known.flags |= emptied_file;
    if (opened.is_folder) known.flags |= is_folder;
  });
}

/// fopen and opendir make their system calls where nothing can come between, so that they are judged as a
/// whole.
template <class Stream, class Open>
Stream* open_stream(CallKind kind, const char* path, Open&& open_it) {
  if (fault_plan() == nullptr) return open_it();
  const PathText name = absolute_path(AT_FDCWD, path);
  if (judge(kind, name.text) != Verdict::fail) return open_it();
  errno = fault_plan()->error;
  return nullptr;
}

mode_t mode_argument(int flags, std::va_list& arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? static_cast<mode_t>(va_arg(arguments, int)) : 0;
}

std::FILE* open_standard(const char* function, const char* path, const char* mode) {
  const CallKind kind = std::strpbrk(mode, "wa+") != nullptr ? CallKind::create : CallKind::open;
  return open_stream<std::FILE>(
      kind, path, [&] { return next_function<std::FILE*(const char*, const char*)>(function)(path, mode); });
}

int make_folder(int folder, const char* path, mode_t mode) {
  const auto perform = [&] { return static_cast<int>(::syscall(SYS_mkdirat, folder, path, mode)); };
  if (fault_plan() == nullptr) return perform();
  const PathText name = absolute_path(folder, path);
  return guarded({.kind = CallKind::make_folder, .path = name.text}, perform,
                 [&](JournalEntry& known) { known.inode = identity_at(name.text).inode; });
}

}  // namespace
}  // namespace sketchbench::faults

namespace faults = sketchbench::faults;

extern "C" {

int open(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = faults::mode_argument(flags, arguments);
  va_end(arguments);
  return faults::open_file(AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = faults::mode_argument(flags, arguments);
  va_end(arguments);
  return faults::open_file(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = faults::mode_argument(flags, arguments);
  va_end(arguments);
  return faults::open_file(folder, path, flags, mode);
}

int openat64(int folder, const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = faults::mode_argument(flags, arguments);
  va_end(arguments);
  return faults::open_file(folder, path, flags, mode);
}

int creat(const char* path, mode_t mode) {
  return faults::open_file(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

std::FILE* fopen(const char* path, const char* mode) { return faults::open_standard("fopen", path, mode); }
std::FILE* fopen64(const char* path, const char* mode) {
  return faults::open_standard("fopen64", path, mode);
}

DIR* opendir(const char* path) {
  return faults::open_stream<DIR>(faults::CallKind::open, path,
                                  [&] { return faults::next_function<DIR*(const char*)>("opendir")(path); });
}

int close(int descriptor) {
  const auto perform = [&] { return static_cast<int>(::syscall(SYS_close, descriptor)); };
  if (faults::fault_plan() == nullptr) return perform();
  const faults::PathText name = faults::path_of(descriptor);
  if (faults::judge(faults::CallKind::close, name.text) != faults::Verdict::fail) return perform();
  perform();  // the system lets go of the descriptor whatever it reports
  return faults::failed_call(faults::fault_plan()->error);
}

int mkdir(const char* path, mode_t mode) noexcept { return faults::make_folder(AT_FDCWD, path, mode); }
int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  return faults::make_folder(folder, path, mode);
}

char* mkdtemp(char* pattern) noexcept {
  const auto make = [&] { return faults::next_function<char*(char*)>("mkdtemp")(pattern); };
  char* made = faults::open_stream<char>(faults::CallKind::make_folder, pattern, make);
  if (made != nullptr && faults::fault_plan() != nullptr) {
    const faults::PathText name = faults::absolute_path(AT_FDCWD, made);
    if (faults::is_counted(faults::CallKind::make_folder, name.text))
      faults::note({.kind = faults::CallKind::make_folder,
                    .inode = faults::identity_at(name.text).inode,
                    .path = name.text});
  }
  return made;
}
}
