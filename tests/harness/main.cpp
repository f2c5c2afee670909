// The test program is its own worker: the scheduler starts /proc/self/exe with the argument "worker".
#include <gtest/gtest.h>

#include <iostream>
#include <iterator>
#include <sstream>
#include <string_view>

#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/worker/child_process.hpp>
#include <sketchbench/harness/worker/worker.hpp>
#include "harness/worker_log.hpp"

namespace {

int work() {
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  const sketchbench::Json task = sketchbench::Json::parse(text);
  const sketchbench::testing_support::WorkerLogEntry entry(
      task.contains("cell") ? task["cell"].at("experiment").get<std::string>() : "prepare");
  std::istringstream input(text);
  sketchbench::install_workers_fatal_error_report(sketchbench::ChildProcess::channel_descriptor);
  return sketchbench::run_worker(input, sketchbench::ChildProcess::channel_descriptor);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "worker") return work();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
