#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include <sketchbench/data/manifest_facts.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/plan/cell_filter.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

/// Which results of two folders are set side by side.
struct ComparisonRequest {
  std::vector<Config> configs;  ///< the cells of these; none: all
  std::vector<Filter> filters;  ///< those that all of them keep
  /// A method of A against another of B, by name or label ("tensor_sketch", "tensor_sketch[C=1]"). Empty:
  /// each method against itself.
  std::string method_a, method_b;
};

/// The finished runs of one question (data set with its contents, kernel, method, learner, D) in both
/// folders.
struct ComparedRuns {
  const Experiment* experiment = nullptr;
  ParameterValues parameters;  ///< the experiment's own
  RunGroup a, b;               ///< the labels tell them from all others that are compared
};

/// Of the results of one folder, one a question, those that are not compared.
struct LeftOver {
  std::size_t alone = 0;               ///< the other folder has no such result
  std::size_t other_contents = 0;      ///< it has, on other contents of the data set
  std::size_t other_versions = 0;      ///< runs by another version of an algorithm than the newest run's
  std::size_t unfinished = 0;          ///< cells that failed or ran out of time
  std::vector<std::string> untrusted;  ///< a line for each record that cannot be used
};

struct PairedRuns {
  std::vector<ComparedRuns> pairs;  ///< by experiment, data set, kernel, method, D
  LeftOver left_in_a, left_in_b;
};

/// From records alone. What differs by design is not asked for: the program's revision and its algorithms'
/// versions, the machine, the seeds. InputError for a folder that has nothing left under the request, where
/// nothing can be compared, and for a method that no record has or that stands for several.
PairedRuns pair_runs(const Store& a, const Store& b, const ManifestFacts& datasets,
                     const ComparisonRequest& request);

}  // namespace sketchbench
