#include <sketchbench/report/claims/measured_claim.hpp>

#include <sketchbench/report/verdicts/family.hpp>

namespace sketchbench {

double verdict_confidence(std::size_t cases) { return bonferroni_confidence(cases); }

ClaimVerdict verdict_on(const ClaimedNumber& claimed, const ClaimSubject& subject) {
  if (!subject.for_verdict) return ClaimVerdict::not_measured;
  if (!subject.unmet.empty() || !subject.decides) return ClaimVerdict::not_decided;
  const ClaimVerdict verdict = verdict_on(claimed, *subject.for_verdict);
  const bool refuted = verdict == ClaimVerdict::does_not_hold;
  return refuted && !subject.refutable ? ClaimVerdict::not_decided : verdict;
}

CaseCounts MeasuredClaim::cases() const {
  CaseCounts counts;
  for (const ClaimSubject& subject : measurement.subjects) {
    if (subject.skipped) continue;
    ++counts.asked;
    const ClaimVerdict verdict = verdict_on(claim.claimed, subject);
    if (verdict == ClaimVerdict::not_measured) continue;
    ++counts.measured;
    if (!subject.unmet.empty()) continue;
    ++counts.met;
    if (verdict == ClaimVerdict::holds) ++counts.hold;
    if (verdict == ClaimVerdict::does_not_hold) ++counts.refuted;
  }
  return counts;
}

ClaimVerdict MeasuredClaim::verdict() const {
  const CaseCounts counts = cases();
  if (counts.measured == 0) return ClaimVerdict::not_measured;
  if (counts.refuted > 0) return ClaimVerdict::does_not_hold;
  const bool all_hold = counts.met > 0 && counts.hold == counts.met;
  return all_hold && counts.measured == counts.asked ? ClaimVerdict::holds : ClaimVerdict::not_decided;
}

bool MeasuredClaim::regressed() const {
  if (quick || claim.verdict != ClaimVerdict::holds) return false;
  const CaseCounts counts = cases();
  return counts.hold < counts.met;
}

}  // namespace sketchbench
