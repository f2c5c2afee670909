#include "experiments/accuracy/csv.hpp"

#include <fmt/format.h>

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
      {"verdict", [](const Summary& row) { return std::string(name_of(row.verdict)); }}};
  append_columns(own, comparison);
  return group_columns(own);
}

}  // namespace

std::string render_csv(const Results& results) { return table_of_groups(columns(), results.rows); }

}  // namespace sketchbench
