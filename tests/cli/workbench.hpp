#pragma once
#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

#include <sketchbench/core/json.hpp>
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench::testing_support {

/// A folder that looks like a checkout to the program: datasets/quadrants.json with its files in mirror/, and
/// two configurations that run on it: configs/small.json (34 cells) and configs/tiny.json (two). Commands run
/// inside it, without a network.
class Workbench {
 public:
  /// With more rows of training data the cells last longer.
  explicit Workbench(int rows = 300);

  const TemporaryFolder& folder() const { return folder_; }
  std::filesystem::path operator/(std::string_view name) const { return folder_ / name; }
  void write(std::string_view name, std::string_view text) const { folder_.write(name, text); }
  std::string read(std::string_view name) const;
  /// Files below a folder, relative to it, sorted.
  std::vector<std::string> files(std::string_view below) const;

  /// What does not depend on the clock, by record: status, result, the learner's report.
  std::map<std::string, Json> outcomes() const;

  Ended run(const std::vector<std::string>& arguments) const;
  /// The same by bash's `script`, in which "$0" "$@" is the program with its arguments: for pipes and
  /// redirections.
  Ended run_in_shell(const std::string& script, const std::vector<std::string>& arguments) const;
  /// Starts the program and returns its process; its output goes to a file in the folder.
  pid_t start(const std::vector<std::string>& arguments, const std::string& output = "output.txt") const;
  static int wait(pid_t process);
  /// Stops a run at a moment when it has claims in results/; false when it has ended before.
  bool stop_with_claims(pid_t run) const;
  /// Runs `command` while a run of configs/small.json is stopped with claims in results/, which is killed
  /// then. Expects that it is refused because of that process and leaves the records in results/ as they are.
  /// The bench needs some rows (2000): the run must not be over before it can be stopped.
  Ended refused_beside_a_run(const std::vector<std::string>& command) const;
  /// Whether the output of a program that was started has the text in it by now.
  bool has_printed(std::string_view text, std::string_view output = "output.txt") const;

 private:
  pid_t start_words(std::vector<std::string> words, const std::vector<std::string>& arguments,
                    const std::string& output = "output.txt") const;
  Ended ended(pid_t process) const;

  TemporaryFolder folder_;
};

}  // namespace sketchbench::testing_support
