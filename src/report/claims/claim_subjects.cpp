#include "report/claims/claim_subjects.hpp"

#include <algorithm>

namespace sketchbench {

void add_deciding_intervals(std::vector<ClaimSubject>& subjects, const SubjectNumber& number) {
  const auto measured = std::ranges::count_if(
      subjects, [](const ClaimSubject& subject) { return subject.measured.has_value(); });
  if (measured == 0) return;
  const double confidence = verdict_confidence(static_cast<std::size_t>(measured));
  for (std::size_t i = 0; i < subjects.size(); ++i)
    if (subjects[i].measured) subjects[i].for_verdict = number(i, confidence);
}

void measure_subjects(std::vector<ClaimSubject>& subjects, const SubjectNumber& number) {
  for (std::size_t i = 0; i < subjects.size(); ++i)
    if (subjects[i].remark.empty()) subjects[i].measured = number(i, shown_confidence);
  add_deciding_intervals(subjects, number);
}

bool is_about(const PublishedClaim& claim, const std::string& dataset) {
  return claim.datasets.empty() || std::ranges::find(claim.datasets, dataset) != claim.datasets.end();
}

std::string unmet_by_runs(bool quick, bool simulated) {
  if (quick) return "a quick run of fewer rows and maps";
  return simulated ? "simulated data" : "";
}

std::string unmet_by_processors(const std::set<std::string>& processors) {
  return processors.size() > 1 ? "times of more than one processor" : "";
}

void add_remark(ClaimSubject& subject, const std::string& remark) {
  subject.remark += (subject.remark.empty() ? "" : "; ") + remark;
}

}  // namespace sketchbench
