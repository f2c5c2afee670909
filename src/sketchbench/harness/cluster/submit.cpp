#include <sketchbench/harness/cluster/submit.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/host_identity.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/harness/cluster/slurm.hpp>
#include <sketchbench/harness/cluster/submission_state.hpp>
#include <sketchbench/harness/worker/cell_record.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* nonce_name = "nonce.txt";
/// A job that reads records and writes tables.
constexpr int last_job_mb = 2048, last_job_minutes = 60, probe_mb = 512, probe_minutes = 5;
constexpr int most_lost = 3;
/// Slurm's signal before a time limit comes up to a minute earlier than asked for.
constexpr int seconds_before_the_limit = 30;

std::string shell_word(std::string_view word) { return "'" + replaced(word, "'", R"('\'')") + "'"; }

/// Program and arguments for a shell.
std::string call(const Submission& submission, const std::vector<std::string>& arguments) {
  std::string line = submission.site.launch.empty() ? "" : submission.site.launch + " ";
  line += shell_word(submission.site.program);
  for (const std::string& argument : arguments) line += " " + shell_word(argument);
  return line;
}

/// What every job begins with. Its output goes nowhere until it is known that the folder is there.
std::string head(const Submission& submission) {
  std::string text = fmt::format("#!/bin/bash\ndir={}\n[ -s \"$dir/submission.json\" ] || exit {}\n",
                                 shell_word(submission.place().string()), exit_folder_not_there);
  return text;
}

std::string log_to(const std::string& name) { return fmt::format("exec >>\"$dir/log/{}.txt\" 2>&1\n", name); }

std::string prologue(const Submission& submission) {
  std::string text;
  for (const std::string& line : submission.site.prologue) text += line + "\n";
  return text;
}

std::vector<std::string> common_options(const Submission& submission, int memory_mb, int minutes) {
  const auto at_most = [](int value, int most) { return most > 0 ? std::min(value, most) : value; };
  std::vector<std::string> options = {
      "--job-name=" + submission.job_name(),
      "--output=/dev/null",
      "--requeue",
      "--chdir=" + submission.folder.string(),
      "--nodes=1",
      "--ntasks=1",
      fmt::format("--mem={}", at_most(memory_mb, submission.limits.most_mb)),
      fmt::format("--time={}", at_most(minutes, submission.limits.most_minutes))};
  if (!submission.site.partition.empty()) options.push_back("--partition=" + submission.site.partition);
  if (!submission.site.account.empty()) options.push_back("--account=" + submission.site.account);
  options.insert(options.end(), submission.site.options.begin(), submission.site.options.end());
  return options;
}

std::vector<std::string> with_words(std::vector<std::string> arguments, const Submission& submission,
                                    bool mirror = true) {
  for (std::size_t i = 0; i + 1 < submission.words.size(); i += 2)
    if (mirror || submission.words[i] != "--mirror")
      arguments.insert(arguments.end(), {submission.words[i], submission.words[i + 1]});
  return arguments;
}

std::string task_script(const Submission& submission, std::size_t round, std::size_t first) {
  std::string line = call(
      submission, with_words({"slurm-task", submission.place().string(), std::to_string(round)}, submission));
  return head(submission) + log_to("${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID") + prologue(submission) +
         fmt::format("exec {} $(({} + SLURM_ARRAY_TASK_ID))\n", line, first);
}

std::string last_script(const Submission& submission) {
  std::vector<std::string> report = {"report"};
  report.insert(report.end(), submission.configs.begin(), submission.configs.end());
  report.insert(report.end(), {"--results", submission.results.string(), "--write"});
  if (submission.quick) report.emplace_back("--quick");
  return head(submission) + log_to("last") + prologue(submission) +
         call(submission, {"slurm-next", submission.place().string()}) + " || exit $?\n" +
         call(submission, with_words(std::move(report), submission, false)) + "\n";
}

/// Arrays in as many lanes as tasks may run at once, at most: those of one lane wait for each other, and the
/// lanes share the number.
struct Lanes {
  std::vector<std::string> last;  ///< job in each; empty: none
  std::vector<int> share;         ///< of the tasks at once; 0: no limit
};

Lanes make_lanes(int max_jobs, std::size_t arrays) {
  if (max_jobs == 0) return {std::vector<std::string>(arrays), std::vector<int>(arrays, 0)};
  const auto lanes = std::min(static_cast<std::size_t>(max_jobs), arrays);
  Lanes made{std::vector<std::string>(lanes), std::vector<int>(lanes, max_jobs / static_cast<int>(lanes))};
  for (std::size_t i = 0; i < static_cast<std::size_t>(max_jobs) % lanes; ++i) ++made.share[i];
  return made;
}

std::string dependency(const Submission& submission, const std::string& before) {
  std::vector<std::string> parts;
  if (submission.rounds.size() == 1) parts.push_back("afterok:" + submission.probe);
  if (!before.empty()) parts.push_back("afterany:" + before);
  return parts.empty() ? "" : fmt::format("--dependency={}", fmt::join(parts, ","));
}

}  // namespace

TaskCell task_cell(const PlannedCell& cell) {
  return {.id = cell.id,
          .title = title_of(cell.cell),
          .known = cell.known_record,
          .need = {.bytes = cell.need.bytes, .seconds = cell.need.seconds, .alone = is_exclusive(cell)}};
}

PackingOptions packing_options(const Submission& submission) {
  return {.task_seconds = submission.site.task_seconds,
          .jobs = submission.jobs,
          .shortest_minutes = submission.site.shortest_minutes,
          .most_tasks = submission.limits.most_tasks,
          .most_mb = submission.limits.most_mb,
          .most_minutes = submission.limits.most_minutes};
}

std::vector<PackedArray> packed(const std::vector<TaskCell>& cells, const Submission& submission) {
  std::vector<CellNeed> needs;
  for (const TaskCell& cell : cells) needs.push_back(cell.need);
  return pack_cells(needs, packing_options(submission));
}

void begin_submission(Submission& submission, const std::vector<TaskCell>& cells) {
  make_folders(submission.place() / "log");
  write(submission);
  write_tasks(submission, 0, {cells});  // for the probe, which may begin before they are packed
  const std::string nonce = random_hex(8);
  write_file_atomically(submission.place() / nonce_name, nonce);
  const std::string script =
      head(submission) +
      fmt::format("[ \"$(cat \"$dir/{}\")\" = {} ] || exit {}\n", nonce_name, nonce, exit_folder_not_there) +
      "exec >\"$dir/probe.txt\" 2>&1\n" + prologue(submission) +
      call(submission, with_words({"slurm-probe", submission.place().string()}, submission)) +
      fmt::format("\n[ -e \"$dir/probe.node\" ] || exit {}\n", exit_program_does_not_run);
  submission.probe = slurm::submit(common_options(submission, probe_mb, probe_minutes), script);
  write(submission);
}

void submit_round(Submission& submission, const std::vector<TaskCell>& cells) {
  std::vector<PackedArray> arrays = packed(cells, submission);
  // The widest first, so that none waits behind a wide one for its few tasks.
  std::ranges::stable_sort(arrays, std::greater{},
                           [](const PackedArray& array) { return array.tasks.size(); });
  const std::size_t number = submission.rounds.size();
  std::vector<TaskCells> tasks;
  for (const PackedArray& array : arrays)
    for (const auto& members : array.tasks) {
      TaskCells& task = tasks.emplace_back();
      for (const std::size_t i : members) task.push_back(cells[i]);
    }
  write_tasks(submission, number, tasks);
  submission.rounds.emplace_back();
  Lanes lanes = make_lanes(submission.site.max_jobs, arrays.size());
  std::size_t first = 0;
  std::string all;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const PackedArray& array = arrays[i];
    const std::size_t lane = i % lanes.last.size();
    std::vector<std::string> options = common_options(submission, array.memory_mb, array.minutes);
    options.push_back(fmt::format("--cpus-per-task={}", array.alone ? 1 : submission.jobs));
    options.push_back(fmt::format("--signal=B:TERM@{}", seconds_before_the_limit));
    options.push_back(fmt::format("--array=0-{}{}", array.tasks.size() - 1,
                                  lanes.share[lane] > 0 ? fmt::format("%{}", lanes.share[lane]) : ""));
    if (array.alone) options.emplace_back("--exclusive");
    if (std::string after = dependency(submission, lanes.last[lane]); !after.empty())
      options.insert(options.end(), {std::move(after), "--kill-on-invalid-dep=yes"});
    const std::string job = slurm::submit(options, task_script(submission, number, first));
    lanes.last[lane] = job;
    all += ":" + job;
    submission.rounds[number].arrays.push_back({.job = job,
                                                .first = first,
                                                .tasks = array.tasks.size(),
                                                .memory_mb = array.memory_mb,
                                                .minutes = array.minutes});
    first += array.tasks.size();
    write(submission);
  }
  std::vector<std::string> options = common_options(submission, last_job_mb, last_job_minutes);
  options.push_back("--dependency=afterany" + all);
  submission.rounds[number].last_job = slurm::submit(options, last_script(submission));
  write(submission);
}

bool go_on(Submission& submission, const Store& store) {
  if (submission.rounds.size() > 1 && submission.rounds.back().last_job.empty()) {
    // This job was ended while it submitted, and begins again.
    std::vector<std::string> ids;
    for (const SubmittedArray& array : submission.rounds.back().arrays) ids.push_back(array.job);
    slurm::cancel_jobs(ids);
    submission.rounds.pop_back();
  }
  const std::size_t round = submission.rounds.size() - 1;
  const auto queue = std::optional(slurm::queue({submission.job_name()}));
  const std::vector<ClaimFacts> claims = Claims(store.results()).under_way();
  RoundState state(submission, round, store, queue, claims);
  const std::vector<TaskCells> tasks = read_tasks(submission, round);
  const SlurmLimits& limits = submission.limits;
  std::vector<TaskCell> again;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    for (TaskCell cell : tasks[i]) {
      const CellState::Kind kind = state.of(cell, i).kind;
      const SubmittedArray& array = submission.array_of(round, i);
      if (kind == CellState::Kind::memory || kind == CellState::Kind::time) {
        const bool memory = kind == CellState::Kind::memory;
        const int had = memory ? array.memory_mb : array.minutes;
        const int most = memory ? limits.most_mb : limits.most_minutes;
        if (++cell.doubled > submission.site.most_doublings || (most > 0 && had >= most)) continue;
        (memory ? cell.need.least_mb : cell.need.least_minutes) = 2 * had;
      } else if (kind != CellState::Kind::lost || ++cell.lost > most_lost) {
        continue;
      }
      if (const auto record = store.find(cell.id)) cell.known = record->checksum;
      again.push_back(std::move(cell));
    }
  if (again.empty()) {
    submission.ended = "complete";
    write(submission);
    return true;
  }
  submit_round(submission, again);
  return false;
}

bool await_probe(Submission& submission, double seconds) {
  const Timer timer;
  while (!fs::exists(submission.probe_node())) {
    for (const SlurmJob& job : slurm::jobs({submission.probe})) {
      if (job.state != "FAILED") continue;
      std::string advice = advice_on_exit(job.exit_code, submission, job.node);
      if (advice.empty())
        advice = fmt::format("its first job failed{} with exit code {} ({})",
                             job.node.empty() ? "" : " on node " + job.node, job.exit_code, job.reason);
      cancel(submission);
      throw InputError(fmt::format("nothing was run and its jobs are cancelled: {}", advice));
    }
    if (timer.elapsed().wall > seconds) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
  return true;
}

void cancel(Submission& submission) {
  slurm::cancel(submission.job_name());
  submission.ended = "cancelled";
  write(submission);
}

}  // namespace sketchbench
