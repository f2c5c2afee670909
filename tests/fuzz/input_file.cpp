#include "fuzz/input_file.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include <sketchbench/core/error.hpp>

namespace sketchbench::fuzz {

InputFile::InputFile(const std::string& name)
    : memory_(::memfd_create(name.c_str(), MFD_CLOEXEC)), path_(folder_ / name) {
  if (!memory_.valid()) fail_system("make in memory", name, errno);
  std::filesystem::create_symlink(fmt::format("/proc/self/fd/{}", memory_.get()), path_);
}

const std::filesystem::path& InputFile::put(std::string_view content) {
  if (::ftruncate(memory_.get(), static_cast<off_t>(content.size())) != 0)
    fail_system("resize", path_, errno);
  if (::pwrite(memory_.get(), content.data(), content.size(), 0) != static_cast<ssize_t>(content.size()))
    fail_system("write", path_, errno);
  return path_;
}

void InputFile::rename(const std::string& name) {
  const std::filesystem::path renamed = folder_ / name;
  if (renamed == path_) return;
  std::filesystem::rename(path_, renamed);
  path_ = renamed;
}

}  // namespace sketchbench::fuzz
