#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/report/mean_interval.hpp>
#include <sketchbench/report/results/quantity.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

/// Of a row that is a check by itself, as of a bound: what a claim about it takes over.
struct RowCheck {
  std::string title;        ///< of the case
  std::string unmet;        ///< which part of the statement's hypothesis the runs do not meet; empty: none
  std::string says_little;  ///< why the number decides nothing, whatever the hypothesis; empty where it may
  std::string remark;
  bool skipped = false;              ///< the statement is about nothing that was run
  bool refutable = true;             ///< ClaimSubject::refutable
  bool compares_hypothesis = false;  ///< `unmet` is looked at
  double level = 0;  ///< probability with which its interval misses; of all cases at most 0.05
};

/// A row of results with what was measured of it.
struct MeasuredRow {
  const RunGroup* group = nullptr;
  std::vector<Value> values;  ///< of each quantity; of no runs where there are none
  /// Quantity::interval of each; null for most.
  std::vector<std::function<std::optional<MeanInterval>(double confidence)>> intervals;
  std::string curve;  ///< what the rows of one curve along D are called; empty: the data set
  std::optional<RowCheck> check;
};

/// Everything that a configuration's runs have measured, for claims to choose from: a row for each group of
/// runs or each check, in the order of expand().
struct MeasuredRows {
  Config config;
  std::vector<QuantityInfo> quantities;
  std::vector<MeasuredRow> rows;
  /// What quantities of words can say, by key, where records need not be asked; the others are not looked at.
  std::map<std::string, std::vector<std::string>> words = {};
  std::shared_ptr<const void> results;  ///< what the rows point into
};

/// `rows`, groups of runs or what stands for one, are a part of the results, which have a `config`.
template <class Results, class Row, class Part>
  requires std::convertible_to<const Row&, const Part&>
MeasuredRows measured_rows(std::shared_ptr<const Results> results, const std::vector<Row>& rows,
                           const Quantities<Part>& known) {
  MeasuredRows measured{
      .config = results->config, .quantities = {known.begin(), known.end()}, .rows = {}, .results = results};
  for (const Row& row : rows) {
    MeasuredRow& made = measured.rows.emplace_back();
    made.group = &static_cast<const RunGroup&>(row);
    for (const Quantity<Part>& quantity : known) {
      made.values.push_back(quantity.value(row));
      made.intervals.emplace_back();
      if (quantity.interval)
        made.intervals.back() = [&row, interval = quantity.interval](double confidence) {
          return interval(row, confidence);
        };
    }
  }
  return measured;
}

}  // namespace sketchbench
