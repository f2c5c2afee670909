#include <sketchbench/harness/worker/preparation.hpp>

#include <fmt/format.h>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/data/cache/cache.hpp>
#include <sketchbench/features/external/external_map.hpp>
#include <sketchbench/harness/worker/interrupt.hpp>
#include <sketchbench/harness/worker/worker_process.hpp>

namespace sketchbench {
namespace {

/// What is wrong with the library; empty for nothing.
std::string fault_of(const std::shared_ptr<const ExternalMap>& map, double patience_s) {
  const std::string called = fmt::format("the map \"{}\" ({})", map->kind.name, map->file.string());
  const auto worker = start_worker({.plugin = map}, "loading " + called);
  // Its outcome is enough: what it does when it ends is of no interest, and its destructor kills the rest.
  while (!worker->last_word() && !worker->listen([](const std::string&) {})) {
    if (worker->elapsed() > patience_s)
      return fmt::format("{} was not loaded within {}", called, readable_seconds(patience_s));
    std::vector<pollfd> descriptors;
    worker->add_descriptors(descriptors);
    wait_for_news(std::move(descriptors));
  }
  if (const auto& word = worker->last_word(); word)
    return word->kind == Message::Kind::outcome ? "" : word->text;
  worker->kill();  // its channel is closed; that is all that it can still say
  return fmt::format("{} ends the process that loads it: {}", called, worker->reason(worker->wait()));
}

}  // namespace

// The version is what a function of the library returns, so that no look at its file tells it, and loading it
// runs its code: initialisers may crash, hang or end the process, which must not be this one.
void require_plugins(const std::vector<Config>& configs, double patience_s) {
  std::set<std::pair<std::filesystem::path, std::string>> seen;
  for (const Config& config : configs)
    for (const MethodEntry& method : config.methods) {
      if (method.external == nullptr || method.external->form != ExternalMap::Form::plugin) continue;
      if (!seen.emplace(method.external->file, method.external->own_kernel).second) continue;
      if (const std::string fault = fault_of(method.external, patience_s); !fault.empty())
        throw InputError(fmt::format("{}: {}", config.file.string(), fault));
    }
}

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
