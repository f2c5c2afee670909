#pragma once
#include <optional>
#include <string>
#include <vector>

namespace sketchbench {

/// The fields joined by commas, with quotes where a field needs them, and the end of the line.
std::string csv_line(const std::vector<std::string>& fields);

/// With that many digits after the point; empty for none.
std::string csv_number(std::optional<double> value, int digits);

}  // namespace sketchbench
