#pragma once
#include <algorithm>
#include <concepts>
#include <functional>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sketchbench/harness/cell/record.hpp>
#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/mean_interval.hpp>
#include <sketchbench/report/run_groups.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

/// How people read a number.
enum class Form {
  count,         ///< 1,000
  significant,   ///< three significant digits, ± a deviation
  general,       ///< four significant digits, without a deviation
  three_digits,  ///< three of them, without what significant does to large and small ones
  decimals,      ///< four decimals, likewise
  percent,       ///< 84.35 ± 0.08
  seconds,       ///< in the unit that fits, with the marks of how it was taken
  bytes,         ///< in the unit that fits
  share          ///< four decimals, ± a deviation
};

/// How table.csv has it, where it is no count: with so many significant digits, or decimals.
struct Digits {
  int count = 6;
  bool decimals = false;
};

/// Where table.csv has a column, in this order. Programs read columns by their place too, so that new ones
/// stand behind those that were there. First, status, origins: what describes a group (group_columns.hpp).
/// Nowhere: what figures alone show, or claims alone ask for.
enum class ColumnPlace { first, usual, status, behind_status, origins, last, nowhere };

enum class Better { smaller, larger };

/// That results are ranked, compared and guarded by a quantity. A percentage (Form::percent) is of test rows
/// and moves by points. Any other is not below 0 and moves in proportion to itself.
struct Ranking {
  std::string name;     ///< in a baseline's file, unlike that of any other experiment: "accuracy"
  std::string title;    ///< above tables: "Test accuracy in per cent"
  Better better;        ///< which of two numbers is
  bool guarded = true;  ///< baselines guard it and comparisons are of it: one of each experiment

  /// What is larger for a better number: itself, or its opposite.
  double merit(double number) const { return better == Better::larger ? number : -number; }
};

/// What tables and figures have to know of a quantity of a row of results, be it a number or words.
struct QuantityInfo {
  std::string key = {};  ///< column of table.csv: "relative_error"; empty: for people alone
  std::vector<std::string> heading =
      {};                  ///< of its column for people, an entry a line; empty: for programs alone
  std::string title = {};  ///< in a sentence: "the error of the Gram matrix"
  std::string axis = {};   ///< of a figure, with the unit: "time (s)"
  Form form = Form::significant;
  Digits digits = {};
  bool spread = false;     ///< over runs or maps: "<key>_std" stands behind it in table.csv
  bool is_linear = false;  ///< figures have it on a linear axis
  ColumnPlace place = ColumnPlace::usual;
  /// table.csv has no column of it where no row has a number, and has it behind the others of its place: of
  /// one that records did not always have.
  bool only_where_measured = false;
  bool left = false;  ///< where people have it in its column
  Tone tone = Tone::plain;
  std::optional<Ranking> ranking = {};
  /// What of a method itself the seconds or bytes are, without what the experiment takes to measure its
  /// error: "making the features of the training rows and training"; empty: they are no such cost.
  std::string cost = {};
  /// What one of words can say, where records need not be asked: claims that look for others are refused.
  std::vector<std::string> words = {};

  bool per_cent() const { return form == Form::percent; }
};

/// A number with its spread, of no runs where there is none; or words.
struct Value {
  Sample number = {};
  std::optional<double> low = {}, high = {};  ///< ends of its bar in figures; none: the deviation's
  std::string words = {};
  /// Of a number whose interval is not that of a mean over runs, at a confidence; null: it is.
  std::function<std::optional<MeanInterval>(double confidence)> interval = nullptr;

  Value(Sample sample) : number(std::move(sample)) {}
  Value(const std::vector<double>& values) : number(sample_of(values)) {}
  /// A number with that interval, whatever the confidence.
  Value(const MeanInterval& known) : Value(known.mean) {
    interval = [known](double /*confidence*/) { return known; };
  }
  Value(double value) : number{.n = 1, .mean = value, .std = {}} {}
  Value(const std::optional<double>& value) : Value(value ? Value(*value) : Value(Sample())) {}
  template <std::integral Count>
  Value(Count count) : Value(static_cast<double>(count)) {}
  Value(std::string text) : words(std::move(text)) {}
  Value(std::string_view text) : words(text) {}
  Value(const char* text) : words(text) {}

  bool is_empty() const { return number.n == 0 && words.empty(); }
};

/// Of rows that are groups of runs, or lines of what these have shown.
template <class Row>
struct Quantity : QuantityInfo {
  std::function<Value(const Row& row)> value;
  std::function<TableCell(const Row& row)> cell;  ///< for people, in place of what the form says; null: that

  /// `of`: a member of the row, or what is called with it, that makes a Value.
  template <class Of>
  Quantity(QuantityInfo info, Of of, std::function<TableCell(const Row& row)> cell_of_row = nullptr)
      : QuantityInfo(std::move(info)),
        value([of](const Row& row) -> Value { return std::invoke(of, row); }),
        cell(std::move(cell_of_row)) {}
  /// A column of table.csv alone.
  template <class Key, class Of>
    requires std::convertible_to<Key, std::string>
  Quantity(Key key_of_column, Of of) : Quantity(QuantityInfo{.key = key_of_column}, of) {}
  /// One of a part of the row (a base class).
  template <class Part>
    requires std::convertible_to<const Row&, const Part&>
  Quantity(const Quantity<Part>& of_part) : QuantityInfo(of_part), value(of_part.value), cell(of_part.cell) {}
};
template <class Row>
using Quantities = std::vector<Quantity<Row>>;

/// The number of the quantity of that key, which there is, of a row.
template <class Row, class Of>
Sample number_of(const Row& row, const Quantities<Of>& quantities, std::string_view key) {
  return std::ranges::find(quantities, key, &Quantity<Of>::key)->value(row).number;
}

/// For people alone, where what they see is more than a number.
template <class Row, class Cell>
Quantity<Row> for_people_alone(QuantityInfo info, Cell cell) {
  return {std::move(info), [](const Row&) { return Sample(); }, cell};
}

template <class Row>
Quantities<Row> joined(Quantities<Row> first, const auto&... more) {
  (first.insert(first.end(), more.begin(), more.end()), ...);
  return first;
}

/// For quantities of groups whose cells are one record each: a member of its result, or what is called with
/// it.
template <class Result, class Of>
auto of_result(Of of) {
  return [of](const RunGroup& group) -> Value {
    if (group.done.empty()) return Sample();
    return std::invoke(of, result_of<Result>(group.done.front()));
  };
}

/// For quantities of groups: over all runs of one, of each a number or, for each map that it drew, several.
template <class Of>
auto over_records(Of of) {
  return [of](const RunGroup& group) -> Value {
    std::vector<double> values;
    for (const Record& record : group.done)
      if constexpr (std::ranges::range<std::invoke_result_t<const Of&, const Record&>>)
        for (const double value : std::invoke(of, record)) values.push_back(value);
      else
        values.push_back(static_cast<double>(std::invoke(of, record)));
    return values;
  };
}
/// The same of a member of their results, or of what is called with these.
template <class Result, class Of>
auto over_runs(Of of) {
  return over_records([of](const Record& record) { return std::invoke(of, result_of<Result>(record)); });
}

}  // namespace sketchbench
