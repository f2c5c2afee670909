#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include "experiments/bounds/results.hpp"
#include "papers/claims_of_a_run.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* share = R"({"value": "bound_share"})";

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
  BoundClaims() : ClaimsOfARun(bounds_config_text, {"tensor_sketch"}, {}) { claim.data = DecidingData::any; }
  std::vector<ClaimSubject> subjects_of(const char* lemma, const char* quantity, int degree) {
    ask_for(lemma, quantity, degree);
    return subjects(share);
  }
  ClaimVerdict verdict_on_lemma(const char* lemma, const char* quantity, int degree,
                                const ClaimedNumber& claimed) {
    ask_for(lemma, quantity, degree);
    return verdict_of(share, claimed);
  }
  /// 0: of any degree.
  void ask_for(const char* lemma, const char* quantity, int degree) {
    claim.where = {{"lemma", lemma}, {"quantity", quantity}};
    claim.kernels.clear();
    if (degree > 0) claim.kernels = {PolynomialKernel{.degree = degree}};
  }
  void put(const Cell& cell, const std::vector<BoundCheck>& checks) const {
    Json list = Json::array();
    for (const BoundCheck& check : checks) list.push_back(BoundCheck::fields().to_json(check));
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
  const std::vector<ClaimSubject> lemma_6 = subjects_of("6", "variance", 2);
  ASSERT_THAT(lemma_6, SizeIs(2)) << "of p = 2, for each D";
  EXPECT_EQ(lemma_6[0].name, "Adult, p = 2, D = 64");
  EXPECT_DOUBLE_EQ(lemma_6[0].measured->mean, 3);
  EXPECT_DOUBLE_EQ(lemma_6[0].refuting->low, 2.7);
  EXPECT_EQ(verdict_on_lemma("6", "variance", 2, most(1)), ClaimVerdict::does_not_hold);
  EXPECT_EQ(verdict_on_lemma("6 corrected", "variance", 2, most(1)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_on_lemma("3", "variance", 1, most(1)), ClaimVerdict::holds) << "of p = 1";
}

TEST_F(BoundClaims, TakeTheExactValueWhereAFormulaGivesIt) {
  for (const Cell& cell : run.cells([](const Cell&) { return true; })) {
    Comparison noisy = compared(2, 6);
    if (cell.D == 64) noisy.exact = 5;
    put(cell, {conclude("6", "variance", {noisy})});
  }
  ask_for("6", "variance", 2);
  const std::vector<ClaimSubject> exact = subjects(R"({"value": "exact_share"})");
  ASSERT_THAT(exact, SizeIs(2));
  EXPECT_DOUBLE_EQ(exact[0].measured->mean, 2.5) << "not 3, as measured";
  EXPECT_DOUBLE_EQ(exact[0].refuting->low, 2.5) << "nothing scatters";
  EXPECT_FALSE(exact[1].measured.has_value()) << "no formula";
}

TEST_F(BoundClaims, OfWhatWasNeverNearAreNotRefuted) {
  Comparison largest = at_most(100, {1, {1, 1}});
  largest.high.reset();
  for (const Cell& cell : run.cells([](const Cell&) { return true; }))
    put(cell, {conclude("8", "largest", {largest}),
               conclude("9", "tail of averages", {at_most(0.01, {0.001, {0, 0.005}})})});
  EXPECT_EQ(verdict_on_lemma("9", "tail of averages", 0, most(1)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_on_lemma("8", "largest", 0, most(1)), ClaimVerdict::not_refuted) << "the largest seen";
  for (const Cell& cell : run.cells([](const Cell&) { return true; }))
    put(cell, {conclude("9", "tail of averages", {at_most(0.01, {0, {0, 0.005}})})});
  EXPECT_EQ(verdict_on_lemma("9", "tail of averages", 0, most(1)), ClaimVerdict::not_refuted);
  EXPECT_THAT(subjects_of("9", "tail of averages", 0).at(0).remark, HasSubstr("no draw came as far"));
}

TEST_F(BoundClaims, AreUndecidedWhereTheIntervalReachesAcross) {
  put_all(1, 0.95);
  EXPECT_EQ(verdict_on_lemma("6", "variance", 2, most(1)), ClaimVerdict::not_decided);
  EXPECT_EQ(verdict_on_lemma("6 corrected", "variance", 2, most(1)), ClaimVerdict::not_decided);
}

TEST_F(BoundClaims, OfAMeanAreInStandardDeviations) {
  put_all(3, 0.8);
  const std::vector<ClaimSubject> mean = subjects_of("2", "bias", 1);
  ASSERT_THAT(mean, SizeIs(2));
  EXPECT_EQ(mean[0].measured->high, 0.04);
  EXPECT_EQ(verdict_on_lemma("2", "bias", 1, about(0, 0.1)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_on_lemma("2", "bias", 1, about(1, 0.1)), ClaimVerdict::does_not_hold);
}

TEST_F(BoundClaims, AreNotAskedForWhereALemmaSpeaksOfNoPair) {
  put_all(3, 0.8);
  const std::vector<ClaimSubject> silent = subjects_of("10", "tail", 0);
  ASSERT_THAT(silent, SizeIs(4));
  for (const ClaimSubject& subject : silent) {
    EXPECT_TRUE(subject.skipped);
    EXPECT_EQ(subject.remark, "D is too small");
  }
}

TEST_F(BoundClaims, OfGeneratedPointsAreAsGood) {
  put_all(3, 0.8);
  for (const ClaimSubject& subject : subjects_of("6", "variance", 2)) EXPECT_THAT(subject.unmet, IsEmpty());
}

TEST_F(BoundClaims, DecideNothingWhereTheirLevelsComeToTooMuchTogether) {
  level = 0.03;
  put_all(3, 0.8);
  EXPECT_THAT(subjects_of("6", "variance", 2).at(0).unmet, HasSubstr("0.06")) << "two cases";
  EXPECT_EQ(verdict_on_lemma("6", "variance", 2, most(1)), ClaimVerdict::not_decided);
  level = 0.02;
  put_all(3, 0.8);
  EXPECT_EQ(verdict_on_lemma("6", "variance", 2, most(1)), ClaimVerdict::does_not_hold);
}

TEST_F(BoundClaims, SayWhatHasNotBeenRun) {
  for (const ClaimSubject& subject : subjects_of("7", "tail", 0)) EXPECT_EQ(subject.remark, "not run yet");
  EXPECT_EQ(verdict_on_lemma("7", "tail", 0, most(1)), ClaimVerdict::not_measured);
}

TEST_F(BoundClaims, SayWhatARecordDoesNotTell) {
  put_all(3, 0.8);
  const std::vector<ClaimSubject> untold = subjects_of("8", "largest", 0);
  ASSERT_THAT(untold, SizeIs(4));
  for (const ClaimSubject& subject : untold) {
    EXPECT_FALSE(subject.skipped);
    EXPECT_FALSE(subject.measured.has_value());
    EXPECT_THAT(subject.remark, HasSubstr("does not tell"));
  }
}

TEST_F(BoundClaims, OfALemmaThatIsNotCheckedAreRefused) {
  EXPECT_THAT(testing_support::message_of<InputError>([&] { subjects_of("11", "variance", 0); }),
              testing::AllOf(HasSubstr("claims.json"), HasSubstr("where.lemma"), HasSubstr("\"11\"")));
}

}  // namespace
}  // namespace sketchbench
