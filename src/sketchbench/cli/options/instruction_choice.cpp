#include <sketchbench/cli/options/instruction_choice.hpp>

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/processor.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* variable = "SKETCHBENCH_INSTRUCTIONS";
/// What glibc's loader goes by (ld.so(8)). A path in LD_PRELOAD could hold no blank and no colon.
constexpr const char* tunables = "GLIBC_TUNABLES";
/// Set for the program that is started again: what GLIBC_TUNABLES was before.
constexpr const char* marker = "SKETCHBENCH_INSTRUCTIONS_STARTED_AGAIN";

struct Level {
  std::string_view name;
  std::string_view set;      ///< what instruction_set() says of a library of this level; empty: all others
  std::string_view folder;   ///< in which the loader looks for it, below the baseline's
  std::string_view without;  ///< for the loader to take no better one, what it is told that there is not
};
constexpr std::array<Level, 3> levels = {{{"baseline", "", "", "-AVX512F,-AVX2"},
                                          {"avx2", "AVX2", "glibc-hwcaps/x86-64-v3", "-AVX512F"},
                                          {"avx512", "AVX-512", "glibc-hwcaps/x86-64-v4", ""}}};

const Level& level_asked_for(std::string_view name) {
  const auto found =
      std::find_if(levels.begin(), levels.end(), [&](const Level& l) { return l.name == name; });
  if (found == levels.end())
    throw InputError(fmt::format("{}={}: expected baseline, avx2 or avx512", variable, name));
  return *found;
}

const Level& level_in_use() {
  const auto found =
      std::find_if(levels.begin(), levels.end(), [](const Level& l) { return l.set == instruction_set(); });
  return found == levels.end() ? levels.front() : *found;
}

/// Where the code is that the loader has taken: the library, or the program itself where it is part of it.
fs::path loaded_from() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&instruction_set), &info) == 0 || info.dli_fname == nullptr)
    return {};
  return info.dli_fname;
}

/// The file of the same library for another level.
fs::path library_of(const Level& level, const fs::path& loaded, const Level& in_use) {
  fs::path folder = loaded.parent_path();
  if (!in_use.folder.empty()) folder = folder.parent_path().parent_path();
  return folder / level.folder / loaded.filename();
}

std::string environment_text(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string tunables_for(const Level& level) {
  const std::string before = environment_text(tunables);
  return fmt::format("{}{}glibc.cpu.hwcaps={}", before, before.empty() ? "" : ":", level.without);
}

/// Whether this is the program that was started again. What it starts itself gets the environment as it was.
bool was_started_again() {
  const char* const before = std::getenv(marker);
  if (before == nullptr) return false;
  if (*before == '\0')
    ::unsetenv(tunables);
  else
    ::setenv(tunables, before, 1);
  ::unsetenv(marker);
  return true;
}

}  // namespace

void apply_isa_override(char** argv) {
  const bool again = was_started_again();
  const std::string name = environment_text(variable);
  if (name.empty()) return;
  const Level &asked = level_asked_for(name), &in_use = level_in_use();
  if (&in_use <= &asked) return;
  const fs::path loaded = loaded_from();
  if (again)
    throw InputError(fmt::format(
        "{}={}: the loader of shared libraries takes {}, for {}, even without {}: expected neither "
        "LD_PRELOAD nor LD_LIBRARY_PATH to name it",
        variable, name, loaded.string(), in_use.set, asked.without));
  std::error_code error;
  if (loaded.filename().string().find(".so") == std::string::npos ||
      !fs::is_regular_file(library_of(asked, loaded, in_use), error))
    throw InputError(fmt::format("{}={}: this build has {} alone, for the machine that it was built on",
                                 variable, name, instruction_set()));
  ::setenv(marker, environment_text(tunables).c_str(), 1);
  ::setenv(tunables, tunables_for(asked).c_str(), 1);
  ::execv("/proc/self/exe", argv);
  fail_system("start again", "/proc/self/exe", errno);
}

}  // namespace sketchbench
