#include <sketchbench/harness/run/run.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/text.hpp>
#include <sketchbench/data/manifest.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/harness/record/cell_claims.hpp>
#include <sketchbench/harness/worker/preparation.hpp>

namespace sketchbench {
namespace {

/// What a plan can say of a data set without fetching or preparing it.
PlannedData foresee(const DatasetRequest& request, const DataPaths& paths) {
  KnownDataset known = known_dataset(request, paths);
  if (known.readiness == Readiness::unavailable)
    throw DatasetUnavailable(fmt::format("{}: {} is not available here", request.name, known.missing));
  PlannedData data(std::move(known.info));
  data.prepared = known.readiness == Readiness::prepared;
  return data;
}

/// What the filters leave of those that have cells then.
std::vector<Config> with_cells(const std::vector<Config>& configs, const std::vector<Filter>& only) {
  std::vector<Config> wanted;
  for (const Config& config : configs)
    if (Config some = narrowed(config, only); count_cells(some) > 0) wanted.push_back(std::move(some));
  return wanted;
}

void prepare_results(const Store& store) {
  store.require_writable();
  store.remove_stale_temporaries();
  Claims(store.results()).sweep();
}

Plan plan_of(const std::vector<Config>& configs, const Store& store, const RunSettings& settings,
             Progress& progress) {
  return make_plan(configs, store,
                   {.only = settings.only,
                    .choice = settings.choice,
                    .in_turn = settings.on_complete != nullptr,
                    .force = settings.force,
                    .time_limit_s = settings.time_limit_s,
                    .memory_budget = settings.memory_budget,
                    .ranks = settings.launch.ranks,
                    .ranks_on_a_machine = settings.launch.on_a_machine},
                   [&](const DatasetRequest& request) -> PlannedData {
                     if (settings.dry_run) return foresee(request, settings.data);
                     if (!settings.choice.ids.empty()) {
                       // Another run has prepared them: one for each few cells of a large plan looks, no
                       // more.
                       PlannedData data = foresee(request, settings.data);
                       if (data.prepared) return data;
                     }
                     return prepare_in_process(request, settings.data, progress);
                   });
}

}  // namespace

bool is_idle(const Plan& plan, const std::vector<Config>& configs, const RunSettings& settings) {
  if (!settings.choice.ids.empty() && plan.too_large > 0) return true;
  std::size_t skipped = 0;
  for (const auto& [name, skips] : plan.skips) skipped += count_cells(skips);
  if (skipped > 0 && skipped == plan.total()) return true;
  return std::ranges::any_of(configs, [&](const Config& config) {
    return std::ranges::find(plan.without_data, config.name) != plan.without_data.end() &&
           std::ranges::any_of(config.grid, [&](const GridEntry& entry) {
             return !is_shipped(settings.data.manifests.find(entry.dataset.name));
           });
  });
}

void require_chosen(const Plan& plan, const CellChoice& choice) {
  const std::size_t found =
      plan.to_run.size() + plan.finished + plan.unsealed.size() + plan.unreadable.size() + plan.too_large;
  if (found >= choice.ids.size()) return;
  std::set<std::string> lacking = plan.missing_data;
  lacking.insert(plan.unprepared.begin(), plan.unprepared.end());
  throw InputError(fmt::format(
      "{} of {} that were asked for {} no cell of the configuration{}; \"sketchbench plan CONFIG "
      "--format jsonl\" "
      "has those that there are",
      choice.ids.size() - found, plural(std::ssize(choice.ids), "id"),
      choice.ids.size() - found == 1 ? "is" : "are",
      lacking.empty() ? ", or of what it was then: it or its data have changed"
                      : fmt::format(" with the data that are here: {} is not", *lacking.begin())));
}

Plan plan_configs(const std::vector<Config>& configs, const RunSettings& settings, Progress& progress) {
  require_distinct_names(configs);
  require_known_data(configs, settings.data.manifests);
  require_plugins(with_cells(configs, settings.only));
  const Store store(settings.results);
  if (!settings.dry_run) prepare_results(store);
  Plan plan = plan_of(configs, store, settings, progress);
  if (!settings.dry_run) require_chosen(plan, settings.choice);
  return plan;
}

RunResult run_configs(const std::vector<Config>& configs, const RunSettings& given, Progress& progress) {
  RunSettings settings = given;
  if (settings.launch.ranks > 1)
    settings.launch.on_a_machine =
        settings.dry_run ? settings.launch.ranks : most_ranks_on_a_machine(settings.launch);
  const Plan plan = plan_configs(configs, settings, progress);
  if (settings.on_plan) settings.on_plan(plan);
  if (settings.dry_run) return {};
  const Store store(settings.results);
  // A run of some cells knows nothing of the others, so it leaves the list of skips alone.
  if (settings.only.empty() && settings.choice.ids.empty() && settings.wait)
    for (const auto& [name, skips] : plan.skips) store.put_skips(name, skips);

  const bool idle = is_idle(plan, configs, settings);
  RunResult result{.shortage = plan.shortage};
  if (!plan.to_run.empty())
    result.summary = run_plan(plan, store,
                              {.jobs = settings.jobs,
                               .time_limit_s = settings.time_limit_s,
                               .memory_budget = settings.memory_budget,
                               .memory_limit = settings.memory_limit,
                               .wait = settings.wait,
                               .launch = settings.launch,
                               .paths = settings.data,
                               .on_complete =
                                   [&](std::size_t place) {
                                     if (settings.on_complete) settings.on_complete(configs.at(place));
                                   }},
                              progress);
  const bool all_answered = result.summary.failures.empty() && plan.timed_out == 0 &&
                            (settings.force || (plan.unsealed.empty() && plan.unreadable.empty()));
  if (result.summary.stopped)
    result.outcome = RunOutcome::stopped;
  else if (!all_answered)
    result.outcome = RunOutcome::incomplete;
  else if (idle)
    result.outcome = RunOutcome::idle;
  return result;
}

}  // namespace sketchbench
