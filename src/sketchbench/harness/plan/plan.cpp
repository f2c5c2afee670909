#include <sketchbench/harness/plan/plan.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <unordered_set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/manifest.hpp>
#include <sketchbench/harness/cell/cell_data.hpp>
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

/// That can compute the cell together, of as many as there may be.
int ranks_for(const Cell& cell, const DatasetInfo& data, int most) {
  const bool divides = find_experiment(cell.experiment).estimate_of_rank != nullptr &&
                       !cell.learner.is_none() && cell.learner.kind().divides;
  if (!divides) return 1;
  return static_cast<int>(std::max<Index>(1, std::min<Index>({most, data.n_train, data.n_test})));
}

/// What a cell will need, once it is sure that it can be: InputError where it cannot.
Resources need_of(const Cell& cell, const DatasetInfo& whole, const Config& config, int ranks,
                  int on_a_machine) {
  const DatasetInfo data = with_occurring_columns(whole, cell);
  try {
    if (cell.method != exact_method)
      require_possible(kind_of_map(cell), map_request(cell, data.d, data.n_train, 0));
    const Experiment& experiment = find_experiment(cell.experiment);
    if (ranks == 1) return experiment.estimate(cell, data);
    Resources need = experiment.estimate_of_rank(cell, data, ranks);
    need.bytes *= std::min(ranks, on_a_machine);
    return need;
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
      : store_(store), options_(options), answers_(dataset), recorded_(store.ids()) {}

  void add(const Config& config, std::size_t place) {
    std::vector<Skip>& skips = plan_.skips[config.name];
    bool any_cell = false, any_data = false;  // a filter may leave none
    for_each_group(config,
                   [&](const Cell& group, std::size_t entry, std::span<const std::optional<Seed>> seeds) {
                     any_cell = any_cell || !seeds.empty();
                     const DatasetAnswers::Answer& answer = ask(config, entry, group.dataset);
                     if (!answer.unavailable.empty()) {
                       plan_.missing_data.insert(group.dataset.name);
                       add_skips(skips, group, seeds, answer.unavailable);
                       return;
                     }
                     any_data = true;
                     if (!answer.data.prepared) plan_.unprepared.insert(group.dataset.name);
                     PlannedCell item{.cell = group, .config = place, .prepared = answer.data.prepared};
                     item.cell.data_hash = answer.data.info.content_hash;
                     add_group(item, answer.data.info, config, seeds);
                   });
    if (any_cell && !any_data) plan_.without_data.push_back(config.name);
  }

  Plan finish() && {
    // Places are sorted, not cells, which take more to move.
    using Key = std::tuple<bool, std::size_t, double, std::size_t>;
    std::vector<Key> order;
    for (const PlannedCell& cell : plan_.to_run)
      order.emplace_back(is_exclusive(cell), options_.in_turn ? cell.config : 0, cell.need.seconds,
                         order.size());
    std::ranges::sort(order);
    std::vector<PlannedCell> sorted;
    sorted.reserve(order.size());
    for (const Key& key : order) sorted.push_back(std::move(plan_.to_run[std::get<3>(key)]));
    plan_.to_run = std::move(sorted);
    return std::move(plan_);
  }

 private:
  /// `item`: of a cell without a seed. What it needs is the same with any.
  void add_group(const PlannedCell& item, const DatasetInfo& data, const Config& config,
                 std::span<const std::optional<Seed>> seeds) {
    GroupIds ids(item.cell);
    const int ranks = ranks_for(item.cell, data, options_.ranks);
    std::optional<Resources> need;
    std::vector<std::optional<Seed>> too_large;
    for (const std::optional<Seed>& seed : seeds) {
      std::string id = ids.of(seed);
      if (seen_.contains(id) || !options_.choice.is_for(id)) continue;
      PlannedCell cell{.id = id, .config = item.config, .prepared = item.prepared};
      if (item.prepared && recorded_.contains(id) && needs_no_run(cell)) {
        seen_.insert(std::move(id));
        continue;
      }
      if (!need)
        need = item.prepared || sizes_are_known(data)
                   ? need_of(item.cell, data, config, ranks, options_.ranks_on_a_machine)
                   : Resources();
      if (options_.memory_budget > 0 && need->bytes > options_.memory_budget) {
        too_large.push_back(seed);
        continue;
      }
      seen_.insert(std::move(id));
      cell.cell = item.cell;
      cell.cell.seed = seed;
      cell.need = *need;
      cell.ranks = ranks;
      plan_.to_run.push_back(std::move(cell));
    }
    if (too_large.empty()) return;
    plan_.too_large += too_large.size();
    plan_.shortage = memory_shortage(need->bytes, options_.memory_budget);
    add_skips(plan_.skips[config.name], item.cell, too_large, plan_.shortage);
  }

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
    if (options_.force || options_.choice.superseded.contains(item.known_record)) return false;
    const bool kept = options_.choice.keep_failed && !reading.record.json.contains(ended_for_key);
    if (reading.state == State::good && (kept || satisfies(reading.record, options_.time_limit_s))) {
      ++plan_.finished;
      plan_.timed_out += reading.record.done() ? 0 : 1;
      return true;
    }
    return reading.state == State::unsealed || reading.state == State::unreadable;
  }

  const Store& store_;
  const PlanOptions& options_;
  DatasetAnswers answers_;
  std::unordered_set<std::string> recorded_;  ///< ids of which there is something in the store
  std::unordered_set<std::string> seen_;
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
