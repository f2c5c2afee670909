#pragma once
#include <string>
#include <string_view>

namespace sketchbench {

/// The text as it stands between tags, or between the quotes of an attribute: &, <, > and quotes escaped,
/// control characters shown.
std::string html_text(std::string_view text);

/// <cite>, with the text escaped; likewise any other element without attributes.
std::string html_element(std::string_view tag, std::string_view text);

}  // namespace sketchbench
