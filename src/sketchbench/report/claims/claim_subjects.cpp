#include <sketchbench/report/claims/claim_subjects.hpp>

#include <algorithm>

namespace sketchbench {

void add_deciding_intervals(std::vector<ClaimSubject>& subjects, const SubjectNumber& number) {
  const auto may_refute = std::ranges::count_if(subjects, [](const ClaimSubject& subject) {
    return subject.measured.has_value() && subject.unmet.empty();
  });
  const auto cases = static_cast<std::size_t>(std::max<long>(1, may_refute));
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    ClaimSubject& subject = subjects[i];
    if (!subject.measured) continue;
    subject.confirming = number(i, confirming_confidence(subject.looks));
    subject.refuting = number(i, refuting_confidence(cases, subject.looks));
  }
}

std::string unmet_by_runs(bool quick, bool simulated) {
  if (quick) return "a quick run of fewer rows and maps";
  return simulated ? "simulated data" : "";
}

std::string unmet_by_processors(const std::set<std::string>& processors) {
  return processors.size() > 1 ? "times of more than one processor" : "";
}

void require_one_processor(ClaimSubject& subject, const Provenance& times) {
  const std::string unmet = unmet_by_processors(times.processors());
  if (subject.unmet.empty()) subject.unmet = unmet;
  if (subject.remark.empty()) subject.remark = unmet;
}

bool has_runs(const RunGroup& group, ClaimSubject& subject) {
  if (!group.done.empty()) return true;
  subject.remark = group.reason.empty() ? "not run yet" : group.reason;
  subject.skipped = group.status == Status::skipped;
  return false;
}

void add_remark(ClaimSubject& subject, const std::string& remark) {
  subject.remark += (subject.remark.empty() ? "" : "; ") + remark;
}

}  // namespace sketchbench
