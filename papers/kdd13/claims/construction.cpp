#include "papers/kdd13/claims/construction.hpp"

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/verdicts/speed_up.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/construction_time/times.hpp"
#include "papers/kdd13/claims/cases.hpp"

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

/// How many times as long the first row takes.
std::optional<MeanInterval> ratio_of(const CaseRows& two, double confidence) {
  const auto found = speed_up(two[0]->time->total.cpu, two[1]->time->total.cpu, confidence);
  return found ? std::optional(found->times) : std::nullopt;
}

std::optional<MeanInterval> log_ratio(const CaseRows& two, double confidence) {
  const auto ratio = ratio_of(two, confidence);
  return ratio ? std::optional(logarithm(*ratio)) : std::nullopt;
}

ClaimMeasurement measure_ratio(const PublishedClaim& claim, const std::vector<Config>& configs,
                               const ReportSources& sources) {
  const Times times(configs, sources);
  Cases cases = times.cases(claim);
  cases.add_pairs();
  return cases.measure(ratio_of);
}

/// A number made of a row and one with less of something, such as columns, and otherwise the same.
using SizeOf = double (*)(const TimedMap& map);
using LogRatio = std::optional<MeanInterval> (*)(const CaseRows& two, double confidence);

double columns_of(const TimedMap& map) { return static_cast<double>(map.dataset.d); }
double features_of(const TimedMap& map) { return static_cast<double>(map.D); }
double power_of(const TimedMap& map) { return static_cast<double>(degree_of(map.kernel)); }

/// Each row of the claim's methods that has more columns, or features, or a higher degree than another of the
/// same data, beside the one with the fewest: the logarithm of the ratio over that of the sizes.
ClaimMeasurement measure_exponent_in(SizeOf size, std::string_view unit, LogRatio ratio,
                                     const PublishedClaim& claim, const Times& times) {
  Cases cases = times.cases(claim);
  cases.for_each([&](const TimedMap& one, const TimedMap*) {
    const TimedMap* least = &one;
    for (const ConstructionTimes& all : times.of_configs)
      for (const TimedMap& map : all.maps) {
        const auto same = [&](SizeOf other) { return other == size || other(map) == other(one); };
        if (map.dataset.name == one.dataset.name && map.method_label == one.method_label &&
            same(columns_of) && same(features_of) && same(power_of) && size(map) < size(*least))
          least = &map;
      }
    if (least != &one)
      cases.add(fmt::format("{}, d = {}, beside {} {}", case_name(one, nullptr), with_commas(one.dataset.d),
                            unit, with_commas(static_cast<Index>(size(*least)))),
                {&one, least});
  });
  return cases.measure([&](const CaseRows& two, double confidence) {
    const auto exponent = ratio(two, confidence);
    return exponent ? std::optional(over(*exponent, std::log(size(*two[0]) / size(*two[1])))) : std::nullopt;
  });
}

ClaimMeasurement measure_exponent_in_columns(const PublishedClaim& claim, const std::vector<Config>& configs,
                                             const ReportSources& sources) {
  return measure_exponent_in(columns_of, "d =", log_ratio, claim, Times(configs, sources));
}

ClaimMeasurement measure_exponent_in_degree(const PublishedClaim& claim, const std::vector<Config>& configs,
                                            const ReportSources& sources) {
  return measure_exponent_in(power_of, "p =", log_ratio, claim, Times(configs, sources));
}

/// Bytes are counted: they have no scatter.
std::optional<MeanInterval> log_ratio_of_bytes(const CaseRows& two, double) {
  const auto &one = two[0]->time->map_bytes, &other = two[1]->time->map_bytes;
  if (!one || !other) return std::nullopt;
  const double logarithm = std::log(*one / *other);
  return MeanInterval{logarithm, logarithm, logarithm};
}

ClaimMeasurement measure_memory_exponent(const PublishedClaim& claim, const std::vector<Config>& configs,
                                         const ReportSources& sources) {
  return measure_exponent_in(features_of, "D =", log_ratio_of_bytes, claim, Times(configs, sources));
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
  constexpr ClaimKeys of_curves{};  // over all numbers of features
  return {{"construction_time_ratio", measure_ratio, of_pairs_of_runs},
          {"exponent_in_columns", measure_exponent_in_columns, of_single_runs},
          {"exponent_in_degree", measure_exponent_in_degree, of_single_runs},
          {"memory_exponent_in_features", measure_memory_exponent, of_single_runs},
          {"exponent_in_features", measure_exponent_in_features, of_curves},
          {"exponent_beyond_claimed", measure_exponent_beyond_claimed, of_curves}};
}

}  // namespace sketchbench::kdd13
