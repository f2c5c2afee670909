#include <sketchbench/report/verdicts/result_number.hpp>

#include <limits>

#include <sketchbench/report/verdicts/difference.hpp>

namespace sketchbench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Numbers that come in steps, as rows that are right, may agree by chance: that is no scatter of 0.
WelchEstimate with_scatter(WelchEstimate estimate) {
  if (estimate.error == 0 && estimate.estimate != 0) estimate.error = infinity;
  return estimate;
}

}  // namespace

// An experiment whose cells have no seeds draws them itself.
ResultNumber::ResultNumber(const RunGroup& group, const Experiment& experiment, const GroupQuantity& number)
    : values(number.value(group).number.values),
      sample(sample_of(values)),
      draws(!experiment.seeded || group.done.front().cell.seed.has_value()) {}

WelchEstimate difference_of(const ResultNumber& a, const ResultNumber& b) {
  if (a.draws != b.draws) {
    const Sample& drawn = a.draws ? a.sample : b.sample;
    const VariancePart part = drawn.std ? VariancePart{*drawn.std * *drawn.std / drawn.n, drawn.n - 1.0}
                                        : VariancePart{infinity, 1};
    return with_scatter(welch_estimate(b.sample.mean - a.sample.mean, {&part, 1}));
  }
  const WelchEstimate estimate =
      difference_of({.ours = b.sample, .published = {.sample = a.sample, .decimals = {}}, .draws = a.draws})
          .estimate;
  return a.draws ? with_scatter(estimate) : estimate;
}

}  // namespace sketchbench
