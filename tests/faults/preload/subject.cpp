#include "faults/preload/subject.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace sketchbench::faults {
namespace {

void remove_each(char* text, const char* what, std::size_t bytes) {
  for (char* at = std::strstr(text, what); at != nullptr; at = std::strstr(at, what))
    std::memmove(at, at + bytes, std::strlen(at + bytes) + 1);
}

Identity identity_from(const struct stat& info) {
  return {info.st_ino, S_ISDIR(info.st_mode), S_ISFIFO(info.st_mode), info.st_size};
}

}  // namespace

PathText path_of(int descriptor) {
  PathText path;
  char link[64];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const long bytes = ::syscall(SYS_readlinkat, AT_FDCWD, link, path.text, sizeof path.text - 1);
  path.text[bytes > 0 ? bytes : 0] = '\0';
  return path;
}

PathText absolute_path(int folder, const char* path) {
  PathText whole;
  if (path[0] == '/') {
    std::snprintf(whole.text, sizeof whole.text, "%s", path);
  } else {
    PathText base;
    if (folder != AT_FDCWD)
      base = path_of(folder);
    else if (::syscall(SYS_getcwd, base.text, sizeof base.text) < 0)
      base.text[0] = '\0';
    const int room = static_cast<int>(sizeof whole.text) - 1;
    const int used = std::snprintf(whole.text, sizeof whole.text, "%.*s/", room - 1, base.text);
    std::snprintf(whole.text + used, sizeof whole.text - static_cast<std::size_t>(used), "%s", path);
  }
  remove_each(whole.text, "/./", 2);
  remove_each(whole.text, "//", 1);
  std::size_t bytes = std::strlen(whole.text);
  if (bytes >= 2 && std::strcmp(whole.text + bytes - 2, "/.") == 0) whole.text[bytes -= 2] = '\0';
  if (bytes > 1 && whole.text[bytes - 1] == '/') whole.text[bytes - 1] = '\0';
  return whole;
}

Identity identity_of(int descriptor) {
  struct stat info {};
  return ::fstat(descriptor, &info) == 0 ? identity_from(info) : Identity{};
}

Identity identity_at(const char* path) {
  struct stat info {};
  return ::lstat(path, &info) == 0 ? identity_from(info) : Identity{};
}

}  // namespace sketchbench::faults
