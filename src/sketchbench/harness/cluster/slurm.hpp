#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sketchbench {

/// A job, or one task of an array of them.
struct SlurmJob {
  std::string id;      ///< "12", or "12_3" of an array; "12" too of all tasks that ended before they began
  std::string state;   ///< "PENDING", "RUNNING", "COMPLETED", "TIMEOUT" ...
  std::string reason;  ///< why it waits: "Resources"
  std::string node;
  std::string name;
  int exit_code = 0;
  int signal = 0;  ///< that ended it
};

/// What a partition has.
struct SlurmPartition {
  std::string name;
  int most_mb = 0;       ///< memory of its largest node, MiB
  int most_minutes = 0;  ///< that a job may take; 0: no limit
  int most_cpus = 0;     ///< processors of its largest node
};

/// Slurm by its commands: sbatch, squeue, scontrol, sinfo and scancel. No accounting is needed. Error with
/// the commands' own words where one fails; InputError where there are none here, or munge does not run.
namespace slurm {

/// How many tasks an array may have (MaxArraySize).
std::size_t most_tasks();
/// That one, or the default one where the name is empty. InputError, with those that there are.
SlurmPartition partition(const std::string& name);
/// Submits the script and returns the job's number.
std::string submit(const std::vector<std::string>& options, std::string_view script);
/// Jobs of these names that wait or run.
std::vector<SlurmJob> queue(const std::vector<std::string>& names);
/// What the controller still knows of jobs, ended ones among them, which it forgets after a while: every
/// task of an array.
std::vector<SlurmJob> jobs(const std::vector<std::string>& ids);
/// Ends the jobs of that name.
void cancel(const std::string& name);
/// Ends these.
void cancel_jobs(const std::vector<std::string>& ids);

/// "5:00", "1-12:00:00", "infinite" in minutes; 0 for no limit.
int parse_minutes(std::string_view text);
/// A line of `squeue -o %i|%T|%r|%N|%j`.
std::optional<SlurmJob> parse_queue_line(std::string_view line);
/// A line of `scontrol -o show job`.
std::optional<SlurmJob> parse_job_line(std::string_view line);

}  // namespace slurm
}  // namespace sketchbench
