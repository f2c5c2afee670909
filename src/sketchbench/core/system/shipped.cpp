#include <sketchbench/core/system/shipped.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

/// Every build tree of CMake has this file, and a program that was copied out of one is not below it.
constexpr const char* mark_of_a_build_tree = "CMakeCache.txt";

/// A link to nowhere is there, too: it is for whoever reads it to say what is wrong, and nobody's wish that
/// another file stands in.
std::optional<fs::path> if_there(const fs::path& path) {
  std::error_code error;
  fs::path normal = path.lexically_normal();
  if (fs::symlink_status(normal, error).type() == fs::file_type::not_found) return std::nullopt;
  return normal;
}

std::optional<fs::path> build_tree_of(const fs::path& program) {
  std::error_code error;
  for (fs::path folder = program.parent_path(); folder.has_relative_path(); folder = folder.parent_path())
    if (fs::is_regular_file(folder / mark_of_a_build_tree, error)) return folder;
  return std::nullopt;
}

}  // namespace

std::optional<fs::path> shipped_with(const fs::path& program, std::string_view name) {
  if (const auto build_tree = build_tree_of(program))
    return if_there(*build_tree / SKETCHBENCH_SOURCE_FROM_BUILD / name);
  return if_there(program.parent_path() / SKETCHBENCH_SHARE_FROM_PROGRAM / name);
}

std::optional<fs::path> shipped(std::string_view name) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? std::nullopt : shipped_with(program, name);
}

fs::path find_resource(std::string_view name) {
  if (auto here = if_there(name)) return *std::move(here);
  return shipped(name).value_or(name);
}

}  // namespace sketchbench
