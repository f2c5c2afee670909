#include <sketchbench/core/system/descriptor.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

/// Whether the name is what is wrong, and not the machine: who gave it can do something about it.
bool is_of_the_name(int error_number) {
  switch (error_number) {
    case EACCES:
    case ELOOP:
    case ENAMETOOLONG:
    case ENODEV:
    case ENOENT:
    case ENOTDIR:
    case ENXIO:
    case EPERM:
      return true;
    default:
      return false;
  }
}

bool cannot_be_synchronised(int error_number) {
  return error_number == EINVAL || error_number == ENOTSUP || error_number == EROFS;
}

}  // namespace

int Descriptor::close() {
  const int number = std::exchange(number_, -1);
  return number < 0 ? 0 : ::close(number);
}

Descriptor open_for_reading(const std::filesystem::path& file) {
  // Without O_NONBLOCK, opening a FIFO waits for a writer that may never come.
  Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat info {};
  if (!descriptor.valid() || ::fstat(descriptor.get(), &info) != 0) {
    if (!is_of_the_name(errno)) fail_system("read", file, errno);
    fail_input(file, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  if (!S_ISREG(info.st_mode))
    fail_input(file, 0, fmt::format("is {}, expected a regular file", kind_of(info.st_mode)));
  return descriptor;
}

std::size_t read_some(const Descriptor& from, void* data, std::size_t bytes,
                      const std::filesystem::path& file) {
  std::size_t have = 0;
  while (have < bytes) {
    const ssize_t got = ::read(from.get(), static_cast<char*>(data) + have, bytes - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_system("read", file, errno);
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  return have;
}

void write_all(const Descriptor& to, const void* data, std::size_t bytes, const std::filesystem::path& file) {
  write_all(to.get(), data, bytes, file);
}

void write_all(int to, const void* data, std::size_t bytes, const std::filesystem::path& file) {
  const char* at = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t written = ::write(to, at, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_system("write", file, errno);
    at += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

void synchronise(const Descriptor& file, const std::filesystem::path& name) {
  int result = ::fsync(file.get());
  while (result != 0 && errno == EINTR) result = ::fsync(file.get());
  if (result != 0 && !cannot_be_synchronised(errno)) fail_system("write", name, errno);
}

void synchronise_folder(const std::filesystem::path& folder) {
  const std::filesystem::path name = folder.empty() ? "." : folder;
  const Descriptor descriptor(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // A folder that may be written but not listed cannot be opened; its entries are then as safe as they can
  // be.
  if (!descriptor.valid() && errno == EACCES) return;
  if (!descriptor.valid()) fail_system("open the folder", name, errno);
  synchronise(descriptor, name);
}

}  // namespace sketchbench
