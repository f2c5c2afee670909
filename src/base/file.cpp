#include "base/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>

#include "base/error.hpp"

namespace sketchbench {
namespace {

void write_all(int descriptor, const void* data, std::size_t bytes, const std::filesystem::path& file) {
  const char* at = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t written = ::write(descriptor, at, bytes);
    if (written < 0) {
      if (errno == EINTR) continue;
      fail_system("write", file, errno);
    }
    at += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path target) : target_(std::move(target)) {
  temporary_ = target_;
  temporary_ += fmt::format(".{}.tmp", ::getpid());
  descriptor_ = ::open(temporary_.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0644);
  if (descriptor_ < 0) fail_system("write", temporary_, errno);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
    ::unlink(temporary_.c_str());
  }
}

void AtomicFile::write(const void* data, std::size_t bytes) {
  write_all(descriptor_, data, bytes, temporary_);
}

void AtomicFile::write_at(std::size_t offset, const void* data, std::size_t bytes) {
  if (::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) < 0)
    fail_system("seek in", temporary_, errno);
  write_all(descriptor_, data, bytes, temporary_);
  if (::lseek(descriptor_, 0, SEEK_END) < 0) fail_system("seek in", temporary_, errno);
}

void AtomicFile::commit() {
  if (::fsync(descriptor_) != 0) fail_system("write", temporary_, errno);
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0 || ::rename(temporary_.c_str(), target_.c_str()) != 0) {
    const int error_number = errno;
    ::unlink(temporary_.c_str());
    fail_system("write", target_, error_number);
  }
}

void write_file_atomically(const std::filesystem::path& target, std::string_view text) {
  if (target.has_parent_path()) {
    std::error_code error;
    std::filesystem::create_directories(target.parent_path(), error);
    if (error) fail_system("make the folder", target.parent_path(), error.value());
  }
  AtomicFile file(target);
  file.write(text);
  file.commit();
}

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file))
    throw InputError(fmt::format("cannot read {}: it is missing, a folder or not readable", file.string()));
  std::ostringstream text;
  text << in.rdbuf();
  if (in.bad()) fail_system("read", file, errno);
  return std::move(text).str();
}

MappedFile::MappedFile(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail_system("open", file, errno);
  struct stat info {};
  if (::fstat(descriptor, &info) != 0) {
    const int error_number = errno;
    ::close(descriptor);
    fail_system("open", file, error_number);
  }
  size_ = static_cast<std::size_t>(info.st_size);
  void* address = size_ == 0 ? nullptr : ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor, 0);
  const int error_number = errno;
  ::close(descriptor);
  if (address == MAP_FAILED) fail_system("map", file, error_number);
  data_ = static_cast<const std::byte*>(address);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

void MappedFile::set_aside(std::span<const std::byte> part) const {
  if (part.empty()) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t begin = (static_cast<std::size_t>(part.data() - data_) + page - 1) / page * page,
                    end = static_cast<std::size_t>(part.data() + part.size() - data_) / page * page;
  if (begin < end) ::madvise(const_cast<std::byte*>(data_) + begin, end - begin, MADV_DONTNEED);  // a wish
}

}  // namespace sketchbench
