#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/report/claims/claim_evaluator.hpp>
#include <sketchbench/report/report.hpp>
#include "report/synthetic_run.hpp"

namespace sketchbench {

/// As claims.json has it.
inline ClaimNumber number_of(const std::string& json) {
  const Json parsed = Json::parse(json);
  StrictObject object(parsed, "claims.json", "number");
  return ClaimNumber::read(object);
}

/// What a number comes to in a run's records.
inline ClaimMeasurement measured(const std::string& number, PublishedClaim claim, const SyntheticRun& run) {
  claim.number = number_of(number);
  const ResultTable rows = make_report(run.config(), run.sources()).results;
  return evaluate("claims.json", claim, {&rows});
}

/// The verdict that a claim gets from it.
inline ClaimVerdict verdict(const std::string& number, const PublishedClaim& claim, const SyntheticRun& run) {
  const MeasuredClaim all{
      .paper = "kdd13", .claim = claim, .measurement = measured(number, claim, run), .command = ""};
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

/// A claim about the methods, measured in a run of the configuration.
class ClaimsOfARun : public testing::Test {
 protected:
  ClaimsOfARun(const std::string& config, std::vector<std::string> methods, std::vector<std::string> others)
      : run(config), claim(claim_about(std::move(methods), std::move(others))) {}

  std::vector<ClaimSubject> subjects(const std::string& number) const {
    return measured(number, claim, run).subjects;
  }
  ClaimVerdict verdict_of(const std::string& number, const ClaimedNumber& claimed) {
    claim.claimed = claimed;
    return verdict(number, claim, run);
  }

  const SyntheticRun run;
  PublishedClaim claim;
};

}  // namespace sketchbench
