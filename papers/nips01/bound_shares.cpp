#include "papers/nips01/bound_shares.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include <sketchbench/report/claims/claim_subjects.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/run_groups.hpp>
#include "experiments/sampling_theorems/run.hpp"

namespace sketchbench::nips01 {
namespace {

/// An inequality as claims and records call it.
struct Inequality {
  const char *measure, *theorem, *quantity;
  bool asks_for_hypothesis = true;
};

constexpr std::array inequalities = {
    Inequality{"theorem_1", "1", "sigma that meets it"},
    Inequality{"theorem_1_all_the_same", "1", "largest variance", false},
    Inequality{"theorem_2_found", "2", "first inequality"},
    Inequality{"theorem_2_all", "2", "second inequality"},
    Inequality{"theorem_3", "3", "unseen points, all components"},
    Inequality{"theorem_3_widest_gap", "3", "unseen points, widest gap"},
    Inequality{"theorem_3_any_v", "3", "any point, widest gap"},
    Inequality{"theorem_4", "4", "as printed"},
    Inequality{"theorem_4_plain", "4", "without normalisation"},
    Inequality{"theorem_4_normalised", "4", "normalised"},
    Inequality{"theorem_5_count", "5", "non-zero coefficients"},
    Inequality{"theorem_5_error", "5", "relative error, as printed"},
    Inequality{"theorem_5_error_in_size", "5", "relative error of |f|"},
    Inequality{"theorem_6_distances", "6", "distances"},
    Inequality{"theorem_6_products", "6", "inner products"},
    Inequality{"theorem_6_distances_as_printed", "6", "distances, as printed"},
    Inequality{"theorem_6_products_as_printed", "6", "inner products, as printed"}};

/// Whether more trials are beyond the bound than the theorem leaves room for.
bool is_broken(const TheoremCheck& check) {
  if (check.broken == 0) return false;
  return !check.statement.allowed || check.broken_share().low > *check.statement.allowed;
}

std::string title_of(const RunGroup& group, const TheoremStatement& statement) {
  std::string title = fmt::format("{}, {}", group.dataset_title(), group.kernel.display());
  if (!statement.matrix.empty()) title += ", " + statement.matrix;
  if (!statement.matrix.empty() && statement.s.value_or(1) > 1)
    title += fmt::format(", s = {:g}", *statement.s);
  return title;
}

ClaimSubject subject_of(const RunGroup& group, const TheoremCheck& check, const Inequality& inequality,
                        bool quick) {
  ClaimSubject subject{.name = title_of(group, check.statement)};
  const double share = check.decisive.share();
  subject.measured = subject.for_verdict = MeanInterval{share, share, share};
  subject.refutable = is_broken(check);
  subject.unmet = unmet_by_runs(quick, !same_as_paper(group.done.front()));
  if (subject.unmet.empty() && inequality.asks_for_hypothesis && check.applying == 0)
    subject.unmet = check.statement.hypothesis;
  // A theorem on values that are not trivial, for one, where all are.
  if (subject.unmet.empty() && share <= 0) subject.unmet = "no value that the bound is about";
  if (check.broken > 0)
    add_remark(subject, fmt::format("{} of {} draws are beyond the bound", check.broken,
                                    check.applying > 0 ? check.applying : check.trials));
  if (!check.remark.empty()) add_remark(subject, check.remark);
  return subject;
}

void add_subjects(std::vector<ClaimSubject>& subjects, const RunGroup& group, const Inequality& inequality,
                  bool quick) {
  if (ClaimSubject without{.name = title_of(group, {})}; !has_runs(group, without)) {
    subjects.push_back(std::move(without));
    return;
  }
  for (const TheoremCheck& check : result_of<SamplingTheorems>(group.done.front()).checks)
    if (check.statement.theorem == inequality.theorem && check.statement.quantity == inequality.quantity)
      subjects.push_back(subject_of(group, check, inequality, quick));
}

ClaimMeasurement shares_of(const Inequality& inequality, const PublishedClaim& claim,
                           const std::vector<Config>& configs, const ReportSources& sources) {
  ClaimMeasurement measurement{.subjects = {}, .details = {}, .checks_hypothesis = true};
  for (const Config& config : configs) {
    require_experiment(config, {sampling_theorems_experiment().name});
    for (const RunGroup& group : group_runs(config, sources).groups)
      if (is_about(claim, group)) add_subjects(measurement.subjects, group, inequality, config.quick);
  }
  return measurement;
}

template <std::size_t i>
ClaimMeasurement shares_of_number(const PublishedClaim& claim, const std::vector<Config>& configs,
                                  const ReportSources& sources) {
  return shares_of(inequalities[i], claim, configs, sources);
}

}  // namespace

std::vector<NamedMeasure> bound_share_measures() {
  return []<std::size_t... i>(std::index_sequence<i...>) {
    return std::vector<NamedMeasure>{{inequalities[i].measure, shares_of_number<i>, of_single_runs}...};
  }(std::make_index_sequence<inequalities.size()>());
}

}  // namespace sketchbench::nips01
