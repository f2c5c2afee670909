#pragma once
#include <filesystem>

namespace sketchbench {

/// Shows how far the submissions in a results folder are until all have ended, or a signal comes, which
/// leaves the jobs alone. Throws ExitWith{stopped} then.
void watch_submissions(const std::filesystem::path& results);

}  // namespace sketchbench
