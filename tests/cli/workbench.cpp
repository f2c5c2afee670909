#include "cli/workbench.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include "support/libsvm_dataset.hpp"
#include "support/quadrants.hpp"

namespace sketchbench::testing_support {

Workbench::Workbench(int rows) {
  add_libsvm_dataset(folder_, "quadrants", quadrants(rows, 1), quadrants(200, 2), 8);
  write("configs/small.json", R"({
 "name": "small", "experiment": "accuracy", "seeds": 4, "learner": {"type": "liblinear"},
 "grid":    [{"dataset": "quadrants", "D": [50, 100]}],
 "kernels": [{"kernel": "polynomial", "degree": 2}, {"kernel": "polynomial", "degree": 2, "coef0": 1}],
 "methods": [{"method": "exact", "learner": {"type": "libsvm"}},
             {"method": "tensor_sketch"}, {"method": "random_maclaurin_restricted"}]
})");
  write("configs/tiny.json", R"({
 "name": "tiny", "experiment": "accuracy", "seeds": 2, "learner": {"type": "liblinear"},
 "grid": [{"dataset": "quadrants", "D": 20}],
 "kernels": [{"kernel": "polynomial", "degree": 2}],
 "methods": [{"method": "tensor_sketch"}]
})");
}

std::string Workbench::read(std::string_view name) const { return read_file(folder_ / name); }

std::vector<std::string> Workbench::files(std::string_view below) const {
  std::vector<std::string> names;
  const auto root = folder_ / below;
  if (!std::filesystem::exists(root)) return names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
    if (entry.is_regular_file()) names.push_back(std::filesystem::relative(entry.path(), root).string());
  std::sort(names.begin(), names.end());
  return names;
}

pid_t Workbench::start_words(std::vector<std::string> words, const std::vector<std::string>& arguments,
                             const std::string& output) const {
  return start_program({.words = joined(std::move(words), arguments),
                        .folder = folder_.path(),
                        .output = folder_ / output,
                        .environment = {{"SKETCHBENCH_MIRROR", std::nullopt},
                                        {"SKETCHBENCH_DATASETS", std::nullopt},
                                        {"SKETCHBENCH_DATA", std::nullopt},
                                        {"SKETCHBENCH_OFFLINE", "1"}}});
}

pid_t Workbench::start(const std::vector<std::string>& arguments, const std::string& output) const {
  return start_words({SKETCHBENCH_PROGRAM}, arguments, output);
}

int Workbench::wait(pid_t process) { return wait_for_program(process); }

std::map<std::string, Json> Workbench::outcomes() const {
  std::map<std::string, Json> all;
  for (const std::string& file : files("results/records")) {
    if (!file.ends_with(".json")) continue;  // a temporary file of a process that was killed
    const Json record = parse_json(read("results/records/" + file), file);
    all[file] = {record.at("status"), record.at("result"), record.at("learner")};
  }
  return all;
}

namespace {

/// False when it has ended instead. The signal is sent again where nothing comes of it: on a busy machine a
/// run was seen to go on after one.
bool stop(pid_t process) {
  constexpr int looks = 40;
  for (;;) {
    ::kill(process, SIGSTOP);
    for (int look = 0; look < looks; ++look) {
      int status = 0;
      const pid_t changed = ::waitpid(process, &status, WUNTRACED | WNOHANG);
      if (changed != 0) return changed == process && WIFSTOPPED(status);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
}

}  // namespace

bool Workbench::stop_with_claims(pid_t run) const {
  while (stop(run)) {
    for (const std::string& file : files("results/claims"))
      if (file.ends_with(".json")) return true;
    ::kill(run, SIGCONT);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

Ended Workbench::refused_beside_a_run(const std::vector<std::string>& command) const {
  const pid_t process = start({"run", "configs/small.json", "--mirror", "mirror", "--jobs", "2"});
  EXPECT_TRUE(stop_with_claims(process)) << read("output.txt");
  const auto before = files("results/records");
  Ended refused = run(command);
  EXPECT_NE(refused.exit_code, 0) << refused.output;
  EXPECT_THAT(refused.output, testing::HasSubstr("process " + std::to_string(process)));
  EXPECT_EQ(files("results/records"), before);
  ::kill(process, SIGKILL);
  wait(process);
  return refused;
}

bool Workbench::has_printed(std::string_view text, std::string_view output) const {
  return std::filesystem::exists(folder_ / output) && read(output).find(text) != std::string::npos;
}

Ended Workbench::ended(pid_t process) const {
  Ended ended;
  ended.exit_code = wait(process);
  ended.output = read("output.txt");
  return ended;
}

Ended Workbench::run(const std::vector<std::string>& arguments) const { return ended(start(arguments)); }

Ended Workbench::run_in_shell(const std::string& script, const std::vector<std::string>& arguments) const {
  return ended(start_words({"/bin/bash", "-c", script, SKETCHBENCH_PROGRAM}, arguments));
}

}  // namespace sketchbench::testing_support
