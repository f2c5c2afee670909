#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sketchbench::faults {

/// What a command has left below a folder: of each file the part that the clock has no share in. Of a record
/// its status, result, learner's report and data; of any other file its bytes.
using FinalState = std::map<std::string, std::string>;

/// A file that is a result, and appears whole or not at all: no lock, claim, download under way or temporary
/// file.
bool is_result(const std::filesystem::path& file);

FinalState final_state(const std::filesystem::path& folder);

/// Temporary files, half-written or not, wherever they are.
std::vector<std::string> temporaries(const std::filesystem::path& folder);

/// What of `state` is not as one of `whole` has it, one line for each file; a cell that failed may say so in
/// its record. Empty when all that is there is whole.
std::string damage(const FinalState& state, const std::vector<FinalState>& whole);

}  // namespace sketchbench::faults
