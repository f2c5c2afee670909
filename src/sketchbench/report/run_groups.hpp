#pragma once
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <sketchbench/harness/cell/record.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/record/store.hpp>
#include <sketchbench/report/report_sources.hpp>

namespace sketchbench {

struct Experiment;

enum class Status { done, partial, failed, timeout, skipped, missing };
std::string_view name_of(Status status);

/// The runs of one question of a configuration (data set, kernel, method, learner, D), one for each seed, and
/// what became of those that are not there. Every kind of experiment's report begins with these.
struct RunGroup {
  std::string question;  ///< of the runs (RequestKey::question)
  DatasetRequest dataset;
  DatasetFacts facts = {};  ///< of the data set
  std::string
      dataset_label;  ///< the name, with split or size where a configuration has the name more than once
  Kernel kernel;
  std::string method;
  std::string
      method_label;     ///< the method, with its learner where a configuration has the method more than once
  LearnerSpec learner;  ///< of none where nothing is trained
  Index D = 0;          ///< 0 for exact

  int expected = 0;            ///< runs that the configuration asks for
  std::vector<Record> done;    ///< the runs that there are, one a seed
  std::vector<Record> failed;  ///< records of runs that ended with an error or at their time limit
  Status status = Status::missing;
  std::string reason;  ///< why it is not done: the error, the limit, the missing file
  /// The map that somebody else has written, as the configuration describes it; null for any other method.
  std::shared_ptr<const ExternalMap> external = nullptr;
  std::string
      data_mismatch;  ///< whether the runs are of the right data (expected_data.hpp); empty: there is none

  /// The label with the data set's title in place of its name: "Adult", "MNIST, 1,000 rows".
  std::string dataset_title() const;
  int runs() const { return static_cast<int>(done.size()); }
  /// "adult, ⟨x,y⟩², tensor_sketch, D = 200": tells the groups of one configuration apart.
  std::string id() const;
  /// True when any run has left a record, be it of a failure.
  bool has_record() const;
  /// True when times were taken while other cells ran.
  bool side_by_side() const;
  /// True when the map of a run was a process of its own, whose time is in the run's.
  bool in_another_process() const;
};

/// The external map's own kernel that the group's numbers are errors against; empty where they are of the
/// group's kernel, or of no kernel. Results of one kernel share both.
std::string own_kernel_of(const RunGroup& group, const Experiment& experiment);

/// Pointers to groups, or to the groups that rows are derived from: for what is written about any kind of
/// them.
using RunGroupPointers = std::vector<const RunGroup*>;
template <class Row>
RunGroupPointers pointers_to(const std::vector<Row>& rows) {
  RunGroupPointers pointers;
  for (const Row& row : rows) {
    if constexpr (std::is_pointer_v<Row>)
      pointers.push_back(row);
    else
      pointers.push_back(&row);
  }
  return pointers;
}

struct RunGroups {
  Config config;
  std::vector<RunGroup> groups;       ///< in the order of expand()
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used
};

/// From records alone, but for which contents a data set has here: no rows are read, so it can be called
/// while a run is going on.
RunGroups group_runs(const Config& config, const ReportSources& sources);

/// RunGroup::dataset_label and method_label, among the data sets and methods of a configuration: "adult", or
/// "adult[500]"; "tensor_sketch", or "tensor_sketch[solver=1]" with the keys that tell it from its namesakes.
std::string dataset_label(const DatasetRequest& dataset, const Config& config);
std::string method_label(const MethodEntry& method, const Config& config);

/// What follows the name in a data set's label in words, behind its title: "[500]" as ", 500 rows".
std::string title_of_label(const std::string& title, std::string_view rest);

/// Gives data sets that differ in nothing but their columns labels of their own, "uniform[d=100]": for tables
/// and regression checks that have no other place for it.
void tell_columns_apart(std::vector<RunGroup>& groups);

}  // namespace sketchbench
