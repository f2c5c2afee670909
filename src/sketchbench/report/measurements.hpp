#pragma once
#include <functional>
#include <vector>

#include <sketchbench/harness/cell/record.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

/// Of one number of each record.
Sample sample_over(const std::vector<Record>& records, const std::function<double(const Record&)>& value);

/// What the runs of a group that trains a learner have cost.
struct RunCosts {
  Sample map_s, train_s, total_s;  ///< CPU seconds; the total is of the two
  Sample predict_s;                ///< CPU seconds, of all test rows with the time of their features
  double peak_rss_bytes = 0;       ///< of the largest run
};
RunCosts costs_of(const std::vector<Record>& runs);

}  // namespace sketchbench
