#pragma once
#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sketchbench::testing_support {

/// How a run of a program ended and what it printed.
struct Ended {
  int exit_code = -1;  ///< 128 + signal when a signal ended it
  std::string output;  ///< standard output and error together
};

using Words = std::vector<std::string>;

/// The words of both.
Words joined(Words first, const Words& more);

/// A program to start. Standard input is empty.
struct Launch {
  std::vector<std::string> words;  ///< the program's path, then its arguments
  std::filesystem::path folder;    ///< where it works
  std::filesystem::path output;    ///< where standard output and error go; an absolute path
  /// Variables to set, or to remove, in what it inherits of the environment.
  std::map<std::string, std::optional<std::string>> environment;
};

pid_t start_program(const Launch& launch);
/// Its exit code; 128 + signal when a signal ended it.
int wait_for_program(pid_t process);

}  // namespace sketchbench::testing_support
