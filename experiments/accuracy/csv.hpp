#pragma once
#include <string>

#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

/// One line for each summary; a field is empty where there is no such number. Seconds are CPU seconds. A
/// published number stands only beside the paper's own data: a simulated set's line has none, since a program
/// that reads it would take it for a comparison. The last columns are what a verdict is made of: the
/// difference's 95 % interval and the family's, Holm's p-value, the size of the family, the deviation over
/// random splits and how many of them it was measured over (0: that of the number of test rows).
std::string render_csv(const Results& results);

}  // namespace sketchbench
