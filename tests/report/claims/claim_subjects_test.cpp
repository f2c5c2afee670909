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

TEST(ClaimSubjects, AreDecidedAtTheConfidenceOfAsManyAsWereMeasured) {
  std::vector<ClaimSubject> subjects(4);
  subjects[3].remark = "not run yet";
  measure_subjects(subjects, half_width_of_one_less_confidence());
  for (std::size_t i = 0; i < 2; ++i) {
    const auto mean = static_cast<double>(i);
    EXPECT_EQ(subjects[i].measured->mean, mean);
    EXPECT_NEAR(subjects[i].measured->high, mean + 0.05, 1e-12);
    EXPECT_NEAR(subjects[i].for_verdict->high, mean + 0.025, 1e-12) << "two of them share the 0.05";
  }
  for (std::size_t i = 2; i < 4; ++i) {
    EXPECT_FALSE(subjects[i].measured.has_value()) << i;
    EXPECT_FALSE(subjects[i].for_verdict.has_value()) << i;
  }
}

TEST(ClaimSubjects, NoneThatIsMeasuredNeedsNoConfidence) {
  std::vector<ClaimSubject> subjects(3);
  measure_subjects(subjects, [](std::size_t, double) { return std::nullopt; });
  for (const ClaimSubject& subject : subjects) EXPECT_FALSE(subject.for_verdict.has_value());
}

TEST(ClaimSubjects, AreThoseOfTheClaimsDataSets) {
  PublishedClaim claim;
  EXPECT_TRUE(is_about(claim, "mnist")) << "it names none";
  claim.datasets = {"adult", "mnist"};
  EXPECT_TRUE(is_about(claim, "mnist"));
  EXPECT_FALSE(is_about(claim, "covertype"));
}

RunGroup group_of(const std::string& dataset, const std::string& method, const Kernel& kernel, Index D) {
  RunGroup group;
  group.dataset.name = dataset;
  group.method = method;
  group.kernel = kernel;
  group.D = D;
  return group;
}

TEST(ClaimSubjects, AreThoseOfTheClaimsKernelsAndNumbersOfFeatures) {
  const Kernel asked = PolynomialKernel{.degree = 4, .coef0 = 1}, another = PolynomialKernel{.degree = 2};
  PublishedClaim claim;
  EXPECT_TRUE(is_about(claim, group_of("mnist", "tensor_sketch", another, 100))) << "it names none";
  claim.kernels = {asked};
  claim.D = {500};
  EXPECT_TRUE(is_about(claim, group_of("mnist", "tensor_sketch", asked, 500)));
  EXPECT_FALSE(is_about(claim, group_of("mnist", "tensor_sketch", another, 500)));
  EXPECT_FALSE(is_about(claim, group_of("mnist", "tensor_sketch", asked, 400)));
  EXPECT_TRUE(is_about(claim, group_of("mnist", "exact", asked, 0))) << "it has no features";
  claim.datasets = {"adult"};
  EXPECT_FALSE(is_about(claim, group_of("mnist", "tensor_sketch", asked, 500)));
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
  measure_subjects(subjects, [](std::size_t, double) { return MeanInterval{2, 1, 3}; });
  EXPECT_FALSE(subjects[0].measured.has_value());
}

TEST(ClaimSubjects, KeepTheRemarksThatAreThere) {
  ClaimSubject subject;
  add_remark(subject, "from 3 of 4 points");
  add_remark(subject, "one of them is 0");
  EXPECT_EQ(subject.remark, "from 3 of 4 points; one of them is 0");
}

}  // namespace
}  // namespace sketchbench
