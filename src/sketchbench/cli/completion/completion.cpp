#include <sketchbench/cli/completion/completion.hpp>

#include <CLI/CLI.hpp>
#include <memory>
#include <set>

#include <sketchbench/cli/commands.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/data/catalog.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/cell.hpp>
#include <sketchbench/learners/learner.hpp>
#include "papers/reproduction.hpp"

namespace sketchbench {
namespace {

using Words = std::vector<std::string>;

/// Those that help lists: groups of options have no name, and what the program starts itself has no group.
std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands(
      [](const CLI::App* command) { return !command->get_name().empty() && !command->get_group().empty(); });
}

template <class Kind>
Words names_of(const std::vector<Kind>& kinds, std::string Kind::*name) {
  Words names;
  for (const Kind& kind : kinds) names.push_back(kind.*name);
  return names;
}

Words kernel_names() {
  Words names;
  for (const Kernel& kernel : Kernel::one_of_each_family()) names.emplace_back(kernel.family());
  return names;
}

Words data_sets() { return dataset_names(DataPaths::from_environment()); }

/// "dataset=adult": what --only may be given, but for numbers.
Words filters() {
  Words methods = names_of(feature_map_kinds(), &FeatureMapKind::name);
  methods.emplace_back(exact_method);
  const std::map<std::string, Words> values = {
      {"dataset", data_sets()}, {"kernel", kernel_names()}, {"method", std::move(methods)}};
  Words words;
  for (const auto& [key, named] : values)
    for (const std::string& one : named) words.push_back(key + "=" + one);
  return words;
}

/// Also behind the options that are called like a learner's keys.
std::map<std::string, Words> values_of_options() {
  std::map<std::string, std::set<std::string>> words = {{"--class-weight", {"balanced"}}};
  for (const LearnerKind& kind : learner_kinds())
    for (const FieldInfo& key : kind.parameters) {
      words["--" + key.name].insert(key.choices.begin(), key.choices.end());
      if (key.type == FieldType::truth && key.choices.empty())
        words["--" + key.name].insert({"false", "true"});
    }
  std::map<std::string, Words> values;
  for (const auto& [option, of_option] : words)
    if (!of_option.empty()) values[option] = {of_option.begin(), of_option.end()};
  values["--map"] = names_of(feature_map_kinds(), &FeatureMapKind::name);
  values["--kernel"] = kernel_names();
  values["--learner"] = names_of(learner_kinds(), &LearnerKind::type);
  values["--only"] = filters();
  values["--color"] = {"auto", "always", "never"};
  return values;
}

const Words& shells() {
  static const Words all = {"bash", "zsh", "fish"};
  return all;
}

Words words_of(const std::string& path) {
  if (path == "sketchbench reproduce") return reproduction_words(papers());
  if (path == "sketchbench claims") return names_of(papers(), &Paper::name);
  if (path == "sketchbench maps") return names_of(feature_map_kinds(), &FeatureMapKind::name);
  if (path == "sketchbench learners") return names_of(learner_kinds(), &LearnerKind::type);
  if (path == "sketchbench kernels") return kernel_names();
  for (const char* action : {"list", "fetch", "verify", "info"})
    if (path == std::string("sketchbench datasets ") + action) return data_sets();
  if (path == "sketchbench completion") return shells();
  return {};
}

/// The beginning of a description that --help has whole: a shell shows one in a line beside each word.
std::string brief(const std::string& description) {
  constexpr std::size_t most = 60;
  const std::string first = description.substr(0, description.find_first_of(";:\n"));
  return first.size() <= most ? first : first.substr(0, first.rfind(' ', most)) + " ...";
}

void add_commands(std::vector<CompletedCommand>& all, const CLI::App& app, const std::string& path) {
  CompletedCommand completed{.path = path, .commands = {}, .options = {}, .words = words_of(path)};
  for (const CLI::App* command : commands_of(app))
    completed.commands.push_back({command->get_name(), command->get_description()});
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames())
      completed.options.push_back({"--" + name, brief(option->get_description())});
  all.push_back(std::move(completed));
  for (const CLI::App* command : commands_of(app))
    add_commands(all, *command, path + " " + command->get_name());
}

std::string completion_for(const std::string& shell, const CLI::App& app) {
  CompletedProgram program{.commands = {}, .values = values_of_options()};
  add_commands(program.commands, app, "sketchbench");
  if (shell == "zsh") return zsh_completion(program);
  return shell == "fish" ? fish_completion(program) : bash_completion(program);
}

}  // namespace

void add_completion_command(CLI::App& app) {
  const auto shell = std::make_shared<std::string>("bash");
  CLI::App* command = app.add_subcommand("completion", "print what completes command lines in a shell");
  command->add_option("SHELL", *shell, "bash, zsh or fish")
      ->check(CLI::IsMember(shells()))
      ->capture_default_str();
  set_help_footer(*command);
  command->callback([shell, &app] { print_text(completion_for(*shell, app)); });
}

}  // namespace sketchbench
