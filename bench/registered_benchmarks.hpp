#pragma once
#include <benchmark/benchmark.h>

namespace sketchbench::bench {

/// main() of a program that registers its benchmarks when it starts: registers and runs those that the
/// command line asks for. Returns the exit code.
inline int run_registered(int argc, char** argv, void (*register_benchmarks)()) {
  register_benchmarks();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace sketchbench::bench
