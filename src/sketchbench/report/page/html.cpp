#include <sketchbench/report/page/html.hpp>

#include <fmt/format.h>

#include <sketchbench/core/text.hpp>

namespace sketchbench {

std::string html_text(std::string_view text) {
  std::string escaped;
  for (const char c : printable(text)) switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  return escaped;
}

std::string html_element(std::string_view tag, std::string_view text) {
  return fmt::format("<{0}>{1}</{0}>", tag, html_text(text));
}

}  // namespace sketchbench
