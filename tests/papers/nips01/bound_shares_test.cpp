#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include "experiments/sampling_theorems/theorem_check.hpp"
#include "papers/claims_of_a_run.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::message_of;

constexpr const char* config =
    R"({"name": "theorems", "experiment": "sampling_theorems", "parameters": {"rows": 100},
    "grid": [{"dataset": "mnist", "max_train": 400}, {"dataset": "adult", "max_train": 300}],
    "kernels": [{"kernel": "gaussian", "sigma": "median"}], "methods": [{"method": "exact"}]})";

/// Theorem and quantity.
using Inequality = std::pair<const char*, const char*>;
constexpr Inequality theorem_1 = {"1", "sigma that meets it"}, theorem_1_own = {"1", "largest variance"},
                     theorem_2_found = {"2", "first inequality"}, theorem_2_all = {"2", "second inequality"},
                     theorem_3 = {"3", "unseen points, all components"},
                     theorem_5_error = {"5", "relative error, as printed"};

Trial trial(double bound, double measured, bool applies = true) {
  Trial made = trial_of(bound, measured);
  made.applies = applies;
  return made;
}

class BoundShares : public testing::Test {
 protected:
  BoundShares() {
    claim.methods = {"exact"};
    claim.claimed = {ClaimedNumber::Sense::at_most, 1, 0};
    claim.hypothesis = "entries that are small";
    claim.data = DecidingData::real;
  }
  void put(const std::vector<TheoremCheck>& checks) const {
    Json all = Json::array();
    for (const TheoremCheck& check : checks) all.push_back(TheoremCheck::fields().to_json(check));
    for (const Cell& cell : run.cells([](const Cell& c) { return c.dataset.name == "mnist"; })) {
      Record record = run.record(cell, 0);
      record.json["result"] = {{"rows", 100}, {"unseen", 10}, {"kernel_norm", 50}, {"checks", all}};
      run.put(record);
    }
  }
  static TheoremCheck check(const char* theorem, const char* quantity, const std::vector<Trial>& trials,
                            std::optional<double> allowed = {}) {
    return conclude({.theorem = theorem,
                     .quantity = quantity,
                     .matrix = "sparsified",
                     .s = 10,
                     .hypothesis = "entries that are small",
                     .allowed = allowed},
                    trials);
  }
  /// That of the first case, which is MNIST's.
  ClaimSubject measured(const Inequality& inequality) const { return measure(inequality).subjects.at(0); }
  ClaimVerdict verdict(const Inequality& inequality) const {
    return verdict_on(claim.claimed, measured(inequality));
  }
  ClaimMeasurement measure(const Inequality& inequality) const {
    PublishedClaim asked = claim;
    asked.where = {{"theorem", inequality.first}, {"quantity", inequality.second}};
    return sketchbench::measured(R"({"value": "bound_share"})", asked, run);
  }

  const SyntheticRun run = SyntheticRun(config);
  PublishedClaim claim;
};

TEST_F(BoundShares, AreTheLargestOfAllDraws) {
  put({check("2", "first inequality", {trial(1, 0.25), trial(0.5, 0.25), trial(2, 0.5)})});
  const ClaimMeasurement all = measure(theorem_2_found);
  ASSERT_THAT(all.subjects, SizeIs(2));
  const ClaimSubject& mnist = all.subjects[0];
  EXPECT_THAT(mnist.name, testing::AllOf(HasSubstr("MNIST"), HasSubstr("sparsified, s = 10")));
  EXPECT_EQ(mnist.measured->mean, 0.5);
  EXPECT_EQ(mnist.measured->low, mnist.measured->high) << "what was seen, without an interval";
  EXPECT_THAT(mnist.remark, IsEmpty());
  EXPECT_FALSE(all.subjects[1].measured.has_value());
  EXPECT_EQ(all.subjects[1].remark, "not run yet");
  EXPECT_THAT(measure(theorem_2_all).subjects, SizeIs(1)) << "the record knows of no other inequality";
}

TEST_F(BoundShares, RefuteATheoremThatOneDrawBreaks) {
  put({check("2", "first inequality", {trial(1, 0.25), trial(0.5, 0.75)})});
  EXPECT_EQ(verdict(theorem_2_found), ClaimVerdict::does_not_hold);
  EXPECT_THAT(measured(theorem_2_found).remark, HasSubstr("1 of 2 draws"));
}

TEST_F(BoundShares, LeaveUndecidedWhatATheoremLeavesAProbabilityTo) {
  put({check("1", "sigma that meets it", {trial(1, 0.25), trial(0.5, 0.75)}, 0.9)});
  EXPECT_EQ(verdict(theorem_1), ClaimVerdict::not_decided);
}

TEST_F(BoundShares, RefuteAProbabilityThatIsFarTooSmall) {
  put({check("1", "sigma that meets it", std::vector<Trial>(10, trial(0.5, 0.75)), 1e-6)});
  EXPECT_EQ(verdict(theorem_1), ClaimVerdict::does_not_hold);
}

TEST_F(BoundShares, AskForTheHypothesisButForThoseThatSaySo) {
  put({check("1", "sigma that meets it", {trial(1, 0.5, false)}, 0.1),
       check("1", "largest variance", {trial(1, 0.5, false)}, 0.1)});
  EXPECT_EQ(verdict(theorem_1), ClaimVerdict::not_decided);
  EXPECT_EQ(measured(theorem_1).unmet, "entries that are small");
  claim.hypothesis.clear();
  EXPECT_EQ(verdict(theorem_1_own), ClaimVerdict::not_refuted) << "a probability of 0.1, in one draw";
}

TEST_F(BoundShares, LeaveUndecidedWhereNothingWasSeen) {
  put({check("5", "relative error, as printed", {trial(0.5, 0), trial(0.5, 0)}, 1e-6)});
  EXPECT_EQ(verdict(theorem_5_error), ClaimVerdict::not_decided);
  put({check("5", "relative error, as printed", {trial(0.5, 0), trial(0.5, 0.25)}, 1e-6)});
  EXPECT_EQ(verdict(theorem_5_error), ClaimVerdict::not_refuted);
}

TEST_F(BoundShares, ShowAProbabilityOnlyWithEnoughDraws) {
  const auto draws = [](std::size_t n) { return std::vector<Trial>(n, trial(1, 0.5)); };
  put({check("1", "sigma that meets it", draws(10), 0.1)});
  EXPECT_EQ(verdict(theorem_1), ClaimVerdict::not_refuted);
  put({check("1", "sigma that meets it", draws(100), 0.1)});
  EXPECT_EQ(verdict(theorem_1), ClaimVerdict::holds) << "at most 7 in 100, but for one chance in 1000";
  put({check("2", "first inequality", draws(1))});
  EXPECT_EQ(verdict(theorem_2_found), ClaimVerdict::holds) << "leaves no probability";
}

TEST_F(BoundShares, AreThoseOfTheClaimsDataSets) {
  claim.datasets = {"adult"};
  const ClaimMeasurement all = measure(theorem_3);
  ASSERT_THAT(all.subjects, SizeIs(1));
  EXPECT_THAT(all.subjects[0].name, HasSubstr("Adult"));
}

// A claim about an inequality that the experiment does not know would find nothing, without a word.
TEST_F(BoundShares, AreOfInequalitiesThatThereAre) {
  EXPECT_THAT(message_of<InputError>([&] {
                measure({"2", "frist inequality"});
              }),
              testing::AllOf(HasSubstr("where.quantity"), HasSubstr("did you mean \"first inequality\"")));
}

}  // namespace
}  // namespace sketchbench
