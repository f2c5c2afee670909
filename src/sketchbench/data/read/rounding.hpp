#pragma once
#include <string>
#include <string_view>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// What single precision loses of a column's numbers beside their spread: times in seconds since 1970 that
/// are all of one day have little left of it.
class Rounding {
 public:
  /// Whether the column's numbers, this one among them, all lie so near each other that their rounding can
  /// count: then add() is to have them, as they were written. Cheap, since most columns' do not.
  bool is_narrow(float value);
  void add(double written, float kept);
  /// Root of the mean squared rounding over the standard deviation, where it is worth a word; 0 elsewhere.
  double loss() const;
  double first() const { return first_; }

 private:
  Index count_ = 0;
  double low_ = 0, high_ = 0, first_ = 0, sum_ = 0, squares_ = 0, errors_ = 0;
  bool wide_ = false;
};

/// "single precision rounds column 3 by 12 % of the standard deviation: subtract a constant such as
/// 1600000000".
std::string text_of_rounding(const Rounding& rounding, std::string_view what);

}  // namespace sketchbench
