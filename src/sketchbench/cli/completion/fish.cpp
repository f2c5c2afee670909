#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sketchbench/cli/completion/completion.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

std::string in_quotes(std::string_view text) {
  return "'" + replaced(replaced(printable_line(text), "\\", "\\\\"), "'", "\\'") + "'";
}

}  // namespace

std::string fish_completion(const CompletedProgram& program) {
  std::string paths, lines;
  for (const CompletedCommand& command : program.commands) {
    paths += " " + in_quotes(command.path);
    const std::string here =
        fmt::format("complete -c sketchbench -n '__sketchbench_at \"{}\"'", command.path);
    for (const CompletedWord& one : command.commands)
      lines += fmt::format("{} -f -a {} -d {}\n", here, one.word, in_quotes(one.description));
    if (!command.words.empty()) lines += fmt::format("{} -f -a '{}'\n", here, fmt::join(command.words, " "));
    for (const CompletedWord& one : command.options) {
      const auto values = program.values.find(one.word);
      lines += fmt::format("{} -l {} -d {}", here, one.word.substr(2), in_quotes(one.description));
      if (values != program.values.end()) lines += fmt::format(" -x -a '{}'", fmt::join(values->second, " "));
      lines += '\n';
    }
  }
  return fmt::format(
      R"(# Completes the command lines of sketchbench in fish. Made by "sketchbench completion fish".
function __sketchbench_at
  set -l at sketchbench
  for word in (commandline -opc)[2..-1]
    if contains -- "$at $word"{}
      set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
{})",
      paths, lines);
}

}  // namespace sketchbench
