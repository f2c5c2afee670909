#include "harness/scheduler.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <ctime>
#include <deque>
#include <list>
#include <memory>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/timer.hpp"
#include "harness/child_process.hpp"
#include "harness/environment.hpp"
#include "harness/interrupt.hpp"
#include "harness/time_left.hpp"
#include "harness/worker.hpp"

namespace sketchbench {
namespace {

constexpr std::size_t kept_output = 8192;  // of a worker's own output, for the record of a failure
constexpr int poll_milliseconds = 200;

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

/// A worker process with what it has said so far.
class Worker {
 public:
  explicit Worker(const Task& task) : process_({own_program(), "worker"}, to_json(task).dump()) {}

  double elapsed() const { return timer_.elapsed().wall; }
  const std::string& phase() const { return phase_; }
  const std::optional<Message>& last_word() const { return last_word_; }
  const std::string& output() const { return output_; }
  void add_descriptors(std::vector<pollfd>& to) const {
    for (const int descriptor : {process_.channel(), process_.output()})
      if (descriptor >= 0) to.push_back({descriptor, POLLIN, 0});
  }

  /// Takes in what has arrived; calls news(line) for progress. True when the process has closed its channel.
  template <class News>
  bool listen(News&& news) {
    process_.read_output(output_);
    if (output_.size() > kept_output) output_.erase(0, output_.size() - kept_output);
    const bool open = process_.read_channel(pending_);
    for (auto end = pending_.find('\n'); end != std::string::npos; end = pending_.find('\n')) {
      Message message = parse_line(pending_.substr(0, end));
      pending_.erase(0, end + 1);
      if (message.kind == Message::Kind::phase)
        phase_ = message.text;
      else if (message.kind == Message::Kind::progress)
        news(message.text);
      else
        last_word_ = std::move(message);
    }
    return !open;
  }

  ChildEnd wait() {
    ChildEnd end = process_.wait();
    process_.read_output(output_);
    return end;
  }
  void kill() { process_.kill_group(); }

 private:
  Timer timer_;
  ChildProcess process_;
  std::string pending_, output_, phase_ = "start";
  std::optional<Message> last_word_;
};

void wait_for_news(const std::vector<pollfd>& descriptors) {
  std::vector<pollfd> copy = descriptors;
  ::poll(copy.data(), copy.size(), poll_milliseconds);
}

std::string how_it_ended(const ChildEnd& end, const std::string& output) {
  std::string text = end.signal == SIGKILL ? "killed (signal 9; the system does this when memory runs out)"
                     : end.signal != 0
                         ? fmt::format("ended by signal {} ({})", end.signal, strsignal(end.signal))
                         : fmt::format("ended with exit code {} and no result", end.exit_code);
  if (!output.empty())
    text += "; its last output: " + output.substr(output.size() > 300 ? output.size() - 300 : 0);
  return text;
}

std::string title(const Cell& cell) {
  std::string text = fmt::format("{:<13} {:<10} {}", cell.dataset.name, display(cell.kernel), cell.method);
  if (cell.dataset.d > 0) text += fmt::format(" d={}", cell.dataset.d);
  if (cell.method != exact_method) text += fmt::format(" D={}", cell.D);
  if (cell.seed) text += fmt::format(" seed {}", *cell.seed);
  return text;
}

bool runs_alone(const Cell& cell) { return find_experiment(cell.experiment).alone; }

class Run {
 public:
  Run(const Plan& plan, const Store& store, const ScheduleOptions& options, Progress& progress)
      : store_(store),
        options_(options),
        progress_(progress),
        waiting_(plan.to_run.begin(), plan.to_run.end()),
        finished_(plan.finished),
        total_(plan.finished + plan.to_run.size()),
        facts_(environment_facts()) {}

  RunSummary operator()() {
    const InterruptGuard guard;
    while (!waiting_.empty() || !running_.empty()) {
      if (InterruptGuard::interrupted()) {
        summary_.stopped = true;
        break;  // the workers' destructors end them
      }
      start_what_fits();
      show_status();
      std::vector<pollfd> descriptors;
      for (const Running& one : running_) one.worker->add_descriptors(descriptors);
      wait_for_news(descriptors);
      collect();
    }
    progress_.status("");
    return std::move(summary_);
  }

 private:
  struct Running {
    PlannedCell cell;
    std::string started;
    std::unique_ptr<Worker> worker;
  };

  void start_what_fits() {
    for (auto next = waiting_.begin();
         next != waiting_.end() && static_cast<int>(running_.size()) < options_.jobs;) {
      double in_use = 0;
      for (const Running& one : running_) in_use += one.cell.need.bytes;
      const bool fits =
          (options_.memory_budget <= 0 || in_use + next->need.bytes <= options_.memory_budget) &&
          !runs_alone(next->cell) && (running_.empty() || !runs_alone(running_.front().cell.cell));
      if (!fits && !running_.empty()) {
        ++next;
        continue;
      }
      const Task task{.cell = next->cell, .paths = options_.paths, .threads = 1};
      running_.push_back({*next, utc_now(), std::make_unique<Worker>(task)});
      next = waiting_.erase(next);
    }
  }

  void collect() {
    for (auto it = running_.begin(); it != running_.end();) {
      Worker& worker = *it->worker;
      const bool ended = worker.listen([&](const std::string& line) { progress_.print(line); });
      const bool too_long = !ended && options_.time_limit_s > 0 && worker.elapsed() > options_.time_limit_s;
      if (!ended && !too_long) {
        ++it;
        continue;
      }
      if (too_long) worker.kill();
      finish(*it, too_long);
      it = running_.erase(it);
    }
  }

  void finish(Running& one, bool too_long) {
    const double wall = one.worker->elapsed();
    const ChildEnd end = one.worker->wait();
    const auto& word = one.worker->last_word();
    Record record{.id = one.cell.id, .cell = one.cell.cell, .json = Json::object()};
    Json& json = record.json;
    json["format"] = record_format;
    json["cell"] = one.cell.description;
    json["run"] = facts_;
    json["run"]["started"] = one.started;
    json["run"]["jobs"] = runs_alone(record.cell) ? 1 : options_.jobs;
    json["run"]["threads"] = 1;
    json["run"]["time_limit_s"] = options_.time_limit_s;
    json["peak_rss_bytes"] = end.peak_rss_bytes;
    std::string shown;
    if (word && word->kind == Message::Kind::outcome) {
      record.status = "done";
      json["result"] = word->outcome.result;
      json["seconds"] = word->outcome.seconds;
      json["learner"] = word->outcome.learner;
      json["data"] = word->outcome.data;
      json["peak_rss_bytes"] = word->peak_rss_bytes;
      shown = find_experiment(record.cell.experiment).headline(word->outcome.result);
      ++summary_.done;
    } else if (too_long) {
      record.status = "timeout";
      json["error"] =
          fmt::format("ended after {} in its phase \"{}\": the limit was {}", readable_seconds(wall),
                      one.worker->phase(), readable_seconds(options_.time_limit_s));
      shown = "timeout";
      ++summary_.timeout;
    } else {
      record.status = "failed";
      json["error"] = word ? word->text : how_it_ended(end, one.worker->output());
      shown = "FAILED";
      ++summary_.failed;
    }
    json["status"] = record.status;
    if (!record.done())
      summary_.failures.push_back(
          fmt::format("{}: {}", title(record.cell), json["error"].get<std::string>()));
    store_.put(record);
    ++finished_;
    if (record.done()) time_left_.learn(one.cell, wall);
    const auto width = std::to_string(total_).size();
    progress_.print(fmt::format("[{:>{}}/{}] {:<66} {:>11}  {:>12}{}", finished_, width, total_,
                                title(record.cell), shown, readable_seconds(wall), left_text(&one)));
  }

  double seconds_left(const Running* without) const {
    std::vector<double> running, waiting;
    for (const Running& one : running_)
      if (&one != without)
        running.push_back(std::max(1.0, time_left_.expect(one.cell) - one.worker->elapsed()));
    double one_by_one = 0;
    for (const PlannedCell& cell : waiting_)
      if (runs_alone(cell.cell))
        one_by_one += time_left_.expect(cell);
      else
        waiting.push_back(time_left_.expect(cell));
    return schedule_length(running, waiting, options_.jobs) + one_by_one;
  }

  std::string left_text(const Running* without = nullptr) const {
    if (finished_ == total_) return "";
    return fmt::format("   about {} left", readable_seconds(std::ceil(seconds_left(without))));
  }

  void show_status() {
    if (!progress_.on_terminal()) return;
    std::string line = fmt::format("{}/{} done{}", finished_, total_, left_text());
    for (const Running& one : running_)
      line += fmt::format(" | {} {} {}: {} {}", one.cell.cell.dataset.name, display(one.cell.cell.kernel),
                          one.cell.cell.method, one.worker->phase(), readable_seconds(one.worker->elapsed()));
    progress_.status(line);
  }

  const Store& store_;
  const ScheduleOptions& options_;
  Progress& progress_;
  std::deque<PlannedCell> waiting_;
  std::list<Running> running_;
  std::size_t finished_, total_;
  Json facts_;
  TimeLeft time_left_;
  RunSummary summary_;
};

}  // namespace

RunSummary run_plan(const Plan& plan, const Store& store, const ScheduleOptions& options,
                    Progress& progress) {
  return Run(plan, store, options, progress)();
}

DatasetInfo prepare_in_process(const DatasetRequest& request, const DataPaths& paths, Progress& progress) {
  Worker worker({.prepare = request, .paths = paths, .threads = 1});
  const auto news = [&](const std::string& line) {
    if (progress.on_terminal())
      progress.status(line);
    else
      progress.print(line);
  };
  while (!worker.listen(news)) {
    std::vector<pollfd> descriptors;
    worker.add_descriptors(descriptors);
    wait_for_news(descriptors);
  }
  progress.status("");
  const ChildEnd end = worker.wait();
  const auto& word = worker.last_word();
  if (!word) throw Error(fmt::format("preparing {}: {}", request.name, how_it_ended(end, worker.output())));
  if (word->kind == Message::Kind::unavailable) throw DatasetUnavailable(word->text);
  if (word->kind == Message::Kind::input_error) throw InputError(word->text);
  if (word->kind == Message::Kind::error) throw Error(word->text);
  return prepare_dataset(request, paths);  // only looks at the entry's header now
}

}  // namespace sketchbench
