#pragma once
#include <cstdio>
#include <string>

namespace sketchbench {

/// Lines for people. On a terminal a status line at the bottom is redrawn in place; elsewhere it does not
/// appear and only the finished lines are printed.
class Progress {
 public:
  explicit Progress(std::FILE* stream = stderr);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  bool on_terminal() const { return terminal_; }
  /// A line that stays.
  void print(const std::string& line);
  /// The line at the bottom; empty removes it.
  void status(const std::string& line);

 private:
  void erase_status();

  std::FILE* stream_;
  bool terminal_;
  std::string shown_;
};

}  // namespace sketchbench
