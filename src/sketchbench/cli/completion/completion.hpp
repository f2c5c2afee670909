#pragma once
#include <map>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sketchbench {

/// A word that may follow, and what it is.
struct CompletedWord {
  std::string word, description;
};

/// What a command line may go on with.
struct CompletedCommand {
  std::string path;                     ///< "sketchbench datasets list"
  std::vector<CompletedWord> commands;  ///< its own
  std::vector<CompletedWord> options;   ///< "--jobs"
  std::vector<std::string> words = {};  ///< that may stand in the place of a file: "kdd13"
};

struct CompletedProgram {
  std::vector<CompletedCommand> commands;  ///< the program itself first
  /// What may stand behind an option whose values have names; files are offered behind all others.
  std::map<std::string, std::vector<std::string>> values;
};

// A script to be sourced by that shell.
std::string bash_completion(const CompletedProgram& program);
std::string zsh_completion(const CompletedProgram& program);
std::string fish_completion(const CompletedProgram& program);

}  // namespace sketchbench
