#include <sketchbench/harness/cluster/slurm.hpp>

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/worker/child_process.hpp>

namespace sketchbench::slurm {
namespace {

struct Answer {
  int exit_code = 0;
  std::string text;  ///< standard output and error together
};

Answer ask(std::vector<std::string> words, std::string_view input = "") {
  words.insert(words.begin(), "env");  // looks for the command in PATH
  ChildProcess command(words, input, "/usr/bin/env");
  Answer answer;
  while (command.read_output(answer.text)) {
    pollfd ready{command.output(), POLLIN, 0};
    ::poll(&ready, 1, -1);
  }
  const ChildEnd end = command.wait();
  answer.exit_code = end.signal != 0 ? 128 + end.signal : end.exit_code;
  return answer;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string first_words(const Answer& answer) {
  constexpr std::size_t shown = 400;
  std::vector<std::string> lines = lines_of(answer.text);
  return printable_line(shortened(fmt::format("{}", fmt::join(lines, " ")), shown));
}

[[noreturn]] void fail(const std::string& command, const Answer& answer) {
  constexpr int not_found = 127;
  if (answer.exit_code == not_found)
    throw InputError(fmt::format(
        "there is no {} here: run this where jobs are submitted (often after \"module load "
        "slurm\"). Without Slurm, "
        "\"sketchbench run CONFIG --worker\" on a shared folder does the same (docs/guides/cluster.md)",
        command));
  if (answer.text.find("munge") != std::string::npos || answer.text.find("Munge") != std::string::npos)
    throw InputError(fmt::format(
        "{} cannot say who it is: munge does not run on this machine; start munged, or ask those who run the "
        "cluster ({})",
        command, first_words(answer)));
  throw Error(
      fmt::format("{}: {}; nothing here is lost: the same command goes on when that is mended", command,
                  answer.text.empty() ? fmt::format("exit code {}", answer.exit_code) : first_words(answer)));
}

std::string output_of(const std::vector<std::string>& words, std::string_view input = "") {
  const Answer answer = ask(words, input);
  if (answer.exit_code != 0) fail(words.front(), answer);
  return answer.text;
}

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

int number_in(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// The value of "Key=value" in a line of those.
std::string value_in(std::string_view line, const std::string& key) {
  const std::size_t at = line.find(" " + key + "=");
  if (at == std::string_view::npos) return "";
  const std::size_t begin = at + key.size() + 2;
  return std::string(line.substr(begin, line.find(' ', begin) - begin));
}

}  // namespace

int parse_minutes(std::string_view text) {
  const std::size_t dash = text.find('-');
  const int days = dash == std::string_view::npos ? 0 : number_in(text.substr(0, dash));
  if (dash != std::string_view::npos) text.remove_prefix(dash + 1);
  const std::vector<std::string> parts = split(text, ':');
  if (text.empty() || text.find_first_not_of("0123456789:") != std::string_view::npos) return 0;
  // With days, or with two colons, the first is hours; otherwise minutes.
  const bool hours_first = dash != std::string_view::npos || parts.size() > 2;
  const int first = number_in(parts[0]), second = parts.size() > 1 ? number_in(parts[1]) : 0;
  return days * 24 * 60 + (hours_first ? 60 * first + second : first);
}

std::optional<SlurmJob> parse_queue_line(std::string_view line) {
  const std::vector<std::string> parts = split(line, '|');
  if (parts.size() != 5 || parts[0].empty()) return std::nullopt;
  return SlurmJob{.id = parts[0], .state = parts[1], .reason = parts[2], .node = parts[3], .name = parts[4]};
}

std::optional<SlurmJob> parse_job_line(std::string_view line) {
  if (!line.starts_with("JobId=")) return std::nullopt;
  SlurmJob job{.id = std::string(line.substr(6, line.find(' ') - 6)),
               .state = value_in(line, "JobState"),
               .reason = value_in(line, "Reason"),
               .node = value_in(line, "NodeList"),
               .name = value_in(line, "JobName"),
               .exit_code = number_in(value_in(line, "ExitCode"))};
  const std::string ending = value_in(line, "ExitCode");  // "1:0"
  if (const std::size_t colon = ending.find(':'); colon != std::string::npos)
    job.signal = number_in(std::string_view(ending).substr(colon + 1));
  const std::string array = value_in(line, "ArrayJobId"), task = value_in(line, "ArrayTaskId");
  constexpr std::string_view no_task = "4294967294";  // of an array that ended before any of its tasks began
  const bool is_one = task != no_task && task.find_first_not_of("0123456789") == std::string::npos;
  if (!array.empty() && !task.empty()) job.id = is_one ? array + "_" + task : array;
  return job;
}

std::size_t most_tasks() {
  for (const std::string& line : lines_of(output_of({"scontrol", "show", "config"}))) {
    if (!line.starts_with("MaxArraySize")) continue;
    const std::size_t digits = line.find_first_of("0123456789");
    if (digits != std::string::npos)
      return static_cast<std::size_t>(std::max(1, number_in(std::string_view(line).substr(digits))));
  }
  throw Error("scontrol show config names no MaxArraySize");
}

SlurmPartition partition(const std::string& name) {
  std::optional<SlurmPartition> found;
  std::vector<std::string> known;
  for (const std::string& line : lines_of(output_of({"sinfo", "-h", "-N", "-o", "%P|%m|%l|%c"}))) {
    const std::vector<std::string> parts = split(line, '|');
    if (parts.size() != 4) continue;
    std::string called = parts[0];
    const bool standard = called.ends_with('*');
    if (standard) called.pop_back();
    if (std::ranges::find(known, called) == known.end()) known.push_back(called);
    if (name.empty() ? !standard : called != name) continue;
    if (!found) found = SlurmPartition{.name = called, .most_minutes = parse_minutes(parts[2])};
    found->most_mb = std::max(found->most_mb, number_in(parts[1]));
    found->most_cpus = std::max(found->most_cpus, number_in(parts[3]));
  }
  if (found) return *found;
  throw InputError(
      fmt::format("--partition {}: there {}; this cluster has {}", name,
                  name.empty() ? "is no default one" : "is none of that name",
                  known.empty() ? "none with nodes" : fmt::format("{}", fmt::join(known, ", "))));
}

std::string submit(const std::vector<std::string>& options, std::string_view script) {
  std::vector<std::string> words = {"sbatch", "--parsable"};
  words.insert(words.end(), options.begin(), options.end());
  const std::string text = output_of(words, script);
  // Warnings may stand before it, and ";CLUSTER" behind it.
  for (const std::string& line : lines_of(text)) {
    const std::string id = line.substr(0, line.find(';'));
    if (!id.empty() && id.find_first_not_of("0123456789") == std::string::npos) return id;
  }
  throw Error(fmt::format("sbatch named no job: {}", printable_line(text)));
}

std::vector<SlurmJob> queue(const std::vector<std::string>& names) {
  std::vector<SlurmJob> found;
  if (names.empty()) return found;
  const std::string wanted = fmt::format("--name={}", fmt::join(names, ","));
  for (const std::string& line : lines_of(output_of({"squeue", "-h", "-r", wanted, "-o", "%i|%T|%r|%N|%j"})))
    if (auto job = parse_queue_line(line)) found.push_back(*std::move(job));
  return found;
}

std::vector<SlurmJob> jobs(const std::vector<std::string>& ids) {
  std::vector<SlurmJob> found;
  for (const std::string& id : ids)  // one that it has forgotten is said by an exit code, and is none
    for (const std::string& line : lines_of(ask({"scontrol", "-o", "show", "job", id}).text))
      if (auto job = parse_job_line(line)) found.push_back(*std::move(job));
  return found;
}

void cancel(const std::string& name) { output_of({"scancel", "--name=" + name}); }

void cancel_jobs(const std::vector<std::string>& ids) {
  if (ids.empty()) return;
  std::vector<std::string> words = {"scancel"};
  words.insert(words.end(), ids.begin(), ids.end());
  output_of(words);
}

}  // namespace sketchbench::slurm
