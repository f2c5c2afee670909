#include "papers/kdd13/claims/construction.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/error.hpp"
#include "experiments/construction_time/times.hpp"
#include "papers/kdd13/claims/cases.hpp"
#include "report/contrast.hpp"
#include "report/words.hpp"

namespace sketchbench::kdd13 {
namespace {

using Cases = ClaimCases<TimedMap>;
using CaseRows = Cases::Rows;

/// What the claim's configurations have.
struct Times {
  Times(const std::vector<Config>& configs, const ReportSources& sources) {
    for (const Config& config : configs) {
      require_experiment(config, {construction_time_experiment().name});
      of_configs.push_back(construction_times(config, sources));
    }
  }
  Cases cases(const PublishedClaim& claim) const {
    CaseRows rows;
    bool quick = false;
    for (const ConstructionTimes& times : of_configs) {
      quick = quick || times.config.quick;
      for (const TimedMap& map : times.maps) rows.push_back(&map);
    }
    return {claim, std::move(rows), quick, Deciding::on_any_data, true};
  }

  std::vector<ConstructionTimes> of_configs;
};

/// The logarithm of the ratio of the first row's time to the second's.
std::optional<MeanInterval> log_ratio(const CaseRows& two, double confidence) {
  return log_ratio_interval(sample_of(two[0]->time->totals), sample_of(two[1]->time->totals), confidence);
}

ClaimMeasurement measure_ratio(const PublishedClaim& claim, const std::vector<Config>& configs,
                               const ReportSources& sources) {
  const Times times(configs, sources);
  Cases cases = times.cases(claim);
  cases.add_pairs();
  return cases.measure([](const CaseRows& two, double confidence) {
    const auto logarithm = log_ratio(two, confidence);
    return logarithm ? std::optional(exponential(*logarithm)) : std::nullopt;
  });
}

ClaimMeasurement measure_exponent_in_columns(const PublishedClaim& claim, const std::vector<Config>& configs,
                                             const ReportSources& sources) {
  if (claim.datasets.size() != 2)
    throw InputError(fmt::format("the claim {}: \"datasets\" has {}, expected the two that are compared",
                                 claim.id, claim.datasets.size()));
  const Times times(configs, sources);
  Cases cases = times.cases(claim);
  cases.for_each([&](const TimedMap& one, const TimedMap*) {
    if (one.dataset.name != claim.datasets[0]) return;
    for (const ConstructionTimes& all : times.of_configs)
      for (const TimedMap& map : all.maps)
        if (map.dataset.name == claim.datasets[1] && map.kernel == one.kernel && map.D == one.D &&
            map.method_label == one.method_label)
          cases.add(fmt::format("{} beside {}", case_name(one, nullptr), map.dataset_title()), {&one, &map});
  });
  return cases.measure([](const CaseRows& two, double confidence) {
    auto exponent = log_ratio(two, confidence);
    const double columns = std::log(static_cast<double>(two[0]->d) / static_cast<double>(two[1]->d));
    if (columns <= 0) return std::optional<MeanInterval>();
    if (exponent)
      for (double* value : {&exponent->mean, &exponent->low, &exponent->high}) *value /= columns;
    return exponent;
  });
}

/// The exponent of each curve, less what is claimed for it where `beyond_claimed`.
ClaimMeasurement measure_exponent(bool beyond_claimed, const PublishedClaim& claim,
                                  const std::vector<Config>& configs, const ReportSources& sources) {
  const Times times(configs, sources);
  Cases cases = times.cases(claim);
  std::vector<const TimeCurve*> curves;
  for (const ConstructionTimes& all : times.of_configs)
    for (const TimePanel& panel : all.panels)
      for (const TimeCurve& curve : panel.curves) {
        const TimedMap& any = curve.any();
        if (!is_about(claim, any.dataset.name) ||
            std::ranges::find(claim.methods, any.method_label) == claim.methods.end())
          continue;
        cases.add(fmt::format("{}, {}", panel.title, method_short(any.method_label)), curve.points);
        curves.push_back(&curve);
      }
  return cases.measure([&](const CaseRows& points, double confidence) -> std::optional<MeanInterval> {
    const auto curve = std::ranges::find_if(
        curves, [&](const TimeCurve* one) { return one->points.front() == points.front(); });
    const auto law = growth_of(**curve, confidence);
    if (!law || !law->exponent_error || (beyond_claimed && !(*curve)->claimed_exponent)) return std::nullopt;
    const double exponent = law->exponent - (beyond_claimed ? *(*curve)->claimed_exponent : 0);
    return MeanInterval{exponent, exponent - *law->exponent_error, exponent + *law->exponent_error};
  });
}

ClaimMeasurement measure_exponent_in_features(const PublishedClaim& claim, const std::vector<Config>& configs,
                                              const ReportSources& sources) {
  return measure_exponent(false, claim, configs, sources);
}

ClaimMeasurement measure_exponent_beyond_claimed(const PublishedClaim& claim,
                                                 const std::vector<Config>& configs,
                                                 const ReportSources& sources) {
  return measure_exponent(true, claim, configs, sources);
}

}  // namespace

std::vector<NamedMeasure> construction_measures() {
  return {{"construction_time_ratio", measure_ratio},
          {"exponent_in_columns", measure_exponent_in_columns},
          {"exponent_in_features", measure_exponent_in_features},
          {"exponent_beyond_claimed", measure_exponent_beyond_claimed}};
}

}  // namespace sketchbench::kdd13
