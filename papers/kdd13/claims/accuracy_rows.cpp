#include "papers/kdd13/claims/accuracy_rows.hpp"

#include <algorithm>

#include <sketchbench/report/claims/claim_subjects.hpp>
#include "experiments/accuracy/run.hpp"

namespace sketchbench::kdd13 {

Sample with_known_spread(const Summary& row, Sample accuracy) {
  if (row.method == exact_method) accuracy.std = 0;
  return accuracy;
}

AccuracyRows::AccuracyRows(const std::vector<Config>& configs, const ReportSources& sources) {
  for (const Config& config : configs) {
    require_experiment(config, {accuracy_experiment().name});
    results_.push_back(summarise(config, sources));
  }
}

std::vector<const Summary*> AccuracyRows::all() const {
  std::vector<const Summary*> rows;
  for (const Results& results : results_)
    for (const Summary& row : results.rows) rows.push_back(&row);
  return rows;
}

bool AccuracyRows::quick() const {
  return std::ranges::any_of(results_, [](const Results& results) { return results.config.quick; });
}

}  // namespace sketchbench::kdd13
