#include <sketchbench/core/error.hpp>

#include <fmt/format.h>

#include <cstring>

namespace sketchbench {

void fail_input(const std::filesystem::path& file, long line, std::string_view message) {
  throw InputError(line > 0 ? fmt::format("{}:{}: {}", file.string(), line, message)
                            : fmt::format("{}: {}", file.string(), message));
}

void fail_system(std::string_view action, const std::filesystem::path& file, int error_number) {
  throw Error(fmt::format("cannot {} {}: {}", action, file.string(), std::strerror(error_number)));
}

}  // namespace sketchbench
