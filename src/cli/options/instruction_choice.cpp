#include "cli/options/instruction_choice.hpp"

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

#include "core/error.hpp"
#include "core/system/processor.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* variable = "SKETCHBENCH_INSTRUCTIONS";

struct Level {
  std::string_view name;
  std::string_view set;     ///< what instruction_set() says of a library of this level; empty: all others
  std::string_view folder;  ///< in which the loader looks for it, below the baseline's
};
constexpr std::array<Level, 3> levels = {{{"baseline", "", ""},
                                          {"avx2", "AVX2", "glibc-hwcaps/x86-64-v3"},
                                          {"avx512", "AVX-512", "glibc-hwcaps/x86-64-v4"}}};

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

/// Whether this start of the program is the one with that library; if so, what it starts itself is not made
/// to load it.
bool was_preloaded(const std::string& library) {
  const std::string preloaded = environment_text("LD_PRELOAD");
  if (!preloaded.starts_with(library)) return false;
  const std::string others = preloaded.substr(std::min(library.size() + 1, preloaded.size()));
  if (others.empty())
    ::unsetenv("LD_PRELOAD");
  else
    ::setenv("LD_PRELOAD", others.c_str(), 1);
  return true;
}

}  // namespace

void obey_instruction_choice(char** argv) {
  const std::string name = environment_text(variable);
  if (name.empty()) return;
  const Level &asked = level_asked_for(name), &in_use = level_in_use();
  const fs::path loaded = loaded_from();
  if (was_preloaded(loaded.string()) || &in_use <= &asked) return;
  const fs::path library = library_of(asked, loaded, in_use);
  std::error_code error;
  if (loaded.filename().string().find(".so") == std::string::npos || !fs::is_regular_file(library, error))
    throw InputError(fmt::format("{}={}: this build has {} alone, for the machine that it was built on",
                                 variable, name, instruction_set()));
  const std::string before = environment_text("LD_PRELOAD");
  ::setenv("LD_PRELOAD", (before.empty() ? library.string() : library.string() + ":" + before).c_str(), 1);
  ::execv("/proc/self/exe", argv);
  fail_system("start again", "/proc/self/exe", errno);
}

}  // namespace sketchbench
