#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>
#include <sketchbench/report/results/result_table.hpp>

namespace sketchbench {

/// A paper's claims for people: a table of all of them, one of the further comparisons where there are some,
/// then one for each with every case that it is about. `title`: of the paper in running text.
Document claims_document(const std::string& title, const std::vector<MeasuredClaim>& claims);

/// The tables of all alone.
Document claims_overview(const std::string& title, const std::vector<MeasuredClaim>& claims);

/// One claim with every case that it is about.
Table claim_table(const MeasuredClaim& claim);

/// The measured number, or the least and the largest of several: "0.52 to 0.71"; empty where none is.
std::string measured_range(const MeasuredClaim& claim);

/// What decides a claim, for people.
std::vector<std::string> legend_of_claims();

/// For programs, a line for each case:
/// paper,claim,place,subject,hypothesis_met,measured,low,high,sense,claimed,
/// tolerance,verdict,claim_verdict,committed_verdict,remark,command,verdict_low,verdict_high. `low` and
/// `high` are ends of the 95 % interval, the last two those of the interval that decides. `hypothesis_met` is
/// yes, no or "as stated", where nothing of it is compared with the runs. What has no such number is empty;
/// an end of an interval that is not finite likewise.
ResultTable claims_table(const std::vector<MeasuredClaim>& claims);

}  // namespace sketchbench
