#pragma once
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/report/report_sources.hpp>
#include <sketchbench/report/run_groups.hpp>
#include <sketchbench/report/verdicts/split_noise.hpp>

namespace sketchbench {

/// The accuracies of one question on several random splits of a data set.
struct SplitSpread {
  std::string dataset, dataset_title;  ///< its name; its title, without a split
  Kernel kernel;
  std::string method;  ///< the map whose formula it is (defining_map()), whatever its form
  std::string method_label;
  Index D = 0;
  int asked = 0;                                ///< splits that the configuration has
  std::vector<std::vector<double>> accuracies;  ///< in per cent: each seed's that was run, of each split
  std::optional<SplitNoise> binomial;  ///< binomial_split_noise() at these accuracies; none without any

  std::vector<double> means() const;  ///< of each split, over its seeds
  /// None for fewer than least_splits.
  std::optional<SplitNoise> noise() const;
};

/// What the configuration's entries with "split_seeds" have measured, from records alone.
std::vector<SplitSpread> split_spreads(const Config& config, const ReportSources& sources);
/// From groups of runs that are there.
std::vector<SplitSpread> split_spreads(const RunGroupPointers& groups);

/// That of the same data set, kernel, map and D, whatever the learner or the form of the map; nullptr when
/// there is none.
const SplitSpread* find_spread(const std::vector<SplitSpread>& spreads, const RunGroup& group);

}  // namespace sketchbench
