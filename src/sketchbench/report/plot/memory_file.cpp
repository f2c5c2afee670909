#include <sketchbench/report/plot/memory_file.hpp>

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>

namespace sketchbench {

MemoryFile::MemoryFile(std::string_view text) : descriptor_(::memfd_create("sketchbench", MFD_CLOEXEC)) {
  if (!descriptor_.valid()) fail_system("make", "a file in memory", errno);
  write_all(descriptor_, text.data(), text.size(), "a file in memory");
}

std::filesystem::path MemoryFile::path() const {
  return fmt::format("/proc/{}/fd/{}", ::getpid(), descriptor_.get());
}

std::string MemoryFile::text() const { return read_file(path()); }

}  // namespace sketchbench
