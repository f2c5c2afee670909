#include "experiments/accuracy/csv.hpp"

#include <cmath>

#include <sketchbench/report/csv.hpp>

namespace sketchbench {
namespace {

constexpr Digits points = {.count = 4, .decimals = true}, published_points = {.count = 2, .decimals = true};

/// A field of the published number, where it is about the row's own data.
template <class Field>
auto published(Field field) {
  return [field](const Summary& row) -> std::optional<double> {
    return row.comparable && row.paper ? field(*row.paper) : std::nullopt;
  };
}

/// A field of the row's test.
template <class Field>
auto tested(Field field) {
  return [field](const Summary& row) { return row.test ? Value(field(*row.test)) : Value(Sample()); };
}

/// What a verdict is made of has places behind all columns that were there before.
Quantities<Summary> columns(std::size_t family) {
  using Test = JudgedDifference;
  Quantities<Summary> all = {{{.key = "D", .form = Form::count}, &Summary::D},
                             {{.key = "runs", .form = Form::count}, &Summary::runs},
                             {{.key = "accuracy", .digits = points, .spread = true}, &Summary::accuracy}};
  all.insert(all.end(), cost_columns().begin(), cost_columns().end());
  const auto add = [&](QuantityInfo info, auto of) { all.push_back({std::move(info), of}); };
  add({.key = "paper_accuracy", .digits = published_points},
      published([](const PaperNumber& paper) { return std::optional(paper.accuracy.mean); }));
  add({.key = "paper_accuracy_std", .digits = published_points},
      published([](const PaperNumber& paper) { return paper.accuracy.std; }));
  add({.key = "paper_total_s"}, published([](const PaperNumber& paper) { return paper.seconds; }));
  add({.key = "delta_pp", .digits = points}, &Summary::delta);
  add({.key = "verdict"}, [](const Summary& row) { return name_of(row.verdict()); });
  const auto last = [&](const char* key, Digits digits, auto of) {
    add({.key = key, .digits = digits, .place = ColumnPlace::last}, of);
  };
  last("delta_low_pp", points, tested([](const Test& test) { return test.interval.low; }));
  last("delta_high_pp", points, tested([](const Test& test) { return test.interval.high; }));
  last("family_low_pp", points, tested([](const Test& test) { return test.family_interval.low; }));
  last("family_high_pp", points, tested([](const Test& test) { return test.family_interval.high; }));
  last("holm_p", {.count = 4}, tested([](const Test& test) { return test.adjusted_p; }));
  last("family", {}, tested([family](const Test&) { return family; }));
  last("split_std_pp", points, [](const Summary& row) {
    return row.test && row.split_noise ? std::optional(std::sqrt(row.split_noise->variance)) : std::nullopt;
  });
  last("splits", {}, [](const Summary& row) -> std::optional<double> {
    if (!row.test || !row.split_noise) return std::nullopt;
    return static_cast<double>(row.split_noise->splits);
  });
  return all;
}

}  // namespace

std::string render_csv(const Results& results) {
  return csv_table(group_columns(columns(family_size(results)), /*with_origins=*/true), results.rows);
}

}  // namespace sketchbench
