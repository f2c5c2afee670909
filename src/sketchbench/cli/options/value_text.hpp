#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>

namespace sketchbench {

// Values of the command line whose kind somebody else decides, and what is written in their form.

/// "2" and "0.5" as numbers, "true" and "false", an object that is JSON ({"from": 1}); anything else is a
/// word.
Json value_of_text(const std::string& text);

/// "q=2" as "q" and "2". InputError with the option where there is no name or no "=".
std::pair<std::string, std::string> named_value(std::string_view option, const std::string& text);

/// "0.1,1,10" as three texts; one in braces is not parted. InputError with the option for one that is empty.
std::vector<std::string> listed_values(std::string_view option, const std::string& text);

/// A label or target with as few digits as bring the same float back, whole numbers as such.
std::string text_of_label(float label);

}  // namespace sketchbench
