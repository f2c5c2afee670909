#pragma once
#include <string>
#include <vector>

#include <sketchbench/core/text.hpp>

namespace sketchbench::testing_support {

/// What keeps the text from being well-formed XML, as far as characters, tags and entities go; empty when
/// nothing does.
inline std::string fault_of_xml(const std::string& text) {
  if (printable(text) != text) return "characters that XML may not hold";
  std::vector<std::string> open;
  for (auto at = text.find_first_of("<&"); at != std::string::npos; at = text.find_first_of("<&", at + 1)) {
    if (text[at] == '&') {
      const auto end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz#0123456789", at + 1);
      if (end == std::string::npos || text[end] != ';') return "a bare & in " + text.substr(at, 20);
      continue;
    }
    const auto end = text.find_first_of("<>", at + 1);
    if (end == std::string::npos || text[end] != '>') return "a bare < in " + text.substr(at, 20);
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (tag[0] == '?' || tag[0] == '!' || tag.back() == '/') continue;
    const std::string name = tag.substr(tag[0] == '/', tag.find_first_of(" \t\n") - (tag[0] == '/'));
    if (tag[0] != '/') {
      open.push_back(name);
    } else {
      if (open.empty() || open.back() != name) return "unexpected <" + tag + ">";
      open.pop_back();
    }
  }
  return open.empty() ? "" : "no end of " + open.back();
}

}  // namespace sketchbench::testing_support
