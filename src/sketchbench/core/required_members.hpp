#pragma once
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

namespace sketchbench {

/// For the lists of what is registered. Throws Error, "my_map: `workspace` is missing", for the first member
/// that a kind must have and has not; `members` are names, and whether each is there.
void require_members(std::string_view kind, std::initializer_list<std::pair<std::string_view, bool>> members);

/// The list, when require_complete() has nothing to say of any of its kinds.
template <class Kind>
std::vector<Kind> all_complete(std::vector<Kind> kinds) {
  for (const Kind& kind : kinds) require_complete(kind);
  return kinds;
}

}  // namespace sketchbench
