#include <sketchbench/harness/worker/prepare_process.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/data/cache/leftovers.hpp>
#include <sketchbench/harness/worker/interrupt.hpp>
#include <sketchbench/harness/worker/worker_process.hpp>

namespace sketchbench {
namespace {

constexpr double long_wait_s = 2;

}  // namespace

DatasetInfo prepare_in_process(const DatasetRequest& request, const DataPaths& paths, Progress& progress) {
  const InterruptGuard guard;
  std::unique_ptr<WorkerProcess> worker =
      start_worker({.prepare = request, .paths = paths, .threads = 1}, "preparing " + request.name);
  // Lines that stay: the first, and what comes after a long wait, such as how far a download is.
  std::optional<Timer> since_last;
  const auto news = [&](const std::string& line) {
    if (progress.on_terminal())
      progress.status(line);
    else if (!since_last || since_last->elapsed().wall > long_wait_s)
      progress.print(line);
    since_last.emplace();
  };
  while (!worker->listen(news)) {
    if (InterruptGuard::interrupted()) {
      worker.reset();
      remove_leftovers(paths);
      progress.status("");
      throw Interrupted(
          fmt::format("stopped while {} was prepared; the same command goes on from here", request.name));
    }
    std::vector<pollfd> descriptors;
    worker->add_descriptors(descriptors);
    wait_for_news(std::move(descriptors));
  }
  progress.status("");
  const ChildEnd end = worker->wait();
  const auto& word = worker->last_word();
  if (!word) throw Error(fmt::format("preparing {}: {}", request.name, worker->reason(end)));
  if (word->kind == Message::Kind::unavailable) throw DatasetUnavailable(word->text);
  if (word->kind == Message::Kind::input_error) throw InputError(word->text);
  if (word->kind == Message::Kind::error) throw Error(word->text);
  return prepare_dataset(request, paths);  // only looks at the entry's header now
}

}  // namespace sketchbench
