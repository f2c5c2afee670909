#include "harness/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "base/memory.hpp"
#include "features/feature_map.hpp"

namespace sketchbench {
namespace {

/// Asks for each data set once and remembers the answer, a refusal included.
class DatasetAnswers {
 public:
  explicit DatasetAnswers(const DatasetProvider& provider) : provider_(provider) {}

  struct Answer {
    DatasetInfo info;
    std::string unavailable;  ///< the reason; empty when the data set is there
  };

  const Answer& ask(const DatasetRequest& request) {
    const auto key = std::tuple(request.name, request.split, request.max_train, request.d);
    const auto known = answers_.find(key);
    if (known != answers_.end()) return known->second;
    Answer answer;
    try {
      answer.info = provider_(request);
    } catch (const DatasetUnavailable& reason) {
      answer.unavailable = reason.what();
    }
    return answers_.emplace(key, std::move(answer)).first->second;
  }

 private:
  const DatasetProvider& provider_;
  std::map<std::tuple<std::string, std::string, Index, Index>, Answer> answers_;
};

bool answered(const Record& record, const PlanOptions& options) {
  if (options.force) return false;
  if (record.done()) return true;
  // A failure is worth another try; a timeout only if there is more time now.
  if (record.status != "timeout") return false;
  const double limit_then = record.json.at("run").value("time_limit_s", 0.0);
  return options.time_limit_s > 0 && options.time_limit_s <= limit_then;
}

/// What a cell will need, once it is sure that it can be: InputError where it cannot.
Resources need_of(const Cell& cell, const DatasetInfo& data, const Config& config) {
  try {
    if (cell.method != exact_method)
      require_possible(find_feature_map(cell.method), data.d, cell.kernel, cell.D);
    return find_experiment(cell.experiment).estimate(cell, data);
  } catch (const InputError& error) {
    throw InputError(
        fmt::format("{}: {} on {}: {}", config.file.string(), cell.method, data.name, error.what()));
  }
}

std::string number_text(double value) { return fmt::format("{:g}", value); }

std::string value_of(const Cell& cell, const std::string& key) {
  if (key == "dataset") return cell.dataset.name;
  if (key == "method") return cell.method;
  if (key == "degree") return std::to_string(cell.kernel.degree);
  if (key == "coef0") return number_text(cell.kernel.coef0);
  if (key == "D") return std::to_string(cell.D);
  return cell.seed ? std::to_string(*cell.seed) : "";
}

}  // namespace

std::size_t Plan::total() const {
  std::size_t skipped = 0;
  for (const auto& [config, list] : skips) skipped += list.size();
  return to_run.size() + finished + skipped;
}

bool Filter::keeps(const Cell& cell) const {
  return std::find(values.begin(), values.end(), value_of(cell, key)) != values.end();
}

Filter parse_filter(const std::string& text) {
  static const std::vector<std::string> keys = {"dataset", "method", "degree", "coef0", "D", "seed"};
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals + 1 >= text.size())
    throw InputError(fmt::format("--only {}: expected KEY=VALUE[,VALUE]...", text));
  Filter filter{.key = text.substr(0, equals)};
  if (std::find(keys.begin(), keys.end(), filter.key) == keys.end())
    throw InputError(
        fmt::format("--only {}: \"{}\" is not a key; known: {}", text, filter.key, fmt::join(keys, ", ")));
  for (std::size_t at = equals + 1; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    filter.values.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return filter;
}

Plan make_plan(const std::vector<Config>& configs, const Store& store, const PlanOptions& options,
               const DatasetProvider& dataset) {
  Plan plan;
  DatasetAnswers answers(dataset);
  std::set<std::string> planned;
  for (const Config& config : configs) {
    std::vector<Skip>& skips = plan.skips[config.name];
    for (Cell& cell : expand(config)) {
      const bool wanted = std::all_of(options.only.begin(), options.only.end(),
                                      [&](const Filter& filter) { return filter.keeps(cell); });
      if (!wanted) continue;
      const DatasetAnswers::Answer& answer = answers.ask(cell.dataset);
      if (!answer.unavailable.empty()) {
        skips.push_back({std::move(cell), answer.unavailable});
        continue;
      }
      cell.data_hash = answer.info.content_hash;
      PlannedCell item{.cell = cell, .description = describe(cell)};
      item.id = cell_id(item.description);
      if (planned.contains(item.id)) continue;
      const auto record = store.find(item.id);
      if (record && answered(*record, options)) {
        planned.insert(item.id);
        ++plan.finished;
        continue;
      }
      item.need = need_of(cell, answer.info, config);
      if (options.memory_budget > 0 && item.need.bytes > options.memory_budget) {
        skips.push_back({std::move(cell), memory_shortage(item.need.bytes, options.memory_budget)});
        continue;
      }
      planned.insert(item.id);
      plan.to_run.push_back(std::move(item));
    }
  }
  const auto runs_alone = [](const PlannedCell& item) { return find_experiment(item.cell.experiment).alone; };
  std::stable_sort(plan.to_run.begin(), plan.to_run.end(), [&](const PlannedCell& a, const PlannedCell& b) {
    return std::pair(runs_alone(a), a.need.seconds) < std::pair(runs_alone(b), b.need.seconds);
  });
  return plan;
}

}  // namespace sketchbench
