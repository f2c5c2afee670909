#pragma once
#include <vector>

#include "experiments/accuracy/summary.hpp"

namespace sketchbench::kdd13 {

/// Ours, or the paper's, of that row: what an exact kernel gives has no scatter, since it draws nothing.
Sample with_known_spread(const Summary& row, Sample accuracy);

/// What several "accuracy" configurations have, for claims that are measured by them together.
class AccuracyRows {
 public:
  /// InputError for a configuration of another experiment.
  AccuracyRows(const std::vector<Config>& configs, const ReportSources& sources);
  AccuracyRows(const AccuracyRows&) = delete;  // all() points into it
  AccuracyRows& operator=(const AccuracyRows&) = delete;

  const std::vector<Results>& results() const { return results_; }
  /// In the configurations' order.
  std::vector<const Summary*> all() const;
  bool quick() const;

 private:
  std::vector<Results> results_;
};

}  // namespace sketchbench::kdd13
