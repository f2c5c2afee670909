#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include <sketchbench/data/catalog.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/plan/cell_filter.hpp>
#include <sketchbench/harness/record/store.hpp>

namespace sketchbench {

/// A cell that has still to be computed.
struct PlannedCell {
  Cell cell;
  std::string id;
  Resources need;            ///< of one of its ranks in seconds, of those on one machine in bytes
  int ranks = 1;             ///< processes that compute it together
  std::size_t config = 0;    ///< the first of the plan's configurations that asks for it
  bool prepared = true;      ///< false: its data have yet to be prepared, and its id is not known (a dry run)
  std::string known_record;  ///< checksum of the record that it has already, which is not taken for an answer
};

/// True when nothing else may run beside the cell, because its times are the result.
bool is_exclusive(const PlannedCell& cell);

/// What a run will do: the cells without a record, cheap ones first (PlanOptions::in_turn: within each
/// configuration), those that must run alone last, and what is left out.
struct Plan {
  std::vector<PlannedCell> to_run;
  std::size_t finished = 0;                        ///< cells that have a record already
  std::size_t timed_out = 0;                       ///< of these, whose time limit was no shorter than now
  std::map<std::string, std::vector<Skip>> skips;  ///< by configuration name
  std::set<std::string> missing_data;              ///< names of data sets that are not here
  std::set<std::string> unprepared;                ///< likewise that have yet to be prepared (a dry run)
  std::size_t too_large = 0;                       ///< cells skipped for want of memory
  std::string shortage;                            ///< what the last of them needs, and what is free
  std::vector<std::string> without_data;           ///< configurations of which no cell has its data
  /// One line for each record that cannot be trusted: `damaged` ones are made again; `unsealed` ones (made
  /// before there were checksums) and `unreadable` ones are not, unless forced: hours of work may be in them.
  std::vector<std::string> damaged, unsealed, unreadable;
  std::size_t total() const;
};

/// Which cells one of several runs on the same results is for, and what it takes for their answers.
struct CellChoice {
  std::unordered_set<std::string> ids;  ///< of cells; empty: all
  bool keep_failed = false;             ///< a record of a failure is an answer, and not tried again
  std::unordered_set<std::string>
      superseded;  ///< checksums of records that are no answers, even finished ones

  bool is_for(const std::string& id) const { return ids.empty() || ids.contains(id); }
};

struct PlanOptions {
  std::vector<Filter> only;
  CellChoice choice = {};
  bool in_turn = false;      ///< all cells of a configuration before those that only later ones ask for
  bool force = false;        ///< computes cells again that have a record
  double time_limit_s = 0;   ///< cells that ran into a shorter limit are tried again; 0: none
  double memory_budget = 0;  ///< bytes; a cell that needs more is skipped with the estimate; 0: no limit
  /// For each cell whose rows can be divided (no more than it has training or test rows), and how many of
  /// them one machine has at most.
  int ranks = 1, ranks_on_a_machine = 1;
};

/// What a plan knows of a data set.
struct PlannedData {
  DatasetInfo info;
  bool prepared = true;  ///< false: sizes are as declared (0: not declared), there is no content hash
  PlannedData() = default;
  PlannedData(DatasetInfo prepared_info) : info(std::move(prepared_info)) {}
};

/// How the plan gets at a data set: a process of its own prepares it, so that the planner stays small; a dry
/// run only asks what is known.
using DatasetProvider = std::function<PlannedData(const DatasetRequest&)>;

/// Throws InputError, with the configuration's file and key, for a data set or a split that no manifest
/// describes, for one whose manifest, or that of the images it is generated from, the catalogue refuses,
/// and for a data set whose task is not the experiment's.
void require_known_data(const std::vector<Config>& configs, const ManifestCatalog& manifests);

/// A cell shared by two configurations is planned once. Unavailable data sets turn into skips.
/// InputError, with the place, for a filter's value that there is not, for more cells than can be planned,
/// and for a cell that cannot be computed.
Plan make_plan(const std::vector<Config>& configs, const Store& store, const PlanOptions& options,
               const DatasetProvider& dataset);

/// Whether the record answers its cell under a time limit (seconds; 0: none): a failure is worth another try,
/// a timeout only if there is more time now.
bool satisfies(const Record& record, double time_limit_s);

}  // namespace sketchbench
