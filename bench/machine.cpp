#include "bench/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <thread>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/build_revision.hpp>
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

std::string to_text(const TwoThreads& two) {
  return fmt::format("{:.2f} ({:.2f} – {:.2f})", two.gain.median, two.gain.q1, two.gain.q3);
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

std::vector<std::string> machine_lines(const Json& machine) {
  const Json& host = machine.at("host");
  const Json& libraries = machine.at("libraries");
  const auto text = [](const Json& of, const char* key) { return of.value(key, "unknown"); };
  const Json& gain = host.at("two_threads").at("wall");
  return {
      fmt::format(
          "{}{}, {} cores, {} thread(s) a core as the system states it; {}; {} of memory; frequency governor "
          "{}, boost {}; load average {:.1f} at the end.",
          text(host, "cpu"), host.contains("cpu_model") ? fmt::format(" ({})", text(host, "cpu_model")) : "",
          host.at("cores").get<int>(), host.at("threads_per_core").get<int>(),
          text(machine, "instruction_set"), readable_bytes(host.at("memory_bytes").get<double>()),
          text(host, "governor"), text(host, "boost"), host.value("load_average", 0.0)),
      fmt::format(
          "Work that needs nothing but registers is {:.2f} times as fast on two threads as on one, by the "
          "wall clock (quartiles {:.2f} and {:.2f}): the most that a second thread could bring at the end of "
          "this run.",
          gain.at("median").get<double>(), gain.at("q1").get<double>(), gain.at("q3").get<double>()),
      fmt::format("Revision {}, measured until {}; {}, {}; {}, {}, FFTW {}, Eigen {}.",
                  revision_text(text(machine, "revision"), machine.value("dirty", false)),
                  text(machine, "measured"), text(machine, "compiler"), text(machine, "flags"),
                  text(libraries, "liblinear"), text(libraries, "libsvm"), text(libraries, "fftw"),
                  text(libraries, "eigen"))};
}

}  // namespace sketchbench::bench
