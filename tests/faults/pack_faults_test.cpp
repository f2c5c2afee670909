// Records packed and unpacked with a fault, or a kill, at each of the calls in turn: none is ever lost.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "faults/attack.hpp"
#include "faults/recovery.hpp"

namespace sketchbench::faults {
namespace {

using testing_support::Ended;
using testing_support::TemporaryFolder;

const Words pack_dozen = {"pack", "configs/dozen.json"};
const Words unpack_dozen = {"pack", "--unpack"};
const Words table_of_dozen = {"report", "configs/dozen.json", "--format", "csv"};

class PackWithFaults : public testing::Test {
 protected:
  Attack attack{{run_dozen}, pack_dozen};
};

TEST_F(PackWithFaults, ADiskThatIsFullOnceIsSaidAndTheNextPackIsWhole) {
  EXPECT_GT(attack.hit_each({.kinds = filling, .error = ENOSPC}), 3u);
}

TEST_F(PackWithFaults, ADiskThatStaysFullIsSaidAndTheNextPackIsWhole) {
  EXPECT_GT(attack.hit_each({.kinds = filling, .hits = from_there_on, .error = ENOSPC}), 3u);
}

TEST_F(PackWithFaults, ABrokenDiskIsSaidAndTheNextPackIsWhole) {
  EXPECT_GT(attack.hit_each({.kinds = storing, .error = EIO}), 3u);
}

TEST_F(PackWithFaults, ShortWritesAreOvercome) {
  EXPECT_GT(attack.hit_each({.kinds = bit(CallKind::write), .action = Action::cut_short}, Promise::overcome),
            0u);
}

TEST_F(PackWithFaults, ShortReadsAreOvercome) {
  EXPECT_GT(attack.hit_each({.kinds = bit(CallKind::read), .action = Action::cut_short}, Promise::overcome),
            10u);
}

/// Commands that move records about, killed at each call that changes something. What reports read afterwards
/// is what they read before, and the same command ends in what it ends in when nothing befalls it.
class KilledPack : public testing::TestWithParam<bool> {
 protected:
  KilledPack() {
    study_.must_run(run_dozen);
    if (GetParam()) study_.must_run(pack_dozen);
    copy_folder(study_.folder(), beginning_.path());
    table_ = table();
    study_.must_run(command());
    at_last_ = final_state(study_.folder());
  }
  const Words& command() const { return GetParam() ? unpack_dozen : pack_dozen; }
  std::string table() const {
    const Ended ended = study_.run(table_of_dozen);
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    return ended.output;
  }

  Study study_;
  TemporaryFolder beginning_;
  std::string table_;
  FinalState at_last_;
};

TEST_P(KilledPack, LosesNoRecord) {
  constexpr std::uint32_t changing = filling | bit(CallKind::remove);
  std::uint64_t call = 1;
  for (;; ++call) {
    copy_folder(beginning_.path(), study_.folder());
    const FaultSession session(study_.folder(),
                               {.kinds = changing, .first = call, .action = Action::kill_self});
    const Ended ended = study_.run(command(), &session);
    SCOPED_TRACE(fmt::format("killed at call {} ({}): {}", call, description(session), ended.output));
    if (!session.struck()) break;
    EXPECT_EQ(ended.exit_code, 128 + SIGKILL);
    ASSERT_EQ(table(), table_);
    expect_recovery(study_, command(), at_last_);
  }
  EXPECT_GT(call, 14u) << "fourteen loose records are written or removed";
}

INSTANTIATE_TEST_SUITE_P(Faults, KilledPack, testing::Bool(),
                         [](const auto& unpacks) { return unpacks.param ? "Unpacking" : "Packing"; });

}  // namespace
}  // namespace sketchbench::faults
