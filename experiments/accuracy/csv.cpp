#include "experiments/accuracy/csv.hpp"

#include <fmt/format.h>

#include <cmath>

#include "report/csv.hpp"

namespace sketchbench {
namespace {

/// A field of the published number, where it is about the row's own data.
template <class Field>
auto published(Field field) {
  return [field](const Summary& row) -> std::string {
    return row.comparable && row.paper ? field(*row.paper) : "";
  };
}

CsvColumns<Summary> columns() {
  CsvColumns<Summary> own = {
      {"D", [](const Summary& row) { return std::to_string(row.D); }},
      {"runs", [](const Summary& row) { return std::to_string(row.runs()); }},
      {"accuracy", [](const Summary& row) { return csv_number(mean_of(row.accuracy), 4); }},
      {"accuracy_std", [](const Summary& row) { return csv_number(row.accuracy.std, 4); }}};
  append_columns(own, cost_columns());
  const CsvColumns<Summary> comparison = {
      {"paper_accuracy",
       published([](const PaperNumber& paper) { return csv_number(paper.accuracy.mean, 2); })},
      {"paper_accuracy_std",
       published([](const PaperNumber& paper) { return csv_number(paper.accuracy.std, 2); })},
      {"paper_total_s",
       published([](const PaperNumber& paper) { return csv_significant(paper.seconds, 6); })},
      {"delta_pp", [](const Summary& row) { return csv_number(row.delta(), 4); }},
      {"verdict", [](const Summary& row) { return std::string(name_of(row.verdict())); }}};
  append_columns(own, comparison);
  return group_columns(own);
}

/// A field of the row's test.
template <class Field>
auto tested(Field field) {
  return [field](const Summary& row) { return row.test ? field(*row.test) : std::string(); };
}

/// What a verdict is made of: behind all columns that were there before.
CsvColumns<Summary> test_columns(std::size_t family) {
  return {
      {"delta_low_pp", tested([](const JudgedDifference& test) { return csv_number(test.interval.low, 4); })},
      {"delta_high_pp",
       tested([](const JudgedDifference& test) { return csv_number(test.interval.high, 4); })},
      {"family_low_pp",
       tested([](const JudgedDifference& test) { return csv_number(test.family_interval.low, 4); })},
      {"family_high_pp",
       tested([](const JudgedDifference& test) { return csv_number(test.family_interval.high, 4); })},
      {"holm_p", tested([](const JudgedDifference& test) { return csv_significant(test.adjusted_p, 4); })},
      {"family", tested([family](const JudgedDifference&) { return std::to_string(family); })},
      {"split_std_pp",
       [](const Summary& row) {
         return row.test && row.split_noise ? csv_number(std::sqrt(row.split_noise->variance), 4) : "";
       }},
      {"splits", [](const Summary& row) {
         return row.test && row.split_noise ? std::to_string(row.split_noise->splits) : "";
       }}};
}

}  // namespace

std::string render_csv(const Results& results) {
  CsvColumns<Summary> all = columns();
  append_columns(all, origin_columns());
  append_columns(all, test_columns(family_size(results)));
  return csv_table(all, results.rows);
}

}  // namespace sketchbench
