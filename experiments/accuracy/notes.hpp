#pragma once
#include <string>
#include <vector>

#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

/// The rule of the verdicts, the family that they are of, where the noise of the splits comes from, and each
/// result that differs from the paper. None without published numbers.
std::vector<std::string> verdict_lines(const Results& results);

/// The family, its size and its level in one sentence, for below a table; empty where there is no verdict.
std::string family_note(const Results& results);

/// Whether any of the rows has a verdict.
bool has_verdict(const std::vector<const Summary*>& rows);

/// What the times are of, and what the paper's were taken on.
std::vector<std::string> time_lines(const Results& results);

}  // namespace sketchbench
