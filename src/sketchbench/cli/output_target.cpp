#include <sketchbench/cli/output_target.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

void require_other_file(const std::string& output, const std::filesystem::path& file, std::string_view what) {
  std::error_code error;
  if (!file.empty() && std::filesystem::is_regular_file(file, error) &&
      std::filesystem::equivalent(file, output, error))
    throw InputError(fmt::format("{}: OUTPUT is the same file as {}, expected another", output, what));
}

void require_writable(const std::filesystem::path& output) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (output.empty()) throw InputError("\"\" is no name of a file, expected where to write");
  if (fs::is_directory(output, error)) fail_input(output, 0, "this is a folder, expected a file to write");
  const fs::path itself = fs::is_symlink(output, error) ? fs::weakly_canonical(output, error) : output;
  const fs::path folder = itself.has_parent_path() ? itself.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error))
    fail_input(output, 0, fmt::format("there is no folder {}, expected one to write into", folder.string()));
  if (fs::exists(output, error) && !fs::is_regular_file(output, error)) return;  // a device or a pipe
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    fail_input(output, 0, fmt::format("the folder {} cannot be written to", folder.string()));
}

}  // namespace sketchbench
