#include <sketchbench/cli/run_messages.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/plan/time_left.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t most_records_named = 5;

std::string have_records(std::size_t cells) { return cells == 1 ? "has a record" : "have a record"; }

/// "812 kB", "12 MB", "3.2 GB": as sizes are estimated.
std::string about_bytes(double bytes) {
  return bytes < 1e6   ? fmt::format("{:.0f} kB", bytes / 1e3)
         : bytes < 1e9 ? fmt::format("{:.0f} MB", bytes / 1e6)
                       : fmt::format("{:.1f} GB", bytes / 1e9);
}

/// The cells of a plan that have not been prepared, and those of which nothing is known.
struct PlanTotals {
  double seconds = 0, most_bytes = 0;
  std::size_t unprepared = 0, unforeseen = 0;
};

PlanTotals totals_of(const Plan& plan) {
  PlanTotals totals;
  for (const PlannedCell& item : plan.to_run) {
    totals.seconds += item.need.seconds;
    totals.most_bytes = std::max(totals.most_bytes, item.need.bytes);
    totals.unprepared += item.prepared ? 0 : 1;
    totals.unforeseen += item.need.bytes > 0 ? 0 : 1;
  }
  return totals;
}

void print_cells(const Plan& plan) {
  say("{:<14} {:<10} {:<28} {:>6} {:>5} {:>10} {:>12}\n", "data set", "kernel", "method", "D", "seed",
      "memory", "about");
  for (const PlannedCell& item : plan.to_run) {
    const bool foreseen = item.need.bytes > 0;
    const std::string D = item.cell.D > 0 ? std::to_string(item.cell.D) : "";
    const std::string seed = item.cell.seed ? std::to_string(*item.cell.seed) : "";
    say("{:<14} {:<10} {:<28} {:>6} {:>5} {:>10} {:>12}{}\n", item.cell.dataset.name,
        item.cell.kernel.display(), item.cell.method, D, seed, foreseen ? about_bytes(item.need.bytes) : "?",
        foreseen ? about_seconds(item.need.seconds) : "?", item.prepared ? "" : "  not prepared");
  }
}

}  // namespace

void print_plan(const Plan& plan, bool verbose) {
  if (verbose) print_cells(plan);
  const PlanTotals totals = totals_of(plan);
  const std::string unknown = "unknown until the data are prepared";
  const std::string known = fmt::format("about {} on one core, a cell at most {} of memory",
                                        about_seconds(totals.seconds), about_bytes(totals.most_bytes));
  const std::string estimate =
      plan.to_run.empty()                       ? "nothing to wait for"
      : totals.unforeseen == plan.to_run.size() ? fmt::format("the time is {}", unknown)
      : totals.unforeseen > 0
          ? fmt::format("{}, and that of {} is {}", known, plural(totals.unforeseen, "cell"), unknown)
          : known;
  say("{} to run, {}; {} {} already\n", plural(plan.to_run.size(), "cell"), estimate, plan.finished,
      have_records(plan.finished));
  if (totals.unprepared > 0)
    say("the data of {} are not prepared: whether they have a record shows when they are\n",
        plural(totals.unprepared, "cell"));
}

namespace {

void print_some(const std::vector<std::string>& lines, Progress& progress) {
  const std::size_t shown = std::min(lines.size(), most_records_named);
  for (std::size_t i = 0; i < shown; ++i) progress.print("  " + lines[i]);
  if (shown < lines.size()) progress.print(fmt::format("  and {} more", lines.size() - shown));
}

/// Records that are neither used nor thrown away.
void print_untrusted(const Plan& plan, const RunSettings& settings, Progress& progress) {
  if (!plan.damaged.empty()) {
    progress.print(fmt::format("{} cannot be trusted: made again, and the file kept in {}",
                               plural(plan.damaged.size(), "record"),
                               Store(settings.results).damaged().string()));
    print_some(plan.damaged, progress);
  }
  if (!plan.unsealed.empty()) {
    progress.print(fmt::format(
        "{} made before there were checksums: {}; \"sketchbench doctor --repair --results "
        "{}\" checks and seals what is in order",
        plural(plan.unsealed.size(), "record"), settings.force ? "made again" : "neither used nor made again",
        settings.results.string()));
    print_some(plan.unsealed, progress);
  }
  if (!plan.unreadable.empty()) {
    progress.print(fmt::format("{} cannot be read: {}", plural(plan.unreadable.size(), "record"),
                               settings.force ? "made again" : "neither used nor made again"));
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

/// Where "seeds" makes no cells.
void print_ignored_seeds(const std::vector<Config>& configs, Progress& progress) {
  for (const Config& config : configs) {
    const Experiment& experiment = find_experiment(config.experiment);
    if (experiment.seeded || config.seeds == 1) continue;
    std::vector<std::string> parameters;
    for (const FieldInfo& parameter : experiment.parameters) parameters.push_back(parameter.name);
    progress.print(
        fmt::format("{}: \"seeds\" is {} and changes nothing: a cell of {} draws as its parameters say ({})",
                    config.file.string(), config.seeds, experiment.name, fmt::join(parameters, ", ")));
  }
}

/// What is about to be done.
void print_start(const Plan& plan, int jobs, int ranks, Progress& progress) {
  if (plan.timed_out > 0)
    progress.print(fmt::format("{} reached the time limit before; a longer --time-limit tries {} again",
                               plural(plan.timed_out, "cell"), plan.timed_out == 1 ? "it" : "them"));
  if (plan.to_run.empty())
    progress.print(
        fmt::format("nothing to run: {} {}", plural(plan.finished, "cell"), have_records(plan.finished)));
  else
    progress.print(fmt::format("{} to run, {} at once, cheap ones first, about {}; {} {} already",
                               plural(plan.to_run.size(), "cell"), jobs,
                               about_seconds(seconds_of(plan, jobs)), plan.finished,
                               have_records(plan.finished)));
  if (ranks == 1 || plan.to_run.empty()) return;
  std::vector<std::string> dividing;
  for (const LearnerKind& kind : learner_kinds())
    if (kind.divides) dividing.push_back(kind.type);
  progress.print(
      fmt::format("{} of them by several ranks, at most {}: those that train {}",
                  std::ranges::count_if(plan.to_run, [](const auto& cell) { return cell.ranks > 1; }), ranks,
                  fmt::join(dividing, ", ")));
}

void print_end(const RunSummary& summary, Progress& progress) {
  for (const std::string& failure : summary.failures) progress.print("  " + failure);
  progress.print(fmt::format(
      "{} done, {} failed, {} timed out{}{}", summary.done, summary.failed, summary.timeout,
      summary.elsewhere > 0 ? fmt::format(", {} by another run", summary.elsewhere) : "",
      summary.left > 0 ? fmt::format(", {} left to those that have them under way", summary.left) : ""));
  if (summary.stopped)
    progress.print("stopped; what is finished is kept, and the same command goes on from here");
}

}  // namespace

void print_without_data(const Plan& plan, const std::vector<Config>& configs, Progress& progress) {
  for (const Config& config : configs)
    if (std::ranges::find(plan.without_data, config.name) != plan.without_data.end())
      progress.print(fmt::format("nothing of {} could run: its data are not here", config.file.string()));
}

void print_what_is_left_out(const Plan& plan, const RunSettings& settings, Progress& progress) {
  print_untrusted(plan, settings, progress);
  print_skips(plan, progress);
}

RunResult run_with_messages(const std::vector<Config>& configs, const RunOptions& options, DataPaths paths,
                            const std::function<void(const Config&)>& on_complete) {
  Progress progress;
  RunSettings settings = options.settings(std::move(paths));
  settings.on_complete = on_complete;
  bool started = false;
  settings.on_plan = [&](const Plan& plan) {
    print_untrusted(plan, settings, progress);
    print_ignored_seeds(configs, progress);
    if (settings.dry_run) print_plan(plan, options.verbose);
    print_skips(plan, progress);
    if (settings.dry_run) return;
    print_without_data(plan, configs, progress);
    print_start(plan, settings.jobs, settings.launch.ranks, progress);
    started = !plan.to_run.empty();
  };
  RunResult result = run_configs(configs, settings, progress);
  if (started) print_end(result.summary, progress);
  if (result.outcome == RunOutcome::stopped) throw ExitWith{ExitCode::stopped};
  return result;
}

}  // namespace sketchbench
