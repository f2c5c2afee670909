#include <sketchbench/cli/commands.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/features/feature_map.hpp>
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

Words options_of(const CLI::App& app) {
  Words names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

Words names_of(const std::vector<const CLI::App*>& commands) {
  Words names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return names;
}

/// What may stand behind an option whose values have names; files are offered behind all others.
std::string values_case(std::string_view option, const Words& names) {
  return fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n", option,
                     fmt::join(names, " "));
}

template <class Kind>
Words names_of(const std::vector<Kind>& kinds, std::string Kind::*name) {
  Words names;
  for (const Kind& kind : kinds) names.push_back(kind.*name);
  return names;
}

/// What may stand behind the options that are called like a learner's keys.
std::string learner_values_cases() {
  std::map<std::string, std::set<std::string>> words = {{"--class-weight", {"balanced"}}};
  for (const LearnerKind& kind : learner_kinds())
    for (const FieldInfo& key : kind.parameters) {
      words["--" + key.name].insert(key.choices.begin(), key.choices.end());
      if (key.type == FieldType::truth && key.choices.empty())
        words["--" + key.name].insert({"false", "true"});
    }
  std::string cases;
  for (const auto& [option, values] : words)
    if (!values.empty()) cases += values_case(option, {values.begin(), values.end()});
  return cases;
}

Words kernel_names() {
  Words names;
  for (const Kernel& kernel : Kernel::one_of_each_family()) names.emplace_back(kernel.family());
  return names;
}

/// An entry for each command of what may follow it: its own commands where it has some, else its options.
void add_entries(std::string& entries, const CLI::App& app, const std::string& path) {
  const std::vector<const CLI::App*> commands = commands_of(app);
  entries += fmt::format("    [\"{}\"]=\"{}\"\n", path,
                         fmt::join(commands.empty() ? options_of(app) : names_of(commands), " "));
  for (const CLI::App* command : commands) add_entries(entries, *command, path + " " + command->get_name());
}

std::string bash_completion(const CLI::App& app) {
  std::string entries;
  add_entries(entries, app, "sketchbench");
  return fmt::format(
      R"(# Completes the command lines of sketchbench in bash: source it. Made by "sketchbench completion".
_sketchbench() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} path=sketchbench i
  local -A follows=(
{}  ) words=(
    ["sketchbench reproduce"]="{}"
    ["sketchbench claims"]="{}"
  )
  COMPREPLY=()
  case ${{COMP_WORDS[COMP_CWORD-1]}} in
{}{}{}{}  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ -z ${{follows["$path ${{COMP_WORDS[i]}}"]+known}} ]] || path+=" ${{COMP_WORDS[i]}}"
  done
  if [[ $word == -* || ${{follows[$path]}} != -* ]]; then
    COMPREPLY=($(compgen -W "${{follows[$path]}}" -- "$word"))
  elif [[ ${{COMP_WORDS[COMP_CWORD-1]}} != -* && -n ${{words[$path]-}} ]]; then
    COMPREPLY=($(compgen -W "${{words[$path]}}" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F _sketchbench sketchbench
)",
      entries, fmt::join(reproduction_words(papers()), " "), fmt::join(names_of(papers(), &Paper::name), " "),
      values_case("--map", names_of(feature_map_kinds(), &FeatureMapKind::name)),
      values_case("--kernel", kernel_names()),
      values_case("--learner", names_of(learner_kinds(), &LearnerKind::type)), learner_values_cases());
}

}  // namespace

void add_completion_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("completion", "print what completes command lines in bash");
  command->callback([&app] { print_text(bash_completion(app)); });
}

}  // namespace sketchbench
