#include "report/claims/claims_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace sketchbench {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

MeasuredClaim example() {
  MeasuredClaim claim;
  claim.paper = "ijcai15";
  claim.claim = {.id = "half",
                 .says = "Half the error, at most",
                 .place = "Section 4.1",
                 .hypothesis = "d = 4l",
                 .measured_by = {"fig1"},
                 .measure = "ratio",
                 .methods = {"tefm_g"},
                 .others = {},
                 .parameters = {},
                 .claimed = {ClaimedNumber::Sense::at_most, 0.5, 0.1},
                 .verdict = ClaimVerdict::holds};
  claim.measurement.subjects = {
      {.name = "Adult, TEFM-G / RKS", .measured = MeanInterval{0.475, 0.4, 0.55}},
      {.name = "MNIST, TEFM-G / RKS", .measured = MeanInterval{0.875, 0.8, 0.95}},
      {.name = "cpu, TEFM-G / RKS", .measured = MeanInterval{0.9, 0.8, 0.95}, .unmet = "d is l^2"},
      {.name = "Slice", .remark = "not run yet"}};
  claim.command = "sketchbench run configs/fig1.json";
  return claim;
}

std::string text_at(const Table& table, std::size_t row, std::size_t column) {
  return table.rows.at(row).at(column).at(0).left.text;
}

TEST(ClaimsReport, HasALineForEachClaimAndForEachCase) {
  const Document document = claims_document("the TEFM paper", {example()});
  ASSERT_THAT(document.tables, SizeIs(2));
  const Table& all = document.tables[0];
  ASSERT_THAT(all.rows, SizeIs(1));
  for (const Table& table : document.tables)
    for (const auto& row : table.rows) EXPECT_THAT(row, SizeIs(table.columns.size()));
  EXPECT_EQ(text_at(all, 0, 0), "half");
  EXPECT_EQ(text_at(all, 0, 2), "met in 2 of 3");
  EXPECT_EQ(text_at(all, 0, 4), "0.47 to 0.90");
  EXPECT_EQ(text_at(all, 0, 5), "1 of 3");
  EXPECT_EQ(text_at(all, 0, 6), "does not hold");
  EXPECT_EQ(text_at(all, 0, 7), "holds");
  const Table& cases = document.tables[1];
  ASSERT_THAT(cases.rows, SizeIs(4));
  EXPECT_EQ(text_at(cases, 0, 1), "met");
  EXPECT_EQ(text_at(cases, 1, 3), "0.88 [0.80, 0.95]");
  EXPECT_EQ(text_at(cases, 1, 4), "does not hold");
  EXPECT_EQ(text_at(cases, 2, 1), "not met: d is l^2");
  EXPECT_EQ(text_at(cases, 2, 4), "undecided");
  EXPECT_EQ(text_at(cases, 3, 3), "");
  EXPECT_EQ(text_at(cases, 3, 4), "not measured");
  EXPECT_THAT(cases.notes, Contains(HasSubstr("sketchbench run configs/fig1.json")));
  EXPECT_THAT(cases.notes, Contains(HasSubstr("Slice: not run yet")));
  ASSERT_THAT(document.banners, SizeIs(1));
  EXPECT_EQ(document.banners[0].text, "1 claim no longer holds");
}

TEST(ClaimsReport, SaysThatAQuickRunDecidesNothing) {
  MeasuredClaim quick = example();
  quick.quick = true;
  const Document document = claims_overview("the TEFM paper", {quick});
  ASSERT_THAT(document.banners, SizeIs(1));
  EXPECT_THAT(document.banners[0].text, StartsWith("QUICK"));
}

TEST(ClaimsReport, PutsEachCaseIntoALineForPrograms) {
  MeasuredClaim claim = example();
  claim.measurement.subjects[0].measured->high = std::numeric_limits<double>::infinity();
  EXPECT_THAT(
      claims_csv({claim}),
      StartsWith("paper,claim,place,subject,hypothesis_met,measured,low,high,sense,claimed,tolerance,"
                 "verdict,claim_verdict,committed_verdict,remark,command\n"
                 "ijcai15,half,Section 4.1,\"Adult, TEFM-G / RKS\",yes,0.475,0.4,,at most,0.5,0.1,"
                 "undecided,does not hold,holds,,sketchbench run configs/fig1.json\n"
                 "ijcai15,half,Section 4.1,\"MNIST, TEFM-G / RKS\",yes,0.875,0.8,0.95,at most,0.5,0.1,"
                 "does not hold,"));
  EXPECT_THAT(claims_csv({claim}), HasSubstr(",Slice,yes,,,,at most,0.5,0.1,not measured,"));
}

TEST(ClaimsReport, LeavesANumberThatWasNotMeasuredEmpty) {
  MeasuredClaim claim = example();
  for (ClaimSubject& subject : claim.measurement.subjects) subject.measured.reset();
  const Table all = claims_overview("it", {claim}).tables.at(0);
  EXPECT_THAT(text_at(all, 0, 2), IsEmpty());
  EXPECT_THAT(text_at(all, 0, 4), IsEmpty());
  EXPECT_EQ(text_at(all, 0, 6), "not measured");
}

}  // namespace
}  // namespace sketchbench
