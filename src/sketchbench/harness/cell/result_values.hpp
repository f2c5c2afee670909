#pragma once
#include <limits>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// Numbers of a record's result, read where a result is checked before it is used. Json::exception for what
/// is missing or of another type; InputError, with the key, the value and what was expected, for a number
/// that such a result cannot have.
double number_in(const Json& result, const char* key, double low,
                 double high = std::numeric_limits<double>::infinity());
Index count_in(const Json& result, const char* key, Index low);
/// A list of at least one.
std::vector<double> numbers_in(const Json& result, const char* key, double low);

}  // namespace sketchbench
