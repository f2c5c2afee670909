#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sketchbench/cli/completion/completion.hpp>

namespace sketchbench {
namespace {

std::string words_of(const std::vector<CompletedWord>& completed) {
  std::string words;
  for (const CompletedWord& one : completed) words += (words.empty() ? "" : " ") + one.word;
  return words;
}

}  // namespace

std::string bash_completion(const CompletedProgram& program) {
  std::string follows, words, values;
  for (const CompletedCommand& command : program.commands) {
    // Its own commands where it has some, else its options.
    follows += fmt::format("    [\"{}\"]=\"{}\"\n", command.path,
                           words_of(command.commands.empty() ? command.options : command.commands));
    if (!command.words.empty())
      words += fmt::format("    [\"{}\"]=\"{}\"\n", command.path, fmt::join(command.words, " "));
  }
  for (const auto& [option, names] : program.values)
    values += fmt::format("    {}) values=\"{}\" ;;\n", option, fmt::join(names, " "));
  return fmt::format(
      R"(# Completes the command lines of sketchbench in bash: source it. Made by "sketchbench completion".
_sketchbench() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} path=sketchbench key='' values='' at=$COMP_CWORD i
  local -A follows=(
{}  ) words=(
{}  )
  COMPREPLY=()
  # "--only dataset=adult" is four words here, "--kernel=gaussian" three.
  [[ $word != = ]] || word='' at=$((at + 1))
  [[ ${{COMP_WORDS[at-1]}} != = ]] || at=$((at - 1))
  [[ ${{COMP_WORDS[at]}} != = || ${{COMP_WORDS[at-1]}} == -* ]] || key=${{COMP_WORDS[at-1]}}= at=$((at - 1))
  case ${{COMP_WORDS[at-1]}} in
{}  esac
  if [[ -n $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$key$word"))
    COMPREPLY=("${{COMPREPLY[@]#"$key"}}")
    compopt +o filenames 2>/dev/null  # whose "=" would be quoted
    return
  fi
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
      follows, words, values);
}

}  // namespace sketchbench
