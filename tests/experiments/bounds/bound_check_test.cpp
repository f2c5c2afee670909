#include "experiments/bounds/bound_check.hpp"

#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>

#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

Estimated between(double low, double high) { return {(low + high) / 2, {low, high}}; }

TEST(AtMost, LooksAtTheWholeInterval) {
  EXPECT_EQ(at_most(1, between(0.2, 0.9)).verdict, BoundVerdict::holds);
  EXPECT_EQ(at_most(1, between(0.9, 1.05)).verdict,
            BoundVerdict::holds);  // no violation by more than a tenth
  EXPECT_EQ(at_most(1, between(0.9, 1.2)).verdict, BoundVerdict::cannot_tell);
  EXPECT_EQ(at_most(1, between(1.01, 1.05)).verdict, BoundVerdict::fails);
  EXPECT_EQ(at_most(1, between(1.01, 1.05), 0.1).verdict, BoundVerdict::holds);  // rounding explains it
}

TEST(EqualTo, LooksAtBothSides) {
  EXPECT_EQ(equal_to(1, between(0.95, 1.05), 0.1).verdict, BoundVerdict::holds);
  EXPECT_EQ(equal_to(1, between(0.7, 1.05), 0.1).verdict, BoundVerdict::cannot_tell);
  EXPECT_EQ(equal_to(1, between(0.95, 1.3), 0.1).verdict, BoundVerdict::cannot_tell);
  EXPECT_EQ(equal_to(1, between(1.01, 1.02), 0.1).verdict, BoundVerdict::fails);
  EXPECT_EQ(equal_to(1, between(0.98, 0.99), 0.1).verdict, BoundVerdict::fails);
  EXPECT_EQ(equal_to(0, between(0, 0), 0).verdict, BoundVerdict::holds);
}

Comparison about(const char* pair, Comparison comparison) {
  comparison.pair = pair;
  return comparison;
}

TEST(Conclude, OneFailureIsEnough) {
  const BoundCheck check =
      conclude("3", "variance",
               {about("a", at_most(1, between(0.1, 0.2))), about("b", at_most(1, between(2, 3))),
                about("b", at_most(1, between(4, 5))), about("c", at_most(1, between(0.5, 9.5)))});
  EXPECT_EQ(check.verdict, BoundVerdict::fails);
  EXPECT_EQ(check.pairs, 3);
  EXPECT_EQ(check.failing, 1);
  // The worst ratio is that of a pair of which nothing can be said; the decisive one is the worst that fails.
  EXPECT_DOUBLE_EQ(check.worst_ratio.value(), 5);
  EXPECT_DOUBLE_EQ(check.decisive->measured, 4.5);
}

TEST(Conclude, HoldsOnlyIfAllDo) {
  const Comparison fine = about("a", at_most(1, between(0, 0.5))),
                   open = about("b", at_most(1, between(0, 2)));
  EXPECT_EQ(conclude("3", "variance", {fine}).verdict, BoundVerdict::holds);
  EXPECT_EQ(conclude("3", "variance", {fine, open}).verdict, BoundVerdict::cannot_tell);
  EXPECT_EQ(conclude("3", "variance", {fine, open}).decisive->pair, "b");
}

TEST(Conclude, SaysNothingOfNothing) {
  const BoundCheck check = conclude("10", "tail", {});
  EXPECT_EQ(check.verdict, BoundVerdict::conditions_not_met);
  EXPECT_FALSE(check.decisive);
  EXPECT_FALSE(check.worst_ratio);
}

Json written(const BoundCheck& check) { return BoundCheck::fields().to_json(check); }
BoundCheck parsed(const Json& json) { return BoundCheck::fields().parse(StrictObject(json, "the result")); }

TEST(BoundCheckAsJson, ComesBackAsItWas) {
  Comparison comparison = about("x = y, row 3", at_most(1, between(2, 3)));
  comparison.at = "error 0.5";
  comparison.exact = 2.25;
  comparison.high.reset();
  BoundCheck check = conclude("7", "tail", {comparison});
  check.remark = "a remark";
  const Json json = Json::parse(written(check).dump());
  EXPECT_EQ(written(parsed(json)), json);
  EXPECT_EQ(parsed(json).verdict, BoundVerdict::fails);
  EXPECT_EQ(parsed(json).decisive->verdict, BoundVerdict::fails);
  const BoundCheck silent = conclude("10", "tail", {});
  EXPECT_EQ(written(parsed(written(silent))), written(silent));
}

TEST(BoundCheckAsJson, NullIsNoneInARecord) {
  Json json = written(conclude("3", "variance", {at_most(1, between(2, 3))}));
  json["worst_ratio"] = json["decisive"]["high"] = nullptr;
  EXPECT_FALSE(parsed(json).worst_ratio);
  EXPECT_FALSE(parsed(json).decisive->high);
  json["decisive"] = nullptr;
  EXPECT_FALSE(parsed(json).decisive);
}

TEST(BoundCheckAsJson, IsReadWithCare) {
  const Json good = written(conclude("3", "variance", {at_most(1, between(2, 3))}));
  for (const char* key : {"lemma", "quantity", "pairs", "failing", "verdict", "remark"}) {
    Json bad = good;
    bad.erase(key);
    EXPECT_THROW(parsed(bad), InputError) << key;
  }
  Json bad = good;
  bad["verdict"] = "perhaps";
  EXPECT_THROW(parsed(bad), InputError);
  bad = good;
  bad["decisive"].erase("bound");
  EXPECT_THROW(parsed(bad), InputError);
}

}  // namespace
}  // namespace sketchbench
