#pragma once
#include <vector>

#include <sketchbench/data/generate/generated.hpp>

namespace sketchbench {

/// Points before they are labelled. Whole numbers, so that what the teacher makes of them does not depend on
/// the platform's rounding; a point's published coordinates are level / full_level.
struct TeacherPoints {
  static constexpr int unseen = -1;
  CsrMatrix levels;
  int full_level = 1;
  std::vector<int>
      unit;  ///< what the teacher sees a column as: columns of one unit get one weight; may be `unseen`
  int units = 0;
};

inline constexpr int most_groups = 14;

/// One-hot groups as in Adult: 14 (fewer when d < 28) of at least two columns each, exactly one of them
/// active in a row, the categories' frequencies falling as 1 / rank^2. The teacher sees the columns of six
/// groups: few enough frequent pairs of categories that some thousand rows suffice to learn it.
TeacherPoints one_hot_points(Index n, Index d, Seed seed);

/// Overlapping bumps as the strokes in MNIST: twelve places along the columns, each bump present in a quarter
/// of the rows with a height of its own, so that 20-50% of the values are not zero, neighbouring columns are
/// correlated and norms vary. The teacher sees six segments of neighbouring columns.
TeacherPoints bump_points(Index n, Index d, Seed seed);

}  // namespace sketchbench
