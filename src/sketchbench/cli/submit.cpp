#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <memory>
#include <unordered_set>

#include <sketchbench/cli/commands.hpp>
#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/number_option.hpp>
#include <sketchbench/cli/options/run_options.hpp>
#include <sketchbench/cli/plain_table.hpp>
#include <sketchbench/cli/run_messages.hpp>
#include <sketchbench/cli/slurm_watch.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/host_identity.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/harness/cluster/slurm.hpp>
#include <sketchbench/harness/cluster/submit.hpp>
#include <sketchbench/harness/record/folder_lock.hpp>
#include <sketchbench/harness/worker/cell_record.hpp>
#include <sketchbench/harness/worker/interrupt.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

/// How long a probe is waited for, in seconds: a cluster with room starts it within that.
constexpr double patience_with_probe = 20;
constexpr std::size_t most_too_large_named = 5;

struct SubmitCommand {
  RunOptions run;
  std::vector<std::string> files;
  std::string site_file;
  // Those of the command line, which stand before the file's.
  std::string partition, account, program, launch;
  std::vector<std::string> prologue, options;
  double task_seconds = 0;
  int max_jobs = -1;
  bool to_slurm = false, watch = false;
};

SiteSettings site_of(const SubmitCommand& command) {
  SiteSettings site = command.site_file.empty() ? SiteSettings() : read_site(command.site_file);
  const auto prefer = [](std::string& to, const std::string& given) {
    if (!given.empty()) to = given;
  };
  prefer(site.partition, command.partition);
  prefer(site.account, command.account);
  prefer(site.program, command.program);
  prefer(site.launch, command.launch);
  site.prologue.insert(site.prologue.end(), command.prologue.begin(), command.prologue.end());
  site.options.insert(site.options.end(), command.options.begin(), command.options.end());
  if (command.task_seconds > 0) site.task_seconds = command.task_seconds;
  if (command.max_jobs >= 0) site.max_jobs = command.max_jobs;
  if (site.program.empty()) site.program = fs::read_symlink("/proc/self/exe").string();
  return site;
}

std::string new_id() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  return fmt::format("{:04}{:02}{:02}-{:02}{:02}{:02}-{}", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, random_hex(2));
}

Submission submission_for(const SubmitCommand& command, const std::vector<Config>& configs,
                          const SlurmPartition& partition) {
  Submission submission{.id = new_id(),
                        .results = fs::absolute(command.run.results),
                        .folder = fs::current_path(),
                        .quick = command.run.quick,
                        .jobs = std::max(1, command.run.jobs),
                        .time_limit_s = command.run.time_limit_s,
                        .created = utc_now(),
                        .host = host_name(),
                        .site = site_of(command),
                        .limits = {.most_tasks = slurm::most_tasks(),
                                   .most_mb = partition.most_mb,
                                   .most_minutes = partition.most_minutes}};
  for (const Config& config : configs) submission.configs.push_back(fs::absolute(config.file).string());
  submission.words = command.run.data.words();
  for (std::size_t i = 1; i < submission.words.size(); i += 2)
    submission.words[i] = fs::absolute(submission.words[i]).string();
  return submission;
}

/// Cells that other submissions have under way. Those that have lost their jobs, or not got all of them, are
/// closed.
std::unordered_set<std::string> cells_under_way(const fs::path& results, std::string& by) {
  std::vector<Submission> open = read_submissions(results);
  std::erase_if(open, [](const Submission& one) { return !one.ended.empty(); });
  std::vector<std::string> names;
  for (const Submission& one : open) names.push_back(one.job_name());
  const std::vector<SlurmJob> queue = slurm::queue(names);
  std::unordered_set<std::string> ids;
  for (Submission& one : open) {
    if (one.rounds.empty() || (one.rounds.size() == 1 && one.rounds[0].last_job.empty())) {
      cancel(one);
      continue;
    }
    if (std::ranges::none_of(queue, [&](const SlurmJob& job) { return job.name == one.job_name(); })) {
      one.ended = "without its last job";
      write(one);
      continue;
    }
    by = one.id;
    for (const TaskCells& task : read_tasks(one, one.rounds.size() - 1))
      for (const TaskCell& cell : task) ids.insert(cell.id);
  }
  return ids;
}

/// Leaves out what no node has the memory for, and says so.
void leave_out_too_large(std::vector<PlannedCell>& cells, const Submission& submission,
                         const SlurmPartition& partition, Progress& progress) {
  std::size_t left_out = 0;
  std::erase_if(cells, [&](const PlannedCell& cell) {
    constexpr double mebibyte = 1024.0 * 1024.0;
    if (partition.most_mb == 0 || cell.need.bytes <= partition.most_mb * mebibyte) return false;
    if (++left_out <= most_too_large_named)
      progress.print(
          fmt::format("left out: {} needs about {}", title_of(cell.cell), readable_bytes(cell.need.bytes)));
    return true;
  });
  if (left_out > 0)
    progress.print(fmt::format(
        "{} left out: no node of partition {} has more than {} MiB; choose another with --partition, or "
        "a smaller \"D\" or \"max_train\" in {}",
        plural(std::ssize(std::vector<int>(left_out)), "cell"), partition.name, partition.most_mb,
        submission.configs.front()));
}

void print_arrays(const std::vector<TaskCell>& cells, const Submission& submission) {
  std::vector<std::vector<std::string>> rows = {{"tasks", "cells", "memory", "time limit", "at once"}};
  for (const PackedArray& array : packed(cells, submission)) {
    std::size_t count = 0;
    for (const auto& task : array.tasks) count += task.size();
    rows.push_back({std::to_string(array.tasks.size()), std::to_string(count),
                    fmt::format("{} MiB", array.memory_mb), fmt::format("{} min", array.minutes),
                    array.alone ? "alone on a node" : std::to_string(submission.jobs)});
  }
  print_rendered(plain_table(rows, {0, 1, 2, 3}));
}

void submit(const SubmitCommand& command) {
  const std::vector<Config> configs =
      read_configs({command.files.begin(), command.files.end()}, command.run.quick);
  RunSettings settings = command.run.settings(command.run.data.paths(files_of(configs)));
  settings.memory_budget = 0;  // this machine's memory is not what counts
  settings.dry_run = false;
  const SlurmPartition partition = slurm::partition(site_of(command).partition);
  Submission submission = submission_for(command, configs, partition);
  Progress progress;
  Plan plan = plan_configs(configs, settings, progress);
  print_what_is_left_out(plan, settings, progress);
  leave_out_too_large(plan.to_run, submission, partition, progress);
  const Store store(submission.results);
  if (settings.only.empty())
    for (const auto& [name, skips] : plan.skips) store.put_skips(name, skips);

  const fs::path folder = submissions_folder(submission.results);
  make_folders(folder);
  const FolderLock lock(folder);
  if (!lock.held())
    throw Error(fmt::format("{} is held by {}: another submit of these results; try again when it has ended",
                            lock.file().string(), lock.holder()));
  std::string by;
  const std::unordered_set<std::string> elsewhere = cells_under_way(submission.results, by);
  const std::size_t planned = plan.to_run.size();
  std::erase_if(plan.to_run, [&](const PlannedCell& cell) { return elsewhere.contains(cell.id); });
  if (const std::size_t known = planned - plan.to_run.size(); known > 0)
    progress.print(fmt::format("{} under way already (submission {}): not submitted again",
                               plural(std::ssize(elsewhere), "cell"), by));
  std::vector<TaskCell> cells;
  for (const PlannedCell& cell : plan.to_run) cells.push_back(task_cell(cell));
  if (cells.empty()) {
    progress.print(fmt::format(
        "nothing to submit; {} of {} finished", plan.finished,
        plural(std::ssize(cells) + std::ssize(elsewhere) + static_cast<std::ptrdiff_t>(plan.finished),
               "cell")));
    return;
  }
  print_arrays(cells, submission);
  if (command.run.dry_run) return;
  {
    const InterruptGuard guard;  // what is begun is submitted whole
    begin_submission(submission);
    submit_round(submission, cells);
  }
  std::size_t tasks = 0;
  for (const SubmittedArray& array : submission.rounds[0].arrays) tasks += array.tasks;
  const std::string again =
      submission.results == fs::absolute("results") ? "" : " --results " + command.run.results.string();
  progress.print(fmt::format("submitted {} in {} of {} to partition {}; a last job makes the report",
                             plural(std::ssize(cells), "cell"),
                             plural(static_cast<std::int64_t>(tasks), "task"),
                             plural(std::ssize(submission.rounds[0].arrays), "array"), partition.name));
  if (!await_probe(submission, patience_with_probe))
    progress.print(
        "no node has begun yet; the first job looks whether nodes see the folder and run the program");
  progress.print(fmt::format(
      "\"sketchbench status{0}\" shows how far it is, \"sketchbench status{0} --cancel\" ends it", again));
  if (command.watch) watch_submissions(submission.results);
}

/// One task of an array, in its job.
void run_task(const std::string& place, std::int64_t round, std::int64_t number, DataOptions data) {
  const Timer timer;
  const Submission submission = read_submission(place);
  const auto of_round = static_cast<std::size_t>(round), task = static_cast<std::size_t>(number);
  const SubmittedArray* array = &submission.array_of(of_round, task);
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  TaskWord word{.state = "running",
                .node = variable("SLURMD_NODENAME"),
                .job = variable("SLURM_JOB_ID"),
                .started = utc_now()};
  write_word(submission, of_round, task, word);
  const auto ends = [&](const std::string& state, const std::string& error = "") {
    word.state = state;
    word.error = error;
    word.ended = utc_now();
    write_word(submission, of_round, task, word);
  };
  RunOptions options{.jobs = submission.jobs,
                     .time_limit_s = submission.time_limit_s,
                     .results = submission.results,
                     .data = std::move(data),
                     .quick = submission.quick,
                     .memory_limit = 1024.0 * 1024.0 * array->memory_mb};
  options.choice.keep_failed = true;
  const TaskCells cells = read_tasks(submission, of_round).at(task);
  for (const TaskCell& cell : cells) {
    options.choice.ids.insert(cell.id);
    if (!cell.known.empty()) options.choice.superseded.insert(cell.known);
  }
  try {
    const std::vector<Config> configs =
        read_configs({submission.configs.begin(), submission.configs.end()}, submission.quick);
    run_with_messages(configs, options, options.data.paths(files_of(configs)));
    ends("done");
  } catch (const ExitWith&) {
    // Slurm sends the signal before the limit, and up to a minute before that.
    constexpr double before = 100;
    ends(timer.elapsed().wall > 60.0 * array->minutes - before ? "time" : "stopped");
    throw;
  } catch (const std::exception& error) {
    ends("error", error.what());
    throw;
  }
}

void add_submit(CLI::App& app) {
  const auto command_state = std::make_shared<SubmitCommand>();
  SubmitCommand& state = *command_state;
  CLI::App* command = app.add_subcommand("submit", "run configurations on a Slurm cluster");
  command->add_option("CONFIG", state.files, "configuration files (JSON)")->required();
  command->add_flag("--slurm", state.to_slurm, "to Slurm, the one engine there is");
  command->add_option("--partition", state.partition, "partition (default: the cluster's)");
  command->add_option("--account", state.account, "account to charge");
  add_parsed_option(*command, "--max-jobs", "N", "tasks that may run at once (default: any number)",
                    [&state](const std::string& text) {
                      state.max_jobs = static_cast<int>(parse_whole_number("--max-jobs", text, 0, 1'000'000));
                    });
  add_parsed_option(
      *command, "--task-time", "TIME", "what a task should take: cells are packed (default: 5m)",
      [&state](const std::string& text) { state.task_seconds = parse_duration("--task-time", text); });
  command->add_option("--site", state.site_file, "settings of a cluster in a file (JSON)");
  command->add_option("--program", state.program, "the program where nodes have it (default: this one)");
  command->add_option("--launch", state.launch, "words before the program: \"apptainer exec image.sif\"");
  command->add_option("--prologue", state.prologue, "a line of shell before it: \"module load gcc\"; repeat")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  command
      ->add_option("--option", state.options, "an option of sbatch as it stands: --option=--qos=long; repeat")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  command->add_flag("--watch", state.watch, "stay and show how far it is");
  command->add_flag("--quick", state.run.quick, "the quick runs of the configurations");
  add_run_options(*command, state.run);
  command->get_option("--jobs")->description("cells at once in a task (default: 1)");
  set_help_footer(*command);
  command->callback([command_state] { submit(*command_state); });
}

}  // namespace

void add_submit_commands(CLI::App& app) {
  add_submit(app);
  struct Job {
    std::string place;
    std::int64_t round = 0, task = 0;
    DataOptions data;
  };
  const auto job = std::make_shared<Job>();
  CLI::App* task = app.add_subcommand("slurm-task", "one task of an array; started by submit");
  task->group("");  // not in --help
  task->add_option("PLACE", job->place)->required();
  task->add_option("ROUND", job->round)->required();
  task->add_option("TASK", job->task)->required();
  add_data_options(*task, job->data);
  task->callback([job] { run_task(job->place, job->round, job->task, job->data); });

  CLI::App* next = app.add_subcommand("slurm-next", "the last job of a round; started by submit");
  next->group("");
  next->add_option("PLACE", job->place)->required();
  next->callback([job] {
    Submission submission = read_submission(job->place);
    if (go_on(submission, Store(submission.results))) return;
    say("some cells lacked memory or time, or their node failed: submitted again\n");
    throw ExitWith{ExitCode::failed};
  });
}

}  // namespace sketchbench
