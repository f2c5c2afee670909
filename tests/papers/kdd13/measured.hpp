#pragma once
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "papers/kdd13/claims/measures.hpp"
#include "papers/measured_by.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench::kdd13 {

/// What the paper's measure of that name makes of a run's records.
inline ClaimMeasurement measured(std::string_view name, const PublishedClaim& claim,
                                 const SyntheticRun& run) {
  return testing_support::measured_by(claim_measures(), name, claim, run.config(), run.sources());
}

/// The verdict that a claim gets from it.
inline ClaimVerdict verdict(std::string_view name, const PublishedClaim& claim, const SyntheticRun& run) {
  const MeasuredClaim all{
      .paper = "kdd13", .claim = claim, .measurement = measured(name, claim, run), .command = ""};
  return all.verdict();
}

inline PublishedClaim claim_about(std::vector<std::string> methods, std::vector<std::string> others) {
  PublishedClaim claim;
  claim.methods = std::move(methods);
  claim.others = std::move(others);
  return claim;
}

inline ClaimedNumber least(double value) { return {ClaimedNumber::Sense::at_least, value, 0}; }
inline ClaimedNumber most(double value) { return {ClaimedNumber::Sense::at_most, value, 0}; }
inline ClaimedNumber about(double value, double tolerance) {
  return {ClaimedNumber::Sense::about, value, tolerance};
}

/// A claim of this paper about the methods, measured in a run of the configuration.
class ClaimsOfARun : public testing::Test {
 protected:
  ClaimsOfARun(const std::string& config, std::vector<std::string> methods, std::vector<std::string> others)
      : run(config), claim(claim_about(std::move(methods), std::move(others))) {}

  std::vector<ClaimSubject> subjects(std::string_view name) const {
    return measured(name, claim, run).subjects;
  }
  ClaimVerdict verdict_of(std::string_view name, const ClaimedNumber& claimed) {
    claim.claimed = claimed;
    return verdict(name, claim, run);
  }

  const SyntheticRun run;
  PublishedClaim claim;
};

}  // namespace sketchbench::kdd13
