// A run, data preparation included, with one fault at each of its calls in turn.
#include <gtest/gtest.h>

#include "faults/attack.hpp"

namespace sketchbench::faults {
namespace {

class RunWithFaults : public testing::Test {
 protected:
  Attack attack{{}, run_pair};
};

TEST_F(RunWithFaults, ADiskThatIsFullOnceIsSaidAndTheRunGoesOnAfterwards) {
  EXPECT_GT(attack.hit_each({.kinds = filling, .error = ENOSPC}), 40u);
}

TEST_F(RunWithFaults, ADiskThatStaysFullIsSaidAndTheRunGoesOnAfterwards) {
  EXPECT_GT(attack.hit_each({.kinds = filling, .hits = from_there_on, .error = ENOSPC}), 40u);
}

TEST_F(RunWithFaults, AQuotaThatIsUsedUpIsSaidAndTheRunGoesOnAfterwards) {
  EXPECT_GT(attack.hit_each({.kinds = making | bit(CallKind::write), .hits = from_there_on, .error = EDQUOT}),
            20u);
}

TEST_F(RunWithFaults, ABrokenDiskIsSaidAndTheRunGoesOnAfterwards) {
  EXPECT_GT(attack.hit_each({.kinds = storing, .error = EIO}), 40u);
}

TEST_F(RunWithFaults, AWriteProtectedFolderIsSaidAndTheRunGoesOnAfterwards) {
  EXPECT_GT(attack.hit_each({.kinds = naming, .error = EACCES}), 10u);
}

TEST_F(RunWithFaults, FileDescriptorsThatHaveRunOutAreSaidAndTheRunGoesOnAfterwards) {
  EXPECT_GT(attack.hit_each({.kinds = opening, .error = EMFILE}), 20u);
}

TEST_F(RunWithFaults, ShortWritesAreOvercome) {
  EXPECT_GT(attack.hit_each({.kinds = bit(CallKind::write), .action = Action::cut_short}, Promise::overcome),
            10u);
}

TEST_F(RunWithFaults, ShortReadsAreOvercome) {
  EXPECT_GT(attack.hit_each({.kinds = bit(CallKind::read), .action = Action::cut_short}, Promise::overcome),
            5u);
}

TEST_F(RunWithFaults, AFileSystemWithoutLinksIsNoHindrance) {
  EXPECT_GT(attack.hit_each({.kinds = bit(CallKind::link), .error = EPERM}, Promise::overcome), 1u);
}

TEST_F(RunWithFaults, AFileSystemWithoutLocksIsNoHindrance) {
  EXPECT_GT(attack.hit_each({.kinds = bit(CallKind::lock), .hits = from_there_on, .error = EOPNOTSUPP},
                            Promise::overcome),
            10u);
}

TEST_F(RunWithFaults, AClaimWhoseHeartbeatFailsIsSaidAndTheRunGoesOnAfterwards) {
  EXPECT_GT(attack.hit_each({.kinds = bit(CallKind::touch), .error = EROFS}), 2u);
}

TEST_F(RunWithFaults, CallsThatASignalInterruptsAreOvercome) {
  constexpr std::uint32_t interruptible = bit(CallKind::write) | bit(CallKind::read) |
                                          bit(CallKind::synchronise) | bit(CallKind::lock) |
                                          bit(CallKind::message);
  EXPECT_GT(attack.hit_each({.kinds = interruptible, .error = EINTR}, Promise::overcome), 40u);
}

}  // namespace
}  // namespace sketchbench::faults
