#include "harness/worker.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <istream>
#include <iterator>

#include "base/error.hpp"

namespace sketchbench {
namespace {

constexpr const char* kind_names[] = {"phase", "progress", "outcome", "unavailable", "input_error", "error"};

Json to_json(const DataPaths& paths) {
  return {{"manifests", paths.manifests.string()},
          {"cache", paths.cache.string()},
          {"mirror", paths.mirror ? Json(paths.mirror->string()) : Json()},
          {"network", paths.network}};
}

DataPaths parse_paths(const Json& json) {
  DataPaths paths;
  paths.manifests = json.at("manifests").get<std::string>();
  paths.cache = json.at("cache").get<std::string>();
  if (!json.at("mirror").is_null()) paths.mirror = json.at("mirror").get<std::string>();
  paths.network = json.at("network").get<bool>();
  return paths;
}

/// This process' high-water mark. Not getrusage's: that one remembers the parent from before the exec.
double own_peak_rss() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != "VmHWM:") continue;
    double kilobytes = 0;
    status >> kilobytes;
    return 1024.0 * kilobytes;
  }
  return 0;
}

void send(int descriptor, const Message& message) {
  const std::string line = to_line(message);
  for (std::size_t at = 0; at < line.size();) {
    const ssize_t written = ::write(descriptor, line.data() + at, line.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_system("write to", "the parent process", errno);
    at += static_cast<std::size_t>(written);
  }
}

void carry_out(const Task& task, int channel) {
  const auto news = [&](std::string_view line) {
    send(channel, {.kind = Message::Kind::progress, .text = std::string(line)});
  };
  if (task.prepare) {
    prepare_dataset(*task.prepare, task.paths, news);
    send(channel, {.kind = Message::Kind::outcome, .peak_rss_bytes = own_peak_rss()});
    return;
  }
  RunContext context{.paths = task.paths,
                     .threads = task.threads,
                     .on_phase =
                         [&](std::string_view phase) {
                           send(channel, {.kind = Message::Kind::phase, .text = std::string(phase)});
                         },
                     .on_news = news};
  Outcome outcome = find_experiment(task.cell->experiment).run(*task.cell, context);
  send(channel,
       {.kind = Message::Kind::outcome, .outcome = std::move(outcome), .peak_rss_bytes = own_peak_rss()});
}

}  // namespace

Json to_json(const Task& task) {
  Json json = {{"paths", to_json(task.paths)}, {"threads", task.threads}};
  if (task.cell) json["cell"] = describe(*task.cell);
  if (task.prepare)
    json["prepare"] = {{"name", task.prepare->name},
                       {"split", task.prepare->split},
                       {"max_train", task.prepare->max_train},
                       {"d", task.prepare->d}};
  return json;
}

Task parse_task(const Json& json) {
  Task task;
  task.paths = parse_paths(json.at("paths"));
  task.threads = json.at("threads").get<int>();
  if (json.contains("cell")) task.cell = parse_cell(json["cell"]);
  if (json.contains("prepare")) {
    const Json& request = json["prepare"];
    task.prepare = {request.at("name").get<std::string>(), request.at("split").get<std::string>(),
                    request.at("max_train").get<Index>(), request.at("d").get<Index>()};
  }
  if (!task.cell && !task.prepare)
    throw InputError("a worker's task has neither a cell nor a data set to prepare");
  return task;
}

std::string to_line(const Message& message) {
  Json json = {{"kind", kind_names[static_cast<int>(message.kind)]}};
  if (!message.text.empty()) json["text"] = message.text;
  if (message.kind == Message::Kind::outcome) {
    json["result"] = message.outcome.result;
    json["seconds"] = message.outcome.seconds;
    json["learner"] = message.outcome.learner;
    json["data"] = message.outcome.data;
    json["peak_rss_bytes"] = message.peak_rss_bytes;
  }
  // The libraries' messages are not promised to be UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Message parse_line(const std::string& line) {
  try {
    const Json json = Json::parse(line);
    const std::string kind = json.at("kind").get<std::string>();
    const auto* name = std::find(std::begin(kind_names), std::end(kind_names), kind);
    if (name == std::end(kind_names)) throw Error("unknown kind \"" + kind + "\"");
    Message message{.kind = static_cast<Message::Kind>(name - std::begin(kind_names)),
                    .text = json.value("text", "")};
    if (message.kind == Message::Kind::outcome) {
      message.outcome = {json.at("result"), json.at("seconds"), json.at("learner"), json.at("data")};
      message.peak_rss_bytes = json.at("peak_rss_bytes").get<double>();
    }
    return message;
  } catch (const std::exception& error) {
    throw Error(fmt::format("a worker sent a line that is not a message: {}", error.what()));
  }
}

int run_worker(std::istream& in, int channel) {
  const auto report = [&](Message::Kind kind, const std::string& text) {
    send(channel, {.kind = kind, .text = text});
  };
  try {
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    carry_out(parse_task(Json::parse(text)), channel);
    return 0;
  } catch (const DatasetUnavailable& error) {
    report(Message::Kind::unavailable, error.what());
  } catch (const InputError& error) {
    report(Message::Kind::input_error, error.what());
    return 2;
  } catch (const std::bad_alloc&) {
    report(Message::Kind::error, "out of memory");
  } catch (const std::exception& error) {
    report(Message::Kind::error, error.what());
  }
  return 1;
}

}  // namespace sketchbench
