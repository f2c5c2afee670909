#pragma once
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

namespace sketchbench::testing_support {

/// Names a file into which every worker of the test program writes when it begins and ends its cell.
inline constexpr const char* worker_log_variable = "SKETCHBENCH_TEST_WORKER_LOG";

/// Names a file for which every worker waits at its end, up to a minute: what a test does beside it is done
/// then.
inline constexpr const char* worker_waits_variable = "SKETCHBENCH_TEST_WORKER_WAITS_FOR";

/// "begin accuracy" in the log while the object lives, "end accuracy" when it goes. The harness learns of a
/// worker's end by the end of its process, which comes later, so lines stand in the order of the events.
class WorkerLogEntry {
 public:
  explicit WorkerLogEntry(std::string experiment) : experiment_(std::move(experiment)) { write("begin"); }
  ~WorkerLogEntry() {
    wait();
    write("end");
  }
  WorkerLogEntry(const WorkerLogEntry&) = delete;
  WorkerLogEntry& operator=(const WorkerLogEntry&) = delete;

 private:
  static void wait() {
    const char* file = std::getenv(worker_waits_variable);
    for (int looks = 0; file != nullptr && looks < 6000 && !std::filesystem::exists(file); ++looks)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }

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
