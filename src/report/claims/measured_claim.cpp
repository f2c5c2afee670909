#include "report/claims/measured_claim.hpp"

namespace sketchbench {

ClaimVerdict verdict_on(const ClaimedNumber& claimed, const ClaimSubject& subject) {
  if (!subject.measured) return ClaimVerdict::not_measured;
  return subject.unmet.empty() ? verdict_on(claimed, *subject.measured) : ClaimVerdict::not_decided;
}

ClaimVerdict MeasuredClaim::verdict() const {
  bool measured = false, met = false, all_hold = true;
  for (const ClaimSubject& subject : measurement.subjects) {
    const ClaimVerdict verdict = verdict_on(claim.claimed, subject);
    if (verdict == ClaimVerdict::not_measured) continue;
    measured = true;
    if (!subject.unmet.empty()) continue;
    met = true;
    if (verdict == ClaimVerdict::does_not_hold) return verdict;
    all_hold = all_hold && verdict == ClaimVerdict::holds;
  }
  if (!measured) return ClaimVerdict::not_measured;
  return met && all_hold ? ClaimVerdict::holds : ClaimVerdict::not_decided;
}

bool MeasuredClaim::fallen() const {
  if (quick || claim.verdict != ClaimVerdict::holds) return false;
  const ClaimVerdict now = verdict();
  return now == ClaimVerdict::does_not_hold || now == ClaimVerdict::not_decided;
}

}  // namespace sketchbench
