#include "experiments/sampling_theorems/theorem_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>

#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

using testing::ElementsAre;

Trial outside_hypothesis(Trial trial) {
  trial.applies = false;
  return trial;
}

TheoremCheck of_trials(const std::vector<Trial>& trials, std::optional<double> allowed = {}) {
  return conclude({.theorem = "3",
                   .quantity = "any point, widest gap",
                   .matrix = "sparsified",
                   .s = 10,
                   .hypothesis = "c of at least 1",
                   .allowed = allowed},
                  trials);
}

TEST(TrialOf, BreaksItsBoundBeyondRounding) {
  EXPECT_FALSE(trial_of(1, 1).broken);
  EXPECT_TRUE(trial_of(1, 1.01).broken);
  EXPECT_FALSE(trial_of(1, 1.01, 0.1).broken);
  EXPECT_EQ(trial_of(2, 1).share(), 0.5);
  EXPECT_EQ(trial_of(0, 0).share(), 0);
  EXPECT_GT(trial_of(0, 1e-9).share(), 1e29) << "and is a number that JSON can hold";
}

TEST(Conclude, TakesTheTrialThatComesNearestToItsBound) {
  const TheoremCheck check = of_trials({trial_of(1, 0.5), trial_of(4, 3), trial_of(9, 1)});
  EXPECT_EQ(check.verdict(), TheoremVerdict::holds);
  EXPECT_EQ(check.decisive.bound, 4);
  EXPECT_DOUBLE_EQ(check.slack().value(), 4.0 / 3);
  EXPECT_THAT(check.values, ElementsAre(0.5, 3, 1));
  EXPECT_FALSE(of_trials({trial_of(1, 0)}).slack());
  EXPECT_THROW(of_trials({}), Error);
}

TEST(Conclude, OneBrokenTrialRefutesWhatIsCertain) {
  EXPECT_EQ(of_trials({trial_of(1, 0.5), trial_of(1, 2)}).verdict(), TheoremVerdict::fails);
}

TEST(Conclude, LeavesOutTrialsThatTheHypothesisDoesNotCover) {
  const TheoremCheck some = of_trials({trial_of(1, 0.5), outside_hypothesis(trial_of(1, 2))});
  EXPECT_EQ(some.verdict(), TheoremVerdict::holds);
  EXPECT_EQ(some.applying, 1);
  EXPECT_EQ(some.broken, 0);
  EXPECT_EQ(some.values.size(), 2u);
  const TheoremCheck none = of_trials({outside_hypothesis(trial_of(1, 2))});
  EXPECT_EQ(none.verdict(), TheoremVerdict::hypothesis_not_met);
  EXPECT_EQ(none.broken, 1) << "what was measured is told all the same";
  EXPECT_EQ(none.decisive.measured, 2);
}

TEST(Conclude, AProbabilityIsRefutedByMoreThanItExplains) {
  std::vector<Trial> trials(100, trial_of(1, 0.5));
  EXPECT_EQ(of_trials(trials, 0.01).verdict(), TheoremVerdict::not_refuted);
  trials[3] = trial_of(1, 2);
  // One of 100: the lower bound at 0.001 is 1 - 0.999^(1/100), about 1e-5.
  EXPECT_NEAR(of_trials(trials, 0.01).broken_share().low, 1e-5, 1e-7);
  EXPECT_EQ(of_trials(trials, 0.01).verdict(), TheoremVerdict::not_refuted);
  EXPECT_EQ(of_trials(trials, 1e-6).verdict(), TheoremVerdict::fails);
  EXPECT_EQ(of_trials({trial_of(1, 2)}, 1).verdict(), TheoremVerdict::not_refuted);
}

Json written(const TheoremCheck& check) { return TheoremCheck::fields().to_json(check); }
TheoremCheck parsed(const Json& json) {
  return TheoremCheck::fields().parse(StrictObject(json, "the result"));
}

TEST(TheoremCheckAsJson, ComesBackAsItWas) {
  for (const auto& check : {of_trials({trial_of(1, 0.5), outside_hypothesis(trial_of(1, 2))}),
                            of_trials({trial_of(1, 2)}, 0.01), of_trials({trial_of(1, 0)})}) {
    const Json json = Json::parse(written(check).dump());
    EXPECT_EQ(written(parsed(json)), json);
    EXPECT_EQ(parsed(json).verdict(), check.verdict());
    EXPECT_EQ(parsed(json).decisive.applies, check.decisive.applies);
  }
}

TEST(TheoremCheckAsJson, IsReadWithCare) {
  const Json good = written(of_trials({trial_of(1, 0.5)}));
  for (const char* key : {"theorem", "quantity", "matrix", "hypothesis", "trials", "applying", "broken",
                          "bound", "measured", "at", "values", "remark"}) {
    Json bad = good;
    bad.erase(key);
    EXPECT_THROW(parsed(bad), InputError) << key;
  }
  for (const auto& [key, value] :
       {std::pair("applying", 2), std::pair("broken", 2), std::pair("trials", 2), std::pair("bound", -1)}) {
    Json bad = good;
    bad[key] = value;
    EXPECT_THROW(parsed(bad), InputError) << key;
  }
  Json old = good;
  old["s"] = old["allowed"] = nullptr;
  EXPECT_FALSE(parsed(old).statement.s) << "as records of earlier versions have it";
}

}  // namespace
}  // namespace sketchbench
