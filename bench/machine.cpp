#include "bench/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "core/quartiles.hpp"
#include "core/text.hpp"
#include "core/timer.hpp"
#include "harness/worker/environment.hpp"

namespace sketchbench::bench {
namespace {

using Floats = float __attribute__((vector_size(64)));

/// Independent chains of multiply-adds, enough of them to fill the pipelines.
float flops(std::int64_t rounds) {
  constexpr int chains = 16;
  Floats sums[chains] = {};
  const Floats factor = Floats{} + 0.999f, term = Floats{} + 0.001f;
  for (std::int64_t r = 0; r < rounds; ++r)
    for (Floats& sum : sums) sum = sum * factor + term;
  float total = 0;
  for (const Floats& sum : sums)
    for (int lane = 0; lane < 16; ++lane) total += sum[lane];
  return total;
}

/// "0-1" or "0,4" names two threads of one core; "0" one.
int threads_per_core() {
  std::ifstream in("/sys/devices/system/cpu/cpu0/topology/thread_siblings_list");
  std::string list;
  if (!(in >> list)) return 1;
  return list.find_first_of(",-") == std::string::npos ? 1 : 2;
}

}  // namespace

TwoThreads two_threads(const std::function<void(int threads)>& work, int tries) {
  std::vector<double> wall[2], cpu[2];
  for (int t = 0; t < tries; ++t)
    for (const int threads : {1, 2}) {
      const Timer timer;
      work(threads);
      const Seconds seconds = timer.elapsed();
      wall[threads - 1].push_back(seconds.wall);
      cpu[threads - 1].push_back(seconds.cpu);
    }
  const Quartiles cpu_one = quartiles_of(cpu[0]), cpu_two = quartiles_of(cpu[1]);
  return {.wall = quartiles_of(wall[0]).min / quartiles_of(wall[1]).min, .cpu = 2 * cpu_one.q1 / cpu_two.q1};
}

std::string to_text(const TwoThreads& gain) { return fmt::format("{:.2f} ({:.2f})", gain.cpu, gain.wall); }

Json to_json(const TwoThreads& gain) { return {{"cpu", gain.cpu}, {"wall", gain.wall}}; }

TwoThreads two_thread_ceiling() {
  constexpr std::int64_t rounds = 3'000'000;  // some 10 ms
  const auto work = [](int threads) {
    std::atomic<float> keep = 0;  // the sums must not be optimised away
    std::vector<std::jthread> helpers;
    for (int t = 1; t < threads; ++t) helpers.emplace_back([&] { keep = flops(rounds / threads); });
    keep = flops(rounds / threads);
  };
  return two_threads(work, 40);
}

Json machine_facts() {
  Json facts = environment_facts();
  double load = 0;
  facts["host"]["load_average"] = getloadavg(&load, 1) == 1 ? load : -1;
  facts["host"]["threads_per_core"] = threads_per_core();
  facts["host"]["two_threads"] = to_json(two_thread_ceiling());
  return facts;
}

std::vector<std::string> machine_lines(const Json& machine) {
  const Json& host = machine.at("host");
  const Json& libraries = machine.at("libraries");
  return {
      fmt::format(
          "{}, {} cores, {} thread(s) a core as the system states it; {} of memory; load average {:.1f} "
          "at the end.",
          host.at("cpu").get<std::string>(), host.at("cores").get<int>(),
          host.at("threads_per_core").get<int>(), readable_bytes(host.at("memory_bytes").get<double>()),
          host.at("load_average").get<double>()),
      fmt::format(
          "Of work that needs nothing but registers, two threads do {:.2f} times as much as one by CPU "
          "time, and {:.2f} times in wall-clock time: the most that a second thread could bring at the end "
          "of this run.",
          host.at("two_threads").at("cpu").get<double>(), host.at("two_threads").at("wall").get<double>()),
      fmt::format("{}, {}; {}, {}, FFTW {}, Eigen {}.", machine.at("compiler").get<std::string>(),
                  machine.at("flags").get<std::string>(), libraries.at("liblinear").get<std::string>(),
                  libraries.at("libsvm").get<std::string>(), libraries.at("fftw").get<std::string>(),
                  libraries.at("eigen").get<std::string>())};
}

}  // namespace sketchbench::bench
