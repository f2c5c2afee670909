#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

/// A question of any seed with the contents that it was answered on, and its finished runs: what the
/// configurations that ask it have in common.
struct CompletedRuns {
  const Experiment* experiment = nullptr;  ///< never null
  ParameterValues parameters;              ///< the experiment's own
  RunGroup runs;                           ///< without labels and facts
  bool compared = false;                   ///< whether pair_runs() has found its counterpart
};
using CompletedRunsByRequest = std::map<std::string, CompletedRuns>;  ///< by question and contents

/// Adds a finished run to its question, which it returns. A record has no title of somebody else's map: only
/// a configuration's group tells it.
CompletedRuns& add_answer(CompletedRunsByRequest& questions, const Record& record);

/// One run for each seed, all of the algorithms' versions that the newest of them has. The number of runs
/// that are dropped. Requires a run.
std::size_t keep_one_version(std::vector<Record>& runs);

}  // namespace sketchbench
