#include <sketchbench/harness/cluster/submission.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/results_layout.hpp>

namespace sketchbench {

// By the names of the members.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(CellNeed, bytes, seconds, alone, least_mb, least_minutes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(SiteSettings, partition, account, program, launch, prologue,
                                                options, task_seconds, max_jobs, shortest_minutes,
                                                most_doublings)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(TaskCell, id, title, known, need, doubled, lost)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(SlurmLimits, most_tasks, most_mb, most_minutes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(SubmittedArray, job, first, tasks, memory_mb, minutes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Round, arrays, last_job)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Submission, id, configs, words, results, folder, quick, jobs,
                                                time_limit_s, created, host, site, limits, probe, rounds,
                                                ended)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(TaskWord, state, node, job, started, ended, error)

namespace {

namespace fs = std::filesystem;

constexpr const char* submission_name = "submission.json";

/// What the file holds; InputError, with its name, where it is not that.
template <class Value>
Value parsed(const Json& json, const fs::path& file) {
  try {
    return json.get<Value>();
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("{}: {}", file.string(), error.what()));
  }
}

fs::path tasks_file(const Submission& submission, std::size_t round) {
  return submission.place() / fmt::format("round-{}.jsonl", round);
}

fs::path word_file(const Submission& submission, std::size_t round, std::size_t task) {
  return submission.place() / fmt::format("task-{}-{}.json", round, task);
}

std::vector<std::string> texts_of(StrictObject& object, std::string_view key) {
  const Json& list = object.raw(key);
  if (!list.is_array() || !std::ranges::all_of(list, [](const Json& one) { return one.is_string(); }))
    object.fail(key, "a list of texts");
  return list.get<std::vector<std::string>>();
}

}  // namespace

SiteSettings read_site(const fs::path& file) {
  const Json json = read_json(file);
  StrictObject object(json, file.string());
  SiteSettings site;
  site.partition = object.text_or("partition", "");
  site.account = object.text_or("account", "");
  site.program = object.text_or("program", "");
  site.launch = object.text_or("launch", "");
  if (object.has("modules"))
    for (const std::string& module : texts_of(object, "modules"))
      site.prologue.push_back("module load " + module);
  if (object.has("prologue"))
    for (std::string& line : texts_of(object, "prologue")) site.prologue.push_back(std::move(line));
  if (object.has("options")) site.options = texts_of(object, "options");
  constexpr double week = 7 * 24 * 3600;
  site.task_seconds = object.number_or("task_seconds", site.task_seconds, 0.1, week);
  site.max_jobs = static_cast<int>(object.integer_or("max_jobs", 0, 0, 1'000'000));
  site.shortest_minutes =
      static_cast<int>(object.integer_or("shortest_minutes", site.shortest_minutes, 1, 10'000));
  site.most_doublings = static_cast<int>(object.integer_or("most_doublings", site.most_doublings, 0, 10));
  object.finish();
  return site;
}

fs::path Submission::place() const { return submissions_folder(results) / id; }

const SubmittedArray& Submission::array_of(std::size_t round, std::size_t task) const {
  for (const SubmittedArray& array : rounds.at(round).arrays)
    if (task >= array.first && task < array.first + array.tasks) return array;
  throw Error(fmt::format("{}: its round {} has no task {}", place().string(), round, task));
}

std::string Submission::job_of(std::size_t round, std::size_t task) const {
  const SubmittedArray& array = array_of(round, task);
  return fmt::format("{}_{}", array.job, task - array.first);
}

fs::path submissions_folder(const fs::path& results) { return results / slurm_folder; }

std::vector<Submission> read_submissions(const fs::path& results) {
  std::vector<Submission> all;
  std::error_code error;
  for (auto entry = fs::directory_iterator(submissions_folder(results), error);
       !error && entry != fs::directory_iterator(); entry.increment(error))
    if (std::error_code unknown; fs::exists(entry->path() / submission_name, unknown)) {
      all.push_back(read_submission(entry->path()));
      // By this machine's name for the folder.
      all.back().results = fs::absolute(results);
    }
  std::ranges::sort(all, {}, &Submission::id);
  return all;
}

Submission read_submission(const fs::path& place) {
  const fs::path file = place / submission_name;
  return parsed<Submission>(read_json(file), file);
}

void write(const Submission& submission) {
  write_file_atomically(submission.place() / submission_name, json_text(Json(submission), 1) + "\n");
}

void write_tasks(const Submission& submission, std::size_t round, const std::vector<TaskCells>& tasks) {
  std::string text;
  for (const TaskCells& task : tasks) text += json_text(Json(task)) + "\n";
  write_file_atomically(tasks_file(submission, round), text);
}

std::vector<TaskCells> read_tasks(const Submission& submission, std::size_t round) {
  const fs::path file = tasks_file(submission, round);
  std::istringstream in(read_file(file));
  std::vector<TaskCells> tasks;
  for (std::string line; std::getline(in, line);)
    tasks.push_back(parsed<TaskCells>(parse_json(line, file), file));
  return tasks;
}

void write_word(const Submission& submission, std::size_t round, std::size_t task, const TaskWord& word) {
  write_file_atomically(word_file(submission, round, task), json_text(Json(word), 1) + "\n");
}

std::string last_line(const fs::path& log) {
  constexpr std::size_t shown = 400;
  std::ifstream in(log);
  std::string last;
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) last = std::move(line);
  return printable_line(shortened(last, shown));
}

std::optional<TaskWord> read_word(const Submission& submission, std::size_t round, std::size_t task) {
  const fs::path file = word_file(submission, round, task);
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  try {
    return parsed<TaskWord>(read_json(file), file);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace sketchbench
