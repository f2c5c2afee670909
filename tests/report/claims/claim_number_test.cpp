#include <sketchbench/report/claims/claim_number.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;
using Kind = ClaimNumber::Kind;

ClaimNumber number_of(const std::string& json) {
  const Json parsed = Json::parse(json);
  StrictObject object(parsed, "claims.json", "number");
  return ClaimNumber::read(object);
}

std::string complaint(const std::string& json) {
  return message_of<InputError>([&] { number_of(json); });
}

TEST(ClaimNumber, IsAKindOfAQuantity) {
  const ClaimNumber ratio = number_of(R"({"ratio": "total_s"})");
  EXPECT_EQ(ratio.kind, Kind::ratio);
  EXPECT_EQ(ratio.quantity, "total_s");
  EXPECT_FALSE(ratio.paired);
  EXPECT_FALSE(ratio.of_curves());
  EXPECT_TRUE(ratio.asks_for_others());
}

TEST(ClaimNumber, AlongDIsOfCurves) {
  EXPECT_TRUE(number_of(R"({"ratio": "relative_error", "along": "D"})").of_curves());
  EXPECT_TRUE(
      number_of(R"({"exponent": "median_s", "along": "D", "less": "claimed_operations"})").of_curves());
  EXPECT_TRUE(number_of(R"({"count_share": "relative_rmse"})").of_curves());
  const ClaimNumber least = number_of(R"({"exponent": "total_s", "along": "columns", "beside": "least"})");
  EXPECT_FALSE(least.of_curves());
  EXPECT_EQ(least.along, ClaimNumber::Along::columns);
}

TEST(ClaimNumber, HasWhatItsKindNeeds) {
  EXPECT_EQ(number_of(R"({"share": "map_s", "of": "total_s"})").of, "total_s");
  EXPECT_EQ(number_of(R"({"nearness": "accuracy", "to": "exact"})").to, "exact");
  EXPECT_TRUE(number_of(R"({"loss": "accuracy", "runs": "paired"})").paired);
  EXPECT_TRUE(number_of(R"({"value": "relative_error", "scale": "logarithmic"})").logarithmic);
  const ClaimNumber published = number_of(R"({"speed_up": "map_s", "over_published": "table2/rm_map"})");
  ASSERT_TRUE(published.over_published.has_value());
  EXPECT_EQ(published.over_published->first, "table2");
  EXPECT_EQ(published.over_published->second, "rm_map");
  EXPECT_FALSE(number_of(R"({"ratio_at_equal_cost": "rmse", "cost": "map_s"})").bounds_beyond);
  EXPECT_TRUE(
      number_of(R"({"ratio_at_equal_cost": "rmse", "cost": "map_s", "beyond": "bound"})").bounds_beyond);
  EXPECT_THAT(complaint(R"({"share": "map_s"})"), HasSubstr("number.of"));
  EXPECT_THAT(complaint(R"({"nearness": "accuracy"})"), HasSubstr("number.to"));
  EXPECT_THAT(complaint(R"({"exponent": "total_s"})"), HasSubstr("number.along"));
}

TEST(ClaimNumber, OfNoKindIsRefusedWithTheNearest) {
  EXPECT_THAT(complaint(R"({"rato": "total_s"})"),
              AllOf(HasSubstr("claims.json: \"number.rato\""), HasSubstr("did you mean \"ratio\"")));
  EXPECT_THAT(complaint(R"({})"), HasSubstr("one of value, share"));
  EXPECT_THAT(complaint(R"({"ratio": "total_s", "value": "total_s"})"), HasSubstr("one kind of number"));
  EXPECT_THAT(complaint(R"({"value": ""})"), HasSubstr("number.value"));
}

TEST(ClaimNumber, RefusesKeysAndWordsThatItsKindDoesNotHave) {
  EXPECT_THAT(complaint(R"({"value": "accuracy", "along": "D"})"),
              AllOf(HasSubstr("number.along"), HasSubstr("beside \"value\"")));
  EXPECT_THAT(complaint(R"({"ratio": "total_s", "beside": "lower_degre"})"),
              AllOf(HasSubstr("number.beside"), HasSubstr("did you mean \"lower_degree\"")));
  EXPECT_THAT(complaint(R"({"ratio": "total_s", "runs": "pared"})"), HasSubstr("did you mean \"paired\""));
  EXPECT_THAT(complaint(R"({"exponent": "total_s", "along": "columns"})"), HasSubstr("number.along"))
      << "a curve is along D";
  EXPECT_THAT(complaint(R"({"ratio": "total_s", "along": "D", "runs": "paired"})"), HasSubstr("number.runs"));
  EXPECT_THAT(complaint(R"({"speed_up": "map_s", "over_published": "table2"})"),
              HasSubstr("number.over_published"));
  EXPECT_THAT(complaint(R"({"ratio": "total_s", "beyond": "bound"})"), HasSubstr("number.beyond"));
  EXPECT_THAT(complaint(R"({"ratio_at_equal_cost": "rmse", "cost": "map_s", "beyond": "end"})"),
              HasSubstr("number.beyond"));
  EXPECT_THAT(complaint(R"({"ratio": "total_s", "pairing": "seed"})"), HasSubstr("number.pairing"));
  EXPECT_THAT(complaint(R"({"ratio": "total_s", "drift": 0.1, "runs": "paired"})"),
              HasSubstr("number.drift"));
  EXPECT_THAT(complaint(R"({"ratio": "total_s", "drift": -0.1})"), HasSubstr("number.drift"));
  EXPECT_THAT(complaint(R"({"difference": "accuracy", "drift": 0.1})"), HasSubstr("number.drift"));
}

}  // namespace
}  // namespace sketchbench
