#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/core/types.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/report/claims/claim_number.hpp>
#include <sketchbench/report/mean_interval.hpp>

namespace sketchbench {

/// An exponent over a finite range agrees with an order or does not, and so does a number with words that
/// have none: neither decides anything of them. Not refuted: nothing speaks against it, and the runs could
/// not show it.
enum class ClaimVerdict {
  holds,
  does_not_hold,
  not_decided,
  not_measured,
  agrees,
  does_not_agree,
  not_refuted
};
/// "holds", "does not hold", "undecided", "not measured", "agrees", "does not agree", "not refuted".
std::string_view name_of(ClaimVerdict verdict);

/// What a claim says that a number is.
struct ClaimedNumber {
  enum class Sense { about, at_most, at_least };
  Sense sense = Sense::about;
  double value = 0;
  double tolerance =
      0;  ///< of the claim's words, not of the measurement: how far from the value still counts

  /// "about", "at most", "at least".
  std::string_view sense_text() const;
  /// "at most 0.5 (+ 0.1)".
  std::string text() const;
};

/// The whole interval within the tolerance: holds; no part of it: does not hold; otherwise undecided.
ClaimVerdict verdict_on(const ClaimedNumber& claimed, const MeanInterval& measured);

/// Whose runs decide a claim: by the data that they are on.
enum class DecidingData {
  whole,  ///< all rows of the paper's own
  real,   ///< some of these
  any     ///< also simulated or generated ones: of a lemma, or a time that depends on sizes alone
};

/// The same claim where something is chosen otherwise that the paper leaves open.
struct VariedClaim {
  std::string change;                    ///< "C / 4"
  std::vector<std::string> measured_by;  ///< names of configurations
};

/// A sentence, theorem or number of a paper that can be measured.
struct PublishedClaim {
  std::string id;                        ///< "theorem_1"
  std::string statement;                 ///< in plain words
  std::string place;                     ///< in the paper: "Theorem 1"
  std::string hypothesis;                ///< under which it is claimed; empty for none
  std::vector<std::string> measured_by;  ///< names of configurations
  std::string samples_of = {};  ///< the one of these whose samples of rows curves are on; empty: all of them
  ClaimNumber number;           ///< which number of their records
  std::map<std::string, std::string> where = {};  ///< words that quantities have in the rows that it is about
  DecidingData data = DecidingData::whole;
  std::vector<std::string> datasets =
      {};                            ///< by name, that the claim is about; empty: all that were measured
  std::vector<Kernel> kernels = {};  ///< likewise
  std::vector<Index> D = {};         ///< numbers of features, likewise
  std::vector<std::string> methods;  ///< that the claim is about
  std::vector<std::string> others;   ///< that they are compared with; may be empty
  std::map<std::string, std::string> parameters;  ///< of the methods' maps, that the hypothesis asks for
  ClaimedNumber claimed;
  std::optional<ClaimVerdict> verdict;  ///< as committed; none for one that has not been measured yet
  /// How often cases were looked at whose draws the first of "measured_by" has: where a claim is open more
  /// are drawn, the last time among these. Those that only the next has had one look less, down to 1. Each
  /// look of a case is at 0.05 / looks, so that all of them together err as one would (Bonferroni), whatever
  /// they share.
  int looks = 1;
  bool order = false;          ///< an exponent claims an order, which none over a finite range decides
  bool descriptive = false;    ///< the paper's words have no number: the limit is a reading of them
  bool supplementary = false;  ///< a comparison beside the paper's own claims
  std::vector<VariedClaim> sensitivity = {};

  /// Whether a number can decide it.
  bool decidable() const { return !order && !descriptive; }
};

/// papers/<name>/claims.json: {"claims": [
///   {"id": "theorem_1", "statement": "...", "place": "Theorem 1", "hypothesis": "...",
///    "measured_by": ["tefm_rates"], "number": {"exponent": "relative_error", "along": "D"}, "data": "real",
///    "datasets": ["adult", "mnist"], "kernels": [{"degree": 4, "coef0": 1}], "D": [500],
///    "where": {"lemma": "3"}, "methods": ["tefm_g"], "others": [], "parameters": {"fourier": "l^2"},
///    "at_most": -1, "tolerance": 0.1, "verdict": "holds", "looks": 1, "order": false,
///    "descriptive": false, "supplementary": false, "sensitivity": [{"change": "C / 4", "measured_by":
///    ["table1_C_quarter"]}, ...]}, ...]}
/// "number" is described in claim_number.hpp; the configurations are of one experiment. Kernels are in the
/// short form (Kernel::parse_short). "where" chooses rows by what quantities of words say. "parameters" are
/// those that the hypothesis asks for of the methods' maps, with defaults as texts. "data" says which data
/// decide: "whole" (default), all rows of the paper's own; "real", any rows of these; "any", also simulated
/// ones. One of "about", "at_most" and "at_least" is the value. "others" are named where the number compares
/// two methods; "hypothesis", "data", "datasets", "kernels", "D", "where", "parameters", "verdict", "looks",
/// "order", "descriptive", "supplementary" and "sensitivity" may be left out; "order" is for exponents alone;
/// with "samples_of", one of the configurations, curves along D are on the samples of rows of that one alone,
/// with what the others have of them. InputError with file, key, value and what was expected, for whatever
/// else is there, for two claims with one id, and for a data set, kernel or D that is named twice.
std::vector<PublishedClaim> read_claims(const std::filesystem::path& file);

}  // namespace sketchbench
