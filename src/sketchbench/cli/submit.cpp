#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>

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

/// Refuses options of sbatch that jobs have from here: a limit that the tasks do not know of ends them in the
/// midst of a cell, and a job of another name is not found again.
void require_free(const std::vector<std::string>& options) {
  constexpr std::string_view estimates =
      "the plan's estimates, and \"shortest_minutes\" in a site's file, say it";
  static const std::map<std::string_view, std::string_view> taken = {
      {"--time", estimates},
      {"-t", estimates},
      {"--mem", "the plan's estimates say it"},
      {"--mem-per-cpu", "the plan's estimates say it"},
      {"--partition", "--partition says it"},
      {"-p", "--partition says it"},
      {"--cpus-per-task", "--jobs says it"},
      {"-c", "--jobs says it"},
      {"--array", "--task-time and --max-jobs say it"},
      {"-a", "--task-time and --max-jobs say it"},
      {"--job-name", "\"sketchbench status\" finds jobs by it"},
      {"-J", "\"sketchbench status\" finds jobs by it"},
      {"--dependency", "jobs wait for each other by it"},
      {"-d", "jobs wait for each other by it"},
      {"--output", "logs are in RESULTS/slurm"},
      {"-o", "logs are in RESULTS/slurm"}};
  for (const std::string& option : options) {
    const bool is_short = option.starts_with('-') && !option.starts_with("--");
    const auto found =
        taken.find(is_short ? option.substr(0, 2) : option.substr(0, option.find_first_of("= ")));
    if (found != taken.end())
      throw InputError(
          fmt::format("--option={}: jobs have a {} of their own: {}", option, found->first, found->second));
  }
}

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
  require_free(site.options);
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

/// Cells that other submissions have under way, with the submission's id. Those that have lost their jobs, or
/// not got all of them, are closed, but for a dry run.
std::map<std::string, std::string> cells_under_way(const fs::path& results, bool dry_run) {
  std::vector<Submission> open = read_submissions(results);
  std::erase_if(open, [](const Submission& one) { return !one.ended.empty(); });
  std::vector<std::string> names;
  for (const Submission& one : open) names.push_back(one.job_name());
  const std::vector<SlurmJob> queue = slurm::queue(names);
  std::map<std::string, std::string> ids;
  for (Submission& one : open) {
    if (one.rounds.empty() || (one.rounds.size() == 1 && one.rounds[0].last_job.empty())) {
      if (!dry_run) cancel(one);
      continue;
    }
    if (std::ranges::none_of(queue, [&](const SlurmJob& job) { return job.name == one.job_name(); })) {
      one.ended = "without its last job";
      if (!dry_run) write(one);
      continue;
    }
    for (const TaskCells& task : read_tasks(one, one.rounds.size() - 1))
      for (const TaskCell& cell : task) ids.emplace(cell.id, one.id);
  }
  return ids;
}

/// Leaves out what no node has the memory for, and says so. True where there is any.
bool leave_out_too_large(std::vector<PlannedCell>& cells, const Submission& submission,
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
  return left_out > 0;
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

/// All its jobs, or none.
void submit_whole(Submission& submission, const std::vector<TaskCell>& cells) {
  const InterruptGuard guard;
  try {
    begin_submission(submission, cells);
    submit_round(submission, cells);
  } catch (const Error&) {
    try {
      cancel(submission);
      fs::remove_all(submission.place());
    } catch (const std::exception&) {  // the next submit of these results does it
    }
    throw;
  }
}

void submit(const SubmitCommand& command) {
  const std::vector<Config> configs =
      read_configs({command.files.begin(), command.files.end()}, command.run.quick);
  RunSettings settings = command.run.settings(command.run.data.paths(files_of(configs)));
  settings.memory_budget = 0;  // this machine's memory is not what counts
  const SlurmPartition partition = slurm::partition(site_of(command).partition);
  Submission submission = submission_for(command, configs, partition);
  if (partition.most_cpus > 0 && submission.jobs > partition.most_cpus)
    throw InputError(fmt::format("--jobs {}: no node of partition {} has more than {}", submission.jobs,
                                 partition.name, plural(partition.most_cpus, "processor")));
  Progress progress;
  Plan plan = plan_configs(configs, settings, progress);
  print_what_is_left_out(plan, settings, progress);
  print_without_data(plan, configs, progress);
  bool idle = is_idle(plan, configs, settings);
  idle = leave_out_too_large(plan.to_run, submission, partition, progress) || idle;

  std::optional<FolderLock> lock;
  if (!command.run.dry_run) {
    const Store store(submission.results);
    if (settings.only.empty())
      for (const auto& [name, skips] : plan.skips) store.put_skips(name, skips);
    const fs::path folder = submissions_folder(submission.results);
    make_folders(folder);
    lock.emplace(folder);
    if (!lock->held())
      throw Error(
          fmt::format("{} is held by {}: another submit of these results; try again when it has ended",
                      lock->file().string(), lock->holder()));
  }
  const std::map<std::string, std::string> elsewhere =
      cells_under_way(submission.results, command.run.dry_run);
  std::set<std::string> by;
  const std::size_t planned = plan.to_run.size();
  std::erase_if(plan.to_run, [&](const PlannedCell& cell) {
    const auto found = elsewhere.find(cell.id);
    if (found != elsewhere.end()) by.insert(found->second);
    return found != elsewhere.end();
  });
  const std::size_t known = planned - plan.to_run.size();
  if (known > 0)
    progress.print(fmt::format("{} under way already ({} {}): not submitted again",
                               plural(static_cast<std::int64_t>(known), "cell"),
                               by.size() == 1 ? "submission" : "submissions", fmt::join(by, ", ")));
  std::vector<TaskCell> cells;
  for (const PlannedCell& cell : plan.to_run) cells.push_back(task_cell(cell));
  if (cells.empty()) {
    progress.print(fmt::format("nothing to submit; {} of {} finished", plan.finished,
                               plural(static_cast<std::int64_t>(known + plan.finished), "cell")));
    if (idle) throw ExitWith{ExitCode::failed};
    return;
  }
  if (command.run.dry_run) print_plan(plan, command.run.verbose);
  print_arrays(cells, submission);
  if (command.run.dry_run) return;
  submit_whole(submission, cells);
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

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// What a job does, with the cells that it is for.
RunOptions job_options(const Submission& submission, const TaskCells& cells, DataOptions data) {
  RunOptions options{.jobs = submission.jobs,
                     .time_limit_s = submission.time_limit_s,
                     .results = submission.results,
                     .data = std::move(data),
                     .quick = submission.quick};
  options.choice.keep_failed = true;
  for (const TaskCell& cell : cells) {
    options.choice.ids.insert(cell.id);
    if (!cell.known.empty()) options.choice.superseded.insert(cell.known);
  }
  return options;
}

std::vector<Config> configs_of(const Submission& submission) {
  return read_configs({submission.configs.begin(), submission.configs.end()}, submission.quick);
}

/// Looks on a node, as the tasks will see it, for the configurations, the prepared data and a folder to write
/// to.
void run_probe(const std::string& place, DataOptions data) {
  const Submission submission = read_submission(place);
  TaskCells cells;
  for (TaskCells& task : read_tasks(submission, 0)) std::ranges::move(task, std::back_inserter(cells));
  RunOptions options = job_options(submission, cells, std::move(data));
  options.dry_run = true;
  const std::vector<Config> configs = configs_of(submission);
  RunSettings settings = options.settings(options.data.paths(files_of(configs)));
  settings.memory_budget = 0;  // of the probe's job
  Progress progress;
  require_chosen(plan_configs(configs, settings, progress), settings.choice);
  write_file_atomically(submission.probe_node(), variable("SLURMD_NODENAME") + "\n");
}

/// One task of an array, in its job.
void run_task(const std::string& place, std::int64_t round, std::int64_t number, DataOptions data) {
  const Timer timer;
  const Submission submission = read_submission(place);
  const auto of_round = static_cast<std::size_t>(round), task = static_cast<std::size_t>(number);
  const SubmittedArray* array = &submission.array_of(of_round, task);
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
  RunOptions options = job_options(submission, read_tasks(submission, of_round).at(task), std::move(data));
  options.memory_limit = 1024.0 * 1024.0 * array->memory_mb;
  try {
    const std::vector<Config> configs = configs_of(submission);
    const RunResult result = run_with_messages(configs, options, options.data.paths(files_of(configs)));
    ends(result.shortage.empty() ? "done" : "memory", result.shortage);
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
  begin_group(*command, "Cluster");
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
  begin_group(*command, option_group::cells);
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

  CLI::App* probe = app.add_subcommand("slurm-probe", "what the first job does; started by submit");
  probe->group("");
  probe->add_option("PLACE", job->place)->required();
  add_data_options(*probe, job->data);
  probe->callback([job] { run_probe(job->place, job->data); });

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
