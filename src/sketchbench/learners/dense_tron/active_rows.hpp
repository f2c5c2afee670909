#pragma once
#include <Eigen/Core>
#include <vector>

namespace sketchbench {

/// The rows that have a loss in one problem: n values.
using ActiveRows = Eigen::Array<bool, Eigen::Dynamic, 1>;
/// Those of several problems.
using ActiveInEach = std::vector<const ActiveRows*>;

/// How to update a sum over active rows: add those that became active and subtract those that ceased to be,
/// or start from zero when that touches fewer rows.
struct ActiveChange {
  bool from_nothing;
  ActiveRows entering, leaving;

  ActiveChange(const ActiveRows& before, const ActiveRows& wanted)
      : from_nothing((before != wanted).count() >= wanted.count()) {
    if (from_nothing) {
      entering = wanted;
      leaving = ActiveRows::Constant(wanted.size(), false);
    } else {
      entering = wanted && !before;
      leaving = before && !wanted;
    }
  }
};

}  // namespace sketchbench
