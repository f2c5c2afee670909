#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

// What is done with the cases of every claim.

/// Of the intervals that people are shown.
inline constexpr double shown_confidence = 0.95;

/// The number of the subject at that place, with an interval at the confidence; none where there is too
/// little to make it of.
using SubjectNumber = std::function<std::optional<MeanInterval>(std::size_t subject, double confidence)>;

/// Gives the subjects that have been measured the intervals that decide: those at confirming_confidence(),
/// and those at refuting_confidence() for as many as meet their hypothesis, which others cannot refute.
void add_deciding_intervals(std::vector<ClaimSubject>& subjects, const SubjectNumber& number);

/// Why runs of this kind decide nothing, whatever the claim; empty where they may.
std::string unmet_by_runs(bool quick, bool simulated);

/// Why times taken on these processors decide nothing; empty where they are of one.
std::string unmet_by_processors(const std::set<std::string>& processors);
/// Of times of more than one processor there is no ratio and no exponent: the subject then says so in place
/// of a number.
void require_one_processor(ClaimSubject& subject, const Provenance& times);

/// Whether any run of the group is done. Where none is there is nothing to measure: the subject says why, and
/// is not asked for where the runs were skipped.
bool has_runs(const RunGroup& group, ClaimSubject& subject);

/// Puts a remark behind those that are there.
void add_remark(ClaimSubject& subject, const std::string& remark);

}  // namespace sketchbench
