#include "papers/kdd13/claims/times.hpp"

#include <fmt/format.h>

#include <array>

#include <sketchbench/report/contrast.hpp>
#include <sketchbench/report/verdicts/speed_up.hpp>
#include "papers/kdd13/claims/accuracy_rows.hpp"
#include "papers/kdd13/claims/cases.hpp"
#include "papers/kdd13/speed_ups.hpp"

namespace sketchbench::kdd13 {
namespace {

using Cases = ClaimCases<Summary>;
using CaseRows = Cases::Rows;
using Phase = double (*)(const Record& record);

/// How many times as long the second takes, as Table 2 of the report has it.
std::optional<MeanInterval> ratio_of(const Summary& shorter, const Summary& longer, Phase phase,
                                     double confidence) {
  const auto found = speed_up(longer, shorter, phase, confidence);
  return found ? std::optional(found->times) : std::nullopt;
}

Cases time_cases(const PublishedClaim& claim, const AccuracyRows& rows) {
  return {claim, rows.all(), rows.quick(), Deciding::on_the_papers_data, true};
}

template <Phase phase>
ClaimMeasurement measure_ratio(const PublishedClaim& claim, const std::vector<Config>& configs,
                               const ReportSources& sources) {
  const AccuracyRows rows(configs, sources);
  Cases cases = time_cases(claim, rows);
  cases.add_pairs();
  return cases.measure(
      [](const CaseRows& two, double confidence) { return ratio_of(*two[1], *two[0], phase, confidence); });
}

ClaimMeasurement measure_map_share(const PublishedClaim& claim, const std::vector<Config>& configs,
                                   const ReportSources& sources) {
  const AccuracyRows rows(configs, sources);
  Cases cases = time_cases(claim, rows);
  cases.add_each();
  return cases.measure([](const CaseRows& one, double confidence) {
    const std::array terms = {WeightedMean{1, sample_over(one[0]->done, [](const Record& run) {
                                             const double map = run.cpu_seconds("map");
                                             return map / (map + run.cpu_seconds("train"));
                                           })}};
    return contrast_interval(terms, confidence);
  });
}

/// Table 2 of the numbers that the first of the configurations stands beside.
std::optional<PublishedSpeedUps> published_by(const std::vector<Config>& configs) {
  for (const Config& config : configs)
    if (config.compare_with) return PublishedSpeedUps::read(config.compare_with->file);
  return std::nullopt;
}

std::optional<double> factor_of(const std::optional<PublishedSpeedUps>& table, const Summary& row,
                                std::optional<double> SpeedUps::*column) {
  if (!table || table->kernel() != row.kernel) return std::nullopt;
  const std::optional<SpeedUps> factors = table->find(row.facts.stands_for, row.D);
  return factors ? (*factors).*column : std::nullopt;
}

/// The least factor that the paper would print so.
double least_of(double factor) { return factor - rounding_of(factor); }

template <Phase phase, std::optional<double> SpeedUps::*column>
ClaimMeasurement measure_speed_up(const PublishedClaim& claim, const std::vector<Config>& configs,
                                  const ReportSources& sources) {
  const AccuracyRows rows(configs, sources);
  const std::optional<PublishedSpeedUps> table = published_by(configs);
  Cases cases = time_cases(claim, rows);
  cases.for_each([&](const Summary& one, const Summary* other) {
    const std::optional<double> factor = factor_of(table, one, column);
    if (other != nullptr && factor)
      cases.add(fmt::format("{}, over {:g}×", case_name(*other, &one), least_of(*factor)), {&one, other});
  });
  return cases.measure([&](const CaseRows& two, double confidence) {
    const auto ratio = ratio_of(*two[0], *two[1], phase, confidence);
    return ratio ? std::optional(over(*ratio, least_of(*factor_of(table, *two[0], column)))) : std::nullopt;
  });
}

}  // namespace

std::vector<NamedMeasure> learning_time_measures() {
  return {{"map_time_ratio", measure_ratio<map_seconds>, of_pairs_of_runs},
          {"train_time_ratio", measure_ratio<train_seconds>, of_pairs_of_runs},
          {"total_time_ratio", measure_ratio<total_seconds>, of_pairs_of_runs},
          {"map_time_share", measure_map_share, of_single_runs},
          {"map_speed_up", measure_speed_up<map_seconds, &SpeedUps::rm_map>, of_pairs_of_runs},
          {"train_speed_up", measure_speed_up<train_seconds, &SpeedUps::rm_train>, of_pairs_of_runs},
          {"exact_speed_up", measure_speed_up<total_seconds, &SpeedUps::exact>, of_pairs_of_runs}};
}

}  // namespace sketchbench::kdd13
