#include <sketchbench/core/json.hpp>

#include <algorithm>
#include <charconv>

#include "fuzz/promise.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {
namespace {

int depth_of(const Json& json) {
  int inside = 0;
  for (const Json& item : json)
    if (item.is_structured()) inside = std::max(inside, depth_of(item));
  return inside + 1;
}

}  // namespace

bool run_json(std::string_view input) {
  const std::filesystem::path name = "input.json";
  Json json;
  if (!accepts(name, [&] { json = parse_json(input, name); })) return false;
  require(!json.is_structured() || depth_of(json) <= deepest_json, "nested no deeper than promised");
  const std::string text = json_text(json);
  const Json again = parse_json(text, name);
  require(again == json, "what is written reads back as the same document");
  require(json_text(again) == text, "one document has one canonical text");
  require(parse_json(json_text(json, 2), name) == json, "indentation changes nothing");
  return true;
}

}  // namespace sketchbench::fuzz
