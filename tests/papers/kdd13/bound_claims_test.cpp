#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/bounds/results.hpp"
#include "papers/kdd13/claims/bounds.hpp"
#include "papers/kdd13/measured.hpp"

namespace sketchbench::kdd13 {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* bounds_config_text =
    R"({"name": "bounds", "experiment": "bounds", "parameters": {"seeds": 4000},
    "grid": [{"dataset": "adult", "D": [64, 512]}],
    "kernels": [{"kernel": "polynomial", "degree": 1}, {"kernel": "polynomial", "degree": 2}],
    "methods": [{"method": "tensor_sketch"}]})";

/// A value that is known to a tenth of itself.
Comparison compared(double bound, double value) {
  return at_most(bound, {value, {0.9 * value, 1.1 * value}});
}

class BoundClaims : public ClaimsOfARun {
 protected:
  BoundClaims() : ClaimsOfARun(bounds_config_text, {"tensor_sketch"}, {}) {}
  void put(const Cell& cell, const std::vector<BoundCheck>& checks) const {
    Json list = Json::array();
    for (const BoundCheck& check : checks) list.push_back(check);
    Record record = run.record(cell, 0);
    record.json["result"] = {{"seeds", 4000}, {"level", level}, {"checks", list}, {"pairs", Json::array()}};
    run.put(record);
  }
  void put_all(double of_lemma_6, double of_corrected) const {
    for (const Cell& cell : run.cells([](const Cell&) { return true; })) {
      BoundCheck silent = conclude("10", "tail", {});
      silent.remark = "D is too small";
      if (cell.kernel.number("degree") == 1)
        put(cell, {conclude("2", "bias", {equal_to(0, {0.01, {-0.02, 0.04}}, 0.1)}),
                   conclude("3", "variance", {compared(2, 1.6)}), silent});
      else
        put(cell, {conclude("6", "variance", {compared(2, 2 * of_lemma_6)}),
                   conclude("6 corrected", "variance", {compared(4, 4 * of_corrected)}), silent});
    }
  }

  double level = 1e-4;
};

TEST_F(BoundClaims, TellLemma6FromWhatHoldsInItsPlace) {
  put_all(3, 0.8);
  const std::vector<ClaimSubject> lemma_6 = subjects("lemma_6_variance");
  ASSERT_THAT(lemma_6, SizeIs(2)) << "of p = 2, for each D";
  EXPECT_EQ(lemma_6[0].name, "Adult, p = 2, D = 64");
  EXPECT_DOUBLE_EQ(lemma_6[0].measured->mean, 3);
  EXPECT_DOUBLE_EQ(lemma_6[0].for_verdict->low, 2.7);
  EXPECT_EQ(verdict_of("lemma_6_variance", most(1)), ClaimVerdict::does_not_hold);
  EXPECT_EQ(verdict_of("corrected_variance", most(1)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_of("lemma_3", most(1)), ClaimVerdict::holds) << "of p = 1";
}

TEST_F(BoundClaims, AreUndecidedWhereTheIntervalReachesAcross) {
  put_all(1, 0.95);
  EXPECT_EQ(verdict_of("lemma_6_variance", most(1)), ClaimVerdict::not_decided);
  EXPECT_EQ(verdict_of("corrected_variance", most(1)), ClaimVerdict::not_decided);
}

TEST_F(BoundClaims, OfAMeanAreInStandardDeviations) {
  put_all(3, 0.8);
  const std::vector<ClaimSubject> mean = subjects("lemma_2_mean");
  ASSERT_THAT(mean, SizeIs(2));
  EXPECT_EQ(mean[0].measured->high, 0.04);
  EXPECT_EQ(verdict_of("lemma_2_mean", about(0, 0.1)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_of("lemma_2_mean", about(1, 0.1)), ClaimVerdict::does_not_hold);
}

TEST_F(BoundClaims, AreNotAskedForWhereALemmaSpeaksOfNoPair) {
  put_all(3, 0.8);
  const std::vector<ClaimSubject> silent = subjects("lemma_10");
  ASSERT_THAT(silent, SizeIs(4));
  for (const ClaimSubject& subject : silent) {
    EXPECT_TRUE(subject.skipped);
    EXPECT_EQ(subject.remark, "D is too small");
  }
}

TEST_F(BoundClaims, OfGeneratedPointsAreAsGood) {
  put_all(3, 0.8);
  for (const ClaimSubject& subject : subjects("lemma_6_variance")) EXPECT_THAT(subject.unmet, IsEmpty());
}

TEST_F(BoundClaims, DecideNothingWhereTheirLevelsComeToTooMuchTogether) {
  level = 0.03;
  put_all(3, 0.8);
  EXPECT_THAT(subjects("lemma_6_variance").at(0).unmet, HasSubstr("0.06")) << "two cases";
  EXPECT_EQ(verdict_of("lemma_6_variance", most(1)), ClaimVerdict::not_decided);
  level = 0.02;
  put_all(3, 0.8);
  EXPECT_EQ(verdict_of("lemma_6_variance", most(1)), ClaimVerdict::does_not_hold);
}

TEST_F(BoundClaims, SayWhatHasNotBeenRun) {
  for (const ClaimSubject& subject : subjects("lemma_7")) EXPECT_EQ(subject.remark, "not run yet");
  EXPECT_EQ(verdict_of("lemma_7", most(1)), ClaimVerdict::not_measured);
}

// A measure whose statement no record has would look like a claim that is never run.
TEST(BoundClaimsOfThePaper, AskForStatementsThatAreChecked) {
  const SyntheticRun run(bounds_config_text);
  Json all = Json::array();
  for (const LemmaStatement& statement : lemma_statements())
    all.push_back(conclude(statement.lemma, statement.quantity, {compared(2, 1)}));
  for (const Cell& cell : run.cells([](const Cell&) { return true; })) {
    Record record = run.record(cell, 0);
    record.json["result"] = {{"seeds", 4000}, {"level", 1e-4}, {"checks", all}, {"pairs", Json::array()}};
    run.put(record);
  }
  const PublishedClaim claim = claim_about({"tensor_sketch"}, {});
  std::size_t measures = 0;
  for (const NamedMeasure& known : bound_measures()) {
    ++measures;
    for (const ClaimSubject& subject : known.measure(claim, {run.config()}, run.sources()).subjects)
      EXPECT_TRUE(subject.measured.has_value()) << known.name << ": " << subject.remark;
  }
  EXPECT_EQ(measures, lemma_statements().size()) << "every statement has its measure";
}

}  // namespace
}  // namespace sketchbench::kdd13
