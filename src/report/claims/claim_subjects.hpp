#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "report/claims/measured_claim.hpp"

namespace sketchbench {

// What the measures of every paper do with the cases of a claim.

/// Of the intervals that people are shown.
inline constexpr double shown_confidence = 0.95;

/// The number of the subject at that place, with an interval at the confidence; none where there is too
/// little to make it of.
using SubjectNumber = std::function<std::optional<MeanInterval>(std::size_t subject, double confidence)>;

/// Gives the subjects that have been measured the intervals that decide: those at verdict_confidence() for as
/// many as there are.
void add_deciding_intervals(std::vector<ClaimSubject>& subjects, const SubjectNumber& number);

/// Gives every subject its number with both intervals, but for those that say already why they have none.
void measure_subjects(std::vector<ClaimSubject>& subjects, const SubjectNumber& number);

/// Whether a claim is about the data set: about all where it names none.
bool is_about(const PublishedClaim& claim, const std::string& dataset);

/// Why runs of this kind decide nothing, whatever the claim; empty where they may.
std::string unmet_by_runs(bool quick, bool simulated);

/// Why times taken on these processors decide nothing; empty where they are of one.
std::string unmet_by_processors(const std::set<std::string>& processors);

/// Puts a remark behind those that are there.
void add_remark(ClaimSubject& subject, const std::string& remark);

}  // namespace sketchbench
