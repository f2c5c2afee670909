#pragma once
#include <string>
#include <string_view>

#include <sketchbench/core/json_fwd.hpp>

namespace sketchbench {

/// The text in the zlib format (RFC 1950), in base64 (RFC 4648): what a browser's
/// DecompressionStream("deflate") takes. Records are mostly libraries' messages and become a fifth of their
/// size.
std::string packed_text(std::string_view text);

/// The same of a document by columns (columns.hpp).
std::string packed_json(const Json& json);

}  // namespace sketchbench
