#pragma once
#include <compare>
#include <optional>
#include <string>

#include <sketchbench/harness/cell/cell.hpp>

namespace sketchbench {

/// What a cell asks for, whatever its data set holds and whichever versions of the algorithms answer it: how
/// stores, plans and reports find what there is of a configuration's cells. A record has a name of its own,
/// which those decide as well (cell_id()).
struct RequestKey {
  /// What cells that differ by seed alone have in common: experiment with its parameters, data set, kernel,
  /// method (of an external one, its contents) and learner, as text.
  std::string question;
  std::optional<Seed> seed;

  auto operator<=>(const RequestKey&) const = default;
};

RequestKey request_key(const Cell& cell);

}  // namespace sketchbench
