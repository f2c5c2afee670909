#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <sketchbench/report/report.hpp>
#include <sketchbench/report/results/ranked.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

/// One result of a leaderboard: a method with its learner and D, over all of its runs.
struct LeaderboardRow {
  RunGroup runs;      ///< the labels tell its data set and method from the others'
  std::string title;  ///< the method's: "Tensor Sketching"; an external map's own
  std::string learner;
  Sample number;                  ///< of Leaderboard::number
  std::optional<Sample> seconds;  ///< CPU, none where the experiment tells no cost
  std::optional<double> bytes;    ///< of the largest run
  /// Of its runs (RunOrigin), empty where it is not known, which counts as one; none: of several.
  std::optional<std::string> processor;
};

/// Whether two results differ significantly.
enum class Significance : char { no = '0', yes = '1', not_judged = '?' };

/// All results of one question (experiment, its parameters, data set with its contents, kernel) by one of the
/// experiment's numbers.
struct Leaderboard {
  const Experiment* experiment = nullptr;
  const GroupQuantity* number = nullptr;
  std::string number_title;          ///< with the parameters in which it differs from others of the same name
  std::vector<LeaderboardRow> rows;  ///< at least one, the best mean first
  /// Of row i and each that is below it, i + 1 on: whether Welch's interval of the difference leaves 0 out,
  /// at the confidence below. Not judged: no scatter is known on either side.
  std::vector<std::string> apart;
  /// Bonferroni's over as many comparisons as the best has with the others: with a probability of 95 % the
  /// best by its true mean is not told from whatever is best here, whichever of the rows are looked at.
  double confidence = 0;

  Significance compare(std::size_t better, std::size_t worse) const {
    return static_cast<Significance>(apart[better][worse - better - 1]);
  }
  std::string dataset_title() const;
  std::string kernel() const;  ///< as people read it
  /// The processors of its rows, each once, the one of most rows first.
  std::vector<std::string> processors() const;
};

/// Of all finished runs that the reports have, whichever configuration asked for them, each once: by number,
/// data set and kernel. Which number an experiment has, and what its methods cost, the registry says.
std::vector<Leaderboard> leaderboards(std::span<const Report> reports);

/// What to show before anything is chosen: the one of most methods, then of most rows; none of no boards.
const Leaderboard* first_to_show(const std::vector<Leaderboard>& boards);

}  // namespace sketchbench
