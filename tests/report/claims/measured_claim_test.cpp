#include <sketchbench/report/claims/measured_claim.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <span>
#include <vector>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

constexpr MeanInterval within{0.5, 0.45, 0.55}, across{0.6, 0.5, 0.7}, outside{0.8, 0.7, 0.9};

ClaimSubject measured(const MeanInterval& interval, const std::string& unmet = "") {
  return {.name = "case", .measured = interval, .confirming = interval, .refuting = interval, .unmet = unmet};
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

TEST(RefutingConfidence, LeavesOneInTwentyForAllCasesTogether) {
  EXPECT_DOUBLE_EQ(refuting_confidence(1), 0.95);
  EXPECT_NEAR(1 - refuting_confidence(48), 0.05 / 48, 1e-15);
  EXPECT_NEAR(1 - refuting_confidence(48, 2), 0.025 / 48, 1e-15);
  EXPECT_DOUBLE_EQ(confirming_confidence(1), 0.95);
  EXPECT_DOUBLE_EQ(confirming_confidence(4), 0.9875);
}

TEST(MeasuredClaim, IsRefutedByTheWiderIntervalAlone) {
  ClaimSubject subject = measured(outside);
  subject.refuting = MeanInterval{0.8, 0.5, 1.1};
  EXPECT_EQ(verdict_on(claim({}).claim.claimed, subject), ClaimVerdict::not_decided);
  EXPECT_EQ(claim({subject}).verdict(), ClaimVerdict::not_decided);
  subject = measured(within);
  subject.refuting = MeanInterval{0.5, 0.3, 0.7};
  EXPECT_EQ(claim({subject, subject}).verdict(), ClaimVerdict::holds);
}

// 20 cases with a limit of 0.6 and normal means of known deviation. All true and at the limit, one refutes
// the claim in at most one of 40; 19 clearly true and one just false, it is said to hold in at most one
// of 40.
TEST(MeasuredClaim, ErrsInOneOfFortyEitherWay) {
  constexpr int trials = 20'000, cases = 20;
  const double at_95 = 1.959964,
               at_refuting = 3.023341;  // quantiles of the normal law: 0.975, 1 - 0.025 / 20
  RandomStream random(1, "test.measured_claim");
  const auto drawn = [&](double mean) {
    const double found = mean + 0.01 * random.normal();
    ClaimSubject subject = measured({found, found - 0.01 * at_95, found + 0.01 * at_95});
    subject.refuting = MeanInterval{found, found - 0.01 * at_refuting, found + 0.01 * at_refuting};
    return subject;
  };
  int refuted = 0, held = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<ClaimSubject> at_limit, one_false;
    for (int i = 0; i < cases; ++i) at_limit.push_back(drawn(0.6));
    for (int i = 0; i < cases; ++i) one_false.push_back(drawn(i == 0 ? 0.6 + 1e-9 : 0.3));
    refuted += claim(at_limit).verdict() == ClaimVerdict::does_not_hold ? 1 : 0;
    held += claim(one_false).verdict() == ClaimVerdict::holds ? 1 : 0;
  }
  const double slack = 5 * std::sqrt(trials * 0.025 * 0.975);  // exceeded with a probability below 1e-6
  EXPECT_LE(refuted, 0.025 * trials + slack);
  EXPECT_LE(held, 0.025 * trials + slack);
  EXPECT_GE(held, 0.025 * trials - slack) << "no wider than it has to be";
}

// Four cases of normal values, looked at after 5 of them and, where the claim is open then, after 20. With
// the level shared by the looks, a claim that is true, at its limit, is refuted in at most one of 40, and one
// of which a case is just false is said to hold in at most one of 40; with all of it at each look they are
// not.
TEST(MeasuredClaim, ErrsInOneOfFortyOverAllOfItsLooks) {
  constexpr int trials = 10'000, cases = 4, looks = 2;
  RandomStream random(2, "test.measured_claim.looks");
  const auto look = [](const std::vector<std::vector<double>>& values, std::size_t n, int at) {
    std::vector<ClaimSubject> subjects;
    for (const std::vector<double>& of_case : values) {
      const std::span<const double> seen(of_case.data(), n);
      ClaimSubject subject = measured(mean_interval(seen, 0.95));
      subject.confirming = mean_interval(seen, confirming_confidence(at));
      subject.refuting = mean_interval(seen, refuting_confidence(cases, at));
      subjects.push_back(subject);
    }
    return claim(subjects).verdict();
  };
  const auto last_verdict = [&](const std::vector<std::vector<double>>& values, int at) {
    const ClaimVerdict first = look(values, 5, at);
    return first == ClaimVerdict::not_decided ? look(values, 20, at) : first;
  };
  const auto draw = [&](std::size_t at_limit) {
    std::vector<std::vector<double>> values(cases, std::vector<double>(20));
    for (std::size_t i = 0; i < values.size(); ++i)
      for (double& value : values[i]) value = (i < at_limit ? 0.6 : 0.0) + 0.05 * random.normal();
    return values;
  };
  int refuted = 0, held = 0, held_by_whole = 0;
  for (int trial = 0; trial < trials; ++trial) {
    refuted += last_verdict(draw(cases), looks) == ClaimVerdict::does_not_hold ? 1 : 0;
    const std::vector<std::vector<double>> one_false = draw(1);
    held += last_verdict(one_false, looks) == ClaimVerdict::holds ? 1 : 0;
    held_by_whole += last_verdict(one_false, 1) == ClaimVerdict::holds ? 1 : 0;
  }
  const double slack = 5 * std::sqrt(trials * 0.025 * 0.975);  // exceeded with a probability below 1e-6
  EXPECT_LE(refuted, 0.025 * trials + slack);
  EXPECT_LE(held, 0.025 * trials + slack);
  EXPECT_GT(held_by_whole, 0.025 * trials + slack) << "two looks at the whole level err more often";
}

TEST(MeasuredClaim, SaysInHowManyCasesAndNamesThoseThatFail) {
  const auto named = [](const char* name, const MeanInterval& interval) {
    ClaimSubject subject = measured(interval);
    subject.name = name;
    return subject;
  };
  EXPECT_EQ(claim({measured(within), measured(within), skipped}).verdict_text(), "holds in 2 of 2");
  EXPECT_EQ(claim({named("Adult", across), measured(within)}).verdict_text(),
            "undecided in 1 of 2 (Adult), holds in 1");
  EXPECT_EQ(
      claim({named("Adult", outside), named("MNIST", across), measured(within), missing}).verdict_text(),
      "does not hold in 1 of 3 (Adult), undecided in 1, 1 not measured, holds in 1");
  EXPECT_EQ(claim({named("a", outside), named("b", outside), named("c", outside), named("d", outside)})
                .verdict_text(),
            "does not hold in 4 of 4 (a; b; c; and 1 more)");
  EXPECT_EQ(claim({measured(outside, "simulated data")}).verdict_text(),
            "undecided: no case of 1 meets the hypothesis");
  EXPECT_EQ(claim({missing}).verdict_text(), "not measured");
  MeasuredClaim quick = claim({measured(outside, "a quick run of fewer rows and maps")});
  quick.quick = true;
  EXPECT_EQ(quick.verdict_text(), "undecided: a quick run decides nothing");
}

TEST(MeasuredClaim, OfAnOrderAgreesWithItOrNot) {
  const auto of_order = [](const MeanInterval& interval) {
    ClaimSubject subject = measured(interval);
    subject.decides = false;
    MeasuredClaim made = claim({subject});
    made.claim.order = true;
    return made;
  };
  EXPECT_EQ(of_order(within).verdict(), ClaimVerdict::agrees);
  EXPECT_EQ(of_order(within).verdict_text(), "agrees in 1 of 1");
  EXPECT_EQ(of_order(across).verdict(), ClaimVerdict::not_decided);
  EXPECT_EQ(of_order(outside).verdict(), ClaimVerdict::does_not_agree);
}

TEST(MeasuredClaim, OfWordsWithoutANumberAgreesWithThemOrNot) {
  ClaimSubject subject = measured(outside);
  subject.decides = false;
  MeasuredClaim made = claim({subject});
  made.claim.descriptive = true;
  EXPECT_EQ(made.verdict(), ClaimVerdict::does_not_agree);
  EXPECT_EQ(made.verdict_text(), "does not agree in 1 of 1 (case)");
}

TEST(MeasuredClaim, IsNotRefutedByACaseThatCannotRefuteIt) {
  ClaimSubject subject = measured(outside);
  subject.refutable = false;
  EXPECT_EQ(claim({subject}).verdict(), ClaimVerdict::not_decided);
  subject.measured = subject.confirming = subject.refuting = within;
  EXPECT_EQ(claim({subject}).verdict(), ClaimVerdict::holds);
}

// No failure in ten draws bounds a probability at 0.26: it does not show one of 1e-4.
TEST(MeasuredClaim, IsAtMostNotRefutedByCasesThatCannotShowIt) {
  const auto one = [](const MeanInterval& interval) {
    ClaimSubject subject = measured(interval);
    subject.confirmable = false;
    return subject;
  };
  EXPECT_EQ(verdict_on(claim({}).claim.claimed, one(within)), ClaimVerdict::not_refuted);
  EXPECT_EQ(claim({one(within), one(within)}).verdict(), ClaimVerdict::not_refuted);
  EXPECT_EQ(claim({one(within), one(within)}).verdict_text(), "not refuted in 2 of 2");
  EXPECT_EQ(claim({one(within), measured(within)}).verdict(), ClaimVerdict::not_refuted);
  EXPECT_EQ(claim({one(within), measured(within)}).verdict_text(), "not refuted in 1 of 2, holds in 1");
  EXPECT_EQ(claim({one(within), one(outside)}).verdict(), ClaimVerdict::does_not_hold);
  EXPECT_EQ(claim({one(within), one(outside)}).verdict_text(),
            "does not hold in 1 of 2 (case), not refuted in 1");
  EXPECT_EQ(claim({one(within), one(across)}).verdict(), ClaimVerdict::not_decided);
  EXPECT_EQ(claim({one(within), missing}).verdict(), ClaimVerdict::not_decided);
  EXPECT_EQ(claim({one(within), measured(within)}).cases().hold, 1u);
  EXPECT_EQ(claim({one(within), measured(within)}).cases().not_refuted, 1u);
  EXPECT_FALSE(claim({one(within)}, ClaimVerdict::not_refuted).regressed());
  EXPECT_TRUE(claim({one(outside)}, ClaimVerdict::not_refuted).regressed());
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
