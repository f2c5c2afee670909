#pragma once
#include <Eigen/Core>
#include <vector>

namespace sketchbench {

/// The rows that have a loss in one problem: n values.
using ActiveRows = Eigen::Array<bool, Eigen::Dynamic, 1>;
/// Those of several problems.
using ActiveInEach = std::vector<const ActiveRows*>;

/// How a sum over active rows becomes the sum over others: from what it is by the rows that enter and leave,
/// or from nothing where that is fewer of them.
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
