#pragma once
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <sketchbench/harness/plan/plan.hpp>

namespace sketchbench {

/// Learns how a machine's seconds relate to the plan's estimates, for each (experiment, data set, method),
/// and says how long the rest will take. A group that has not run yet is taken to be as far off as the others
/// are on (geometric) average, each with the weight of its estimate, so that one badly estimated group does
/// not set the clock for all. What every cell takes, however small, to start a process and to open its data,
/// is not multiplied: cheap cells come first, and would make the others seem many times too long. For a data
/// set that has not run yet it is what the shortest cell of any other has taken.
class TimeLeft {
 public:
  /// `believed`: the estimates have the weight of so many estimated seconds that were measured and found
  /// right, so that the first cells, the cheapest, do not make the clock jump. A tenth of that stands against
  /// what is learnt in a group for what is learnt in all.
  explicit TimeLeft(double believed = 0) : believed_(believed) {}

  /// A cell that was estimated at `need` took `seconds` on the wall clock.
  void learn(const PlannedCell& cell, double seconds);
  /// Expected seconds for a cell, after what has been learnt so far.
  double expect(const PlannedCell& cell) const;

 private:
  struct Sum {
    double estimated = 0, measured = 0;
    int cells = 0;
    std::string dataset;
  };
  double ratio(const Sum& sum) const;
  double typical_log() const;
  double start(const std::string& dataset) const;

  double believed_;
  std::map<std::string, Sum> groups_;
  std::map<std::string, double> least_;  ///< seconds of the shortest cell, for each data set
};

/// A value that falls as time goes by and is expensive to find out: that takes at most a 50th of the time,
/// and in between it is what was found less what has passed since.
class Countdown {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Countdown(std::function<Clock::time_point()> now = Clock::now) : now_(std::move(now)) {}
  double seconds(const std::function<double()>& find_out);

 private:
  std::function<Clock::time_point()> now_;
  double found_ = 0;
  Clock::time_point at_, again_;
};

/// A time as it is estimated: "1 s" at least, "48 s", "4 min", "2 h 10 min".
std::string about_seconds(double seconds);

/// What a plan is estimated to take on the wall clock with `jobs` cells at once, before anything has run.
double seconds_of(const Plan& plan, int jobs);

/// Wall-clock seconds until `jobs` workers have done all: the work's sum shared out, but never less than the
/// longest single cell. `running`: expected rest of each cell under way; `waiting`: of each cell to come.
double schedule_length(const std::vector<double>& running, const std::vector<double>& waiting, int jobs);

}  // namespace sketchbench
