#include <sketchbench/report/claims/published_claim.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include <sketchbench/core/error.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::SizeIs;
using testing_support::message_of;
using testing_support::TemporaryFolder;
using Sense = ClaimedNumber::Sense;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(ClaimedNumber, HoldsWhereTheWholeIntervalIsWithinTheTolerance) {
  const ClaimedNumber about{Sense::about, 0.5, 0.1};
  EXPECT_EQ(verdict_on(about, {0.5, 0.4, 0.6}), ClaimVerdict::holds) << "both ends at the tolerance's";
  EXPECT_EQ(verdict_on(about, {0.5, 0.39, 0.6}), ClaimVerdict::not_decided);
  EXPECT_EQ(verdict_on(about, {0.55, 0.5, 0.61}), ClaimVerdict::not_decided);
  EXPECT_EQ(verdict_on(about, {0.7, 0.61, 0.8}), ClaimVerdict::does_not_hold);
  EXPECT_EQ(verdict_on(about, {0.3, 0.2, 0.39}), ClaimVerdict::does_not_hold);
  EXPECT_EQ(verdict_on(about, {0.5, 0.3, 0.7}), ClaimVerdict::not_decided) << "wider than the tolerance";
}

TEST(ClaimedNumber, HasOneSideForAtMostAndAtLeast) {
  const ClaimedNumber most{Sense::at_most, -1, 0.1}, least{Sense::at_least, 2, 0.2};
  EXPECT_EQ(verdict_on(most, {-3, -5, -0.9}), ClaimVerdict::holds) << "better than claimed";
  EXPECT_EQ(verdict_on(most, {-1, -1.1, -0.89}), ClaimVerdict::not_decided);
  EXPECT_EQ(verdict_on(most, {-0.5, -0.89, -0.1}), ClaimVerdict::does_not_hold);
  EXPECT_EQ(verdict_on(least, {3, 1.8, 5}), ClaimVerdict::holds);
  EXPECT_EQ(verdict_on(least, {2, 1.7, 2.3}), ClaimVerdict::not_decided);
  EXPECT_EQ(verdict_on(least, {1, 0.3, 1.7}), ClaimVerdict::does_not_hold);
}

TEST(ClaimedNumber, IsUndecidedByANumberWithoutAnInterval) {
  const MeanInterval unknown{0.5, -infinity, infinity};
  for (const Sense sense : {Sense::about, Sense::at_most, Sense::at_least})
    EXPECT_EQ(verdict_on({sense, 0.5, 10}, unknown), ClaimVerdict::not_decided);
}

TEST(ClaimedNumber, IsWrittenWithItsTolerance) {
  EXPECT_EQ((ClaimedNumber{Sense::about, 0.5, 0.1}.text()), "about 0.5 (± 0.1)");
  EXPECT_EQ((ClaimedNumber{Sense::at_most, -1, 0.1}.text()), "at most −1 (+ 0.1)");
  EXPECT_EQ((ClaimedNumber{Sense::at_least, 2, 0}.text()), "at least 2");
}

const std::string claim =
    R"({"id": "thm1", "statement": "It falls", "place": "Theorem 1", "hypothesis": "d = l^2",
        "measured_by": ["rates", "counts"], "number": {"ratio": "relative_error", "along": "D"}, "data": "real",
        "where": {"has_published": "yes"}, "samples_of": "rates", "datasets": ["slice", "blog"],
        "kernels": [{"degree": 4, "coef0": 1}, {"kernel": "gaussian", "sigma": 2}], "D": [500, 200],
        "methods": ["tefm_g"], "others": ["rks"], "parameters": {"fourier": "l^2"}, "at_most": -1,
        "tolerance": 0.1, "verdict": "does not hold", "looks": 2,
        "descriptive": true, "supplementary": true})";

std::string with(const std::string& from, const std::string& to) {
  std::string text = claim;
  return text.replace(text.find(from), from.size(), to);
}

std::vector<PublishedClaim> read(const std::string& claims) {
  const TemporaryFolder folder;
  return read_claims(folder.write("claims.json", R"({"claims": [)" + claims + "]}"));
}

TEST(ReadClaims, ReadsAllOfAClaim) {
  const std::vector<PublishedClaim> claims = read(claim);
  ASSERT_THAT(claims, SizeIs(1));
  const PublishedClaim& read = claims[0];
  EXPECT_EQ(read.id, "thm1");
  EXPECT_EQ(read.statement, "It falls");
  EXPECT_EQ(read.place, "Theorem 1");
  EXPECT_EQ(read.hypothesis, "d = l^2");
  EXPECT_EQ(read.number.kind, ClaimNumber::Kind::ratio);
  EXPECT_EQ(read.number.quantity, "relative_error");
  EXPECT_EQ(read.number.along, ClaimNumber::Along::D);
  EXPECT_EQ(read.data, DecidingData::real);
  EXPECT_THAT(read.where, ElementsAre(Pair("has_published", "yes")));
  EXPECT_EQ(read.samples_of, "rates");
  EXPECT_THAT(read.measured_by, ElementsAre("rates", "counts"));
  EXPECT_THAT(read.datasets, ElementsAre("slice", "blog"));
  EXPECT_THAT(read.kernels, ElementsAre(Kernel(PolynomialKernel{.degree = 4, .coef0 = 1}),
                                        Kernel(GaussianKernel{.sigma = 2})));
  EXPECT_THAT(read.D, ElementsAre(500, 200));
  EXPECT_THAT(read.methods, ElementsAre("tefm_g"));
  EXPECT_THAT(read.others, ElementsAre("rks"));
  EXPECT_THAT(read.parameters, ElementsAre(Pair("fourier", "l^2")));
  EXPECT_EQ(read.claimed.sense, Sense::at_most);
  EXPECT_EQ(read.claimed.value, -1);
  EXPECT_EQ(read.claimed.tolerance, 0.1);
  EXPECT_EQ(read.verdict, ClaimVerdict::does_not_hold);
  EXPECT_EQ(read.looks, 2);
  EXPECT_TRUE(read.descriptive);
  EXPECT_FALSE(read.decidable());
  EXPECT_TRUE(read.supplementary);
}

TEST(ReadClaims, MayLeaveOutDataSetsAndWhetherAClaimIsAFurtherOne) {
  const std::string some = R"("datasets": ["slice", "blog"],)";
  EXPECT_THAT(read(with(some, "")).at(0).datasets, SizeIs(0)) << "all";
  EXPECT_THAT(read(with(R"("D": [500, 200],)", "")).at(0).D, SizeIs(0)) << "all";
  const std::string kernels =
      R"("kernels": [{"degree": 4, "coef0": 1}, {"kernel": "gaussian", "sigma": 2}],)";
  EXPECT_THAT(read(with(kernels, "")).at(0).kernels, SizeIs(0)) << "all";
  EXPECT_FALSE(read(with(R"(, "supplementary": true)", "")).at(0).supplementary);
}

TEST(ReadClaims, RefusesWhatIsNotAClaimWithItsPlace) {
  const auto complaint = [](const std::string& claims) {
    return message_of<InputError>([&] { read(claims); });
  };
  EXPECT_THAT(complaint(with("\"place\"", "\"plaec\"")),
              AllOf(HasSubstr("claims.json"), HasSubstr("claims[0].place")));
  EXPECT_THAT(complaint(with("\"others\"", "\"toerance\": 1, \"others\"")),
              AllOf(HasSubstr("claims[0].toerance"), HasSubstr("did you mean \"tolerance\"")));
  EXPECT_THAT(complaint(with("\"ratio\"", "\"raito\"")),
              AllOf(HasSubstr("claims[0].number.raito"), HasSubstr("did you mean \"ratio\""),
                    HasSubstr("(the claim thm1)")));
  EXPECT_THAT(complaint(with("\"real\"", "\"rael\"")), HasSubstr("claims[0].data"));
  EXPECT_THAT(complaint(with("\"yes\"", "1")), HasSubstr("claims[0].where.has_published"));
  EXPECT_THAT(complaint(with(R"("samples_of": "rates")", R"("samples_of": "rate")")),
              AllOf(HasSubstr("claims[0].samples_of"), HasSubstr("one of rates, counts")));
  EXPECT_THAT(complaint(with("\"at_most\": -1,", "")), HasSubstr("claims[0].about"));
  EXPECT_THAT(complaint(with("\"at_most\": -1,", R"("at_most": -1, "about": 1,)")), HasSubstr("alone"));
  EXPECT_THAT(complaint(with("\"tolerance\": 0.1", "\"tolerance\": -0.1")), HasSubstr("claims[0].tolerance"));
  EXPECT_THAT(complaint(with("does not hold", "holds not")), HasSubstr("claims[0].verdict"));
  EXPECT_THAT(complaint(with(R"(["rates", "counts"])", "[]")), HasSubstr("claims[0].measured_by"));
  EXPECT_THAT(complaint(with(R"(["tefm_g"])", "\"tefm_g\"")), HasSubstr("claims[0].methods"));
  EXPECT_THAT(complaint(with("\"It falls\"", "\"\"")), HasSubstr("claims[0].statement"));
  EXPECT_THAT(complaint(with(R"(["slice", "blog"])", "[]")), HasSubstr("claims[0].datasets"));
  EXPECT_THAT(complaint(with("\"blog\"", "\"slice\"")), HasSubstr("each data set once"));
  EXPECT_THAT(complaint(with(R"("degree": 4)", R"("degre": 4)")), HasSubstr("claims[0].kernels[0].degre"));
  EXPECT_THAT(complaint(with(R"({"kernel": "gaussian", "sigma": 2})", R"({"degree": 4, "coef0": 1})")),
              HasSubstr("each kernel once"));
  EXPECT_THAT(complaint(with(R"([{"degree": 4, "coef0": 1}, {"kernel": "gaussian", "sigma": 2}])", "[]")),
              HasSubstr("claims[0].kernels"));
  EXPECT_THAT(complaint(with("[500, 200]", "[500, 0]")), HasSubstr("claims[0].D"));
  EXPECT_THAT(complaint(with("[500, 200]", "[18446744073709551615]")), HasSubstr("claims[0].D"));
  EXPECT_THAT(complaint(with("[500, 200]", "500")), HasSubstr("claims[0].D"));
  EXPECT_THAT(complaint(with("[500, 200]", "[500, 500]")), HasSubstr("each number once"));
  EXPECT_THAT(complaint(with("\"supplementary\": true", "\"supplementary\": \"yes\"")),
              HasSubstr("claims[0].supplementary"));
  EXPECT_THAT(complaint(with("\"l^2\"", "4")), HasSubstr("claims[0].parameters.fourier"));
  EXPECT_THAT(complaint(claim + "," + claim), AllOf(HasSubstr("claims[1].id"), HasSubstr("no other claim")));
}

TEST(ReadClaims, AnOrderIsOfExponentsAlone) {
  const std::string number = R"({"ratio": "relative_error", "along": "D"})";
  const std::string order = R"("order": true, "looks": 2)";
  const auto of = [&](const std::string& other) {
    std::string text = with(R"("looks": 2)", order);
    return text.replace(text.find(number), number.size(), other);
  };
  EXPECT_TRUE(read(of(R"({"count_exponent": "relative_error"})")).at(0).order);
  EXPECT_THAT(message_of<InputError>([&] { read(of(number)); }), HasSubstr("claims[0].order"));
}

TEST(ReadClaims, AsksForOthersWhereANumberComparesMethods) {
  const auto complaint = [](const std::string& number, const std::string& keys) {
    return message_of<InputError>([&] {
      read(
          R"({"id": "a", "statement": "b", "place": "c", "measured_by": ["d"], "methods": ["e"], "at_most": 1,
               "tolerance": 0, "number": )" +
          number + keys + "}");
    });
  };
  const std::string others = R"(, "others": ["rks"])";
  EXPECT_EQ(complaint(R"({"value": "accuracy"})", ""), "");
  EXPECT_THAT(complaint(R"({"value": "accuracy"})", others), HasSubstr("claims[0].others"));
  EXPECT_EQ(complaint(R"({"difference": "accuracy"})", others), "");
  EXPECT_THAT(complaint(R"({"difference": "accuracy"})", ""), HasSubstr("claims[0].others"));
  EXPECT_EQ(complaint(R"({"ratio": "relative_error", "beside": "lower_degree"})", ""), "");
  EXPECT_EQ(complaint(R"({"ratio": "relative_error", "beside": "lower_degree"})", others), "");
  EXPECT_THAT(complaint(R"({"difference": "accuracy", "beside": "fewest_features"})", others),
              HasSubstr("claims[0].others"));
  EXPECT_THAT(complaint(R"({"value": "accuracy"})", R"(, "samples_of": "d")"), HasSubstr("no curves"));
}

}  // namespace
}  // namespace sketchbench
