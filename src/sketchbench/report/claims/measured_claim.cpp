#include <sketchbench/report/claims/measured_claim.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include <sketchbench/report/verdicts/family.hpp>

namespace sketchbench {

namespace {

constexpr std::size_t most_named = 3;

/// " (Adult; MNIST)": the cases with that verdict that meet the hypothesis.
std::string names_of(const MeasuredClaim& claim, ClaimVerdict verdict) {
  std::vector<std::string> names;
  for (const ClaimSubject& subject : claim.measurement.subjects)
    if (!subject.skipped && subject.unmet.empty() && verdict_on(claim.claim.claimed, subject) == verdict)
      names.push_back(subject.name);
  const std::size_t named = std::min(names.size(), most_named);
  std::string text =
      fmt::format(" ({}", fmt::join(names.begin(), names.begin() + static_cast<long>(named), "; "));
  if (named < names.size()) text += fmt::format("; and {} more", names.size() - named);
  return text + ")";
}

}  // namespace

double refuting_confidence(std::size_t cases, int looks) {
  return bonferroni_confidence(cases, family_level / looks);
}

double confirming_confidence(int looks) { return bonferroni_confidence(1, family_level / looks); }

ClaimVerdict verdict_on(const ClaimedNumber& claimed, const ClaimSubject& subject) {
  if (!subject.confirming || !subject.refuting) return ClaimVerdict::not_measured;
  if (!subject.unmet.empty()) return ClaimVerdict::not_decided;
  if (verdict_on(claimed, *subject.confirming) == ClaimVerdict::holds)
    return !subject.decides      ? ClaimVerdict::agrees
           : subject.confirmable ? ClaimVerdict::holds
                                 : ClaimVerdict::not_refuted;
  const bool refuted = verdict_on(claimed, *subject.refuting) == ClaimVerdict::does_not_hold;
  if (!refuted || !subject.refutable) return ClaimVerdict::not_decided;
  return subject.decides ? ClaimVerdict::does_not_hold : ClaimVerdict::does_not_agree;
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
    if (verdict == ClaimVerdict::holds || verdict == ClaimVerdict::agrees) ++counts.hold;
    if (verdict == ClaimVerdict::does_not_hold || verdict == ClaimVerdict::does_not_agree) ++counts.refuted;
    if (verdict == ClaimVerdict::not_refuted) ++counts.not_refuted;
  }
  return counts;
}

ClaimVerdict MeasuredClaim::verdict() const {
  const CaseCounts counts = cases();
  if (counts.measured == 0) return ClaimVerdict::not_measured;
  if (counts.refuted > 0)
    return claim.decidable() ? ClaimVerdict::does_not_hold : ClaimVerdict::does_not_agree;
  if (counts.met == 0 || counts.hold + counts.not_refuted < counts.met || counts.measured < counts.asked)
    return ClaimVerdict::not_decided;
  if (counts.not_refuted > 0) return ClaimVerdict::not_refuted;
  return claim.decidable() ? ClaimVerdict::holds : ClaimVerdict::agrees;
}

std::string MeasuredClaim::verdict_text() const {
  const ClaimVerdict told = verdict();
  const CaseCounts counts = cases();
  if (told == ClaimVerdict::not_measured) return std::string(name_of(told));
  if (quick) return "undecided: a quick run decides nothing";
  if (counts.met == 0) return fmt::format("undecided: no case of {} meets the hypothesis", counts.measured);
  const char* good = claim.decidable() ? "holds" : "agrees";
  if (told == ClaimVerdict::holds || told == ClaimVerdict::agrees)
    return fmt::format("{} in {} of {}", good, counts.hold, counts.met);
  std::vector<std::string> parts;
  if (counts.refuted > 0) {
    const ClaimVerdict refuted =
        claim.decidable() ? ClaimVerdict::does_not_hold : ClaimVerdict::does_not_agree;
    parts.push_back(fmt::format("{} in {} of {}{}", name_of(refuted), counts.refuted, counts.met,
                                names_of(*this, refuted)));
  }
  if (const std::size_t open = counts.met - counts.hold - counts.refuted - counts.not_refuted; open > 0)
    parts.push_back(parts.empty() ? fmt::format("undecided in {} of {}{}", open, counts.met,
                                                names_of(*this, ClaimVerdict::not_decided))
                                  : fmt::format("undecided in {}", open));
  if (counts.measured < counts.asked)
    parts.push_back(fmt::format("{} not measured", counts.asked - counts.measured));
  if (counts.not_refuted > 0)
    parts.push_back(parts.empty()
                        ? fmt::format("{} in {} of {}", name_of(ClaimVerdict::not_refuted),
                                      counts.not_refuted, counts.met)
                        : fmt::format("{} in {}", name_of(ClaimVerdict::not_refuted), counts.not_refuted));
  if (counts.hold > 0) parts.push_back(fmt::format("{} in {}", good, counts.hold));
  return fmt::format("{}", fmt::join(parts, ", "));
}

bool MeasuredClaim::regressed() const {
  if (quick || (claim.verdict != ClaimVerdict::holds && claim.verdict != ClaimVerdict::not_refuted))
    return false;
  const CaseCounts counts = cases();
  return counts.hold + counts.not_refuted < counts.met;
}

}  // namespace sketchbench
