#include <sketchbench/harness/worker/worker.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <istream>
#include <iterator>
#include <map>
#include <ranges>
#include <sstream>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/failure.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/descendants.hpp>
#include <sketchbench/core/system/descriptor.hpp>
#include <sketchbench/core/system/escaped_path.hpp>
#include <sketchbench/core/system/fatal_error_report.hpp>
#include <sketchbench/core/system/host_identity.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/system/proc_file.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/features/external/plugin_map.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/cell/external_method.hpp>
#include <sketchbench/harness/cell/landmark_file.hpp>
#include <sketchbench/harness/worker/environment.hpp>
#include <sketchbench/harness/worker/measured_ranks.hpp>

namespace sketchbench {
namespace {

constexpr const char* kind_names[] = {"phase", "progress", "outcome", "unavailable", "input_error", "error"};

Json to_json(const DataPaths& paths) {
  Json manifests = Json::array();
  for (const std::filesystem::path& folder : paths.manifests.folders().list())
    manifests.push_back(escaped(folder));
  return {{"manifests", manifests},
          {"cache", escaped(paths.cache)},
          {"mirror", paths.mirror ? Json(escaped(*paths.mirror)) : Json()},
          {"network", paths.network}};
}

DataPaths parse_paths(const Json& json) {
  DataPaths paths;
  ManifestFolders manifests;
  for (const Json& folder : json.at("manifests")) manifests.add(unescaped(folder.get<std::string>()));
  paths.manifests = manifests;
  paths.cache = unescaped(json.at("cache").get<std::string>());
  if (!json.at("mirror").is_null()) paths.mirror = unescaped(json.at("mirror").get<std::string>());
  paths.network = json.at("network").get<bool>();
  return paths;
}

/// This process' high-water mark. Not getrusage's: that one remembers the parent from before the exec.
double own_peak_rss() { return proc_bytes("/proc/self/status", "VmHWM:").value_or(0); }

void send(int descriptor, const Message& message) {
  const std::string line = to_line(message);
  write_all(descriptor, line.data(), line.size(), "the pipe to the parent process");
}

int channel_of_fatal_error = -1;  // NOLINT: send_fatal_error() is called by a signal's handler

void put(std::string_view text) {
  static_cast<void>(!::write(channel_of_fatal_error, text.data(), text.size()));
}

/// The line that to_line() makes of an error, without the memory that it takes.
void send_fatal_error(const char* const* pieces, int count) {
  put("{\"kind\": \"error\", \"text\": \"");
  for (int i = 0; i < count; ++i)
    for (const char* at = pieces[i]; *at != '\0'; ++at) {
      if (*at == '"' || *at == '\\') put("\\");
      put({at, 1});
    }
  put("\"}\n");
}

/// For the record of a cell whose map is another process: what it used is in the cell's CPU seconds and in
/// its memory.
Json facts_of(const ChildUsage& others) {
  const Seconds seconds = others.seconds();
  return {{"processes", others.count()},
          {"cpu", seconds.cpu},
          {"wall", seconds.wall},
          {"peak_rss_bytes", others.peak_rss_bytes()}};
}

/// Throws InputError unless all ranks are the same program with the same instructions: they would round
/// differently, and could decide so.
void require_one_program(const Communicator& ranks) {
  const std::string own = program_version() + "\n";
  const std::vector<char> all = ranks.gather<char>(own);
  for (std::size_t at = 0; at < all.size(); at += own.size())
    if (std::string_view(all.data() + at, std::min(own.size(), all.size() - at)) != own)
      throw InputError(fmt::format(
          "ranks are not one program: {}, expected the same revision and instruction set on all machines "
          "(SKETCHBENCH_INSTRUCTIONS=baseline, for all of them, or machines of one kind)",
          printable_line({all.data(), all.size()})));
}

/// The most ranks that one machine has.
Index most_on_a_machine(const Communicator& ranks) {
  const std::string host = host_name() + "\n";
  const std::vector<char> all = ranks.gather<char>(host);
  std::map<std::string, Index> of_host;
  std::istringstream in(std::string(all.begin(), all.end()));
  for (std::string line; std::getline(in, line);) ++of_host[line];
  return std::ranges::max(of_host | std::views::values);
}

/// CPU seconds of all ranks, in each phase.
void sum_cpu_seconds(Json& seconds, const Communicator& ranks) {
  for (auto& phase : seconds) phase["cpu"] = ranks.sum_of(phase["cpu"].get<double>());
}

void carry_out(const Assignment& task, int channel, const Communicator& ranks) {
  const auto news = [&](std::string_view line) {
    if (!ranks.is_first()) return;
    send(channel, {.kind = Message::Kind::progress, .text = std::string(line)});
  };
  if (task.prepare) {
    prepare_dataset(*task.prepare, task.paths, news);
    send(channel, {.kind = Message::Kind::outcome, .peak_rss_bytes = own_peak_rss()});
    return;
  }
  if (task.plugin != nullptr) {
    send(channel, {.kind = Message::Kind::phase, .text = "loading the plug-in"});
    require_plugin(*task.plugin);
    send(channel, {.kind = Message::Kind::outcome, .peak_rss_bytes = own_peak_rss()});
    return;
  }
  require_one_program(ranks);
  if (task.meets) {
    const Json where = {{"on_a_machine", most_on_a_machine(ranks)}};
    if (ranks.is_first())
      send(channel, {.kind = Message::Kind::outcome, .outcome = {.result = where}, .peak_rss_bytes = 0});
    return;
  }
  const MeasuredRanks measured(ranks);
  RunContext context{.paths = task.paths,
                     .threads = task.threads,
                     .on_phase =
                         [&](std::string_view phase) {
                           if (ranks.is_first())
                             send(channel, {.kind = Message::Kind::phase, .text = std::string(phase)});
                         },
                     .on_news = news,
                     .others = processes_of(*task.cell),
                     .ranks = &measured};
  Outcome outcome = find_experiment(task.cell->experiment).run(*task.cell, context);
  double peak = own_peak_rss();
  if (context.others != nullptr && context.others->count() > 0) {
    outcome.result["in_another_process"] = facts_of(*context.others);
    peak += context.others->peak_rss_bytes();
  }
  if (ranks.size() > 1) outcome.result["between_ranks"] = measured.facts();
  sum_cpu_seconds(outcome.seconds, ranks);
  peak = std::ranges::max(ranks.gather<double>({&peak, 1}));
  if (!ranks.is_first()) return;
  send(channel, {.kind = Message::Kind::outcome, .outcome = std::move(outcome), .peak_rss_bytes = peak});
}

/// What a reader of the record can do something with.
std::string out_of_memory(const Assignment& task) {
  std::string text = "out of memory: ";
  if (task.expected_bytes > 0)
    text += fmt::format("about {} were expected to be needed, ", readable_bytes(task.expected_bytes));
  text += fmt::format("{} had been used at most{}; ", readable_bytes(own_peak_rss()), free_memory_now());
  return text + (task.prepare ? "free memory or take less data (\"max_train\", \"max_test\")"
                              : "run fewer cells at once, or take a smaller \"D\" or \"max_train\"");
}

}  // namespace

Json to_json(const Assignment& task) {
  Json json = {
      {"paths", to_json(task.paths)}, {"threads", task.threads}, {"expected_bytes", task.expected_bytes}};
  if (task.cell) json["cell"] = describe(*task.cell);
  if (task.cell && task.cell->given != nullptr) json["given"] = escaped(task.cell->given->file);
  if (task.cell && task.cell->external != nullptr) json["external"] = to_json(*task.cell->external);
  if (task.plugin != nullptr)
    json["plugin"] = {{"name", task.plugin->kind.name},
                      {"file", escaped(task.plugin->file)},
                      {"own_kernel", task.plugin->own_kernel}};
  if (task.prepare) json["prepare"] = to_json(*task.prepare);
  if (task.meets) json["meets"] = true;
  return json;
}

Assignment parse_assignment(const Json& json) {
  Assignment task;
  task.paths = parse_paths(json.at("paths"));
  task.threads = json.at("threads").get<int>();
  task.expected_bytes = json.value("expected_bytes", 0.0);
  if (json.contains("cell")) task.cell = parse_cell(json["cell"]);
  if (task.cell && json.contains("external") && task.cell->external != nullptr)
    task.cell->external = parse_external_map(*task.cell->external, json["external"]);
  if (task.cell && json.contains("given"))
    task.cell->given = reread_landmark_file(task.cell->map_parameters, kind_of_map(*task.cell),
                                            unescaped(json["given"].get<std::string>()));
  if (json.contains("prepare")) {
    StrictObject request(json["prepare"], "a worker's task", "prepare");
    task.prepare = parse_dataset_request(request);
  }
  if (json.contains("plugin")) {
    const Json& library = json["plugin"];
    auto map = std::make_shared<ExternalMap>();
    map->form = ExternalMap::Form::plugin;
    map->kind = external_kind(library.at("name").get<std::string>(), map->form);
    map->file = unescaped(library.at("file").get<std::string>());
    map->own_kernel = library.at("own_kernel").get<std::string>();
    task.plugin = std::move(map);
  }
  task.meets = json.value("meets", false);
  if (!task.cell && !task.prepare && !task.meets && task.plugin == nullptr)
    throw InputError("a worker's task has neither a cell nor a data set to prepare nor a plug-in to load");
  return task;
}

std::string to_line(const Message& message) {
  Json json = {{"kind", kind_names[static_cast<int>(message.kind)]}};
  if (!message.text.empty()) json["text"] = printable(message.text);
  if (message.kind == Message::Kind::outcome) {
    json["result"] = message.outcome.result;
    json["seconds"] = message.outcome.seconds;
    json["learner"] = message.outcome.learner;
    json["data"] = message.outcome.data;
    json["peak_rss_bytes"] = message.peak_rss_bytes;
  }
  return json_text(json) + "\n";
}

Message parse_line(const std::string& line) {
  try {
    const Json json = parse_json(line, "a worker's line");
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

void install_workers_fatal_error_report(int channel) {
  channel_of_fatal_error = channel;
  install_fatal_error_report(send_fatal_error);
}

int run_worker(std::istream& in, int channel, const Communicator& ranks) {
  const auto report = [&](Message::Kind kind, const std::string& text) {
    send(channel,
         {.kind = kind,
          .text = ranks.is_first() ? text
                                   : fmt::format("rank {} of {}: {}", ranks.rank() + 1, ranks.size(), text)});
  };
  // A map's process must not hold it open after this one's end, nor outlive it.
  static_cast<void>(::fcntl(channel, F_SETFD, FD_CLOEXEC));
  adopt_orphans();
  struct Descendants {
    ~Descendants() { kill_descendants(::getpid()); }
  } const end_with_this;
  Assignment task;
  try {
    std::string own;
    if (ranks.is_first()) own.assign(std::istreambuf_iterator<char>(in), {});
    const std::vector<char> text = ranks.gather<char>(own);
    task = parse_assignment(parse_json({text.data(), text.size()}, "a worker's task"));
    carry_out(task, channel, ranks);
    return 0;
  } catch (const DatasetUnavailable& error) {
    report(Message::Kind::unavailable, error.what());
    return 1;
  } catch (...) {
    const Failure failure = explain(std::current_exception(), [&] { return out_of_memory(task); });
    report(failure.wrong_input ? Message::Kind::input_error : Message::Kind::error, failure.message);
    return failure.wrong_input ? 2 : 1;
  }
}

}  // namespace sketchbench
