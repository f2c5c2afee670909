#include "cli/options/run_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <map>

#include "cli/exit_code.hpp"
#include "cli/options/folder_option.hpp"
#include "cli/options/number_option.hpp"
#include "cli/standard_streams.hpp"
#include "core/error.hpp"
#include "core/system/memory.hpp"
#include "core/text.hpp"
#include "data/manifest.hpp"
#include "harness/plan/plan.hpp"
#include "harness/plan/time_left.hpp"
#include "harness/worker/cell_claims.hpp"
#include "harness/worker/check_plugins.hpp"
#include "harness/worker/environment.hpp"
#include "harness/worker/prepare_process.hpp"
#include "harness/worker/progress.hpp"
#include "harness/worker/scheduler.hpp"

namespace sketchbench {
namespace {

constexpr int most_jobs = 4096;

constexpr std::size_t most_records_named = 5;

std::string have_records(std::size_t cells) { return cells == 1 ? "has a record" : "have a record"; }

void print_plan(const Plan& plan) {
  say("{:<14} {:<10} {:<28} {:>6} {:>5} {:>10} {:>12}\n", "data set", "kernel", "method", "D", "seed",
      "memory", "about");
  double seconds = 0;
  std::size_t unprepared = 0;
  for (const PlannedCell& item : plan.to_run) {
    seconds += item.need.seconds;
    unprepared += item.prepared ? 0 : 1;
    const bool foreseen = item.need.bytes > 0;
    const std::string D = item.cell.D > 0 ? std::to_string(item.cell.D) : "";
    const std::string seed = item.cell.seed ? std::to_string(*item.cell.seed) : "";
    say("{:<14} {:<10} {:<28} {:>6} {:>5} {:>10} {:>12}{}\n", item.cell.dataset.name,
        item.cell.kernel.display(), item.cell.method, D, seed,
        foreseen ? readable_bytes(item.need.bytes) : "?",
        foreseen ? readable_seconds(item.need.seconds) : "?", item.prepared ? "" : "  not prepared");
  }
  say("{} to run, about {} on one core; {} {} already\n", plural(plan.to_run.size(), "cell"),
      readable_seconds(seconds), plan.finished, have_records(plan.finished));
  if (unprepared > 0)
    say("the data of {} are not prepared: whether they have a record shows when they are\n",
        plural(unprepared, "cell"));
}

/// What a plan can say of a data set without fetching or preparing it.
PlannedData foresee(const DatasetRequest& request, const DataPaths& paths) {
  KnownDataset known = known_dataset(request, paths);
  if (known.readiness == Readiness::unavailable)
    throw DatasetUnavailable(fmt::format("{}: {} is not available here", request.name, known.missing));
  PlannedData data(std::move(known.info));
  data.prepared = known.readiness == Readiness::prepared;
  return data;
}

void print_some(const std::vector<std::string>& lines, Progress& progress) {
  const std::size_t shown = std::min(lines.size(), most_records_named);
  for (std::size_t i = 0; i < shown; ++i) progress.print("  " + lines[i]);
  if (shown < lines.size()) progress.print(fmt::format("  and {} more", lines.size() - shown));
}

/// Records that are neither used nor thrown away.
void print_untrusted(const Plan& plan, const RunOptions& options, Progress& progress) {
  if (!plan.damaged.empty()) {
    progress.print(fmt::format("{} cannot be trusted: made again, and the file kept in {}",
                               plural(plan.damaged.size(), "record"),
                               Store(options.results).damaged().string()));
    print_some(plan.damaged, progress);
  }
  if (!plan.unsealed.empty()) {
    progress.print(
        fmt::format("{} made before there were checksums: {}; \"sketchbench doctor --repair --results "
                    "{}\" checks and seals what is in order",
                    plural(plan.unsealed.size(), "record"),
                    options.force ? "made again" : "neither used nor made again", options.results.string()));
    print_some(plan.unsealed, progress);
  }
  if (!plan.unreadable.empty()) {
    progress.print(fmt::format("{} cannot be read: {}", plural(plan.unreadable.size(), "record"),
                               options.force ? "made again" : "neither used nor made again"));
    print_some(plan.unreadable, progress);
  }
}

/// One line for each data set that is missing and for each other reason, with the number of cells it
/// concerns. Where a data set was looked for takes more than a line, which reports and "datasets info" have.
void print_skips(const Plan& plan, Progress& progress) {
  std::map<std::string, std::size_t> missing, reasons;
  for (const auto& [config, skips] : plan.skips)
    for (const Skip& skip : skips) {
      const std::string& name = skip.cell.dataset.name;
      (plan.missing_data.contains(name) ? missing[name] : reasons[skip.reason]) += skip.cells();
    }
  for (const auto& [name, count] : missing)
    progress.print(fmt::format("{} is not here: skipped {}; see \"sketchbench datasets info {}\"", name,
                               plural(count, "cell"), name));
  for (const auto& [reason, count] : reasons)
    progress.print(fmt::format("skipped {}: {}", plural(count, "cell"), reason));
}

bool is_of_the_user(const GridEntry& entry, const DataPaths& paths) {
  return !is_shipped(find_manifest(paths.manifests, entry.dataset.name));
}

/// Says of which configurations nothing could run, and answers whether that is a fault: data sets of the
/// program's own may be missing, as long as there is something to do.
bool is_idle(const Plan& plan, const std::vector<Config>& configs, const DataPaths& paths,
             Progress& progress) {
  std::size_t skipped = 0;
  for (const auto& [name, skips] : plan.skips) skipped += count_cells(skips);
  bool idle = skipped > 0 && skipped == plan.total();
  for (const Config& config : configs) {
    if (std::ranges::find(plan.without_data, config.name) == plan.without_data.end()) continue;
    progress.print(fmt::format("nothing of {} could run: its data are not here", config.file.string()));
    idle = idle || std::ranges::any_of(config.grid,
                                       [&](const GridEntry& entry) { return is_of_the_user(entry, paths); });
  }
  return idle;
}

/// What the filters leave of those that have cells then.
std::vector<Config> with_cells(const std::vector<Config>& configs, const std::vector<Filter>& only) {
  std::vector<Config> wanted;
  for (const Config& config : configs)
    if (Config some = narrowed(config, only); count_cells(some) > 0) wanted.push_back(std::move(some));
  return wanted;
}

}  // namespace

void add_run_options(CLI::App& command, RunOptions& options) {
  command
      .add_option("--only", options.only,
                  fmt::format("only cells with KEY=VALUE[,VALUE]: {}", fmt::join(filter_keys(), ", ")))
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  add_parsed_option(command, "--jobs", "N", "cells to run in parallel (default: the number of cores)",
                    [&options](const std::string& text) {
                      options.jobs = static_cast<int>(parse_whole_number("--jobs", text, 1, most_jobs));
                    });
  add_parsed_option(
      command, "--time-limit", "TIME", "for one cell: 90s, 30m, 2h (default: none)",
      [&options](const std::string& text) { options.time_limit_s = parse_duration("--time-limit", text); });
  add_folder_option(command, "--results", "folder of records and tables", options.results);
  add_data_options(command, options.data);
  command.add_flag("--dry-run", options.dry_run, "print the plan and stop");
  command.add_flag("--force", options.force, "re-run cells that already have a record");
}

RunOutcome run_configs(const std::vector<Config>& configs, const RunOptions& options) {
  require_distinct_names(configs);
  Progress progress;
  const DataPaths paths = options.data.paths(files_of(configs));
  const double memory = usable_memory();

  PlanOptions plan_options{.in_turn = options.on_complete != nullptr,
                           .force = options.force,
                           .time_limit_s = options.time_limit_s,
                           .memory_budget = memory};
  for (const std::string& text : options.only) plan_options.only.push_back(parse_filter(text));

  require_known_data(configs, paths.manifests);
  require_plugins(with_cells(configs, plan_options.only));
  const Store store(options.results);
  if (!options.dry_run) {
    store.require_writable();
    store.remove_stale_temporaries();
    Claims(options.results).sweep();
  }
  const Plan plan =
      make_plan(configs, store, plan_options, [&](const DatasetRequest& request) -> PlannedData {
        if (options.dry_run) return foresee(request, paths);
        return prepare_in_process(request, paths, progress);
      });
  print_untrusted(plan, options, progress);
  if (options.dry_run) {
    print_plan(plan);
    print_skips(plan, progress);
    return RunOutcome::complete;
  }
  // A filtered run knows nothing of the other cells, so it leaves the list of skips alone.
  if (options.only.empty())
    for (const auto& [name, skips] : plan.skips) store.put_skips(name, skips);
  print_skips(plan, progress);
  const bool idle = is_idle(plan, configs, paths, progress);
  const auto outcome = [idle](bool complete) {
    return !complete ? RunOutcome::incomplete : idle ? RunOutcome::idle : RunOutcome::complete;
  };

  if (plan.timed_out > 0)
    progress.print(fmt::format("{} reached the time limit before; a longer --time-limit tries {} again",
                               plural(plan.timed_out, "cell"), plan.timed_out == 1 ? "it" : "them"));
  const bool all_answered =
      plan.timed_out == 0 && (options.force || (plan.unsealed.empty() && plan.unreadable.empty()));
  const int jobs = options.jobs > 0 ? options.jobs : usable_cores();
  if (plan.to_run.empty()) {
    progress.print(
        fmt::format("nothing to run: {} {}", plural(plan.finished, "cell"), have_records(plan.finished)));
    return outcome(all_answered);
  }
  progress.print(fmt::format(
      "{} to run, {} at once, cheap ones first, about {}; {} {} already", plural(plan.to_run.size(), "cell"),
      jobs, readable_seconds(std::ceil(seconds_of(plan, jobs))), plan.finished, have_records(plan.finished)));
  const RunSummary summary = run_plan(plan, store,
                                      {.jobs = jobs,
                                       .time_limit_s = plan_options.time_limit_s,
                                       .memory_budget = memory,
                                       .paths = paths,
                                       .on_complete =
                                           [&](std::size_t place) {
                                             if (options.on_complete) options.on_complete(configs.at(place));
                                           }},
                                      progress);
  for (const std::string& failure : summary.failures) progress.print("  " + failure);
  progress.print(
      fmt::format("{} done, {} failed, {} timed out{}", summary.done, summary.failed, summary.timeout,
                  summary.elsewhere > 0 ? fmt::format(", {} by another run", summary.elsewhere) : ""));
  if (summary.stopped) {
    progress.print("stopped; what is finished is kept, and the same command goes on from here");
    throw ExitWith{ExitCode::stopped};
  }
  return outcome(summary.failures.empty() && all_answered);
}

}  // namespace sketchbench
