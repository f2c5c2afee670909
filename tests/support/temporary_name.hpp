#pragma once
#include <chrono>
#include <filesystem>
#include <string>

#include <sketchbench/core/system/host_identity.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench::testing_support {

/// What an AtomicFile of this machine writes on the way to `file`.
inline std::string temporary_of(const std::string& file) {
  return file + "." + host_identity() + "-0123456789abcdef.tmp";
}
/// The same of another machine, whose locks cannot be seen here.
inline std::string external_temporary_of(const std::string& file) {
  return file + ".00000000-0123456789abcdef.tmp";
}

/// Writes that, two hours ago: old enough to be taken for what a process has left.
inline std::filesystem::path write_stale_temporary(const TemporaryFolder& folder, const std::string& file) {
  const auto temporary = folder.write(external_temporary_of(file), "half");
  std::filesystem::last_write_time(temporary,
                                   std::filesystem::file_time_type::clock::now() - std::chrono::hours(2));
  return temporary;
}

}  // namespace sketchbench::testing_support
