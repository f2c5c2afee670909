#pragma once
#include <optional>
#include <string>
#include <vector>

#include "kernels/kernel.hpp"

namespace sketchbench {

/// The fields joined by commas, with quotes where a field needs them, and the end of the line.
std::string csv_line(const std::vector<std::string>& fields);

/// The end of the header and of a line: what tables say of a kernel behind all else, and not in front as
/// degree and coef0, which they have had from the beginning.
std::string csv_header_with_kernel(const std::string& header);
void append_kernel_fields(std::vector<std::string>& fields, const Kernel& kernel);

/// With that many digits after the point; empty for none.
std::string csv_number(std::optional<double> value, int digits);

}  // namespace sketchbench
