// Calls that change names, modes and locks.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cstdio>

#include "faults/preload/system.hpp"

namespace sketchbench::faults {
namespace {

/// A call that gives a file a second name, or another.
template <class Perform>
int name_again(CallKind kind, int old_folder, const char* old_path, int new_folder, const char* new_path,
               Perform&& perform) {
  if (fault_plan() == nullptr) return perform();
  const PathText from = absolute_path(old_folder, old_path), to = absolute_path(new_folder, new_path);
  return guarded(
      {.kind = kind, .inode = identity_at(from.text).inode, .path = from.text, .second_path = to.text},
      perform);
}

int rename_file(int old_folder, const char* old_path, int new_folder, const char* new_path, unsigned flags) {
  const auto perform = [&] {
    return static_cast<int>(::syscall(SYS_renameat2, old_folder, old_path, new_folder, new_path, flags));
  };
  return name_again(CallKind::rename, old_folder, old_path, new_folder, new_path, perform);
}

int remove_name(int folder, const char* path, int flags) {
  const auto perform = [&] { return static_cast<int>(::syscall(SYS_unlinkat, folder, path, flags)); };
  if (fault_plan() == nullptr) return perform();
  const PathText name = absolute_path(folder, path);
  return guarded({.kind = CallKind::remove,
                  .inode = identity_at(name.text).inode,
                  .flags = (flags & AT_REMOVEDIR) != 0 ? is_folder : 0u,
                  .path = name.text},
                 perform);
}

int link_file(int old_folder, const char* old_path, int new_folder, const char* new_path, int flags) {
  const auto perform = [&] {
    return static_cast<int>(::syscall(SYS_linkat, old_folder, old_path, new_folder, new_path, flags));
  };
  return name_again(CallKind::link, old_folder, old_path, new_folder, new_path, perform);
}

template <class Perform>
int change_open_file(CallKind kind, int descriptor, Perform&& perform) {
  if (fault_plan() == nullptr) return perform();
  const PathText name = path_of(descriptor);
  return guarded({.kind = kind, .inode = identity_of(descriptor).inode, .path = name.text}, perform);
}

}  // namespace
}  // namespace sketchbench::faults

namespace faults = sketchbench::faults;

extern "C" {

int rename(const char* from, const char* to) noexcept {
  return faults::rename_file(AT_FDCWD, from, AT_FDCWD, to, 0);
}
int renameat(int old_folder, const char* from, int new_folder, const char* to) noexcept {
  return faults::rename_file(old_folder, from, new_folder, to, 0);
}
int renameat2(int old_folder, const char* from, int new_folder, const char* to, unsigned flags) noexcept {
  return faults::rename_file(old_folder, from, new_folder, to, flags);
}

int unlink(const char* path) noexcept { return faults::remove_name(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char* path, int flags) noexcept {
  return faults::remove_name(folder, path, flags);
}
int rmdir(const char* path) noexcept { return faults::remove_name(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char* path) noexcept {
  const faults::PathText name = faults::absolute_path(AT_FDCWD, path);
  return faults::remove_name(AT_FDCWD, path, faults::identity_at(name.text).is_folder ? AT_REMOVEDIR : 0);
}

int link(const char* from, const char* to) noexcept {
  return faults::link_file(AT_FDCWD, from, AT_FDCWD, to, 0);
}
int linkat(int old_folder, const char* from, int new_folder, const char* to, int flags) noexcept {
  return faults::link_file(old_folder, from, new_folder, to, flags);
}

int utimensat(int folder, const char* path, const timespec times[2], int flags) noexcept {
  const auto perform = [&] { return static_cast<int>(::syscall(SYS_utimensat, folder, path, times, flags)); };
  if (faults::fault_plan() == nullptr) return perform();
  const faults::PathText name = faults::absolute_path(folder, path);
  return faults::guarded(
      {.kind = faults::CallKind::touch, .inode = faults::identity_at(name.text).inode, .path = name.text},
      perform);
}
int futimens(int descriptor, const timespec times[2]) noexcept {
  return faults::change_open_file(faults::CallKind::touch, descriptor, [&] {
    return static_cast<int>(::syscall(SYS_utimensat, descriptor, nullptr, times, 0));
  });
}

int fchmod(int descriptor, mode_t mode) noexcept {
  return faults::change_open_file(faults::CallKind::change_mode, descriptor,
                                  [&] { return static_cast<int>(::syscall(SYS_fchmod, descriptor, mode)); });
}
int fchown(int descriptor, uid_t owner, gid_t group) noexcept {
  return faults::change_open_file(faults::CallKind::change_mode, descriptor, [&] {
    return static_cast<int>(::syscall(SYS_fchown, descriptor, owner, group));
  });
}

int flock(int descriptor, int operation) noexcept {
  return faults::change_open_file(faults::CallKind::lock, descriptor, [&] {
    return static_cast<int>(::syscall(SYS_flock, descriptor, operation));
  });
}
}
