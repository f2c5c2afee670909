#pragma once
#include <string>
#include <vector>

#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

/// The rule of the verdicts, and each result that differs from the paper. None without published numbers.
std::vector<std::string> verdict_lines(const Results& results);

/// What the times are of, and what the paper's were taken on.
std::vector<std::string> time_lines(const Results& results);

}  // namespace sketchbench
