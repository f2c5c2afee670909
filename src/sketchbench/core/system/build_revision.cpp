#include <sketchbench/core/system/build_revision.hpp>

namespace sketchbench {

std::string revision_text(std::string_view commit, bool dirty) {
  constexpr std::size_t shown_digits = 12;
  return std::string(commit.substr(0, shown_digits)) + (dirty ? ", dirty" : "");
}

}  // namespace sketchbench
