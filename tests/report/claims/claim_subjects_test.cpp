#include <sketchbench/report/claims/claim_subjects.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sketchbench {
namespace {

using testing::IsEmpty;

/// An interval that tells the confidence it was asked for.
SubjectNumber half_width_of_one_less_confidence() {
  return [](std::size_t subject, double confidence) -> std::optional<MeanInterval> {
    if (subject == 2) return std::nullopt;
    const auto mean = static_cast<double>(subject);
    return MeanInterval{mean, mean - (1 - confidence), mean + (1 - confidence)};
  };
}

// A third that does not meet the hypothesis cannot refute the claim either.
TEST(ClaimSubjects, AreRefutedAtTheConfidenceOfAsManyAsMay) {
  std::vector<ClaimSubject> subjects(5);
  subjects[4].unmet = "simulated data";
  const SubjectNumber number = half_width_of_one_less_confidence();
  for (const std::size_t i : {0, 1, 2, 4}) subjects[i].measured = number(i, shown_confidence);
  add_deciding_intervals(subjects, number);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto mean = static_cast<double>(i);
    EXPECT_EQ(subjects[i].measured->mean, mean);
    EXPECT_NEAR(subjects[i].measured->high, mean + 0.05, 1e-12);
    EXPECT_NEAR(subjects[i].confirming->high, mean + 0.05, 1e-12) << "of one look";
    EXPECT_NEAR(subjects[i].refuting->high, mean + 0.025, 1e-12) << "two of them share the 0.05";
  }
  for (std::size_t i = 2; i < 4; ++i) {
    EXPECT_FALSE(subjects[i].measured.has_value()) << i;
    EXPECT_FALSE(subjects[i].refuting.has_value()) << i;
  }
}

TEST(ClaimSubjects, NoneThatIsMeasuredNeedsNoConfidence) {
  std::vector<ClaimSubject> subjects(3);
  add_deciding_intervals(subjects, [](std::size_t, double) { return std::nullopt; });
  for (const ClaimSubject& subject : subjects) EXPECT_FALSE(subject.refuting.has_value());
}

TEST(ClaimSubjects, WithoutRunsSayWhy) {
  RunGroup group;
  group.status = Status::missing;
  ClaimSubject missing, skipped, done;
  EXPECT_FALSE(has_runs(group, missing));
  EXPECT_EQ(missing.remark, "not run yet");
  EXPECT_FALSE(missing.skipped);
  group.status = Status::skipped;
  group.reason = "its file is not there";
  EXPECT_FALSE(has_runs(group, skipped));
  EXPECT_EQ(skipped.remark, "its file is not there");
  EXPECT_TRUE(skipped.skipped);
  group.done.emplace_back();
  EXPECT_TRUE(has_runs(group, done));
  EXPECT_THAT(done.remark, IsEmpty());
}

TEST(ClaimSubjects, OfQuickOrSimulatedRunsMeetNoHypothesis) {
  EXPECT_THAT(unmet_by_runs(false, false), IsEmpty());
  EXPECT_FALSE(unmet_by_runs(true, false).empty());
  EXPECT_EQ(unmet_by_runs(false, true), "simulated data");
}

TEST(ClaimSubjects, OfTimesAreOfOneProcessor) {
  EXPECT_THAT(unmet_by_processors({"a"}), IsEmpty());
  EXPECT_FALSE(unmet_by_processors({"a", "b"}).empty());
}

TEST(ClaimSubjects, OfTimesOfSeveralProcessorsSaySoInPlaceOfANumber) {
  Record one, another;
  one.json = {{"run", {{"host", {{"cpu", "one"}}}}}};
  another.json = {{"run", {{"host", {{"cpu", "another"}}}}}};
  Provenance times;
  times.add(one, "TS");
  std::vector<ClaimSubject> subjects(1);
  require_one_processor(subjects[0], times);
  EXPECT_THAT(subjects[0].unmet, IsEmpty());
  times.add(another, "exact");
  require_one_processor(subjects[0], times);
  EXPECT_FALSE(subjects[0].unmet.empty());
  EXPECT_FALSE(subjects[0].remark.empty());
}

TEST(ClaimSubjects, KeepTheRemarksThatAreThere) {
  ClaimSubject subject;
  add_remark(subject, "from 3 of 4 points");
  add_remark(subject, "one of them is 0");
  EXPECT_EQ(subject.remark, "from 3 of 4 points; one of them is 0");
}

}  // namespace
}  // namespace sketchbench
