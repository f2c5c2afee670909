#pragma once
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/report/comparison/compared_runs.hpp>
#include <sketchbench/report/comparison/ranks.hpp>
#include <sketchbench/report/mean_interval.hpp>
#include <sketchbench/report/results/ranked.hpp>
#include <sketchbench/report/statistics.hpp>
#include <sketchbench/report/verdicts/family.hpp>
#include <sketchbench/report/verdicts/speed_up.hpp>

namespace sketchbench {

/// What a test says of two numbers, or of two lists of them.
enum class ComparisonVerdict {
  not_judged,  ///< no number, or no scatter is known: one run on either side
  same,        ///< every run has the same number
  nothing,     ///< no significant difference
  a_better,
  b_better
};
/// "not_judged", "same", "not_told_apart", "a_better", "b_better".
std::string_view name_of(ComparisonVerdict verdict);
inline bool differ(ComparisonVerdict verdict) {
  return verdict == ComparisonVerdict::a_better || verdict == ComparisonVerdict::b_better;
}

/// One result of both folders.
struct ComparedNumber {
  ComparedRuns runs;
  Sample a,
      b;  ///< of the experiment's guarded quantity; n = 0: it has none
  MeanInterval
      difference;  ///< B less A, with its interval of 95 % by Welch; infinite where no scatter is known
  double p_value = 1, adjusted_p = 1;  ///< of Welch's test; Holm's over all of FolderComparison::numbers
  ComparisonVerdict verdict = ComparisonVerdict::not_judged;
  /// B's CPU seconds over A's, of all phases but loading; none where processors differ or the times say
  /// nothing. The interval has Bonferroni's confidence over all ratios.
  std::optional<SpeedUp> times;
  bool of_one_processor = true;

  operator const RunGroup&() const { return runs.a; }  // NOLINT: a line about a group of runs
  /// nullptr likewise.
  const GroupQuantity* number() const { return guarded_quantity(*runs.experiment); }
};

/// One method against one, over data sets: of each data set the mean over its kernels and numbers of
/// features.
struct AcrossDatasets {
  const Experiment* experiment = nullptr;
  ParameterValues parameters;
  std::string method_a, method_b;  ///< labels
  int datasets = 0;                ///< those that share rows count once
  /// B less A in points, the mean over data sets; of errors B over A, their geometric mean.
  double mean = 0;
  SignedRank test;
  double adjusted_p = 1;  ///< Holm's over all of FolderComparison::across
  ComparisonVerdict verdict = ComparisonVerdict::not_judged;
};

/// All methods of both folders, ranked on the data sets where all of them have results of the same kernels
/// and numbers of features.
struct RankedMethods {
  struct Contender {
    bool of_a = true;
    std::string method;  ///< label
  };
  const Experiment* experiment = nullptr;
  ParameterValues parameters;
  std::vector<Contender> contenders;  ///< the best first
  AverageRanks ranks;                 ///< in this order
  std::vector<std::string>
      left_out;  ///< labels: exact kernels, which have no D, and those of too few data sets
};

struct FolderComparison {
  std::string name_a, name_b;  ///< the folders
  std::vector<ComparedNumber> numbers;
  std::size_t family = 0;  ///< how many of them were tested together
  std::size_t ratios = 0;  ///< how many ratios of times there are
  std::vector<AcrossDatasets> across;
  std::vector<RankedMethods> ranked;
  LeftOver left_in_a, left_in_b;

  /// Whether any number, or any method over data sets, differs at family_level. Times do not count.
  bool differs() const;
  /// The names of experiments without a number that tests could judge: of theirs there are times alone.
  std::set<std::string> without_number() const;
};

FolderComparison compare(PairedRuns pairs, std::string name_a, std::string name_b);

/// Of all phases of a finished run but loading.
double compared_seconds(const Record& record);

}  // namespace sketchbench
