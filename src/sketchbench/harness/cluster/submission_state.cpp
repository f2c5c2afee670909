#include <sketchbench/harness/cluster/submission_state.hpp>

#include <fmt/format.h>

#include <csignal>

#include <sketchbench/core/error.hpp>
#include <sketchbench/harness/cell/record.hpp>

namespace sketchbench {
namespace {

using Kind = CellState::Kind;

CellState state_of(const Record& record) {
  const std::string error = record.json.value("error", "no reason is known");
  if (record.done()) return {Kind::done};
  if (record.status == "timeout") return {Kind::timed_out, error};
  return {record.json.contains(ended_for_key) ? Kind::memory : Kind::failed, error};
}

}  // namespace

std::string advice_on_exit(int exit_code, const Submission& submission, const std::string& node) {
  if (exit_code == exit_folder_not_there)
    return fmt::format(
        "node {} does not see what this machine has written to {}: the results must lie in a folder that all "
        "nodes "
        "share; choose one with --results",
        node, submission.results.string());
  if (exit_code == exit_program_does_not_run)
    return fmt::format(
        "the program cannot work on node {} ({} says \"{}\"): it, the results and the data must be where "
        "nodes, "
        "and what --launch starts, see them; --program, --results and --data name others, and a prologue "
        "loads "
        "what it needs",
        node, submission.probe_log().string(), last_line(submission.probe_log()));
  return "";
}

RoundState::RoundState(const Submission& submission, std::size_t round, const Store& store,
                       const std::optional<std::vector<SlurmJob>>& queue,
                       const std::vector<ClaimFacts>& claims)
    : submission_(submission), round_(round), store_(store), knows_queue_(queue.has_value()) {
  if (queue)
    for (const SlurmJob& job : *queue) queued_.emplace(job.id, job);
  for (const ClaimFacts& claim : claims) claimed_.emplace(claim.id, &claim);
}

CellState RoundState::of(const TaskCell& cell, std::size_t task) {
  if (const auto record = store_.find(cell.id); record && record->checksum != cell.known)
    return state_of(*record);
  const auto [place, is_new] = words_.try_emplace(task);
  if (is_new) place->second = read_word(submission_, round_, task);
  const std::optional<TaskWord>& word = place->second;
  if (const auto claim = claimed_.find(cell.id); claim != claimed_.end())
    return {Kind::running, word && !word->node.empty() ? word->node : claim->second->holder.host};
  if (const auto queued = queued_.find(submission_.job_of(round_, task)); queued != queued_.end()) {
    const SlurmJob& job = queued->second;
    if (job.state == "RUNNING" || job.state == "COMPLETING") return {Kind::begun, job.node};
    return {Kind::waiting, job.reason == "None" ? "" : job.reason};
  }
  if (!knows_queue_ && (!word || word->state == "running"))
    return word ? CellState{Kind::begun, word->node} : CellState{Kind::waiting};
  return of_ended_task(task);
}

const SlurmJob* RoundState::ended_job(std::size_t task) {
  if (!ended_) {
    ended_.emplace();
    std::vector<std::string> ids;
    for (const SubmittedArray& array : submission_.rounds.at(round_).arrays) ids.push_back(array.job);
    if (knows_queue_)
      for (SlurmJob& job : slurm::jobs(ids)) ended_->insert_or_assign(job.id, std::move(job));
  }
  auto found = ended_->find(submission_.job_of(round_, task));
  if (found == ended_->end()) found = ended_->find(submission_.array_of(round_, task).job);
  return found == ended_->end() ? nullptr : &found->second;
}

CellState RoundState::of_ended_task(std::size_t task) {
  const std::optional<TaskWord>& word = words_.at(task);
  const std::string called = "its job " + submission_.job_of(round_, task);
  const SubmittedArray& array = submission_.array_of(round_, task);
  const std::string too_short = fmt::format("{} reached its time limit of {} min", called, array.minutes);
  const std::string by_somebody = called + " was cancelled";
  const std::string log = submission_.log_of(submission_.job_of(round_, task)).string();
  if (word && word->state == "time") return {Kind::time, too_short};
  if (word && word->state == "memory") return {Kind::memory, called + " left it out: it " + word->error};
  if (word && word->state == "stopped") return {Kind::cancelled, by_somebody};
  if (word && word->state == "error") return {Kind::error, word->error};
  const SlurmJob* job = ended_job(task);
  const std::string state = job == nullptr ? "" : job->state;
  if (state == "TIMEOUT") return {Kind::time, too_short};
  if (state == "CANCELLED") return {Kind::cancelled, by_somebody};
  // A kill that is nobody's and no node's is how Slurm without control groups ends a job for its memory.
  if (state == "OUT_OF_MEMORY" || (state == "FAILED" && job->signal == SIGKILL))
    return {Kind::memory, fmt::format("{} had more than the {} MiB it asked for", called, array.memory_mb)};
  if (job != nullptr)
    if (std::string advice = advice_on_exit(job->exit_code, submission_, job->node); !advice.empty())
      return {Kind::error, std::move(advice)};
  if (word && word->state == "done")
    return {Kind::error, fmt::format("{} left it out, {} says why", called, log)};
  const std::string last = last_line(log);
  return {Kind::lost, fmt::format("{} ended {}{}", called, last.empty() ? "without a word" : "early",
                                  state.empty() ? "" : fmt::format(" ({} on {})", state, job->node)) +
                          (last.empty() ? "" : fmt::format("; {} ends with \"{}\"", log, last))};
}

}  // namespace sketchbench
