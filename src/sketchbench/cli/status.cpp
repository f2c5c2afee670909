#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <thread>

#include <sketchbench/cli/commands.hpp>
#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/cli/options/folder_option.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/results_folder.hpp>
#include <sketchbench/cli/slurm_watch.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/harness/cluster/submission_state.hpp>
#include <sketchbench/harness/cluster/submit.hpp>
#include <sketchbench/harness/plan/time_left.hpp>
#include <sketchbench/harness/worker/interrupt.hpp>
#include <sketchbench/harness/worker/progress.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using Kind = CellState::Kind;

constexpr std::size_t most_failures_named = 5;

/// What there is to say of a submission.
struct Summary {
  std::size_t cells = 0, done = 0, failed = 0, timed_out = 0, running = 0, begun = 0, waiting = 0,
              not_run = 0;
  std::map<std::string, std::size_t> where;    ///< cells that run, by node
  std::map<std::string, std::size_t> reasons;  ///< cells that wait, by what for
  std::vector<std::string> failures;           ///< a line each
  double seconds_done = 0, seconds_open = 0;   ///< as estimated

  bool is_open() const { return running + begun + waiting > 0; }
  std::size_t missing() const { return failed + timed_out + not_run; }
};

void add(Summary& summary, const TaskCell& cell, const CellState& state) {
  const auto fails = [&] { summary.failures.push_back(cell.title + ": " + state.words); };
  (state.is_open() ? summary.seconds_open : summary.seconds_done) += cell.need.seconds;
  switch (state.kind) {
    case Kind::done:
      ++summary.done;
      break;
    case Kind::timed_out:
      ++summary.timed_out, fails();
      break;
    case Kind::failed:
    case Kind::memory:
      ++summary.failed, fails();
      break;
    case Kind::running:
      ++summary.running, ++summary.where[state.words];
      break;
    case Kind::begun:
      ++summary.begun, ++summary.where[state.words];
      break;
    case Kind::waiting:
      ++summary.waiting, ++summary.reasons[state.words];
      break;
    default:
      ++summary.not_run, fails();
  }
}

Summary summary_of(const Submission& submission, const Store& store,
                   const std::optional<std::vector<SlurmJob>>& queue, const std::vector<ClaimFacts>& claims,
                   std::unordered_set<std::string>& submitted) {
  Summary summary;
  std::unordered_set<std::string> seen;
  // A cell is where it was put last.
  for (std::size_t round = submission.rounds.size(); round-- > 0;) {
    if (submission.rounds[round].last_job.empty() && round > 0) continue;  // being submitted
    RoundState states(submission, round, store, queue, claims);
    const std::vector<TaskCells> tasks = read_tasks(submission, round);
    for (std::size_t i = 0; i < tasks.size(); ++i)
      for (const TaskCell& cell : tasks[i]) {
        if (!seen.insert(cell.id).second) continue;
        ++summary.cells;
        add(summary, cell, states.of(cell, i));
      }
  }
  submitted.merge(seen);
  return summary;
}

double seconds_since(const std::string& utc) {
  std::tm parts{};
  if (::strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) == nullptr) return 0;
  return std::max(0.0, std::difftime(std::time(nullptr), ::timegm(&parts)));
}

/// By how fast it has gone so far, waiting included.
std::string left_text(const Submission& submission, const Summary& summary) {
  if (summary.seconds_done <= 0 || summary.seconds_open <= 0) return "";
  const double left = seconds_since(submission.created) * summary.seconds_open / summary.seconds_done;
  return fmt::format(", about {} left", about_seconds(left));
}

std::string counted(const std::map<std::string, std::size_t>& counts) {
  std::vector<std::string> parts;
  for (const auto& [word, count] : counts)
    if (!word.empty()) parts.push_back(fmt::format("{}: {}", word, count));
  return parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", "));
}

std::string line_of(const Submission& submission, const Summary& summary) {
  std::string line = fmt::format("{}: {} of {} done", submission.id, summary.done, summary.cells);
  const auto part = [&](std::size_t count, std::string_view word) {
    if (count > 0) line += fmt::format(", {} {}", count, word);
  };
  part(summary.running, "running");
  part(summary.begun, "next in a task that runs");
  line += counted(summary.where);
  part(summary.waiting, "waiting");
  line += counted(summary.reasons);
  part(summary.failed, "failed");
  part(summary.timed_out, "timed out");
  part(summary.not_run, "not run");
  return line + (summary.is_open() ? left_text(submission, summary) : "");
}

/// How it ended: what is missing, and what takes that.
std::string ending_of(const Submission& submission, const Summary& summary) {
  const auto count = [](std::size_t cells) { return static_cast<std::int64_t>(cells); };
  std::vector<std::string> parts;
  if (submission.ended != "complete" || summary.missing() == 0) parts.push_back(submission.ended);
  if (submission.ended == "cancelled" && summary.running > 0)
    parts.push_back(plural(count(summary.running), "cell is", "cells are") + " being ended");
  if (summary.not_run > 0) parts.push_back(fmt::format("{} not run", summary.not_run));
  if (summary.failed > 0) parts.push_back(fmt::format("{} failed", summary.failed));
  if (summary.timed_out > 0) parts.push_back(fmt::format("{} timed out", summary.timed_out));
  std::string text = fmt::format("{}", fmt::join(parts, ", "));
  if (const std::size_t again = summary.not_run + summary.failed; again > 0)
    text +=
        fmt::format("; the same submit takes {}", summary.timed_out > 0 ? "those that are not run or failed"
                                                  : again == 1          ? "it"
                                                                        : "them");
  if (summary.timed_out > 0) text += "; a longer --time-limit tries again what timed out";
  return text;
}

void print(const Submission& submission, const Summary& summary) {
  say("{}\n", line_of(submission, summary));
  say("  {}, from {} at {}{}\n", fmt::join(submission.configs, ", "), submission.host, submission.created,
      submission.rounds.size() > 1 ? fmt::format("; {} more memory or time, or another node",
                                                 plural(std::ssize(submission.rounds) - 1,
                                                        "further round with", "further rounds with"))
                                   : "");
  const std::size_t shown = std::min(summary.failures.size(), most_failures_named);
  for (std::size_t i = 0; i < shown; ++i) say("  {}\n", summary.failures[i]);
  if (shown < summary.failures.size()) say("  and {} more\n", summary.failures.size() - shown);
  if (!submission.ended.empty()) say("  ended: {}\n", ending_of(submission, summary));
}

struct Seen {
  std::vector<std::pair<Submission, Summary>> submissions;
  std::unordered_set<std::string> with_jobs;  ///< names of those that have jobs in Slurm's queue
  std::unordered_set<std::string> cells;      ///< ids of theirs
  std::vector<ClaimFacts> claims;             ///< cells that somebody computes
  bool asked = true;                          ///< Slurm could be
  std::string why;                            ///< it could not
};

/// Otherwise it is being submitted.
bool has_last_job(const Submission& submission) {
  return !submission.rounds.empty() && !submission.rounds.back().last_job.empty();
}

Seen look(const fs::path& results) {
  Seen seen;
  std::vector<Submission> all = read_submissions(results);
  std::vector<std::string> names;
  for (const Submission& one : all)
    if (one.ended.empty()) names.push_back(one.job_name());
  std::optional<std::vector<SlurmJob>> queue;
  try {
    queue = slurm::queue(names);
    for (const SlurmJob& job : *queue) seen.with_jobs.insert(job.name);
  } catch (const Error& error) {
    seen.asked = false;
    seen.why = error.what();
  }
  const Store store(results);
  seen.claims = Claims(results).under_way();
  for (Submission& one : all) {
    if (one.ended.empty() && seen.asked && !seen.with_jobs.contains(one.job_name()) && has_last_job(one)) {
      one.ended = read_submission(one.place()).ended;  // it may have ended since
      if (one.ended.empty()) one.ended = "without its last job";
    }
    Summary summary = summary_of(one, store, queue, seen.claims, seen.cells);
    seen.submissions.emplace_back(std::move(one), std::move(summary));
  }
  return seen;
}

/// Looks that only the probe's exit code can tell of what is wrong.
void look_at_probe(Submission& submission) {
  if (submission.ended.empty()) static_cast<void>(await_probe(submission, 0));
}

/// Cells of runs that nobody submitted, by who computes them.
void print_runs(const Seen& seen) {
  std::map<std::string, std::size_t> holders;
  for (const ClaimFacts& claim : seen.claims)
    if (!seen.cells.contains(claim.id)) ++holders[display(claim.holder)];
  for (const auto& [holder, cells] : holders)
    say("{} has {} under way\n", holder, plural(static_cast<std::int64_t>(cells), "cell"));
}

/// ExitWith where one has ended and cells of it are missing.
void show(const fs::path& results, bool all) {
  Seen seen = look(results);
  if (!seen.asked) complain(fmt::format("{}; from records alone:", seen.why));
  if (seen.submissions.empty()) say("nothing was submitted from {}\n", results.string());
  bool lacks_cells = false;
  for (std::size_t i = 0; i < seen.submissions.size(); ++i) {
    auto& [submission, summary] = seen.submissions[i];
    if (!all && !submission.ended.empty() && i + 1 < seen.submissions.size()) continue;
    print(submission, summary);
    lacks_cells = lacks_cells || (!submission.ended.empty() && summary.missing() > 0);
    if (seen.asked && summary.done == 0) look_at_probe(submission);
  }
  print_runs(seen);
  if (lacks_cells) throw ExitWith{ExitCode::failed};
}

/// InputError for a folder from which nothing was submitted and that has no records either.
void require_submissions(const fs::path& results) {
  std::error_code unknown;
  if (!fs::is_directory(submissions_folder(results), unknown) && Claims(results).under_way().empty())
    require_results(Store(results), {});
}

void cancel_all(const fs::path& results) {
  std::size_t cancelled = 0;
  for (Submission& submission : read_submissions(results)) {
    if (!submission.ended.empty()) continue;
    cancel(submission);
    ++cancelled;
    say("{}: its jobs are cancelled; what is finished is kept, and \"sketchbench submit\" goes on from "
        "there\n",
        submission.id);
  }
  if (cancelled == 0) say("nothing that was submitted from {} is under way\n", results.string());
}

}  // namespace

void watch_submissions(const fs::path& results) {
  constexpr auto between_looks = std::chrono::seconds(5);
  const InterruptGuard guard;
  Progress progress;
  std::string last;
  while (true) {
    const Seen seen = look(results);
    bool open = false;
    std::string text;
    for (const auto& [submission, summary] : seen.submissions) {
      if (!submission.ended.empty() || (seen.asked && !seen.with_jobs.contains(submission.job_name())))
        continue;
      open = true;
      text += (text.empty() ? "" : " | ") + line_of(submission, summary);
    }
    if (!open) break;
    if (progress.on_terminal())
      progress.status(text);
    else if (text != last)
      progress.print(text);
    last = text;
    const Timer timer;
    while (timer.elapsed().wall < std::chrono::duration<double>(between_looks).count()) {
      if (InterruptGuard::interrupted()) {
        progress.status("");
        progress.print(
            "the jobs go on; \"sketchbench status\" shows them again, \"sketchbench status --cancel\" ends "
            "them");
        throw ExitWith{ExitCode::stopped};
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
  progress.status("");
  show(results, false);
}

void add_status_command(CLI::App& app) {
  struct State {
    fs::path results = default_results;
    bool watch = false, cancel = false, all = false;
  };
  const auto state = std::make_shared<State>();
  CLI::App* command = app.add_subcommand("status", "how far what was submitted to a cluster is");
  add_folder_option(*command, "--results", "the folder of records", state->results);
  command->add_flag("--watch", state->watch, "until it has ended");
  command->add_flag("--cancel", state->cancel, "end the jobs that wait or run");
  command->add_flag("--all", state->all, "those that have ended as well");
  set_help_footer(*command);
  command->callback([state] {
    require_submissions(state->results);
    if (state->cancel) return cancel_all(state->results);
    if (state->watch) return watch_submissions(state->results);
    show(state->results, state->all);
  });
}

}  // namespace sketchbench
