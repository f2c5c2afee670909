#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/types.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/report/mean_interval.hpp>

namespace sketchbench {

enum class ClaimVerdict { holds, does_not_hold, not_decided, not_measured };
/// "holds", "does not hold", "undecided", "not measured".
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

/// A sentence, theorem or number of a paper that can be measured.
struct PublishedClaim {
  std::string id;                        ///< "theorem_1"
  std::string says;                      ///< in plain words
  std::string place;                     ///< in the paper: "Theorem 1"
  std::string hypothesis;                ///< under which it is claimed; empty for none
  std::vector<std::string> measured_by;  ///< names of configurations
  std::string measure;                   ///< which number of their records: one that the paper's folder knows
  std::vector<std::string> datasets =
      {};                            ///< by name, that the claim is about; empty: all that were measured
  std::vector<Kernel> kernels = {};  ///< likewise
  std::vector<Index> D = {};         ///< numbers of features, likewise
  std::vector<std::string> methods;  ///< that the claim is about
  std::vector<std::string> others;   ///< that they are compared with; may be empty
  std::map<std::string, std::string> parameters;  ///< of the methods' maps, that the hypothesis asks for
  ClaimedNumber claimed;
  std::optional<ClaimVerdict> verdict;  ///< as committed; none for one that has not been measured yet
  bool further = false;                 ///< a comparison beside the paper's own claims
};

/// Which keys of a claim, of those that may be left out, a measure looks at. It needs "others" where it looks
/// at them.
struct ClaimKeys {
  bool datasets = true;
  bool kernels = false;
  bool D = false;
  bool others = false;
  bool parameters = false;
};
/// Of measures of runs, each alone or beside another's.
inline constexpr ClaimKeys of_single_runs{.kernels = true, .D = true};
inline constexpr ClaimKeys of_pairs_of_runs{.kernels = true, .D = true, .others = true};

/// papers/<name>/claims.json: {"claims": [
///   {"id": "theorem_1", "says": "...", "place": "Theorem 1", "hypothesis": "...",
///    "measured_by": ["tefm_rates"], "measure": "error_exponent", "datasets": ["adult", "mnist"],
///    "kernels": [{"degree": 4, "coef0": 1}], "D": [500], "methods": ["tefm_g"], "others": [], "parameters":
///    {"fourier": "l^2"}, "at_most": -1, "tolerance": 0.1, "verdict": "holds", "further": false}, ...]}
/// Kernels are in the short form (Kernel::parse_short). One of "about", "at_most" and "at_least" is the
/// value. "hypothesis", "datasets", "kernels", "D", "others", "parameters", "verdict" and "further" may be
/// left out. InputError with file, key, value and what was expected, for whatever else is there, for two
/// claims with one id, for a data set, kernel or D that is named twice, for a measure that is not in
/// `measures`, and for a key that the measure does not look at.
std::vector<PublishedClaim> read_claims(const std::filesystem::path& file,
                                        const std::map<std::string, ClaimKeys>& measures);

}  // namespace sketchbench
