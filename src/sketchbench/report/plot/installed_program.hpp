#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <sketchbench/harness/worker/child_process.hpp>

namespace sketchbench {

/// The program of that name, found on PATH; none when it is not installed.
std::optional<std::filesystem::path> find_program(std::string_view name);

/// Waits until the process has closed its output and returns what it has said.
std::string listen_to(ChildProcess& process);

}  // namespace sketchbench
