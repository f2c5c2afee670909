#include <sketchbench/report/verdicts/speed_up.hpp>

#include <cmath>
#include <vector>

#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/statistics.hpp>
#include <sketchbench/report/verdicts/welch.hpp>

namespace sketchbench {
namespace {

std::optional<Sample> logarithms_of(std::span<const double> seconds) {
  std::vector<double> logarithms;
  for (const double one : seconds) {
    if (!(one > 0)) return std::nullopt;
    logarithms.push_back(std::log(one));
  }
  return logarithms.empty() ? std::nullopt : std::optional(sample_of(logarithms));
}

std::vector<double> all_seconds(const RunGroup& group, const std::function<double(const Record&)>& seconds) {
  std::vector<double> all;
  for (const Record& record : group.done) all.push_back(seconds(record));
  return all;
}

}  // namespace

std::optional<SpeedUp> speed_up(std::span<const double> longer, std::span<const double> shorter,
                                double confidence) {
  const std::optional<Sample> above = logarithms_of(longer), below = logarithms_of(shorter);
  if (!above || !below || (!above->std && !below->std)) return std::nullopt;
  const auto squared = [](const Sample& sample) { return *sample.std * *sample.std; };
  std::vector<VariancePart> parts;
  const bool both = above->std && below->std;
  if (both)
    for (const Sample& one : {*above, *below}) parts.push_back({squared(one) / one.n, one.n - 1.0});
  else {
    const Sample& known = above->std ? *above : *below;
    parts.push_back({squared(known) * (1.0 / above->n + 1.0 / below->n), known.n - 1.0});
  }
  const WelchEstimate logarithm = welch_estimate(above->mean - below->mean, parts);
  return SpeedUp{.times = exponential(logarithm.interval(confidence)), .scatter_assumed = !both};
}

std::optional<SpeedUp> speed_up(const RunGroup& longer, const RunGroup& shorter,
                                const std::function<double(const Record&)>& seconds, double confidence) {
  if (!of_one_processor({&longer, &shorter})) return std::nullopt;
  return speed_up(all_seconds(longer, seconds), all_seconds(shorter, seconds), confidence);
}

SpeedUpVerdict speed_up_verdict(const MeanInterval& times, double published, double rounding) {
  const double least = published - rounding;
  if (times.low >= least) return SpeedUpVerdict::holds;
  if (times.high < 1) return SpeedUpVerdict::gone;
  if (times.low <= 1) return SpeedUpVerdict::undecided;
  return times.high >= least ? SpeedUpVerdict::consistent : SpeedUpVerdict::less;
}

}  // namespace sketchbench
