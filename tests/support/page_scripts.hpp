#pragma once
#include <string>
#include <vector>

#include <sketchbench/core/json.hpp>

namespace sketchbench::testing_support {

/// What stands between the tags of a page's script element with that id. std::out_of_range where there is
/// none.
std::string script_of(const std::string& page, const std::string& id);

/// The inverse of packed_text(), for up to a megabyte.
std::string unpacked(const std::string& text);

/// The values of a column (report/page/columns.hpp).
std::vector<Json> of_column(const Json& column);

/// The inverse of packed_json().
Json unpacked_json(const std::string& text);

}  // namespace sketchbench::testing_support
