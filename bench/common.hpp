#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/quartiles.hpp>
#include <sketchbench/core/timer.hpp>

namespace CLI {
class App;
}

namespace sketchbench::bench {

/// What every program here understands, so that bench/run can start all of them alike.
struct Options {
  std::filesystem::path json;  ///< --json FILE: the measurements; empty: printed
  int repeats = 7;             ///< --repeats N, of which the medians are taken
  bool quick = false;          ///< --quick: fewer rows and repeats, to see that everything works

  void add_to(CLI::App& app);
};

/// Parses the command line and calls `run`; the exit codes are those of sketchbench: 0 done, 1 failed, 2
/// wrong input. `run` is called after parsing.
int main_of(CLI::App& app, int argc, char** argv, const std::function<void()>& run);

/// Tells whoever waits what is being done: a line on standard error. interleaved() does so for work of a
/// second and more.
void announce(const std::string& news);

/// One of several ways of doing the same work, which are to be compared.
struct Contender {
  std::string name;
  std::function<Seconds()> once;  ///< does the work once and says how long it took
};

/// A contender in this process: the work is timed as a whole.
Contender timed(std::string name, std::function<void()> work);

struct Timing {
  Quartiles cpu, wall;  ///< seconds
};

/// What takes minutes needs no warming up.
enum class WarmUp { yes, no };

/// All contenders once for warming up, and then `repeats` times in turn: a machine that slows down for a
/// while slows all of them down, and the ratio of two medians stays. In the order of the contenders.
std::vector<Timing> interleaved(const std::vector<Contender>& contenders, int repeats,
                                WarmUp warm_up = WarmUp::yes);

/// {"min": .., "q1": .., "median": .., "q3": .., "max": ..}
Json to_json(const Quartiles& quartiles);
/// {"cpu": {"min": .., "q1": .., "median": .., "q3": .., "max": ..}, "wall": {..}}
Json to_json(const Timing& timing);

/// Writes {"name", "machine", "quick", "measurements"} to where the options say, of which bench/report.py
/// makes tables. `part` is its name in bench/run.
void publish(const std::string& part, Json measurements, const Options& options);

}  // namespace sketchbench::bench
