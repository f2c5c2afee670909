#include "report/claims/measured_claim.hpp"

#include <gtest/gtest.h>

namespace sketchbench {
namespace {

constexpr MeanInterval within{0.5, 0.45, 0.55}, across{0.6, 0.5, 0.7}, outside{0.8, 0.7, 0.9};

ClaimSubject measured(const MeanInterval& interval, const std::string& unmet = "") {
  return {.name = "case", .measured = interval, .unmet = unmet};
}

MeasuredClaim claim(const std::vector<ClaimSubject>& subjects,
                    std::optional<ClaimVerdict> committed = ClaimVerdict::holds) {
  MeasuredClaim claim;
  claim.claim.claimed = {ClaimedNumber::Sense::at_most, 0.5, 0.1};
  claim.claim.verdict = committed;
  claim.measurement.subjects = subjects;
  return claim;
}

const ClaimSubject missing{.name = "case", .remark = "not run yet"};

TEST(MeasuredClaim, HoldsWhereEveryCaseDoes) {
  EXPECT_EQ(claim({measured(within), measured(within)}).verdict(), ClaimVerdict::holds);
  EXPECT_EQ(claim({measured(within), measured(across)}).verdict(), ClaimVerdict::not_decided);
  EXPECT_EQ(claim({measured(within), measured(outside), measured(across)}).verdict(),
            ClaimVerdict::does_not_hold);
}

TEST(MeasuredClaim, IsNotMeasuredWithoutRecordsAndHasNotFallenThen) {
  EXPECT_EQ(claim({}).verdict(), ClaimVerdict::not_measured);
  EXPECT_EQ(claim({missing, missing}).verdict(), ClaimVerdict::not_measured);
  EXPECT_FALSE(claim({missing}).fallen());
  EXPECT_EQ(claim({missing, measured(within)}).verdict(), ClaimVerdict::holds) << "of what was measured";
  EXPECT_EQ(verdict_on(claim({}).claim.claimed, missing), ClaimVerdict::not_measured);
}

TEST(MeasuredClaim, IsNotDecidedByCasesThatDoNotMeetItsHypothesis) {
  const ClaimSubject unmet = measured(outside, "d is 4l");
  EXPECT_EQ(verdict_on(claim({}).claim.claimed, unmet), ClaimVerdict::not_decided);
  EXPECT_EQ(claim({unmet}).verdict(), ClaimVerdict::not_decided);
  EXPECT_EQ(claim({measured(within, "d is 4l")}).verdict(), ClaimVerdict::not_decided);
  EXPECT_EQ(claim({unmet, measured(within)}).verdict(), ClaimVerdict::holds) << "where it is met";
}

TEST(MeasuredClaim, HasFallenWhereItHeldAndDoesNot) {
  EXPECT_TRUE(claim({measured(outside)}).fallen());
  EXPECT_TRUE(claim({measured(across)}).fallen());
  EXPECT_FALSE(claim({measured(within)}).fallen());
  EXPECT_FALSE(claim({measured(outside)}, ClaimVerdict::does_not_hold).fallen());
  EXPECT_FALSE(claim({measured(outside)}, std::nullopt).fallen());
  MeasuredClaim quick = claim({measured(outside)});
  quick.quick = true;
  EXPECT_FALSE(quick.fallen()) << "a quick run decides nothing";
}

}  // namespace
}  // namespace sketchbench
