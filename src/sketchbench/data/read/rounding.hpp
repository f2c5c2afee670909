#pragma once
#include <limits>
#include <string>
#include <string_view>
#include <vector>

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

/// The same of every column of sparse rows. One that a row has no entry of is 0 there, and not narrow:
/// columns of the first row alone count, of which soon few are left.
class SparseRounding {
 public:
  struct Column {
    Index index;
    Rounding rounding;
  };

  /// Of the row that is begun, in ascending order; `written` gives the number in double precision. One
  /// comparison for most entries.
  template <class Written>
  void add(Index column, float kept, const Written& written) {
    if (column >= next_) add_awaited(column, kept, written);
  }
  void end_row() {
    columns_.resize(kept_);
    kept_ = at_ = 0;
    is_first_row_ = false;
    next_ = awaited();
  }
  /// Those that are narrow.
  const std::vector<Column>& columns() const { return columns_; }

 private:
  template <class Written>
  void add_awaited(Index column, float kept, const Written& written) {
    if (is_first_row_) columns_.push_back({column, {}});
    while (at_ < columns_.size() && columns_[at_].index < column) ++at_;
    if (at_ < columns_.size() && columns_[at_].index == column) {
      Rounding& rounding = columns_[at_].rounding;
      if (rounding.is_narrow(kept)) {
        rounding.add(written(), kept);
        if (kept_ < at_) columns_[kept_] = columns_[at_];
        ++kept_;
      }
      ++at_;
    }
    if (!is_first_row_) next_ = awaited();
  }
  Index awaited() const {
    return at_ < columns_.size() ? columns_[at_].index : std::numeric_limits<Index>::max();
  }

  std::vector<Column> columns_;
  Index next_ = 0;                 ///< entries of the row before this column tell nothing
  std::size_t kept_ = 0, at_ = 0;  ///< in the row: columns that still are narrow, and those gone through
  bool is_first_row_ = true;
};

/// "single precision rounds column 3 by 12 % of the standard deviation: subtract a constant such as
/// 1600000000".
std::string text_of_rounding(const Rounding& rounding, std::string_view what);

}  // namespace sketchbench
