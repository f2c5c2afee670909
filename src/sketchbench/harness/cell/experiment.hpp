#pragma once
#include <any>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/communicator.hpp>
#include <sketchbench/core/fields.hpp>
#include <sketchbench/data/catalog.hpp>
#include <sketchbench/harness/cell/cell.hpp>

namespace sketchbench {

struct Config;
class ChildUsage;
struct PaperReference;
template <class Row>
struct Quantity;
struct Record;
struct Report;
struct ReportSources;
struct RunGroup;

/// What a worker gives an experiment besides the cell.
struct RunContext {
  DataPaths paths;
  int threads = 1;
  std::function<void(std::string_view phase)> on_phase;  ///< "load", "map", "train", "predict"; may be empty
  ProgressSink on_news;  ///< lines for people: a damaged entry of the cache is made again; may be empty
  /// Those of the cell's map, whose CPU seconds count in every phase; null: none.
  const ChildUsage* others = nullptr;
  /// That compute the cell together, each on its part of the rows; they end with the same outcome but for
  /// times, of which the first one's count.
  const Communicator* ranks = &Communicator::alone();
};

/// The parts of a record that the experiment fills.
struct Outcome {
  Json result = Json::object();   ///< accuracy (percent), n_train, n_test, ...
  Json seconds = Json::object();  ///< {"map": {"wall": s, "cpu": s}, ...}
  Json learner = Json::object();  ///< iterations, objectives, converged, messages
  Json data = Json::object();     ///< content hash, source used, n, d, nnz
};

/// What a cell will need, for scheduling: an upper estimate of memory, a rough one of time on one core.
struct Resources {
  double bytes = 0;
  double seconds = 0;
};

/// A kind of experiment. `run` may look at everything; the rest is what planning and reading need to know of
/// it.
struct Experiment {
  std::string name;
  int version = 1;     ///< part of every cell's description: raise it when results change beyond rounding
  bool trains = true;  ///< a cell has a learner
  bool maps = true;    ///< false, without a learner: cells make no map, and "exact" is their only method
  bool seeded = true;  ///< one cell for each seed of the configuration; false: a cell draws its seeds itself
  bool exclusive = false;    ///< its times are the result: nothing else runs beside a cell
  std::optional<Task> task;  ///< of the data sets and learners that it is for; none: of any
  /// Its numbers are errors against the kernel, of an external map's own where it answers one.
  bool measures_kernel = false;
  /// What a configuration's "figure" may ask for: "accuracy" or "time" (against D), "error_by_time"; empty:
  /// no figure can be asked for, and the key is refused.
  std::vector<std::string> shows = {};
  /// Throws InputError for published numbers ("compare_with") that its report cannot show beside its own;
  /// null: it shows none, and the key is refused. Asked when a configuration is read.
  void (*require_published)(const PaperReference& reference) = nullptr;
  /// Its report shows the results of another configuration of its kind ("beside"); false: the key is refused.
  bool shows_beside = false;
  /// Throws InputError for a method and a kernel that the experiment can do nothing with, although the map or
  /// the learner supports the kernel; null: it takes all. Asked when a configuration is read.
  void (*require_supported)(std::string_view method, const Kernel& kernel) = nullptr;
  Outcome (*run)(const Cell& cell, const RunContext& context) = nullptr;
  Resources (*estimate)(const Cell& cell, const DatasetInfo& data) = nullptr;
  /// What one of several ranks needs that compute a cell together; null: one process computes it.
  Resources (*estimate_of_rank)(const Cell& cell, const DatasetInfo& data, int ranks) = nullptr;
  /// The result of a finished cell: a std::shared_ptr to what result_of() gives (harness/cell/record.hpp).
  /// Throws InputError or Json::exception when it lacks what reports read, or when a number of it cannot be
  /// (an accuracy of 500); a record with such a result is neither written nor used.
  std::any (*parse)(StrictObject result) = nullptr;
  /// What the progress line shows of a finished record: "84.35 %".
  std::string (*headline)(const Record& record) = nullptr;
  /// What its results are guarded, ranked and compared by, and what its methods cost
  /// (report/results/ranked.hpp, over groups of runs); null: nothing.
  const std::vector<Quantity<RunGroup>>& (*quantities)() = nullptr;
  std::vector<FieldInfo> parameters = {};  ///< what a configuration's "parameters" may say
  /// Reads them, checks them and fills in defaults; null: there are none to give.
  ParameterValues (*read_parameters)(StrictObject& object) = nullptr;
  /// Makes the parameters those of a --quick run; null: they stay as they are.
  void (*apply_quick_limits)(ParameterValues& parameters) = nullptr;
  /// "at most 1,000 rows and 3 maps": what it has less of; null likewise.
  std::string (*quick_limits)() = nullptr;
  /// What people get to see of a configuration of this kind, and what claims are made of, from its records
  /// alone (report/report.hpp).
  Report (*report)(const Config& config, const ReportSources& sources) = nullptr;
};

/// Throws Error for an experiment that lacks a member it must have: its name, `run`, `estimate`, `parse`,
/// `headline` or `report`.
void require_complete(const Experiment& experiment);

/// All that there are: experiments/registry.cpp, which whoever links the harness links as well.
const std::vector<Experiment>& experiments();
/// Throws InputError with the nearest known name.
const Experiment& find_experiment(std::string_view name);

}  // namespace sketchbench
