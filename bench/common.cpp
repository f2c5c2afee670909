#include "bench/common.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/report/words.hpp>
#include "bench/machine.hpp"

namespace sketchbench::bench {
namespace {

constexpr int quick_repeats = 2;
constexpr double worth_telling = 1;  // seconds

}  // namespace

void Options::add_to(CLI::App& app) {
  app.add_option("--json", json,
                 "Write the measurements to this file (bench/report.py makes tables of them)");
  auto* const count = app.add_option("--repeats", repeats, "Repeats of which the medians are taken")
                          ->check(CLI::Range(1, 1000))
                          ->capture_default_str();
  app.add_flag("--quick", quick, "Fewer rows and repeats: does everything work?");
  app.parse_complete_callback([this, count] {
    if (quick && count->count() == 0) repeats = quick_repeats;
  });
}

int main_of(CLI::App& app, int argc, char** argv, const std::function<void()>& run) {
  try {
    app.parse(argc, argv);
    run();
    return 0;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const InputError& error) {
    fmt::print(stderr, "{}: {}\n", app.get_name(), error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", app.get_name(), error.what());
    return 1;
  }
}

void announce(const std::string& news) {
  fmt::print(stderr, "{}\n", news);
  std::fflush(stderr);
}

Contender timed(std::string name, std::function<void()> work) {
  return {std::move(name), [work = std::move(work)] {
            const Timer timer;
            work();
            return timer.elapsed();
          }};
}

std::vector<Timing> interleaved(const std::vector<Contender>& contenders, int repeats, WarmUp warm_up) {
  std::vector<std::vector<double>> cpu(contenders.size()), wall(contenders.size());
  if (warm_up == WarmUp::yes)
    for (const Contender& contender : contenders) contender.once();
  for (int r = 0; r < repeats; ++r)
    for (std::size_t c = 0; c < contenders.size(); ++c) {
      const Seconds seconds = contenders[c].once();
      if (seconds.wall >= worth_telling)
        announce(fmt::format("  {}: {}, run {} of {}", contenders[c].name, time_text(seconds.wall), r + 1,
                             repeats));
      cpu[c].push_back(seconds.cpu);
      wall[c].push_back(seconds.wall);
    }
  std::vector<Timing> timings;
  for (std::size_t c = 0; c < contenders.size(); ++c)
    timings.push_back({quartiles_of(cpu[c]), quartiles_of(wall[c])});
  return timings;
}

Json to_json(const Quartiles& quartiles) {
  const Quartiles& q = quartiles;
  return {{"min", q.min}, {"q1", q.q1}, {"median", q.median}, {"q3", q.q3}, {"max", q.max}};
}

Json to_json(const Timing& timing) { return {{"cpu", to_json(timing.cpu)}, {"wall", to_json(timing.wall)}}; }

void publish(const std::string& part, Json measurements, const Options& options) {
  const Json all = {{"name", part},
                    {"machine", machine_facts()},
                    {"quick", options.quick},
                    {"measurements", std::move(measurements)}};
  if (options.json.empty())
    fmt::print("{}\n", all.dump(1));
  else
    write_file_atomically(options.json, all.dump(1) + '\n');
}

}  // namespace sketchbench::bench
