// The test program is its own worker: the scheduler starts /proc/self/exe with the argument "worker".
#include <gtest/gtest.h>

#include <iostream>
#include <string_view>

#include "harness/child_process.hpp"
#include "harness/worker.hpp"

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "worker")
    return sketchbench::run_worker(std::cin, sketchbench::ChildProcess::channel_descriptor);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
