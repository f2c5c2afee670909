#pragma once
#include <string>

#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

/// One line for each summary; a field is empty where there is no such number. Seconds are CPU seconds. A
/// published number stands only beside the paper's own data: a simulated set's line has none, since a program
/// that reads it would take it for a comparison.
std::string render_csv(const Results& results);

}  // namespace sketchbench
