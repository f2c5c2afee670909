#include "papers/nips01/sampling_gains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <sketchbench/report/claims/claim_subjects.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/kernel_pca/equal_costs.hpp"
#include "experiments/kernel_pca/results.hpp"
#include "experiments/kernel_pca/run.hpp"

namespace sketchbench::nips01 {
namespace {

using Values = std::vector<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// A case: its subject, and the rows that its number is made of; null where there are none.
struct Case {
  ClaimSubject subject;
  const KernelPcaRow *one = nullptr, *other = nullptr;
};

/// All cases with the rows that they point to.
struct Cases {
  std::vector<KernelPcaResults> results;
  std::vector<Case> cases;
};

using Number = std::optional<MeanInterval> (*)(const Case& one, double confidence);

std::vector<KernelPcaResults> results_of(const std::vector<Config>& configs, const ReportSources& sources) {
  std::vector<KernelPcaResults> all;
  for (const Config& config : configs) {
    require_experiment(config, {kernel_pca_experiment().name});
    all.push_back(kernel_pca_results(config, sources));
  }
  return all;
}

bool is_named(const std::vector<std::string>& labels, const KernelPcaRow& row) {
  return std::ranges::find(labels, row.method_label) != labels.end();
}

std::string title_of(const KernelPcaRow& row) {
  return fmt::format("{}, {}, {}", row.dataset_title(), row.kernel.display(), method_short(row.method_label));
}

Case case_of(const KernelPcaRow& one, const KernelPcaRow* other, bool quick) {
  Case made{.subject = {.name = title_of(one)}};
  if (other != nullptr) made.subject.name += " / " + method_short(other->method_label);
  if (!has_runs(one, made.subject) || (other != nullptr && !has_runs(*other, made.subject))) return made;
  made.subject.unmet = unmet_by_runs(quick, !same_as_paper(one.done.front()));
  made.one = &one;
  made.other = other;
  return made;
}

/// The claim's methods, alone or beside each of its others.
Cases cases_of(const PublishedClaim& claim, const std::vector<Config>& configs,
               const ReportSources& sources) {
  Cases all{.results = results_of(configs, sources), .cases = {}};
  for (const KernelPcaResults& results : all.results)
    for (const KernelPcaRow& row : results.rows) {
      if (!is_about(claim, row) || !is_named(claim.methods, row)) continue;
      if (claim.others.empty()) all.cases.push_back(case_of(row, nullptr, results.config.quick));
      for (const KernelPcaRow& other : results.rows)
        if (is_named(claim.others, other) && other.dataset == row.dataset && other.kernel == row.kernel &&
            other.D == row.D)
          all.cases.push_back(case_of(row, &other, results.config.quick));
    }
  return all;
}

/// The claim's methods, each beside the best Nyström map that costs no more.
Cases cases_beside_nystrom(const PublishedClaim& claim, const std::vector<Config>& configs,
                           const ReportSources& sources, const KernelPcaRow* EqualCosts::*cost) {
  Cases all{.results = results_of(configs, sources), .cases = {}};
  for (const KernelPcaResults& results : all.results) {
    const std::vector<EqualCosts> compared = equal_costs(results.rows);
    for (const KernelPcaRow& row : results.rows) {
      if (!is_about(claim, row) || !is_named(claim.methods, row)) continue;
      const auto found = std::ranges::find(compared, &row, &EqualCosts::sampled);
      const KernelPcaRow* other = found == compared.end() ? nullptr : (*found).*cost;
      Case& made = all.cases.emplace_back(case_of(row, other, results.config.quick));
      const bool lacks_some = lacks_nystrom(results.rows, row);
      if (made.one == nullptr || (other != nullptr && !lacks_some)) continue;
      made.one = nullptr;
      made.subject.remark =
          lacks_some ? "not all Nyström maps have been run" : "no Nyström map that was run takes as little";
      made.subject.skipped = !lacks_some;
    }
  }
  return all;
}

Provenance times_of(const Case& one) {
  Provenance times;
  for (const KernelPcaRow* row : {one.one, one.other})
    if (row != nullptr) times.add(*row, method_short(row->method_label));
  return times;
}

enum class Of {
  any_number,
  equal_times,    ///< of maps that times have chosen: undecided where these are of several processors
  ratio_of_times  ///< there is none between processors
};

ClaimMeasurement measurement_of(const Cases& all, Number number, Of what = Of::any_number) {
  ClaimMeasurement measurement;
  measurement.checks_hypothesis = what != Of::any_number;
  for (const Case& one : all.cases) {
    ClaimSubject& subject = measurement.subjects.emplace_back(one.subject);
    if (what == Of::ratio_of_times) require_one_processor(subject, times_of(one));
    if (what == Of::equal_times && subject.unmet.empty())
      subject.unmet = unmet_by_processors(times_of(one).processors());
  }
  measure_subjects(measurement.subjects,
                   [&](std::size_t i, double confidence) -> std::optional<MeanInterval> {
                     return all.cases[i].one == nullptr ? std::nullopt : number(all.cases[i], confidence);
                   });
  return measurement;
}

/// Value i of the one with value i of the other, or with the other's mean where it has not as many: a map
/// that draws nothing is made once.
template <class Join>
Values joined(const Values& one, const Values& other, Join&& join) {
  double mean = 0;
  for (const double value : other) mean += value / static_cast<double>(other.size());
  Values all;
  for (std::size_t i = 0; i < one.size(); ++i)
    all.push_back(join(one[i], other.size() == one.size() ? other[i] : mean));
  return all;
}

/// Of one value nothing is known but that it was seen.
MeanInterval interval_of(const Values& values, double confidence) {
  if (values.size() == 1) return {values.front(), -infinity, infinity};
  return mean_interval(values, confidence);
}

/// The geometric mean of the ratios; none where one of them has no logarithm.
std::optional<MeanInterval> ratio_of(const Values& one, const Values& other, double confidence) {
  const Values logarithms =
      joined(one, other, [](double a, double b) { return a > 0 && b > 0 ? std::log(a / b) : infinity; });
  if (logarithms.empty() || !std::ranges::all_of(logarithms, [](double v) { return std::isfinite(v); }))
    return std::nullopt;
  const MeanInterval interval = interval_of(logarithms, confidence);
  return exponential(interval);
}

ClaimMeasurement measure_captured_share(const PublishedClaim& claim, const std::vector<Config>& configs,
                                        const ReportSources& sources) {
  return measurement_of(cases_of(claim, configs, sources),
                        [](const Case& one, double confidence) -> std::optional<MeanInterval> {
                          return interval_of(one.one->pca->captured_share, confidence);
                        });
}

ClaimMeasurement measure_making_time_ratio(const PublishedClaim& claim, const std::vector<Config>& configs,
                                           const ReportSources& sources) {
  return measurement_of(
      cases_of(claim, configs, sources),
      [](const Case& one, double confidence) {
        return ratio_of(one.one->pca->make_seconds, one.other->pca->make_seconds, confidence);
      },
      Of::ratio_of_times);
}

/// Bytes that the matrix of each map kept; empty where a record does not tell.
Values matrix_bytes(const KernelPcaRow& row) {
  Values bytes;
  for (const Json& facts : result_of<KernelPca>(row.done.front()).map_facts)
    if (facts.contains("matrix_bytes")) bytes.push_back(facts.at("matrix_bytes").get<double>());
  return bytes;
}

ClaimMeasurement measure_matrix_memory_ratio(const PublishedClaim& claim, const std::vector<Config>& configs,
                                             const ReportSources& sources) {
  return measurement_of(cases_of(claim, configs, sources),
                        [](const Case& one, double confidence) -> std::optional<MeanInterval> {
                          const Values own = matrix_bytes(*one.one), others = matrix_bytes(*one.other);
                          return others.empty() ? std::nullopt : ratio_of(own, others, confidence);
                        });
}

ClaimMeasurement measure_accuracy_loss(const PublishedClaim& claim, const std::vector<Config>& configs,
                                       const ReportSources& sources) {
  return measurement_of(cases_of(claim, configs, sources),
                        [](const Case& one, double confidence) -> std::optional<MeanInterval> {
                          const Values &own = one.one->pca->accuracy, &others = one.other->pca->accuracy;
                          if (own.empty() || others.empty()) return std::nullopt;
                          return interval_of(joined(own, others, [](double a, double b) { return b - a; }),
                                             confidence);
                        });
}

std::optional<MeanInterval> error_ratio(const Case& one, double confidence) {
  return ratio_of(one.one->pca->subspace_error, one.other->pca->subspace_error, confidence);
}

ClaimMeasurement measure_error_in_time(const PublishedClaim& claim, const std::vector<Config>& configs,
                                       const ReportSources& sources) {
  return measurement_of(cases_beside_nystrom(claim, configs, sources, &EqualCosts::in_time), error_ratio,
                        Of::equal_times);
}

ClaimMeasurement measure_error_in_memory(const PublishedClaim& claim, const std::vector<Config>& configs,
                                         const ReportSources& sources) {
  return measurement_of(cases_beside_nystrom(claim, configs, sources, &EqualCosts::in_memory), error_ratio);
}

}  // namespace

std::vector<NamedMeasure> sampling_gain_measures() {
  return {{"captured_share", measure_captured_share, of_single_runs},
          {"making_time_ratio", measure_making_time_ratio, of_pairs_of_runs},
          {"matrix_memory_ratio", measure_matrix_memory_ratio, of_pairs_of_runs},
          {"accuracy_loss", measure_accuracy_loss, of_pairs_of_runs},
          {"error_over_nystrom_in_time", measure_error_in_time, of_single_runs},
          {"error_over_nystrom_in_memory", measure_error_in_memory, of_single_runs}};
}

}  // namespace sketchbench::nips01
