#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// The columns that occur in some sparse rows, where they are far fewer than there are: renumbered, rows cost
/// what their non-zeros cost, in maps that draw a number for each column and in learners with a weight for
/// each. Whoever takes rows in does it once, before anything is made of them: the harness for a cell's
/// training and test rows, models and maps by themselves for their training rows, with which they keep it.
///
/// A map that draws something for each column draws it for the columns that occur, in their order: what it
/// makes of wide rows is what it makes of the same rows renumbered by hand.
class ColumnSelection {
 public:
  /// Columns of which no row that was selected from has any. What becomes of a row's values in them: the one
  /// value that stands for all of them in a column of its own (Kernel::joined), or nothing where this is
  /// empty.
  using Join = std::function<float(std::span<const float> values)>;

  /// Rows with so many columns cost little anyway, and stay as they are.
  static constexpr Index few_columns = 10'000;
  /// Where no more than one in `least_share` of more columns occurs, they are renumbered.
  static constexpr Index least_share = 2;
  /// Of the columns that occur in any of these rows, which have the same number of columns. None where it
  /// would not be worth it, and where some of the rows are dense. Takes memory in proportion to their
  /// non-zeros.
  static std::optional<ColumnSelection> of(std::span<const Rows> rows);
  static std::optional<ColumnSelection> of(const Rows& rows) { return of({&rows, 1}); }

  /// columns: ascending, each from 0 to d_in - 1; InputError where they are not.
  ColumnSelection(std::vector<std::int32_t> columns, Index d_in);

  Index d_in() const { return d_in_; }
  /// Columns of rows that apply() gives: those that occur, and behind them one for all others.
  Index d_out() const { return static_cast<Index>(columns_.size()) + 1; }
  const std::vector<std::int32_t>& columns() const { return columns_; }

  /// The rows renumbered, n x d_out(); x: n x d_in(), sparse or dense. InputError for rows of another width.
  CsrMatrix apply(const Rows& x, const Join& join = {}) const;

 private:
  std::optional<Index> find(std::int32_t column) const;

  std::vector<std::int32_t> columns_;
  Index d_in_;
  /// A bit for each of 64 columns that occurs, and how many occur before them: a column's number is found in
  /// one place of memory. Where they are so few that most words would be empty there is a table in place of
  /// it.
  struct Word {
    std::uint64_t bits = 0;
    std::int32_t before = 0;
  };
  std::vector<Word> words_;
  /// Where the columns from b << shift_ on begin: as many as there are columns, about.
  std::vector<std::int32_t> bucket_;
  int shift_ = 0;
};

/// Those that occur in any of these sparse rows, ascending.
std::vector<std::int32_t> occurring_columns(std::span<const Rows> rows);

}  // namespace sketchbench
