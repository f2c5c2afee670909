#include <sketchbench/report/claims/claims_report.hpp>
#include <sketchbench/report/results/csv.hpp>

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

ClaimSubject case_of(const std::string& name, const MeanInterval& interval, const std::string& unmet = "") {
  return {.name = name, .measured = interval, .confirming = interval, .refuting = interval, .unmet = unmet};
}

MeasuredClaim example() {
  MeasuredClaim claim;
  claim.paper = "ijcai15";
  claim.claim = {.id = "half",
                 .statement = "Half the error, at most",
                 .place = "Section 4.1",
                 .hypothesis = "d = 4l",
                 .measured_by = {"fig1"},
                 .number = {.kind = ClaimNumber::Kind::ratio, .quantity = "relative_error"},
                 .methods = {"tefm_g"},
                 .others = {},
                 .parameters = {},
                 .claimed = {ClaimedNumber::Sense::at_most, 0.5, 0.1},
                 .verdict = ClaimVerdict::holds};
  claim.measurement.checks_hypothesis = true;
  claim.measurement.subjects = {case_of("Adult, TEFM-G / RKS", {0.475, 0.4, 0.55}),
                                case_of("MNIST, TEFM-G / RKS", {0.875, 0.8, 0.95}),
                                case_of("cpu, TEFM-G / RKS", {0.9, 0.9, 0.9}, "d is l^2"),
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
  EXPECT_EQ(text_at(all, 0, 5), "1 / 3 / 4") << "hold, measured, asked";
  EXPECT_EQ(text_at(all, 0, 6), "does not hold in 1 of 2 (MNIST, TEFM-G / RKS), 1 not measured, holds in 1");
  EXPECT_EQ(text_at(all, 0, 7), "holds");
  const Table& cases = document.tables[1];
  ASSERT_THAT(cases.rows, SizeIs(4));
  EXPECT_EQ(text_at(cases, 0, 1), "met");
  EXPECT_EQ(text_at(cases, 1, 3), "0.88 [0.80, 0.95]");
  EXPECT_EQ(text_at(cases, 1, 4), "does not hold");
  EXPECT_EQ(text_at(cases, 2, 1), "not met: d is l^2");
  EXPECT_EQ(text_at(cases, 2, 3), "0.90") << "no interval";
  EXPECT_EQ(text_at(cases, 2, 4), "undecided");
  EXPECT_EQ(text_at(cases, 3, 3), "");
  EXPECT_EQ(text_at(cases, 3, 4), "not measured");
  EXPECT_THAT(cases.notes, Contains(HasSubstr("sketchbench run configs/fig1.json")));
  EXPECT_THAT(cases.notes, Contains(HasSubstr("Slice: not run yet")));
  ASSERT_THAT(document.banners, SizeIs(1));
  EXPECT_EQ(document.banners[0].text, "1 claim that held is now undecided or does not hold");
}

TEST(ClaimsReport, SaysMetOnlyOfWhatWasLookedAt) {
  MeasuredClaim claim = example();
  claim.measurement.checks_hypothesis = false;
  const Document document = claims_document("it", {claim});
  EXPECT_EQ(text_at(document.tables[0], 0, 2), "as stated in 2 of 3");
  EXPECT_EQ(text_at(document.tables[1], 0, 1), "as stated");
  EXPECT_THAT(csv_text(claims_table({claim})), HasSubstr("\"Adult, TEFM-G / RKS\",as stated,0.475,"));
}

TEST(ClaimsReport, ShowsFurtherComparisonsInATableOfTheirOwn) {
  MeasuredClaim further = example();
  further.claim.id = "beside";
  further.claim.supplementary = true;
  const Document document = claims_overview("it", {further, example()});
  ASSERT_THAT(document.tables, SizeIs(2));
  EXPECT_EQ(document.tables[0].caption, "Claims");
  EXPECT_EQ(text_at(document.tables[0], 0, 0), "half");
  EXPECT_EQ(document.tables[1].caption, "Further comparisons");
  ASSERT_THAT(document.tables[1].rows, SizeIs(1));
  EXPECT_EQ(text_at(document.tables[1], 0, 0), "beside");
}

TEST(ClaimsReport, ShowsWhichVerdictChangesWhereSomethingIsChosenOtherwise) {
  MeasuredClaim claim = example();
  claim.sensitivity = {
      {"C / 4", ClaimVerdict::holds, "holds in 2 of 2", ClaimVerdict::does_not_hold, "does not hold"},
      {"C times 4", ClaimVerdict::does_not_hold, "does not hold in 1 of 2 (Adult), holds in 1",
       ClaimVerdict::does_not_hold, "does not hold in 2 of 2"},
      {"sigma / 4", ClaimVerdict::not_measured, "not measured"},
      {"sigma times 4", ClaimVerdict::holds, "holds in 1 of 1", ClaimVerdict::holds, "holds in 1 of 1"}};
  const Document document = claims_overview("it", {claim});
  ASSERT_THAT(document.tables, SizeIs(2));
  const Table& table = document.tables[1];
  ASSERT_THAT(table.rows, SizeIs(4));
  EXPECT_EQ(text_at(table, 0, 1), "C / 4");
  EXPECT_EQ(text_at(table, 0, 2), "holds in 2 of 2");
  EXPECT_EQ(text_at(table, 0, 3), "does not hold");
  EXPECT_EQ(text_at(table, 0, 4), "yes");
  EXPECT_EQ(text_at(table, 1, 4), "no");
  EXPECT_EQ(text_at(table, 2, 4), "");
  // What the claim's runs on other data say does not count.
  EXPECT_EQ(text_at(table, 3, 3), "holds in 1 of 1");
  EXPECT_EQ(text_at(table, 3, 4), "no");
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
  constexpr double infinity = std::numeric_limits<double>::infinity();
  claim.measurement.subjects[0].measured->high = claim.measurement.subjects[0].confirming->high = infinity;
  claim.measurement.subjects[0].refuting = MeanInterval{0.475, 0.3, infinity};
  EXPECT_THAT(
      csv_text(claims_table({claim})),
      StartsWith("paper,claim,place,subject,hypothesis_met,measured,low,high,sense,claimed,tolerance,"
                 "verdict,claim_verdict,committed_verdict,remark,command,verdict_low,verdict_high\n"
                 "ijcai15,half,Section 4.1,\"Adult, TEFM-G / RKS\",yes,0.475,0.4,,at most,0.5,0.1,"
                 "undecided,does not hold,holds,,sketchbench run configs/fig1.json,0.3,\n"
                 "ijcai15,half,Section 4.1,\"MNIST, TEFM-G / RKS\",yes,0.875,0.8,0.95,at most,0.5,0.1,"
                 "does not hold,"));
  EXPECT_THAT(csv_text(claims_table({claim})), HasSubstr(",Slice,,,,,at most,0.5,0.1,not measured,"));
}

TEST(ClaimsReport, LeavesANumberThatWasNotMeasuredEmpty) {
  MeasuredClaim claim = example();
  for (ClaimSubject& subject : claim.measurement.subjects) {
    subject.measured.reset();
    subject.confirming.reset();
    subject.refuting.reset();
  }
  const Table all = claims_overview("it", {claim}).tables.at(0);
  EXPECT_THAT(text_at(all, 0, 2), IsEmpty());
  EXPECT_THAT(text_at(all, 0, 4), IsEmpty());
  EXPECT_EQ(text_at(all, 0, 5), "0 / 0 / 4");
  EXPECT_EQ(text_at(all, 0, 6), "not measured");
}

}  // namespace
}  // namespace sketchbench
