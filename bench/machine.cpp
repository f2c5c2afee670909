#include "bench/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <thread>

#include "base/text.hpp"
#include "base/timer.hpp"
#include "harness/environment.hpp"

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

double seconds_on(int threads) {
  constexpr std::int64_t rounds = 6'000'000;  // some 20 ms
  volatile float keep = 0;
  const Timer timer;
  {
    std::vector<std::jthread> helpers;
    for (int t = 1; t < threads; ++t) helpers.emplace_back([&] { keep = flops(rounds); });
    keep = flops(rounds);
  }
  return timer.elapsed().wall;
}

/// "0-1" or "0,4" names two threads of one core; "0" one.
int threads_per_core() {
  std::ifstream in("/sys/devices/system/cpu/cpu0/topology/thread_siblings_list");
  std::string list;
  if (!(in >> list)) return 1;
  return list.find_first_of(",-") == std::string::npos ? 1 : 2;
}

}  // namespace

double two_thread_ceiling() {
  constexpr int tries = 15;
  double one = std::numeric_limits<double>::infinity(), two = one;
  for (int t = 0; t < tries; ++t) {
    one = std::min(one, seconds_on(1));
    two = std::min(two, seconds_on(2));
  }
  return 2 * one / two;
}

Json machine_facts() {
  Json facts = environment_facts();
  double load = 0;
  facts["host"]["load_average"] = getloadavg(&load, 1) == 1 ? load : -1;
  facts["host"]["threads_per_core"] = threads_per_core();
  facts["host"]["two_threads"] = two_thread_ceiling();
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
          "Two threads do {:.2f} times the work of one where nothing but registers is used: the most that "
          "a second thread could bring here at the end of this run.",
          host.at("two_threads").get<double>()),
      fmt::format("{}, {}; {}, {}, FFTW {}, Eigen {}.", machine.at("compiler").get<std::string>(),
                  machine.at("flags").get<std::string>(), libraries.at("liblinear").get<std::string>(),
                  libraries.at("libsvm").get<std::string>(), libraries.at("fftw").get<std::string>(),
                  libraries.at("eigen").get<std::string>())};
}

}  // namespace sketchbench::bench
