#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/quartiles.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/report/document/document.hpp>

namespace CLI {
class App;
}

namespace sketchbench::bench {

/// What every program here understands, so that bench/run can start all of them alike.
struct Options {
  std::filesystem::path json;      ///< --json FILE: the measurements; empty: not written
  std::filesystem::path markdown;  ///< --markdown FILE: the tables; empty: not written
  int repeats = 7;                 ///< --repeats N, of which the medians are taken
  bool quick = false;              ///< --quick: fewer rows and repeats, to see that everything works

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

/// The results of one program: what is printed, and what is written for programs to read.
struct Results {
  Document document;  ///< its name is the part's name in bench/run
  Json measurements;
};

/// Adds the machine to both forms, prints the document and writes the files that the options ask for. The
/// JSON, which is returned, is {"name", "machine", "quick", "measurements"}.
Json publish(Results results, const Options& options);

/// A cell with a number, three significant digits unless `digits` says how many come after the point.
TableCell number(double value);
TableCell number(double value, int digits);
/// "12.3×", coloured by whether it is at least `goal` (0: no goal).
TableCell ratio(double value, double goal = 0);
TableCell text(std::string words, Tone tone = Tone::plain);

/// What reports call a data set.
std::string dataset_title(std::string_view dataset);

}  // namespace sketchbench::bench
