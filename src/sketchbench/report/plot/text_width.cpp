#include <sketchbench/report/plot/text_width.hpp>

#include <cctype>

namespace sketchbench {
namespace {

double width_of(unsigned char c) {
  constexpr std::string_view narrow = "ijl.,:;'|!I() []rtf-/";
  constexpr std::string_view wide = "mwMW%@+=<>";
  if (narrow.find(static_cast<char>(c)) != std::string_view::npos) return 0.37;
  if (wide.find(static_cast<char>(c)) != std::string_view::npos) return 0.88;
  return std::isupper(c) != 0 ? 0.69 : 0.61;
}

}  // namespace

double text_width_em(std::string_view text) {
  double width = 0;
  for (const char byte : text) {
    const auto c = static_cast<unsigned char>(byte);
    const bool continues_a_character = c >> 6 == 0x2;
    if (!continues_a_character) width += width_of(c);
  }
  return width;
}

}  // namespace sketchbench
