#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sketchbench/cli/completion/completion.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

/// 'run:run the cells', for _describe.
std::string described(const std::vector<CompletedWord>& completed) {
  std::string words;
  for (const CompletedWord& one : completed)
    words += fmt::format(" '{}:{}'", one.word, replaced(printable_line(one.description), "'", "'\\''"));
  return words;
}

}  // namespace

std::string zsh_completion(const CompletedProgram& program) {
  std::string paths, values, follows;
  for (const CompletedCommand& command : program.commands) {
    paths += fmt::format("{}\"{}\"", paths.empty() ? "" : "|", command.path);
    follows += fmt::format("    (\"{}\")\n", command.path);
    if (!command.commands.empty())
      follows += fmt::format(
          "      if [[ $words[CURRENT] != -* ]]; then found=({}); _describe command found; "
          "return; fi\n",
          described(command.commands));
    follows += fmt::format(
        "      if [[ $words[CURRENT] == -* ]]; then found=({}); _describe option found; "
        "return; fi\n",
        described(command.options));
    if (!command.words.empty())
      follows += fmt::format("      compadd -- {}\n      return\n", fmt::join(command.words, " "));
    follows += "      ;;\n";
  }
  for (const auto& [option, names] : program.values)
    values += fmt::format("    ({}) compadd -- {}; return ;;\n", option, fmt::join(names, " "));
  return fmt::format(
      R"(#compdef sketchbench
# Completes the command lines of sketchbench in zsh. Made by "sketchbench completion zsh".
_sketchbench() {{
  local at=sketchbench i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    case "$at $words[i]" in
    ({}) at+=" $words[i]" ;;
    esac
  done
  case $words[CURRENT-1] in
{}  esac
  case $at in
{}  esac
  _files
}}
if [[ $funcstack[1] == _sketchbench ]]; then _sketchbench "$@"; else compdef _sketchbench sketchbench; fi
)",
      paths, values, follows);
}

}  // namespace sketchbench
