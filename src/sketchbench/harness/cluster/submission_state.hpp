#pragma once
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <sketchbench/harness/cluster/slurm.hpp>
#include <sketchbench/harness/cluster/submission.hpp>
#include <sketchbench/harness/record/cell_claims.hpp>
#include <sketchbench/harness/record/store.hpp>

namespace sketchbench {

/// How it stands with a cell that was submitted.
struct CellState {
  /// done, failed, timed_out: its record says so. running: a process computes it. begun: its task runs and
  /// has not come to it. waiting: for its task to begin. The others are of tasks that have ended: for want of
  /// memory or time, by somebody's scancel, because it could not work (a changed configuration, a folder that
  /// is not there), or without a word (a node that failed).
  enum class Kind {
    done,
    failed,
    timed_out,
    running,
    begun,
    waiting,
    memory,
    time,
    cancelled,
    error,
    lost
  } kind;
  std::string words = {};  ///< where it runs, why it waits or has failed

  bool is_open() const { return kind == Kind::running || kind == Kind::begun || kind == Kind::waiting; }
  bool has_answer() const { return kind == Kind::done || kind == Kind::failed || kind == Kind::timed_out; }
};

/// The cells of one round of a submission, by records, words of tasks, claims and what Slurm says, each
/// looked at once.
class RoundState {
 public:
  /// `queue`: Slurm's jobs of the submission that wait or run; none where Slurm cannot be asked.
  RoundState(const Submission& submission, std::size_t round, const Store& store,
             const std::optional<std::vector<SlurmJob>>& queue, const std::vector<ClaimFacts>& claims);

  CellState of(const TaskCell& cell, std::size_t task);

 private:
  CellState of_ended_task(std::size_t task);
  const SlurmJob* ended_job(std::size_t task);

  const Submission& submission_;
  std::size_t round_;
  const Store& store_;
  bool knows_queue_;
  std::unordered_map<std::string, SlurmJob> queued_;
  std::unordered_map<std::string, const ClaimFacts*> claimed_;
  std::map<std::size_t, std::optional<TaskWord>> words_;
  std::optional<std::unordered_map<std::string, SlurmJob>> ended_;  ///< asked for once one is wanted
};

/// Exit codes of a job's script that say what Slurm cannot.
inline constexpr int exit_folder_not_there = 72, exit_program_does_not_run = 73;

/// What is to be done about a folder or a program that nodes lack; empty for other exit codes.
std::string advice_on_exit(int exit_code, const Submission& submission, const std::string& node);

}  // namespace sketchbench
