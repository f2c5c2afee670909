#include "harness/prepare_process.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "harness/worker_process.hpp"

namespace sketchbench {

DatasetInfo prepare_in_process(const DatasetRequest& request, const DataPaths& paths, Progress& progress) {
  WorkerProcess worker({.prepare = request, .paths = paths, .threads = 1});
  const auto news = [&](const std::string& line) {
    if (progress.on_terminal())
      progress.status(line);
    else
      progress.print(line);
  };
  while (!worker.listen(news)) {
    std::vector<pollfd> descriptors;
    worker.add_descriptors(descriptors);
    wait_for_news(std::move(descriptors));
  }
  progress.status("");
  const ChildEnd end = worker.wait();
  const auto& word = worker.last_word();
  if (!word) throw Error(fmt::format("preparing {}: {}", request.name, worker.reason(end)));
  if (word->kind == Message::Kind::unavailable) throw DatasetUnavailable(word->text);
  if (word->kind == Message::Kind::input_error) throw InputError(word->text);
  if (word->kind == Message::Kind::error) throw Error(word->text);
  return prepare_dataset(request, paths);  // only looks at the entry's header now
}

}  // namespace sketchbench
