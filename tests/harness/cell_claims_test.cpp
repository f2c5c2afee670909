// Who may compute a cell, and what becomes of the claims of those who have died.
#include <sketchbench/harness/record/cell_claims.hpp>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <thread>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/harness/record/store_inspection.hpp>
#include "support/child.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::fork_with_the_test;
using testing_support::TemporaryFolder;

using Taken = std::variant<std::unique_ptr<Claim>, Refusal>;

bool is_ours(const Taken& taken) { return std::holds_alternative<std::unique_ptr<Claim>>(taken); }

/// A process of its own that does something, says how it went, and then lives until it is killed.
class OtherProcess {
 public:
  explicit OtherProcess(const std::function<bool()>& action) {
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
    process_ = fork_with_the_test();
    if (process_ == 0) {
      const char answer = action() ? 'y' : 'n';
      static_cast<void>(!::write(ends[1], &answer, 1));
      for (;;) ::pause();
    }
    ::close(ends[1]);
    said_ = ends[0];
  }
  ~OtherProcess() {
    kill();
    ::close(said_);
  }
  OtherProcess(const OtherProcess&) = delete;
  OtherProcess& operator=(const OtherProcess&) = delete;

  bool answer() const {
    char answer = '?';
    return ::read(said_, &answer, 1) == 1 && answer == 'y';
  }
  void kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = -1;
  }
  pid_t number() const { return process_; }

 private:
  pid_t process_ = -1;
  int said_ = -1;
};

class ClaimsTest : public testing::Test {
 protected:
  static constexpr const char* cell = "0123";
  fs::path file() const { return folder / "claims/0123.json"; }

  std::unique_ptr<OtherProcess> holder(const std::string& id, bool alone = false) {
    auto other = std::make_unique<OtherProcess>([&] {
      static Taken kept;
      kept = Claims(folder.path()).take(id, alone);
      return is_ours(kept);
    });
    EXPECT_TRUE(other->answer());
    return other;
  }
  /// The claim as another machine's run would have left it so long ago.
  void make_external(std::chrono::seconds silent_for) {
    Json json = read_json(file());
    json["machine"] = "00000000";
    json["host"] = "far-away";
    write_file_atomically(file(), json.dump());
    fs::last_write_time(file(), fs::file_time_type::clock::now() - silent_for);
  }

  TemporaryFolder folder;
};

TEST_F(ClaimsTest, OneRunHasACellUntilItReleasesIt) {
  Claims first(folder.path()), second(folder.path());
  {
    const Taken taken = first.take(cell, false);
    ASSERT_TRUE(is_ours(taken));
    const Taken refused = second.take(cell, false);
    ASSERT_FALSE(is_ours(refused));
    EXPECT_THAT(std::get<Refusal>(refused).holder, HasSubstr(std::to_string(::getpid())));
    EXPECT_TRUE(is_ours(second.take("4567", false))) << "another cell is free";
  }
  EXPECT_TRUE(is_ours(second.take(cell, false)));
  EXPECT_FALSE(fs::exists(file())) << "nothing is left behind";
}

TEST_F(ClaimsTest, ADeadProcessHoldsNothing) {
  const auto other = holder(cell);
  Claims claims(folder.path());
  const Taken refused = claims.take(cell, false);
  ASSERT_FALSE(is_ours(refused));
  EXPECT_THAT(std::get<Refusal>(refused).holder, HasSubstr(std::to_string(other->number())));
  other->kill();
  EXPECT_TRUE(is_ours(claims.take(cell, false)));
}

TEST_F(ClaimsTest, AProcessThatWasStoppedWhileItClaimedIsNamedAndHoldsUpOthersUntilItDies) {
  OtherProcess other([&] {
    const Taken taken = Claims(folder.path()).take("4567", false);
    const int lock = ::open((folder / "claims/.lock").c_str(), O_RDWR | O_CLOEXEC);
    return is_ours(taken) && ::flock(lock, LOCK_EX) == 0;  // the descriptor stays open
  });
  ASSERT_TRUE(other.answer());
  Claims claims(folder.path());
  const Taken refused = claims.take(cell, false);
  ASSERT_FALSE(is_ours(refused));
  EXPECT_EQ(std::get<Refusal>(refused).reason, Refusal::Reason::folder);
  EXPECT_THAT(std::get<Refusal>(refused).holder, HasSubstr("process " + std::to_string(other.number())));
  other.kill();
  EXPECT_TRUE(is_ours(claims.take(cell, false)));
}

TEST_F(ClaimsTest, AHeartbeatOfTheFutureIsNoneUnlessItIsRenewed) {
  const auto other = holder(cell);
  make_external(-std::chrono::hours(48));
  Claims claims(folder.path(), {.watched_for = 100ms});
  EXPECT_THAT(claims.dead(), SizeIs(1));
  EXPECT_FALSE(is_ours(claims.take(cell, false))) << "whoever lives has time to renew it";
  std::this_thread::sleep_for(150ms);
  EXPECT_TRUE(is_ours(claims.take(cell, false)));
}

TEST_F(ClaimsTest, AFolderInTheWayOfAClaimIsRemovedWhenItIsEmpty) {
  fs::create_directories(file());
  Claims claims(folder.path(), {.dead_after = 0ms, .watched_for = 0ms});
  EXPECT_TRUE(is_ours(claims.take(cell, false)));
}

TEST_F(ClaimsTest, ClaimsAreGivenBackTogether) {
  Claims claims(folder.path());
  std::vector<std::unique_ptr<Claim>> taken;
  for (const char* id : {"1", "2", "3"})
    taken.push_back(std::get<std::unique_ptr<Claim>>(claims.take(id, false)));
  Claim::release(std::move(taken));
  for (const char* id : {"1", "2", "3"})
    EXPECT_FALSE(fs::exists(claims.folder() / (std::string(id) + ".json")));
  Claim::release({});
}

TEST_F(ClaimsTest, AnotherProcessWithTheSameNumberIsNotTakenForTheHolder) {
  const auto other = holder(cell);
  Json json = read_json(file());
  json["process_started"] =
      json["process_started"].get<std::int64_t>() - 1;  // one that had the number before
  write_file_atomically(file(), json.dump());
  EXPECT_TRUE(is_ours(Claims(folder.path()).take(cell, false)));
}

TEST_F(ClaimsTest, WhatCannotBeSeenIsJudgedByItsHeartbeat) {
  const auto other = holder(cell);
  Claims claims(folder.path(), {.watched_for = 0ms});
  make_external(50s);
  const Taken refused = claims.take(cell, false);
  ASSERT_FALSE(is_ours(refused));
  EXPECT_THAT(std::get<Refusal>(refused).holder, HasSubstr("far-away"));
  make_external(70s);
  EXPECT_TRUE(is_ours(claims.take(cell, false)));
}

TEST_F(ClaimsTest, AnOldHeartbeatMustBeWatchedBeforeItIsTakenForDead) {
  const auto other = holder(cell);
  make_external(70s);
  Claims claims(folder.path(), {.watched_for = 1h});
  EXPECT_FALSE(is_ours(claims.take(cell, false))) << "the whole machine may have been paused";
  EXPECT_FALSE(is_ours(claims.take(cell, false)));
}

TEST_F(ClaimsTest, AClaimThatWasTakenOverIsNoticedAndLeftAlone) {
  Claims slow(folder.path()), quick(folder.path(), {.watched_for = 0ms});
  Taken first = slow.take(cell, false);
  const auto& claim = std::get<std::unique_ptr<Claim>>(first);
  fs::last_write_time(file(), fs::file_time_type::clock::now() - 70s);
  EXPECT_TRUE(claim->renew());
  EXPECT_FALSE(is_ours(quick.take(cell, false))) << "renewed in time";
  fs::last_write_time(file(), fs::file_time_type::clock::now() - 70s);
  const Taken second = quick.take(cell, false);
  ASSERT_TRUE(is_ours(second));
  EXPECT_FALSE(claim->renew());
  first = Refusal{};  // releases what it no longer has
  EXPECT_TRUE(std::get<std::unique_ptr<Claim>>(second)->renew());
}

TEST_F(ClaimsTest, OfManyThatWantADeadClaimOneGetsIt) {
  constexpr int rounds = 10, runs = 8;
  for (int round = 0; round < rounds; ++round) {
    holder(cell)->kill();
    ASSERT_TRUE(fs::exists(file()));
    std::vector<std::unique_ptr<OtherProcess>> others;
    for (int i = 0; i < runs; ++i)
      others.push_back(std::make_unique<OtherProcess>([&] {
        static Taken kept;
        kept = Claims(folder.path()).take(cell, false);
        return is_ours(kept);
      }));
    int winners = 0;
    for (const auto& other : others) winners += other->answer() ? 1 : 0;
    EXPECT_EQ(winners, 1);
  }
}

TEST_F(ClaimsTest, ACellThatMustRunAloneHasNoCompanyOnItsMachine) {
  using Reason = Refusal::Reason;
  Claims claims(folder.path());
  auto other = holder("4567");
  EXPECT_TRUE(is_ours(claims.take(cell, false)));
  const Taken refused = claims.take(cell, true);
  ASSERT_FALSE(is_ours(refused));
  EXPECT_EQ(std::get<Refusal>(refused).reason, Reason::exclusive_conflict);
  other->kill();
  EXPECT_TRUE(is_ours(claims.take(cell, true))) << "the dead are no company";

  other = holder("89ab", true);
  const Taken later = claims.take(cell, false);
  ASSERT_FALSE(is_ours(later));
  EXPECT_EQ(std::get<Refusal>(later).reason, Reason::exclusive_conflict);
}

TEST_F(ClaimsTest, WhatIsNoClaimIsLeftUntilItIsOld) {
  folder.write("claims/0123.json", "not JSON");
  Claims claims(folder.path(), {.watched_for = 0ms});
  EXPECT_FALSE(is_ours(claims.take(cell, false))) << "somebody may be writing it";
  fs::last_write_time(file(), fs::file_time_type::clock::now() - 70s);
  EXPECT_TRUE(is_ours(claims.take(cell, false)));
}

TEST_F(ClaimsTest, DeadClaimsAreFoundAndRemovedAndLivingOnesAreNot) {
  const auto living = holder("4567");
  holder(cell)->kill();
  const Store store(folder.path());
  const auto findings = inspect(store);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, StoreFinding::Kind::dead_claim);
  EXPECT_EQ(findings[0].file, file());
  EXPECT_THAT(findings[0].problem, HasSubstr("does not run any more"));
  EXPECT_THAT(repair(store, findings[0]), HasSubstr("removed"));
  EXPECT_THAT(inspect(store), IsEmpty());
  EXPECT_TRUE(fs::exists(folder / "claims/4567.json"));
}

TEST_F(ClaimsTest, ARunSweepsWhatTheDeadOfItsMachineHaveLeft) {
  const auto living = holder("4567");
  holder(cell)->kill();
  Claims(folder.path()).sweep();
  EXPECT_FALSE(fs::exists(file()));
  EXPECT_TRUE(fs::exists(folder / "claims/4567.json"));
}

TEST(ProcessIdentity, AChildThatHasEndedIsDeadBeforeItsParentAsksForItsEnd) {
  const pid_t child = testing_support::fork_to_run([] { return 0; });
  const ProcessIdentity identity = identity_of(child);
  siginfo_t info{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
  EXPECT_FALSE(may_be_alive(identity));
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(may_be_alive(identity));
  EXPECT_TRUE(may_be_alive(identity_of(::getpid())));
}

}  // namespace
}  // namespace sketchbench
