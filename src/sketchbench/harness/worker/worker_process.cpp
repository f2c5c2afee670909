#include <sketchbench/harness/worker/worker_process.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <csignal>
#include <cstring>
#include <fstream>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t kept_output = 8192;  // of a worker's own output, for the record of a failure
constexpr std::size_t shown_output = 300;  // of that, in the reason
constexpr std::size_t longest_line = std::size_t{64} << 20;  // a worker that writes more has lost its way
constexpr int poll_milliseconds = 200;
constexpr double patience_s = 10;  // with a worker that has said its last word and does not end

}  // namespace

WorkerProcess::WorkerProcess(const Assignment& task, const RankLaunch& launch)
    : task_(task),
      process_(task.ranks > 1 ? launch.words(task.ranks) : std::vector<std::string>{"sketchbench", "worker"},
               json_text(to_json(task)), task.ranks > 1 ? "/usr/bin/env" : own_program,
               task.ranks > 1 ? ChildProcess::Channel::standard_output : ChildProcess::Channel::descriptor) {}

void WorkerProcess::add_descriptors(std::vector<pollfd>& to) const {
  for (const int descriptor : {process_.channel(), process_.output(), process_.end()})
    if (descriptor >= 0) to.push_back({descriptor, POLLIN, 0});
}

void WorkerProcess::take(Message message, const std::function<void(const std::string&)>& news) {
  if (message.kind == Message::Kind::phase)
    phase_ = message.text;
  else if (message.kind == Message::Kind::progress)
    news(message.text);
  else if (!last_word_ || last_word_->kind == Message::Kind::outcome) {  // of ranks, the first to fail
    last_word_ = std::move(message);
    since_last_word_.emplace();
  }
}

bool WorkerProcess::listen(const std::function<void(const std::string&)>& news) {
  // First: what it wrote before it ended is read after that.
  if (!end_) end_ = process_.try_wait();
  process_.read_output(output_);
  if (output_.size() > kept_output) output_.erase(0, output_.size() - kept_output);
  const bool open = process_.read_channel(pending_);
  if (astray_) pending_.clear();
  try {
    for (auto end = pending_.find('\n'); end != std::string::npos; end = pending_.find('\n')) {
      const std::string line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      take(parse_line(line), news);
    }
    if (pending_.size() > longest_line) throw Error("a worker sent a line without an end");
  } catch (const Error& error) {
    astray_ = true;  // whatever it says after that is not to be believed
    last_word_ = Message{.kind = Message::Kind::error, .text = error.what()};
    kill();
  }
  if (end_) return true;
  if (!open && process_.end() < 0) return true;  // wait() tells when it ends, as nothing else does
  if (since_last_word_ && since_last_word_->elapsed().wall > patience_s) kill();
  return false;
}

ChildEnd WorkerProcess::wait() {
  const ChildEnd end = end_ ? *end_ : process_.wait();
  process_.read_output(output_);
  return end;
}

double WorkerProcess::resident_bytes() const {
  double pages = 0, resident = 0;
  std::ifstream(fmt::format("/proc/{}/statm", process_.pid())) >> pages >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

void WorkerProcess::kill_for_memory(double limit) {
  memory_limit_ = limit;
  kill();
}

std::string WorkerProcess::reason(const ChildEnd& end) const {
  if (last_word_) return last_word_->text;
  std::string text;
  if (end.signal == SIGKILL && memory_limit_ > 0) {
    text = fmt::format("out of memory in its phase \"{}\": it was ended at {}, and {} were reserved", phase_,
                       readable_bytes(end.peak_rss_bytes), readable_bytes(memory_limit_));
  } else if (end.signal == SIGKILL) {
    text = fmt::format(
        "killed (signal 9) in its phase \"{}\"; the system does this when memory runs out: it had used {}",
        phase_, readable_bytes(end.peak_rss_bytes));
    if (task_.expected_bytes > 0)
      text += fmt::format(", was expected to need {}", readable_bytes(task_.expected_bytes));
    text += free_memory_now();
  } else if (end.signal != 0) {
    text =
        fmt::format("ended by signal {} ({}) in its phase \"{}\"", end.signal, strsignal(end.signal), phase_);
  } else {
    text = fmt::format("ended with exit code {} and no result in its phase \"{}\"", end.exit_code, phase_);
  }
  if (!output_.empty())
    text += "; its last output: " +
            printable(output_.substr(output_.size() > shown_output ? output_.size() - shown_output : 0));
  return text;
}

std::unique_ptr<WorkerProcess> start_worker(const Assignment& task, std::string_view doing) {
  try {
    return std::make_unique<WorkerProcess>(task);
  } catch (const NoRoomForProcess& error) {
    throw Error(fmt::format("{}: {}; {}", doing, error.what(), NoRoomForProcess::advice));
  }
}

void wait_for_news(std::vector<pollfd> descriptors) {
  ::poll(descriptors.data(), descriptors.size(), poll_milliseconds);
}

}  // namespace sketchbench
