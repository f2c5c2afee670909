#include "bench/machine.hpp"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/harness/worker/environment.hpp>
#include "bench/common.hpp"

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
  const auto seconds = [&](int threads) {
    const Timer timer;
    work(threads);
    return timer.elapsed().wall;
  };
  std::vector<double> gains;
  for (int t = 0; t < tries; ++t) {
    // In turns, so that neither is always the one that finds caches as the other has left them.
    const bool one_first = t % 2 == 0;
    const double first = seconds(one_first ? 1 : 2), second = seconds(one_first ? 2 : 1);
    gains.push_back(one_first ? first / second : second / first);
  }
  return {quartiles_of(gains)};
}

Json to_json(const TwoThreads& two) { return {{"wall", to_json(two.gain)}}; }

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
  facts["measured"] = utc_now();
  facts["host"]["threads_per_core"] = threads_per_core();
  facts["host"]["two_threads"] = to_json(two_thread_ceiling());
  return facts;
}

}  // namespace sketchbench::bench
