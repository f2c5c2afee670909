#include <sketchbench/harness/cell/external_method.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/escaped_path.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/cell/cell.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using Form = ExternalMap::Form;

constexpr std::size_t longest_map_name = 60, longest_kernel_name = 200;
constexpr Index most_features_per_D = 1000;

bool is_regular(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

fs::path whole(const fs::path& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute.lexically_normal();
}

/// It stands in labels and tables' cells, and --only takes it.
void require_name_of_its_own(StrictObject& object, std::string_view key, const std::string& name) {
  const bool plain = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_';
  });
  if (!plain || name.size() > longest_map_name)
    object.fail(key, fmt::format("a name of at most {} letters, digits, - and _", longest_map_name));
  const bool taken =
      name == exact_method || is_external_method(name) ||
      std::ranges::find(feature_map_kinds(), name, &FeatureMapKind::name) != feature_map_kinds().end();
  if (taken) object.fail(key, fmt::format("a name of its own: \"{}\" is another method", name));
}

/// Where a shell would find it; empty where it would not.
fs::path program_in_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder.empty() ? "." : folder) / name;
    if (is_regular(file) && ::access(file.c_str(), X_OK) == 0) return whole(file);
  }
  return {};
}

/// The file of the library, or that the first word of a command names.
fs::path file_beside(StrictObject& object, const std::string& word) {
  return whole(folder_of(object.file()) / word);
}

void read_command(StrictObject& object, ExternalMap& map) {
  const Json& words = object.raw("command");
  if (!words.is_array() || words.empty() ||
      !std::ranges::all_of(words, [](const Json& word) { return word.is_string(); }))
    object.fail("command", "a list of words, the program first");
  for (const Json& word : words) {
    const auto text = word.get<std::string>();
    if (text.find('\0') != std::string::npos) object.fail("command", "words without the character 0");
    const fs::path file = file_beside(object, text);
    map.command.push_back(!text.empty() && is_regular(file) ? file.string() : text);
  }
  const std::string& program = map.command.front();
  map.file = program.find('/') == std::string::npos ? program_in_path(program) : file_beside(object, program);
  if (map.file.empty() || !is_regular(map.file))
    object.fail("command", fmt::format("a program; there is no \"{}\", neither beside the configuration nor "
                                       "where programs are (PATH)",
                                       program));
  if (::access(map.file.c_str(), X_OK) != 0)
    object.fail("command", fmt::format("a program; {} may not be executed", map.file.string()));
}

/// "libmymap.so" as "mymap".
std::string name_of_library(const fs::path& file) {
  std::string name = file.stem().string();
  return name.starts_with("lib") ? name.substr(3) : name;
}

}  // namespace

bool is_external_method(std::string_view method) {
  return method == name_of(Form::program) || method == name_of(Form::plugin);
}

std::shared_ptr<const ExternalMap> read_external_method(StrictObject& object, std::string_view method) {
  const Form form = method == name_of(Form::program) ? Form::program : Form::plugin;
  auto map = std::make_shared<ExternalMap>();
  std::string name;
  if (form == Form::program) {
    name = object.text("name");
    read_command(object, *map);
    map->silence_limit_s = object.number_or("silence_limit_s", ExternalMap::default_silence_limit, 0.01, 1e7);
  } else {
    const std::string library = object.text("plugin");
    map->file = file_beside(object, library);
    if (!is_regular(map->file))
      object.fail("plugin", fmt::format("a shared library; there is no {}", map->file.string()));
    name = object.text_or("name", name_of_library(map->file));
  }
  require_name_of_its_own(object, object.has("name") ? "name" : "plugin", name);
  map->form = form;
  map->kind = external_kind(name, form);
  map->kind.title = object.text_or("title", name);
  map->kind.citation = object.text_or("citation", "");
  map->kind.draws = object.boolean_or("draws", true);
  if (object.has("own_kernel")) {
    map->own_kernel = object.text("own_kernel");
    if (map->own_kernel.empty() || map->own_kernel.size() > longest_kernel_name ||
        printable_line(map->own_kernel) != map->own_kernel)
      object.fail("own_kernel", fmt::format("what the map's kernel is called, one line of at most {} bytes",
                                            longest_kernel_name));
  }
  map->features_per_D = object.integer_or("features_per_D", 1, 1, most_features_per_D);
  map->memory_bytes = 1e6 * object.number_or("memory_mb", 1e-6 * ExternalMap::default_memory, 0, 1e8);
  map->sha256 = sum_of(*map);
  return map;
}

std::string sum_of(const ExternalMap& map) {
  if (map.form == Form::plugin) return sha256_file(map.file);
  Json words = Json::array();
  for (const std::string& word : map.command)
    words.push_back(word.starts_with('/') && is_regular(word) ? Json{{"sha256", sha256_file(word)}}
                                                              : Json{{"word", escaped(word)}});
  return sha256_hex(json_text(words));
}

std::shared_ptr<const ExternalMap> described_external_map(std::string name, Form form, std::string sha256,
                                                          std::string own_kernel) {
  auto map = std::make_shared<ExternalMap>();
  map->form = form;
  map->kind = external_kind(std::move(name), form);
  map->sha256 = std::move(sha256);
  map->own_kernel = std::move(own_kernel);
  return map;
}

Json to_json(const ExternalMap& map) {
  Json command = Json::array();
  for (const std::string& word : map.command) command.push_back(escaped(word));
  return {{"command", command},
          {"file", escaped(map.file)},
          {"draws", map.kind.draws},
          {"features_per_D", map.features_per_D},
          {"memory_bytes", map.memory_bytes},
          {"silence_limit_s", map.silence_limit_s}};
}

std::shared_ptr<const ExternalMap> parse_external_map(const ExternalMap& described, const Json& json) {
  auto map = std::make_shared<ExternalMap>(described);
  map->processes = std::make_shared<ChildUsage>();
  for (const Json& word : json.at("command"))
    map->command.push_back(unescaped(word.get<std::string>()).string());
  map->file = unescaped(json.at("file").get<std::string>());
  map->kind.draws = json.at("draws").get<bool>();
  map->features_per_D = json.at("features_per_D").get<Index>();
  map->memory_bytes = json.at("memory_bytes").get<double>();
  map->silence_limit_s = json.at("silence_limit_s").get<double>();
  if (sum_of(*map) != described.sha256)
    throw InputError(fmt::format(
        "the files of the map \"{}\" ({}) have changed since this cell was planned: run the "
        "configuration again",
        map->kind.name,
        map->form == Form::plugin ? map->file.string() : fmt::format("{}", fmt::join(map->command, " "))));
  return map;
}

bool same_external_map(const std::shared_ptr<const ExternalMap>& a,
                       const std::shared_ptr<const ExternalMap>& b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->form == b->form && a->sha256 == b->sha256 && a->own_kernel == b->own_kernel;
}

}  // namespace sketchbench
