#pragma once
#include <span>
#include <vector>

#include <sketchbench/learners/labels.hpp>

namespace sketchbench {

/// What rows are to be given by a model of targets, or of classes by one column for each against the rest, 1
/// and -1, and one for two classes. Made from the labels whenever it is asked for.
class TargetColumns {
 public:
  /// `classes`: in the order of their columns; none: the targets themselves. `y` must outlive this.
  TargetColumns(std::span<const float> y, std::span<const ClassCount> classes) : y_(y) {
    for (std::size_t k = 0; k < (classes.size() == 2 ? 1 : classes.size()); ++k)
      labels_.push_back(static_cast<float>(classes[k].label));
  }
  Index count() const { return labels_.empty() ? 1 : std::ssize(labels_); }
  double at(Index row, Index column) const {
    const float y = y_[static_cast<std::size_t>(row)];
    if (labels_.empty()) return double{y};
    return y == labels_[static_cast<std::size_t>(column)] ? 1 : -1;
  }

 private:
  std::span<const float> y_;
  std::vector<float> labels_;  ///< of the columns; empty: the targets themselves
};

}  // namespace sketchbench
