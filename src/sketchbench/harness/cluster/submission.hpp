#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/harness/cluster/packing.hpp>

namespace sketchbench {

// What was submitted to a cluster, as it stands in RESULTS/slurm/<id>: all that the jobs, and who asks how
// far they are, need to know. submission.json; round-0.jsonl, a line for each task of the first arrays,
// round-1.jsonl of the cells that got more memory or time, and so on; task-<round>-<task>.json, what a task
// says of itself; log/.

/// What a cluster wants to be told, from a file (docs/guides/cluster.md) and the command line.
struct SiteSettings {
  std::string partition, account;
  std::string program;                ///< where the nodes have it; empty: the one that submits
  std::string launch;                 ///< words before it, for a container: "apptainer exec image.sif"
  std::vector<std::string> prologue;  ///< lines of shell before it: "module load gcc"
  std::vector<std::string> options;   ///< of sbatch, as they stand: "--qos=long"
  double task_seconds = 300;          ///< that a task should take
  int max_jobs = 0;                   ///< tasks that may run at once; 0: any number
  int shortest_minutes = 10;          ///< a task's time limit is never below that
  int most_doublings = 3;             ///< of memory or time, of what was too little
};

/// InputError with file, key and what was expected.
SiteSettings read_site(const std::filesystem::path& file);

/// A cell in a task.
struct TaskCell {
  std::string id, title;
  std::string known;  ///< checksum of the record that it had when it was submitted, which is no answer
  CellNeed need;
  int doubled = 0;  ///< times that it got more memory or time
  int lost = 0;     ///< times that its task ended without a word
};
using TaskCells = std::vector<TaskCell>;

/// What the cluster had when it was asked.
struct SlurmLimits {
  std::size_t most_tasks = 1;         ///< of an array
  int most_mb = 0, most_minutes = 0;  ///< of a job; 0: not known
};

struct SubmittedArray {
  std::string job;        ///< its number
  std::size_t first = 0;  ///< its task 0 is this one of the round
  std::size_t tasks = 0;
  int memory_mb = 0, minutes = 0;
};

/// Arrays that were submitted together, and the job that looks at what they left.
struct Round {
  std::vector<SubmittedArray> arrays;
  std::string last_job;
};

struct Submission {
  std::string id;                    ///< "20261127-021500-9f3a"
  std::vector<std::string> configs;  ///< absolute paths
  std::vector<std::string> words;    ///< of where the data are: "--data", an absolute path
  std::filesystem::path results;     ///< absolute
  std::filesystem::path folder;      ///< where the command was given, in which jobs work
  bool quick = false;
  int jobs = 1;             ///< cells at once in a task
  double time_limit_s = 0;  ///< of one cell; 0: none
  std::string created, host;
  SiteSettings site;
  SlurmLimits limits;
  std::string probe;  ///< the job that looks whether nodes see the folder
  std::vector<Round> rounds;
  std::string ended;  ///< how; empty: it has not

  /// Of all its jobs.
  std::string job_name() const { return "sketchbench-" + id; }
  std::filesystem::path place() const;
  /// "12_3", the job of a task of a round.
  std::string job_of(std::size_t round, std::size_t task) const;
  const SubmittedArray& array_of(std::size_t round, std::size_t task) const;
  /// What the probe and a task say; the probe leaves probe_node() where all is in order.
  std::filesystem::path probe_log() const { return place() / "probe.txt"; }
  std::filesystem::path probe_node() const { return place() / "probe.node"; }
  std::filesystem::path log_of(const std::string& job) const { return place() / "log" / (job + ".txt"); }
};

std::filesystem::path submissions_folder(const std::filesystem::path& results);
/// All there are, the oldest first.
std::vector<Submission> read_submissions(const std::filesystem::path& results);
Submission read_submission(const std::filesystem::path& place);
void write(const Submission& submission);

void write_tasks(const Submission& submission, std::size_t round, const std::vector<TaskCells>& tasks);
std::vector<TaskCells> read_tasks(const Submission& submission, std::size_t round);

/// What a task says of itself.
struct TaskWord {
  /// running: it has begun. done: each cell has a record. memory: each that fits has. time: stopped near its
  /// time limit; stopped: by a signal at another time. error: it could not do what it was to do.
  std::string state;
  std::string node, job, started, ended, error;
};
void write_word(const Submission& submission, std::size_t round, std::size_t task, const TaskWord& word);
/// The last line that a job has left in a file, shortened; empty where there is none.
std::string last_line(const std::filesystem::path& log);
/// None before it has begun, or where it cannot be read.
std::optional<TaskWord> read_word(const Submission& submission, std::size_t round, std::size_t task);

}  // namespace sketchbench
