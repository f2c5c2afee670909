#include <sketchbench/harness/config/config.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/cell/external_method.hpp>
#include <sketchbench/harness/cell/landmark_file.hpp>
#include <sketchbench/harness/config/config_checks.hpp>
#include <sketchbench/harness/results_layout.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t longest_name = 100;  // it is a part of file names

/// The message of a look-up by name with the place of the name in front.
template <class Find>
decltype(auto) at_place(const StrictObject& object, std::string_view key, Find&& find) {
  try {
    return find();
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", object.place(key), error.what()));
  }
}

std::vector<Index> read_feature_counts(StrictObject& entry, const char* key) {
  if (!entry.has(key)) return {};
  const Json& value = entry.raw(key);
  if (!value.is_array()) return {entry.integer(key, 1, largest_D)};
  std::vector<Index> counts;
  std::unordered_set<Index> seen;
  for (const Json& one : value) {
    if (!one.is_number_integer() || one.get<std::int64_t>() < 1 || one.get<std::int64_t>() > largest_D)
      entry.fail(key, fmt::format("whole numbers from 1 to {}", largest_D));
    const auto D = one.get<Index>();
    // Twice the same cells would be taken for more runs than there are.
    if (!seen.insert(D).second) entry.fail(key, fmt::format("each number once; {} is there twice", D));
    counts.push_back(D);
  }
  if (counts.empty()) entry.fail(key, "a number of random features or a list of them");
  return counts;
}

/// "split_seeds": a whole number or a list of them; one empty one where the key is not there.
std::vector<std::optional<Seed>> read_split_seeds(StrictObject& entry) {
  if (!entry.has("split_seeds")) return {std::nullopt};
  const Json& value = entry.raw("split_seeds");
  std::vector<std::optional<Seed>> seeds;
  std::unordered_set<Seed> seen;
  for (const Json& one : value.is_array() ? value : Json::array({value})) {
    if (!one.is_number_integer() || one.get<std::int64_t>() < 0)
      entry.fail("split_seeds", "whole numbers from 0 on, which draw a random split again");
    const auto seed = static_cast<Seed>(one.get<std::int64_t>());
    if (!seen.insert(seed).second)
      entry.fail("split_seeds", fmt::format("each number once; {} is there twice", seed));
    seeds.emplace_back(seed);
  }
  if (seeds.empty()) entry.fail("split_seeds", "a seed of the random split or a list of them");
  return seeds;
}

/// A quick run is a part of the complete one, so that its figure is one with fewer points.
std::vector<Index> read_quick_feature_counts(StrictObject& entry, const std::vector<Index>& D) {
  std::vector<Index> counts = read_feature_counts(entry, "quick_D");
  const std::unordered_set<Index> known(D.begin(), D.end());
  for (const Index one : counts)
    if (!known.contains(one)) entry.fail("quick_D", fmt::format("some of \"D\"; {} is not there", one));
  return counts;
}

std::map<std::string, std::string> read_methods_left_out(StrictObject& entry) {
  std::map<std::string, std::string> reasons;
  if (!entry.has("without")) return reasons;
  StrictObject without = entry.object("without");
  for (const auto& [method, reason] : without.json().items()) {
    reasons[method] = without.text(method);
    if (reasons[method].empty()) without.fail(method, "the reason why it is not run on these data");
  }
  return reasons;
}

/// One for each split that the entry asks for.
std::vector<GridEntry> read_grid_entry(StrictObject& object, std::size_t place) {
  GridEntry entry{.dataset = {}, .D = {}, .place = place};
  entry.dataset.name = object.text("dataset");
  entry.dataset.split = object.text_or("split", "");
  entry.dataset.max_train = object.integer_or("max_train", 0, 1, INT64_MAX);
  entry.dataset.max_test = object.integer_or("max_test", 0, 1, INT64_MAX);
  entry.D = read_feature_counts(object, "D");
  entry.quick_D = read_quick_feature_counts(object, entry.D);
  if (object.has("d")) {
    if (!object.raw("d").is_string())
      entry.dataset.d = object.integer("d", 1, largest_D);
    else if (object.text("d") == "D")
      entry.d_follows_D = true;
    else
      object.fail("d", "a number of columns, or \"D\" for as many as there are random features");
  }
  entry.quick_rows = object.integer_or("quick_max_train", quick_max_train, 1, quick_max_train);
  entry.quick_test_rows = object.integer_or("quick_max_test", quick_max_test, 1, quick_max_test);
  entry.without = read_methods_left_out(object);
  std::vector<GridEntry> entries;
  for (const std::optional<Seed>& seed : read_split_seeds(object)) {
    entry.dataset.split_seed = seed;
    entries.push_back(entry);
  }
  object.finish();
  return entries;
}

std::vector<GridEntry> read_grid(StrictObject& document) {
  std::vector<GridEntry> grid;
  std::size_t place = 0;
  for (StrictObject& object : document.objects("grid"))
    for (GridEntry& entry : read_grid_entry(object, place++)) grid.push_back(std::move(entry));
  if (grid.empty()) document.fail("grid", "at least one entry");
  return grid;
}

Kernel read_kernel(StrictObject& object) {
  Kernel kernel = Kernel::parse(object);
  object.finish();
  return kernel;
}

LearnerSpec read_learner(StrictObject object) {
  LearnerSpec learner = LearnerSpec::read(object);
  object.finish();
  return learner;
}

/// The parameters that an entry of "methods" gives its map, which must be a known one or one that it brings
/// along, and the rows of a file that they name.
void read_map(StrictObject& object, MethodEntry& entry) {
  if (is_external_method(entry.method)) {
    entry.external = read_external_method(object, entry.method);
    entry.method = entry.external->kind.name;
    // What they mean is the map's own business.
    if (object.has("parameters")) entry.parameters = ParameterValues(object.object("parameters").json());
    return;
  }
  const FeatureMapKind& kind =
      at_place(object, "method", [&]() -> const FeatureMapKind& { return find_feature_map(entry.method); });
  if (!object.has("parameters")) return;
  entry.parameters = read_map_parameters(object.object("parameters"), kind.parameters);
  entry.given = at_place(object, "parameters", [&] {
    return take_landmark_file(entry.parameters, kind, folder_of(object.file()));
  });
}

/// A method of an experiment that trains nothing: the map that it measures, or "exact" where it measures
/// none.
MethodEntry read_method_alone(StrictObject& object, const Experiment& experiment) {
  MethodEntry entry{.method = object.text("method"), .learner = {}, .parameters = {}};
  if (experiment.maps)
    read_map(object, entry);
  else if (entry.method != exact_method)
    object.fail("method", fmt::format("\"exact\": the experiment \"{}\" makes no map", experiment.name));
  object.finish();
  return entry;
}

MethodEntry read_method(StrictObject& object, const LearnerSpec& default_learner) {
  MethodEntry entry;
  entry.method = object.text("method");
  if (entry.method != exact_method)
    read_map(object, entry);
  else if (object.has("parameters"))
    object.fail("parameters", "none: \"exact\" makes no map");
  if (object.has("learner"))
    entry.learner = read_learner(object.object("learner"));
  else if (!default_learner.is_none())
    entry.learner = default_learner;
  else
    object.fail("learner", "a learner here, or one beside \"grid\" for all methods");
  const LearnerKind& kind = entry.learner.kind();
  if (kind.uses_kernel != (entry.method == exact_method))
    throw InputError(fmt::format("{} is \"{}\", which {}", object.place("learner.type"), kind.type,
                                 kind.uses_kernel
                                     ? "trains on a kernel; a feature map needs a linear learner"
                                     : "is linear; \"exact\" needs a learner that takes a kernel"));
  object.finish();
  return entry;
}

template <class T, class Read>
std::vector<T> read_list(StrictObject& document, std::string_view key, Read&& read) {
  std::vector<T> items;
  for (StrictObject& object : document.objects(key)) items.push_back(read(object));
  if (items.empty()) document.fail(key, "at least one entry");
  return items;
}

ParameterValues read_parameters(StrictObject& document, const Experiment& experiment) {
  static const Json nothing = Json::object();
  StrictObject object = document.has("parameters") ? document.object("parameters")
                                                   : StrictObject(nothing, document.file(), "parameters");
  ParameterValues parameters = experiment.read_parameters(object);
  object.finish();
  return parameters;
}

enum class Beside { read, taken_as_it_is };
Config read_config(const std::filesystem::path& file, Beside beside);

/// Another configuration that this one names under the key. It is read like this one, but for those that it
/// names itself: two may name each other.
std::filesystem::path read_other(StrictObject& document, const char* key, const std::filesystem::path& config,
                                 const Experiment& experiment, Beside beside) {
  if (!experiment.shows_beside)
    document.fail(key, fmt::format("none: a report of the experiment \"{}\" shows no other configuration",
                                   experiment.name));
  const std::filesystem::path file = folder_of(config) / document.text(key);
  std::error_code error;
  if (!std::filesystem::exists(file, error))
    document.fail(key, fmt::format("a configuration; there is no {}", file.string()));
  if (std::filesystem::equivalent(file, config, error))
    document.fail(key, "another configuration than this one");
  if (beside == Beside::taken_as_it_is) return file;
  const Config other = at_place(document, key, [&] { return read_config(file, Beside::taken_as_it_is); });
  if (other.experiment != experiment.name)
    document.fail(key, fmt::format("a configuration of the experiment \"{}\"; that of {} is \"{}\"",
                                   experiment.name, file.string(), other.experiment));
  return file;
}

/// What another split changes is asked for where published numbers stand beside ours: by nothing else.
std::filesystem::path read_splits(StrictObject& document, const Config& config, const Experiment& experiment,
                                  Beside beside) {
  if (!config.compare_with)
    document.fail("splits", "\"compare_with\" beside it: splits are measured for comparisons");
  return read_other(document, "splits", config.file, experiment, beside);
}

FigureRequest read_figure(StrictObject& document, const Experiment& experiment) {
  if (experiment.shows.empty())
    document.fail("figure", fmt::format("none: the experiment \"{}\" leaves no choice", experiment.name));
  StrictObject object = document.object("figure");
  FigureRequest figure{.number = object.text_or("number", ""), .shows = object.text("shows")};
  if (std::find(experiment.shows.begin(), experiment.shows.end(), figure.shows) == experiment.shows.end())
    object.fail("shows", fmt::format("\"{}\"", fmt::join(experiment.shows, "\" or \"")));
  object.finish();
  return figure;
}

std::optional<PaperReference> read_paper_reference(StrictObject& document,
                                                   const std::filesystem::path& config,
                                                   const Experiment& experiment) {
  if (!document.has("compare_with")) return std::nullopt;
  if (experiment.require_published == nullptr)
    document.fail(
        "compare_with",
        fmt::format("none: a report of the experiment \"{}\" shows no published numbers", experiment.name));
  const std::string text = document.text("compare_with");
  const auto hash = text.find('#');
  if (hash == std::string::npos || hash == 0 || hash + 1 == text.size())
    document.fail("compare_with", "\"FILE.json#SECTION\"");
  PaperReference reference{folder_of(config) / text.substr(0, hash), text.substr(hash + 1)};
  std::error_code error;
  if (!std::filesystem::exists(reference.file, error))
    document.fail("compare_with", fmt::format("a file that exists; {} does not", reference.file.string()));
  at_place(document, "compare_with", [&] { experiment.require_published(reference); });
  return reference;
}

void require_plain_name(StrictObject& document, const std::string& name) {
  const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_';
  });
  if (!plain || name.size() > longest_name)
    document.fail("name", fmt::format("at most {} letters, digits, - and _ (it names a folder of results)",
                                      longest_name));
  if (is_reserved_folder(name) || name == overview_name || name.starts_with(claims_prefix))
    document.fail("name", "another name: that folder of the results is the program's own");
  if (name.ends_with(quick_ending))
    document.fail("name", fmt::format("another name: \"{}\" ends those of --quick runs", quick_ending));
}

Config read_config(const std::filesystem::path& file, Beside beside) {
  const Json json = read_json(file);
  StrictObject document(json, file.string());
  Config config;
  config.file = file;
  config.name = document.text("name");
  require_plain_name(document, config.name);
  config.title = document.text_or("title", config.name);
  config.experiment = document.text("experiment");
  at_place(document, "experiment", [&]() -> const Experiment& { return find_experiment(config.experiment); });
  config.seeds = static_cast<int>(document.integer_or("seeds", 1, 1, 100'000));
  config.times = document.boolean_or("times", true);
  const Experiment& experiment = find_experiment(config.experiment);
  config.compare_with = read_paper_reference(document, file, experiment);
  if (experiment.read_parameters != nullptr) config.parameters = read_parameters(document, experiment);
  if (document.has("figure")) config.figure = read_figure(document, experiment);
  if (document.has("beside")) config.beside = read_other(document, "beside", file, experiment, beside);
  if (document.has("splits")) config.splits = read_splits(document, config, experiment, beside);
  const bool trains = experiment.trains;
  const LearnerSpec default_learner =
      trains && document.has("learner") ? read_learner(document.object("learner")) : LearnerSpec();
  config.grid = read_grid(document);
  config.kernels = read_list<Kernel>(document, "kernels", read_kernel);
  config.methods = read_list<MethodEntry>(document, "methods", [&](StrictObject& object) {
    return trains ? read_method(object, default_learner) : read_method_alone(object, experiment);
  });
  document.finish();
  require_parts_that_go_together(experiment, config);
  const std::size_t panels = config.grid.size() * config.kernels.size();
  if (config.figure && panels > most_panels)
    throw InputError(
        fmt::format("{}: \"figure\" would have {} panels, one for each of \"grid\" and \"kernels\", "
                    "expected at most {}",
                    file.string(), panels, most_panels));

  const bool maps = std::any_of(config.methods.begin(), config.methods.end(),
                                [](const MethodEntry& m) { return m.method != exact_method; });
  if (config.figure && !maps)
    document.fail("figure", "none: it shows results with random features, and every method is \"exact\"");
  for (std::size_t i = 0; maps && i < config.grid.size(); ++i)
    if (config.grid[i].D.empty())
      throw InputError(fmt::format("{}: \"grid[{}].D\" is missing, expected the number of random features",
                                   file.string(), i));
  return config;
}

}  // namespace

Config read_config(const std::filesystem::path& file) { return read_config(file, Beside::read); }

std::vector<std::filesystem::path> files_of(const std::vector<Config>& configs) {
  std::vector<std::filesystem::path> files;
  for (const Config& config : configs) files.push_back(config.file);
  return files;
}

void require_distinct_names(const std::vector<Config>& configs) {
  for (std::size_t i = 0; i < configs.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      std::error_code error;
      if (configs[i].name == configs[j].name && configs[i].file != configs[j].file &&
          !std::filesystem::equivalent(configs[i].file, configs[j].file, error))
        throw InputError(
            fmt::format("{}: \"name\" is \"{}\" as in {}, expected another: both would leave their "
                        "results in one folder",
                        configs[i].file.string(), configs[i].name, configs[j].file.string()));
    }
}

std::vector<Config> read_configs(const std::vector<std::filesystem::path>& files, bool quick) {
  std::vector<Config> configs;
  for (const std::filesystem::path& file : files) {
    Config config = read_config(file);
    configs.push_back(quick ? quick_variant(std::move(config)) : std::move(config));
  }
  return configs;
}

}  // namespace sketchbench
