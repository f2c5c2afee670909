#pragma once
#include <string>
#include <string_view>

namespace sketchbench {

/// What the program was built from.
struct BuildRevision {
  static constexpr std::string_view unknown = "unknown";

  std::string_view commit = unknown;  ///< git's hash in full; unknown where there was no repository to ask
  bool dirty = false;  ///< files that git tracks were not as committed, those of results/ aside

  bool is_known() const { return commit != unknown; }
};

/// As it was when the program was linked: cmake/build_revision.cmake asks git at every build and makes the
/// function's source.
BuildRevision build_revision();

/// "735fe5e5fdb4", "735fe5e5fdb4, dirty" or "unknown": for people.
std::string revision_text(std::string_view commit, bool dirty);

}  // namespace sketchbench
