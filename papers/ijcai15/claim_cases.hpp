#pragma once
#include <functional>
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>
#include "papers/ijcai15/curve_comparison.hpp"
#include "papers/ijcai15/error_curve.hpp"

namespace sketchbench::ijcai15 {

/// A case of a claim: a method on a sample of rows, beside another method where the claim has others.
struct ClaimCase {
  ClaimSubject subject;               ///< its name, and why it cannot be measured where it cannot
  const ErrorCurve* one = nullptr;    ///< of the claim's method; null where the case cannot be measured
  const ErrorCurve* other = nullptr;  ///< of the one it is compared with
};

/// All cases of a claim with the curves that they point to.
struct ClaimCases {
  std::vector<ErrorCurve> curves;
  std::vector<ClaimCase> cases;
};

/// On each sample of the first configuration, by the data sets' columns, those without any record last: each
/// of the claim's methods, with each of its others where `in_pairs`. A claim about some data sets has no
/// cases on others; a sample of which all runs were skipped is one case, whatever the methods.
ClaimCases cases_of(const PublishedClaim& claim, const std::vector<Config>& configs,
                    const ReportSources& sources, ErrorOf error, bool in_pairs);

/// Why the claim's hypothesis is not met by a case with curves, as far as that can be seen; empty where it
/// is. `of_times`: times are compared, which have no ratio between two processors.
std::string unmet_by(const PublishedClaim& claim, const ClaimCase& one, bool of_times);

/// A case's number, with an interval at the confidence.
using CaseNumber = std::function<OfPoints(const ClaimCase& one, double confidence)>;

/// The cases' subjects with their numbers, and both intervals of each. `add_remarks` adds what is to be said
/// of a number besides how many points it is made of; it is given the number and the subject.
std::vector<ClaimSubject> measured_subjects(
    const std::vector<ClaimCase>& cases, const CaseNumber& number,
    const std::function<void(const OfPoints& found, ClaimSubject& subject)>& add_remarks);

/// "10, 20, 1,000", for remarks.
std::string list_of(const std::vector<double>& ls);

}  // namespace sketchbench::ijcai15
