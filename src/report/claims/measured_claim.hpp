#pragma once
#include <optional>
#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "report/claims/published_claim.hpp"
#include "report/document/document.hpp"
#include "report/report_sources.hpp"

namespace sketchbench {

/// One of the cases that a claim is about, such as a data set.
struct ClaimSubject {
  std::string name;                      ///< "Adult, TEFM-G / RKS"
  std::optional<MeanInterval> measured;  ///< with its 95 % interval; none: not measured
  std::string unmet;                     ///< why the hypothesis is not met; empty where it is
  std::string remark;  ///< why it is not measured, or on what part of the runs; may be empty
};

/// What the records say of a claim.
struct ClaimMeasurement {
  std::vector<ClaimSubject> subjects;
  std::vector<Table> details;  ///< what the numbers are made of, where that is worth a look; may be empty
};

/// Not measured: not_measured. Hypothesis not met: undecided, whatever was measured: the claim says nothing
/// of it.
ClaimVerdict verdict_on(const ClaimedNumber& claimed, const ClaimSubject& subject);

struct MeasuredClaim {
  std::string paper;  ///< the name of its folder
  PublishedClaim claim;
  ClaimMeasurement measurement;
  std::string command;  ///< that measures it: "sketchbench run configs/a.json configs/b.json"
  bool quick = false;

  /// A claim holds where it holds in every case that was measured and meets its hypothesis; it does not where
  /// it does not in one of them. Not measured where no case was; undecided otherwise.
  ClaimVerdict verdict() const;
  /// Whether it was committed as one that holds, was measured in full size, and does not hold now. What was
  /// not measured has not fallen.
  bool fallen() const;
};

/// Makes a claim's numbers from the records of its configurations.
using ClaimMeasure = ClaimMeasurement (*)(const PublishedClaim& claim, const std::vector<Config>& configs,
                                          const ReportSources& sources);

/// A measure, under the name that claims ask for it by.
struct NamedMeasure {
  std::string name;
  ClaimMeasure measure;
};

}  // namespace sketchbench
