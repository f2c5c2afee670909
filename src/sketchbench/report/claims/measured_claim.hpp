#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/report/claims/published_claim.hpp>
#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/report_sources.hpp>

namespace sketchbench {

/// The confidence of the intervals that refute a claim of which so many cases may, at least one: Bonferroni's
/// 1 - 0.05 / cases, so that all of them hold their numbers together with a probability of 0.95 at least. One
/// case that ends outside refutes a claim; with 95 % for each, one of twenty true cases would. That a claim
/// holds takes every case, and so no more than 95 % for each (the intersection-union test, Berger 1982,
/// "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24). Of several looks
/// (PublishedClaim::looks) each has its share of 0.05.
double refuting_confidence(std::size_t cases, int looks = 1);

/// That of the intervals in which a case holds: 0.95 of one look.
double confirming_confidence(int looks);

/// One of the cases that a claim is about, such as a data set.
struct ClaimSubject {
  std::string name;                      ///< "Adult, TEFM-G / RKS"
  std::optional<MeanInterval> measured;  ///< with its 95 % interval; none: not measured
  /// The same number with its intervals at confirming_confidence() and refuting_confidence(); none where it
  /// is not measured.
  std::optional<MeanInterval> confirming = {}, refuting = {};
  std::string unmet;      ///< why the hypothesis is not met; empty where it is
  std::string remark;     ///< why it is not measured, or on what part of the runs; may be empty
  int looks = 1;          ///< PublishedClaim::looks of its runs
  bool skipped = false;   ///< its data, or memory for it, is not available here: it is not asked for
  bool refutable = true;  ///< false where what the number leaves out speaks for the claim
  /// False where the runs could not show it: a probability below what so many of them bound, a limit that
  /// none came near, or a number that leaves out what speaks against the claim. It is then at most not
  /// refuted.
  bool confirmable = true;
  bool decides = true;  ///< false of a number that agrees or does not, as an exponent does with an order
};

/// What the records say of a claim.
struct ClaimMeasurement {
  std::vector<ClaimSubject> subjects;
  std::vector<Table> details;      ///< what the numbers are made of, where that is worth a look; may be empty
  bool checks_hypothesis = false;  ///< a part of the claim's hypothesis is compared with the runs
};

/// Holds where the confirming interval lies within what is claimed, does not where no part of the refuting
/// one does. Without these: not_measured. Hypothesis not met: undecided, whatever was measured: the claim
/// says nothing of it. One that cannot be refuted is undecided where it would be. A number that decides
/// nothing agrees or does not agree. One that cannot be confirmed is not refuted where it would hold.
ClaimVerdict verdict_on(const ClaimedNumber& claimed, const ClaimSubject& subject);

/// How many of a claim's cases there are of each kind.
struct CaseCounts {
  std::size_t asked = 0;              ///< those that were not skipped
  std::size_t measured = 0;           ///< of those
  std::size_t met = 0;                ///< of the measured, those that meet the hypothesis
  std::size_t hold = 0, refuted = 0;  ///< of these, those that agree or do not among them
  std::size_t not_refuted = 0;        ///< of those that meet it: they neither hold nor are refuted
};

/// A claim's verdict where something is chosen otherwise.
struct VariedVerdict {
  std::string change;
  ClaimVerdict verdict = ClaimVerdict::not_measured;
  std::string text;  ///< MeasuredClaim::verdict_text()
  /// That of the claim's own runs on the same data sets and numbers of features.
  ClaimVerdict unvaried = ClaimVerdict::not_measured;
  std::string unvaried_text = {};  ///< likewise
};

struct MeasuredClaim {
  std::string paper;  ///< the name of its folder
  PublishedClaim claim;
  ClaimMeasurement measurement;
  std::string command;     ///< that measures it: "sketchbench run configs/a.json configs/b.json"
  std::string again = {};  ///< that measures it again and compares; of one without all its cases the same
  bool quick = false;
  std::vector<VariedVerdict> sensitivity = {};

  CaseCounts cases() const;
  /// A claim does not hold where a case that was measured and meets its hypothesis does not. It holds where
  /// all of those do and every case that was asked for was measured. Not measured where no case was;
  /// undecided otherwise. One that is not decidable() agrees or does not agree likewise. It is not refuted
  /// where it would hold but for cases that are not refuted.
  ClaimVerdict verdict() const;
  /// The verdict with its cases counted and those named that do not hold or are not decided:
  /// "does not hold in 2 of 16 (Adult; MNIST), holds in 14".
  std::string verdict_text() const;
  /// Whether it was committed as one that holds or is not refuted, was measured in full size, and is now
  /// undecided, or does not hold, in a case that was measured and meets its hypothesis. Other cases make no
  /// claim fall.
  bool regressed() const;
};

}  // namespace sketchbench
