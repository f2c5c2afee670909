// Kills at random moments. What is random, with the number of the kill as the seed: the command (a run from
// nothing, a report with figure and page, data prepared, a file mapped), who is killed (the process that the
// user started, a worker or gnuplot, or all of them), and when: at one of the calls that the command makes on
// files and pipes, up to some milliseconds after one, or by the clock.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <thread>

#include <sketchbench/core/random.hpp>
#include "faults/final_state.hpp"
#include "faults/processes.hpp"
#include "faults/recovery.hpp"
#include "faults/study.hpp"

namespace sketchbench::faults {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::Ended;
using testing_support::TemporaryFolder;
using testing_support::wait_for_program;

constexpr int killed = 128 + SIGKILL;

/// A command with what it begins from and what it ends in.
struct Target {
  std::string name;
  Words command;
  std::shared_ptr<const TemporaryFolder> beginning;
  FinalState at_first, at_last;
  std::uint64_t calls = 0;
  double seconds = 0;
};

class Kills : public testing::Test {
 protected:
  Kills() {
    adopt_orphans();
    add_target("run", {}, run_dozen);
    add_target("report", older_report(), report_dozen);
    add_target("fetch", {}, fetch_points);
    add_target("map", older_mapping(), map_points);
  }

  void add_target(const std::string& name, const std::vector<Words>& before, const Words& command) {
    Target target{.name = name, .command = command, .beginning = std::make_shared<const TemporaryFolder>()};
    study_.clear();
    for (const Words& words : before) study_.must_run(words);
    copy_folder(study_.folder(), target.beginning->path());
    target.at_first = final_state(study_.folder());
    const FaultSession session(study_.folder());
    const auto begun = std::chrono::steady_clock::now();
    study_.must_run(command, &session);
    target.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    target.calls = session.calls();
    target.at_last = final_state(study_.folder());
    targets_.push_back(std::move(target));
  }

  /// At a call or after it, by the preloaded library.
  int kill_at_a_call(const Target& target, RandomStream& random) {
    constexpr Action who[] = {Action::kill_self, Action::kill_parent, Action::kill_both};
    Strike strike{.first = 1 + random.below(target.calls), .action = who[random.below(3)]};
    if (strike.action == Action::kill_self && random.below(2) == 0)
      strike.delay_us = static_cast<std::uint32_t>(1 + random.below(4000));
    const FaultSession session(study_.folder(), strike);
    const int code = wait_for_program(study_.start(target.command, &session));
    what_ = fmt::format("{}{}", strike.delay_us > 0 ? "after " : "at ", description(session));
    ++(session.struck() ? struck_ : too_late_);
    return code;
  }

  int kill_by_the_clock(const Target& target, RandomStream& random) {
    const std::uint64_t who = random.below(3);
    const pid_t process = study_.start(target.command);
    std::this_thread::sleep_for(std::chrono::duration<double>(random.uniform() * target.seconds));
    const std::vector<pid_t> workers = children_of(process);
    const bool parent = who != 1 || workers.empty(), children = who != 0;
    what_ = fmt::format("by the clock{}{}", parent ? ", parent" : "", children ? ", workers" : "");
    if (parent) ::kill(process, SIGKILL);
    if (children)
      for (const pid_t worker : workers) ::kill(worker, SIGKILL);
    const int code = wait_for_program(process);
    ++(code == 0 ? too_late_ : struck_);
    return code;
  }

  void kill_once(int number) {
    RandomStream random(static_cast<Seed>(number), "kills");
    constexpr std::size_t choice[] = {0, 0, 0, 0, 1, 1, 2, 3};  // half of them in runs
    const Target& target = targets_[choice[random.below(std::size(choice))]];
    copy_folder(target.beginning->path(), study_.folder());
    const int code =
        random.below(4) == 0 ? kill_by_the_clock(target, random) : kill_at_a_call(target, random);
    SCOPED_TRACE(
        fmt::format("kill {}: {} {}, exit code {}:\n{}", number, target.name, what_, code, study_.output()));
    EXPECT_THAT(orphans_that_stay(), IsEmpty());
    expect_said(code, study_.output(), target);
    EXPECT_EQ(damage(final_state(study_.folder()), {target.at_first, target.at_last}), "");
    expect_recovery(study_, target.command, target.at_last);
    ++kills_[target.name];
  }

  /// A process that outlives its worker says what became of it, unless it has got on without.
  void expect_said(int code, const std::string& output, const Target& target) const {
    if (code == killed) return;
    if (code == 0)
      EXPECT_TRUE(final_state(study_.folder()) == target.at_last);
    else
      EXPECT_THAT(output, AnyOf(HasSubstr("killed (signal 9"), HasSubstr("(signal 9)")));
  }

  Study study_;
  std::vector<Target> targets_;
  std::string what_;
  std::map<std::string, int> kills_;
  int struck_ = 0, too_late_ = 0;
};

/// SKETCHBENCH_KILLS: how many. A release is checked with 200 (scripts/attack).
int number_of_kills() {
  const char* asked = std::getenv("SKETCHBENCH_KILLS");
  return asked == nullptr ? 50 : std::stoi(asked);
}

TEST_F(Kills, AtRandomMomentsLeaveNothingHalfDoneAndTheSameCommandEndsInTheSame) {
  const int number = number_of_kills();
  for (int kill = 1; kill <= number; ++kill) kill_once(kill);
  EXPECT_GT(struck_, number / 2);
  fmt::print("{:<28} {:>6}\n", "kills", number);
  for (const auto& [name, count] : kills_) fmt::print("  {:<26} {:>6}\n", "during " + name, count);
  fmt::print("  {:<26} {:>6}\n", "after the end already", too_late_);
}

}  // namespace
}  // namespace sketchbench::faults
