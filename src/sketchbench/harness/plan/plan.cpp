#include <sketchbench/harness/plan/plan.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/manifest.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/config/cells.hpp>

namespace sketchbench {
namespace {

/// Asks for each data set once and remembers the answer, a refusal included.
class DatasetAnswers {
 public:
  explicit DatasetAnswers(const DatasetProvider& provider) : provider_(provider) {}

  struct Answer {
    PlannedData data;
    std::string unavailable;  ///< the reason; empty when the data set is there
  };

  const Answer& ask(const DatasetRequest& request) {
    const auto known = answers_.find(request);
    if (known != answers_.end()) return known->second;
    Answer answer;
    try {
      answer.data = provider_(request);
    } catch (const DatasetUnavailable& reason) {
      answer.unavailable = reason.what();
    }
    return answers_.emplace(request, std::move(answer)).first->second;
  }

 private:
  const DatasetProvider& provider_;
  std::map<DatasetRequest, Answer> answers_;
};

/// What a cell will need, once it is sure that it can be: InputError where it cannot.
Resources need_of(const Cell& cell, const DatasetInfo& data, const Config& config) {
  try {
    if (cell.method != exact_method)
      require_possible(kind_of_map(cell), map_request(cell, data.d, data.n_train, 0));
    return find_experiment(cell.experiment).estimate(cell, data);
  } catch (const InputError& error) {
    throw InputError(
        fmt::format("{}: {} on {}: {}", config.file.string(), cell.method, data.name, error.what()));
  }
}

/// Of a planned cell in memory, with its learner and parameters. 1,500 were measured, as resident memory for
/// each cell of a plan of 100,000; the rest is for longer parameters and for what a run adds.
constexpr double bytes_per_cell = 2000;

class Planner {
 public:
  Planner(const Store& store, const PlanOptions& options, const DatasetProvider& dataset)
      : store_(store), options_(options), answers_(dataset) {}

  void add(const Config& config, std::size_t place) {
    std::vector<Skip>& skips = plan_.skips[config.name];
    bool any_cell = false, any_data = false;  // a filter may leave none
    for_each_cell(config, [&](Cell&& cell, std::size_t entry) {
      any_cell = true;
      const DatasetAnswers::Answer& answer = ask(config, entry, cell.dataset);
      if (!answer.unavailable.empty()) {
        plan_.missing_data.insert(cell.dataset.name);
        add_skip(skips, std::move(cell), answer.unavailable);
        return;
      }
      any_data = true;
      cell.data_hash = answer.data.info.content_hash;
      PlannedCell item{.cell = std::move(cell), .config = place, .prepared = answer.data.prepared};
      item.id = cell_id(describe(item.cell));
      if (seen_.contains(item.id)) return;
      if (item.prepared && needs_no_run(item)) {
        seen_.insert(item.id);
        return;
      }
      if (item.prepared || sizes_are_known(answer.data.info))
        item.need = need_of(item.cell, answer.data.info, config);
      if (options_.memory_budget > 0 && item.need.bytes > options_.memory_budget) {
        add_skip(skips, std::move(item.cell), memory_shortage(item.need.bytes, options_.memory_budget));
        return;
      }
      seen_.insert(item.id);
      plan_.to_run.push_back(std::move(item));
    });
    if (any_cell && !any_data) plan_.without_data.push_back(config.name);
  }

  Plan finish() && {
    const auto order = [&](const PlannedCell& cell) {
      return std::tuple(is_exclusive(cell), options_.in_turn ? cell.config : 0, cell.need.seconds);
    };
    std::ranges::stable_sort(plan_.to_run, {}, order);
    return std::move(plan_);
  }

 private:
  const DatasetAnswers::Answer& ask(const Config& config, std::size_t entry, const DatasetRequest& request) {
    try {
      return answers_.ask(request);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", place_in_grid(config, entry, "dataset"), error.what()));
    }
  }

  static bool sizes_are_known(const DatasetInfo& info) { return info.n_train > 0 && info.d > 0; }

  /// Looks for the cell's record.
  bool needs_no_run(PlannedCell& item) {
    using State = RecordReading::State;
    RecordReading reading = store_.look_up(item.id);
    if (reading.state == State::unsealed)
      plan_.unsealed.push_back(reading.advice());
    else if (reading.state == State::unreadable)
      plan_.unreadable.push_back(reading.advice());
    else if (reading.state == State::damaged)
      plan_.damaged.push_back(reading.advice());
    if (reading.state == State::good) item.known_record = reading.record.checksum;
    if (options_.force) return false;
    if (reading.state == State::good && satisfies(reading.record, options_.time_limit_s)) {
      ++plan_.finished;
      plan_.timed_out += reading.record.done() ? 0 : 1;
      return true;
    }
    return reading.state == State::unsealed || reading.state == State::unreadable;
  }

  const Store& store_;
  const PlanOptions& options_;
  DatasetAnswers answers_;
  std::set<std::string> seen_;
  Plan plan_;
};

}  // namespace

bool is_exclusive(const PlannedCell& cell) { return find_experiment(cell.cell.experiment).exclusive; }

std::size_t Plan::total() const {
  std::size_t skipped = 0;
  for (const auto& [config, list] : skips) skipped += count_cells(list);
  return to_run.size() + finished + unsealed.size() + unreadable.size() + skipped;
}

namespace {

/// Throws InputError where the experiment is for another task than the data set.
void require_data_for(const Experiment& experiment, const Manifest& manifest) {
  if (!experiment.task || *experiment.task == manifest.task) return;
  std::vector<std::string> others;
  for (const Experiment& other : experiments())
    if (other.task == manifest.task) others.push_back(fmt::format("\"{}\"", other.name));
  throw InputError(fmt::format("the data set {} is for {}, and the experiment \"{}\" for {}; choose {}",
                               manifest.name, name_of(manifest.task), experiment.name,
                               name_of(*experiment.task), fmt::join(others, " or ")));
}

}  // namespace

void require_known_data(const std::vector<Config>& configs, const ManifestCatalog& manifests) {
  for (const Config& config : configs)
    for (std::size_t i = 0; i < config.grid.size(); ++i) {
      const DatasetRequest& request = config.grid[i].dataset;
      const char* key = "dataset";
      try {
        const Manifest& manifest = manifests.find(request.name);
        require_data_for(find_experiment(config.experiment), manifest);
        for (const Source& source : manifest.sources)
          if (source.generator && !source.generator->images.empty())
            static_cast<void>(manifests.find(source.generator->images));
        key = "split";
        static_cast<void>(manifest.split(request.split));
      } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", place_in_grid(config, i, key), error.what()));
      }
    }
}

Plan make_plan(const std::vector<Config>& configs, const Store& store, const PlanOptions& options,
               const DatasetProvider& dataset) {
  require_known_values(options.only, configs);
  std::vector<Config> wanted;
  double cells = 0;
  for (const Config& config : configs) {
    wanted.push_back(narrowed(config, options.only));
    cells += count_cells(wanted.back());
  }
  require_countable(wanted);
  require_memory(cells * bytes_per_cell,
                 fmt::format("a plan of {} cells", with_commas(static_cast<std::int64_t>(cells))));
  Planner planner(store, options, dataset);
  for (std::size_t i = 0; i < wanted.size(); ++i) planner.add(wanted[i], i);
  return std::move(planner).finish();
}

bool satisfies(const Record& record, double time_limit_s) {
  if (record.done()) return true;
  if (record.status != "timeout") return false;
  return time_limit_s > 0 && time_limit_s <= record.json.at("run").at("time_limit_s").get<double>();
}

}  // namespace sketchbench
