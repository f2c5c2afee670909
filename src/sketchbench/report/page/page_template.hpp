#pragma once
#include <string_view>

namespace sketchbench {

// The files of web/page/, put into the program when it is built
// (cmake/embed_text.cmake), so that it makes pages wherever it stands.

extern const std::string_view page_html;    ///< with places such as {{style}} that write_page() fills
extern const std::string_view page_style;   ///< all style sheets, one after the other
extern const std::string_view page_script;  ///< all scripts, one after the other: one module

}  // namespace sketchbench
