#include <sketchbench/data/fetch/part_file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

bool is_ones_own(const Descriptor& descriptor, const std::filesystem::path& path) {
  struct stat info {};
  if (::fstat(descriptor.get(), &info) != 0) fail_system("write", path, errno);
  return S_ISREG(info.st_mode) && info.st_nlink == 1 && info.st_uid == ::geteuid();
}

Descriptor open_part(const std::filesystem::path& path) {
  for (bool removed = false;; removed = true) {
    Descriptor descriptor(
        ::open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644));
    const int reason = errno;
    if (descriptor.valid() && is_ones_own(descriptor, path)) return descriptor;
    const bool in_the_way = descriptor.valid() || reason == ELOOP || reason == ENXIO;  // a link; a pipe
    if (!in_the_way || removed) fail_system("write", path, descriptor.valid() ? EPERM : reason);
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail_system("delete", path, errno);
  }
}

}  // namespace

PartFile::PartFile(std::filesystem::path path) : path_(std::move(path)), descriptor_(open_part(path_)) {
  const off_t end = ::lseek(descriptor_.get(), 0, SEEK_END);
  if (end < 0) fail_system("write", path_, errno);
  size_ = end;
}

PartFile::~PartFile() {
  if (size_ == 0) ::unlink(path_.c_str());  // nothing arrived: nothing to go on from
}

void PartFile::clear() {
  if (::ftruncate(descriptor_.get(), 0) != 0 || ::lseek(descriptor_.get(), 0, SEEK_SET) != 0)
    fail_system("write", path_, errno);
  size_ = 0;
}

void PartFile::append(const char* data, std::size_t bytes) {
  write_all(descriptor_, data, bytes, path_);
  size_ += static_cast<std::int64_t>(bytes);
}

}  // namespace sketchbench
