#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/claims/claim_curve.hpp>
#include <sketchbench/report/claims/claim_rows.hpp>
#include <sketchbench/report/claims/measured_claim.hpp>

namespace sketchbench {

/// A case with the rows that its number is made of: the method's, the other's, and so on in the order that
/// ClaimNumber::Kind asks for; with a kernel or D beside, the same rows with it behind them. Empty where the
/// case cannot be measured; the subject then says why.
struct RowCase {
  ClaimSubject subject;
  ResultRowPointers rows = {};
  double divisor = 1;  ///< of the number: a published factor, or the logarithm of sizes' ratio
  std::vector<std::string> remarks = {};  ///< on the number, if it can be made
};

/// The claim's cases of rows, whose number is not of_curves(). InputError for published numbers that cannot
/// be read.
std::vector<RowCase> row_cases(const ClaimRows& rows);

/// A case of curves.
struct CurveCase {
  ClaimSubject subject;
  const ClaimCurve* one = nullptr;    ///< of the claim's method; null where the case cannot be measured
  const ClaimCurve* other = nullptr;  ///< of the one it is compared with; null where the claim has none
};

/// On each sample of rows, by the data sets' columns, those without any record last: each of the claim's
/// methods, with each of its others. A sample of which all runs were skipped is one case, whatever the
/// methods. Curves of times are measured when all of their points have been. They point into the curves.
std::vector<CurveCase> curve_cases(const ClaimRows& rows, const std::vector<ClaimCurve>& curves);

/// Why the claim's hypothesis is not met as far as its "parameters" of the method's map are concerned, which
/// are null without a record; empty where it is.
std::string unmet_by_parameters(const PublishedClaim& claim, const ParameterValues& parameters);
/// Why runs on such data decide nothing; empty where they may.
std::string unmet_by_data(const PublishedClaim& claim, bool quick, bool simulated, bool reduced);

}  // namespace sketchbench
