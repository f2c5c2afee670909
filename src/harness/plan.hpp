#pragma once
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "data/catalog.hpp"
#include "experiments/experiment.hpp"
#include "harness/config.hpp"
#include "harness/store.hpp"

namespace sketchbench {

/// A cell that has still to be computed.
struct PlannedCell {
  Cell cell;
  Json description;
  std::string id;
  Resources need;
};

/// What a run will do: the cells without a record, cheap ones first, those that must run alone last, and what
/// is left out.
struct Plan {
  std::vector<PlannedCell> to_run;
  std::size_t finished = 0;                        ///< cells that have a record already
  std::map<std::string, std::vector<Skip>> skips;  ///< by configuration name
  std::size_t total() const;
};

/// "--only dataset=adult,mnist": keeps the cells whose key has one of the values. Keys: dataset, method,
/// degree, coef0, D, seed.
struct Filter {
  std::string key;
  std::vector<std::string> values;
  bool keeps(const Cell& cell) const;
};
/// Throws InputError for a text that is not KEY=VALUE[,VALUE] or a key that is not known.
Filter parse_filter(const std::string& text);

struct PlanOptions {
  std::vector<Filter> only;
  bool force = false;        ///< computes cells again that have a record
  double time_limit_s = 0;   ///< cells that ran into a shorter limit are tried again; 0: none
  double memory_budget = 0;  ///< bytes; a cell that needs more is skipped with the estimate; 0: no limit
};

/// How the plan gets at a data set: a process of its own prepares it, so that the planner stays small.
using DatasetProvider = std::function<DatasetInfo(const DatasetRequest&)>;

/// A cell shared by two configurations is planned once. Data sets that are not to be had turn into skips.
Plan make_plan(const std::vector<Config>& configs, const Store& store, const PlanOptions& options,
               const DatasetProvider& dataset);

}  // namespace sketchbench
