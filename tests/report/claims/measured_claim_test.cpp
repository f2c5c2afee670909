#include <sketchbench/report/claims/measured_claim.hpp>

#include <gtest/gtest.h>

namespace sketchbench {
namespace {

constexpr MeanInterval within{0.5, 0.45, 0.55}, across{0.6, 0.5, 0.7}, outside{0.8, 0.7, 0.9};

ClaimSubject measured(const MeanInterval& interval, const std::string& unmet = "") {
  return {.name = "case", .measured = interval, .for_verdict = interval, .unmet = unmet};
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
const ClaimSubject skipped{.name = "case", .remark = "no such file", .skipped = true};

TEST(VerdictConfidence, LeavesOneInTwentyForAllCasesTogether) {
  EXPECT_DOUBLE_EQ(verdict_confidence(1), 0.95);
  EXPECT_NEAR(1 - verdict_confidence(48), 0.05 / 48, 1e-15);
}

// The intervals that are shown are narrower than those that decide.
TEST(MeasuredClaim, IsDecidedByTheIntervalForTheVerdict) {
  ClaimSubject subject = measured(outside);
  subject.for_verdict = MeanInterval{0.8, 0.5, 1.1};
  EXPECT_EQ(verdict_on(claim({}).claim.claimed, subject), ClaimVerdict::not_decided);
  EXPECT_EQ(claim({subject}).verdict(), ClaimVerdict::not_decided);
}

TEST(MeasuredClaim, IsNotRefutedByACaseThatCannotRefuteIt) {
  ClaimSubject subject = measured(outside);
  subject.refutable = false;
  EXPECT_EQ(claim({subject}).verdict(), ClaimVerdict::not_decided);
  subject.for_verdict = within;
  EXPECT_EQ(claim({subject}).verdict(), ClaimVerdict::holds);
}

TEST(MeasuredClaim, CountsItsCases) {
  const CaseCounts counts =
      claim({missing, skipped, measured(within), measured(across), measured(outside), measured(within, "d")})
          .cases();
  EXPECT_EQ(counts.asked, 5u);
  EXPECT_EQ(counts.measured, 4u);
  EXPECT_EQ(counts.met, 3u);
  EXPECT_EQ(counts.hold, 1u);
  EXPECT_EQ(counts.refuted, 1u);
}

TEST(MeasuredClaim, HoldsWhereEveryCaseDoes) {
  EXPECT_EQ(claim({measured(within), measured(within)}).verdict(), ClaimVerdict::holds);
  EXPECT_EQ(claim({measured(within), measured(across)}).verdict(), ClaimVerdict::not_decided);
  EXPECT_EQ(claim({measured(within), measured(outside), measured(across)}).verdict(),
            ClaimVerdict::does_not_hold);
}

TEST(MeasuredClaim, IsNotMeasuredWithoutRecordsAndHasNotFallenThen) {
  EXPECT_EQ(claim({}).verdict(), ClaimVerdict::not_measured);
  EXPECT_EQ(claim({missing, missing}).verdict(), ClaimVerdict::not_measured);
  EXPECT_FALSE(claim({missing}).regressed());
  EXPECT_EQ(claim({missing, measured(within)}).verdict(), ClaimVerdict::not_decided)
      << "one case of two is not the claim";
  EXPECT_EQ(claim({missing, measured(outside)}).verdict(), ClaimVerdict::does_not_hold);
  EXPECT_EQ(claim({skipped, measured(within)}).verdict(), ClaimVerdict::holds)
      << "what cannot be measured here is not asked for";
  EXPECT_EQ(claim({skipped}).verdict(), ClaimVerdict::not_measured);
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
  EXPECT_TRUE(claim({measured(outside)}).regressed());
  EXPECT_TRUE(claim({measured(across)}).regressed());
  EXPECT_FALSE(claim({measured(within)}).regressed());
  EXPECT_FALSE(claim({measured(outside)}, ClaimVerdict::does_not_hold).regressed());
  EXPECT_FALSE(claim({measured(outside)}, std::nullopt).regressed());
  EXPECT_FALSE(claim({missing, measured(within)}).regressed()) << "what was not measured has not fallen";
  EXPECT_FALSE(claim({measured(outside, "d is 4l")}).regressed()) << "nor what the claim says nothing of";
  EXPECT_FALSE(claim({measured(outside, "d is 4l"), measured(within)}).regressed());
  EXPECT_TRUE(claim({missing, measured(within), measured(across)}).regressed());
  MeasuredClaim quick = claim({measured(outside)});
  quick.quick = true;
  EXPECT_FALSE(quick.regressed()) << "a quick run decides nothing";
}

}  // namespace
}  // namespace sketchbench
