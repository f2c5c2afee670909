#include <sketchbench/core/required_members.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

void require_members(std::string_view kind,
                     std::initializer_list<std::pair<std::string_view, bool>> members) {
  for (const auto& [name, there] : members)
    if (!there) throw Error(fmt::format("{}: `{}` is missing", kind.empty() ? "a kind" : kind, name));
}

}  // namespace sketchbench
