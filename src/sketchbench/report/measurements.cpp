#include <sketchbench/report/measurements.hpp>

#include <algorithm>

namespace sketchbench {

Sample sample_over(const std::vector<Record>& records, const std::function<double(const Record&)>& value) {
  std::vector<double> values;
  values.reserve(records.size());
  for (const Record& record : records) values.push_back(value(record));
  return sample_of(values);
}

RunCosts costs_of(const std::vector<Record>& runs) {
  RunCosts costs;
  costs.map_s = sample_over(runs, [](const Record& r) { return r.cpu_seconds("map"); });
  costs.train_s = sample_over(runs, [](const Record& r) { return r.cpu_seconds("train"); });
  costs.total_s =
      sample_over(runs, [](const Record& r) { return r.cpu_seconds("map") + r.cpu_seconds("train"); });
  costs.predict_s = sample_over(runs, [](const Record& r) { return r.cpu_seconds("predict"); });
  for (const Record& record : runs)
    costs.peak_rss_bytes = std::max(costs.peak_rss_bytes, record.peak_rss_bytes());
  return costs;
}

}  // namespace sketchbench
