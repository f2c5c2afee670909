#include <sketchbench/data/read/file_source.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;

}  // namespace

FileSource::FileSource(const std::filesystem::path& file)
    : file_(file), descriptor_(open_for_reading(file)), buffer_(buffer_bytes) {
  struct stat info {};
  if (::fstat(descriptor_.get(), &info) != 0) fail_system("read", file, errno);
  size_ = info.st_size;
}

std::span<const char> FileSource::next() {
  const std::size_t got = read_some(descriptor_, buffer_.data(), buffer_.size(), file_);
  position_ += static_cast<std::int64_t>(got);
  return {buffer_.data(), got};
}

void FileSource::seek(std::int64_t byte) {
  if (::lseek(descriptor_.get(), byte, SEEK_SET) != byte) fail_system("read", file_, errno);
  position_ = byte;
}

}  // namespace sketchbench
