#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>

namespace sketchbench::testing_support {

/// Names a file into which every worker of the test program writes when it begins and ends its cell.
inline constexpr const char* worker_log_variable = "SKETCHBENCH_TEST_WORKER_LOG";

/// "begin accuracy" in the log while the object lives, "end accuracy" when it goes. The harness learns of a
/// worker's end by the end of its process, which comes later, so lines stand in the order of the events.
class WorkerLogEntry {
 public:
  explicit WorkerLogEntry(std::string experiment) : experiment_(std::move(experiment)) { write("begin"); }
  ~WorkerLogEntry() { write("end"); }
  WorkerLogEntry(const WorkerLogEntry&) = delete;
  WorkerLogEntry& operator=(const WorkerLogEntry&) = delete;

 private:
  void write(const char* event) const {
    const char* file = std::getenv(worker_log_variable);
    if (file == nullptr) return;
    // Appended in one piece at close: lines of different processes do not mix.
    if (std::FILE* log = std::fopen(file, "a")) {
      std::fprintf(log, "%s %s\n", event, experiment_.c_str());
      std::fclose(log);
    }
  }

  std::string experiment_;
};

}  // namespace sketchbench::testing_support
