#pragma once
#include <string>
#include <string_view>

namespace sketchbench {

/// The text in the zlib format (RFC 1950), in base64 (RFC 4648): what a browser's
/// DecompressionStream("deflate") takes. Records are mostly libraries' messages and become a fifth of their
/// size.
std::string packed_text(std::string_view text);

}  // namespace sketchbench
