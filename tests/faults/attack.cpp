#include "faults/attack.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include <sketchbench/core/random.hpp>
#include "faults/recovery.hpp"

namespace sketchbench::faults {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::Ended;

/// How a message names the file: of "results/records/abc.json.<machine>-<random>.tmp", which is written on
/// the way to it, "abc.json"; of a download under way, "downloads/abc"; the folder that the program works in
/// is ".".
std::string said_name(const fs::path& path, const fs::path& working_folder) {
  if (fs::equivalent(path.parent_path(), working_folder.parent_path())) return " .:";
  const std::string name = path.filename().string();
  if (name.ends_with(".part"))
    return (path.parent_path().filename() / name.substr(0, name.size() - std::strlen(".part"))).string();
  if (!name.ends_with(".tmp")) return name;
  const std::string without = name.substr(0, name.size() - std::strlen(".tmp"));
  return without.substr(0, without.find_last_of('.'));
}

}  // namespace

Attack::Attack(const std::vector<Words>& before, Words command) : Attack(before, std::move(command), "") {}

Attack::Attack(const std::vector<Words>& before, Words command, const std::string& address)
    : command_(std::move(command)) {
  if (!address.empty()) study_.add_remote(address);
  for (const Words& words : before) study_.must_run(words);
  copy_folder(study_.folder(), beginning_.path());
  at_first_ = final_state(study_.folder());
  study_.must_run(command_);
  at_last_ = final_state(study_.folder());
}

void Attack::begin() const { copy_folder(beginning_.path(), study_.folder()); }

bool Attack::hit(const Strike& strike, Promise promise) {
  begin();
  const FaultSession session(study_.folder(), strike);
  const Ended ended = study_.run(command_, &session);
  const std::string what = fmt::format("call {} ({}), {}:\n{}", strike.first, description(session),
                                       std::strerror(strike.error), ended.output);
  SCOPED_TRACE(what);
  const FinalState state = final_state(study_.folder());
  if (!session.struck()) {
    EXPECT_EQ(ended.exit_code, 0) << "although nothing befell it";
    EXPECT_TRUE(state == at_last_);
    return false;
  }
  EXPECT_EQ(damage(state, {at_first_, at_last_}), "");
  if (promise != Promise::recovers) expect_kept(promise, ended, session, strike.error);
  if (recovered_from_.emplace(state, temporaries(study_.folder()).size()).second)
    expect_recovery(study_, command_, at_last_);
  return true;
}

void Attack::expect_kept(Promise promise, const Ended& ended, const FaultSession& session, int error) const {
  EXPECT_LT(ended.exit_code, 128);  // no signal
  EXPECT_THAT(temporaries(study_.folder()), IsEmpty());
  if (ended.exit_code != 0) {
    EXPECT_EQ(promise, Promise::said_or_overcome);
    expect_said(ended, session, error);
  } else {
    EXPECT_TRUE(final_state(study_.folder()) == at_last_) << "exit code 0, but not everything is there";
  }
}

std::uint64_t Attack::hit_each(Strike strike, Promise promise) {
  // Not counted beforehand: a network delivers the same bytes in more portions at one time than at another.
  RandomStream random(1, "calls to hit");
  const bool each = std::getenv("SKETCHBENCH_THOROUGH") != nullptr;
  std::uint64_t last = 0, struck = 0;
  strike.first = 1;
  while (hit(strike, promise)) {
    last = strike.first;
    ++struck;
    strike.first += each || strike.first < always_hit ? 1 : 1 + random.below(7);
  }
  fmt::print("{:<28} {:>6}\n", "calls hit", struck);
  return last;
}

void Attack::expect_said(const Ended& ended, const FaultSession& session, int error) const {
  if (session.struck_kind() == CallKind::allocate) {
    EXPECT_THAT(ended.output, AllOf(HasSubstr("memory"), Not(HasSubstr("bad_alloc"))));
    return;
  }
  EXPECT_THAT(ended.output,
              HasSubstr(session.action() == Action::bad_sector ? "bad sector" : std::strerror(error)));
  EXPECT_THAT(ended.output, AnyOf(HasSubstr(said_name(session.struck_path(), study_.folder())),
                                  HasSubstr(said_name(session.last_struck_path(), study_.folder()))));
}

}  // namespace sketchbench::faults
