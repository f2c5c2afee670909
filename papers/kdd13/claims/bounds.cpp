#include "papers/kdd13/claims/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/claims/claim_subjects.hpp>
#include "experiments/bounds/results.hpp"
#include "experiments/bounds/run.hpp"

namespace sketchbench::kdd13 {
namespace {

/// A statement as claims and records call it.
struct Statement {
  const char *measure, *lemma, *quantity;
  int first_degree = 1, last_degree = std::numeric_limits<int>::max();  ///< that it is about
};

constexpr std::array statements = {Statement{"lemma_2_mean", "2", "bias", 1, 1},
                                   Statement{"lemma_2_variance", "2", "variance", 1, 1},
                                   Statement{"lemma_3", "3", "variance", 1, 1},
                                   Statement{"lemma_6_mean", "6", "bias", 2},
                                   Statement{"lemma_6_variance", "6", "variance", 2},
                                   Statement{"corrected_variance", "6 corrected", "variance", 2},
                                   Statement{"variance_by_norms", "6 corrected", "variance by norms", 2},
                                   Statement{"lemma_7", "7", "tail"},
                                   Statement{"lemma_8", "8", "largest"},
                                   Statement{"lemma_9", "9", "tail of averages"},
                                   Statement{"lemma_10", "10", "tail"}};

std::string title_of(const CheckedCell& cell) {
  return fmt::format("{}, p = {}, D = {}", points_title(cell), cell.degree, with_commas(cell.D));
}

/// In units of the bound, or as it is where that is 0. An end that says nothing is where it was measured: of
/// a largest value only what was seen is known.
MeanInterval interval_of(const Comparison& comparison) {
  const double unit = comparison.bound > 0 ? comparison.bound : 1;
  return {comparison.measured / unit, comparison.low.value_or(comparison.measured) / unit,
          comparison.high.value_or(comparison.measured) / unit};
}

ClaimSubject subject_of(const CheckedCell& cell, const Statement& statement, bool quick) {
  ClaimSubject subject{.name = title_of(cell)};
  if (!has_runs(cell, subject)) return subject;
  subject.unmet = unmet_by_runs(quick, false);
  const BoundCheck* check = cell.find(statement.lemma, statement.quantity);
  if (check == nullptr || !check->decisive) {
    subject.skipped = check != nullptr;
    subject.remark = check == nullptr ? "the record does not tell" : check->remark;
    return subject;
  }
  subject.measured = subject.for_verdict = interval_of(*check->decisive);
  return subject;
}

/// The level of a check holds for it alone; more cases than fit into 0.05 together decide nothing.
void require_joint_level(std::vector<ClaimSubject>& subjects, double joint_level) {
  if (joint_level <= CheckFamily::most) return;
  for (ClaimSubject& subject : subjects)
    if (subject.measured && subject.unmet.empty())
      subject.unmet = fmt::format("the cases may err with a probability of {:.2g} altogether", joint_level);
}

ClaimMeasurement measure_statement(const Statement& statement, const PublishedClaim& claim,
                                   const std::vector<Config>& configs, const ReportSources& sources) {
  ClaimMeasurement measurement{.subjects = {}, .details = {}, .checks_hypothesis = false};
  double joint_level = 0;
  for (const Config& config : configs) {
    require_experiment(config, {bounds_experiment().name});
    const BoundsResults results = bounds_results(config, sources);
    for (const CheckedCell& cell : results.cells) {
      if (!is_about(claim, cell) || cell.degree < statement.first_degree ||
          cell.degree > statement.last_degree)
        continue;
      measurement.subjects.push_back(subject_of(cell, statement, config.quick));
      if (measurement.subjects.back().measured) joint_level += cell.level;
    }
  }
  require_joint_level(measurement.subjects, joint_level);
  return measurement;
}

template <std::size_t i>
ClaimMeasurement measure_number(const PublishedClaim& claim, const std::vector<Config>& configs,
                                const ReportSources& sources) {
  return measure_statement(statements[i], claim, configs, sources);
}

}  // namespace

std::vector<NamedMeasure> bound_measures() {
  return []<std::size_t... i>(std::index_sequence<i...>) {
    return std::vector<NamedMeasure>{{statements[i].measure, measure_number<i>, of_single_runs}...};
  }(std::make_index_sequence<statements.size()>());
}

}  // namespace sketchbench::kdd13
