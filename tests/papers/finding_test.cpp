#include "papers/finding.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

#include <sketchbench/core/error.hpp>
#include "papers/paper_list.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::message_of;

/// A claim "at most 1" with a case for each number, which is known to within 0.01.
MeasuredClaim measured(const std::string& id, const std::vector<double>& numbers, ClaimVerdict committed) {
  MeasuredClaim claim;
  claim.claim.id = id;
  claim.claim.claimed = {.sense = ClaimedNumber::Sense::at_most, .value = 1};
  claim.claim.verdict = committed;
  for (const double number : numbers) {
    const MeanInterval interval{.mean = number, .low = number - 0.01, .high = number + 0.01};
    claim.measurement.subjects.push_back(
        {.name = "a case", .measured = interval, .confirming = interval, .refuting = interval});
  }
  return claim;
}

Paper paper_with(const std::string& finding) {
  return {.name = "p", .title = "the paper", .citation = "c", .finding = finding};
}

TEST(Finding, QuotesWhatWasMeasured) {
  const std::vector<MeasuredClaim> claims = {measured("small", {0.2, 0.5}, ClaimVerdict::holds),
                                             measured("large", {0.5, 3}, ClaimVerdict::does_not_hold)};
  EXPECT_EQ(finding(paper_with("It is {small}, up to {most:large} in {cases:large} cases."), claims),
            "It is 0.20 to 0.50, up to 3.00 in 1 of 2 cases.");
  EXPECT_EQ(finding(paper_with("No number."), claims), "No number.");
  EXPECT_EQ(finding(paper_with(""), claims), "");
}

TEST(Finding, IsNotSaidWhereItMayNotBeSo) {
  std::vector<MeasuredClaim> claims = {measured("small", {0.2, 0.5}, ClaimVerdict::holds)};
  const Paper paper = paper_with("It is {small}.");
  claims.front().quick = true;
  EXPECT_EQ(finding(paper, claims), "");
  claims = {measured("small", {0.2, 5}, ClaimVerdict::holds)};
  EXPECT_EQ(finding(paper, claims), "") << "it no longer holds";
  claims = {measured("small", {}, ClaimVerdict::holds)};
  EXPECT_EQ(finding(paper, claims), "") << "it was not measured";
  EXPECT_EQ(finding(paper, {}), "");
  EXPECT_EQ(finding(paper, std::vector{measured("other", {0.2}, ClaimVerdict::holds)}), "");
}

TEST(Finding, OfEachPaperIsOfClaimsThatItHas) {
  const std::regex mark("\\{(?:[a-z]+:)?([a-z0-9_]+)\\}");
  for (const Paper& paper : papers()) {
    std::set<std::string> ids;
    for (const PublishedClaim& claim : read_claims(file_of(paper, "claims.json"))) ids.insert(claim.id);
    int marks = 0;
    for (std::sregex_iterator at(paper.finding.begin(), paper.finding.end(), mark), end; at != end;
         ++at, ++marks)
      EXPECT_TRUE(ids.contains((*at)[1])) << paper.name << ": " << (*at)[1];
    EXPECT_GT(marks, 0) << paper.name;
  }
}

TEST(Finding, RefusesMarksOfNothing) {
  const std::vector<MeasuredClaim> claims = {measured("small", {0.2}, ClaimVerdict::holds)};
  const auto complaint = [&](const std::string& text) {
    return message_of<InputError>([&] { finding(paper_with(text), claims); });
  };
  EXPECT_THAT(complaint("{least:small}"), HasSubstr("least"));
  EXPECT_THAT(complaint("{small"), HasSubstr("without its }"));
}

}  // namespace
}  // namespace sketchbench
