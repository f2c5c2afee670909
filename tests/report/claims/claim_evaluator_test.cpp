#include <sketchbench/report/claims/claim_evaluator.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/features/external/external_map.hpp>
#include <sketchbench/report/contrast.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::message_of;

using Values = std::vector<double>;

/// A group of runs with an error of each, and a time.
struct Row : RunGroup {
  Values error, seconds;
  std::string kind;
};
struct Results {
  Config config;
  std::vector<Row> rows;
};

const Quantities<Row>& quantities() {
  static const Quantities<Row> all = {
      {{.key = "error"}, &Row::error},
      {{.key = "time_s", .form = Form::seconds}, &Row::seconds},
      {{.key = "bounded", .place = ColumnPlace::nowhere},
       [](const Row& row) -> Value {
         if (row.error.empty()) return Sample();
         return MeanInterval{row.error[0], row.error[0] - 1, 9};
       }},
      {{.key = "kind", .words = {"fast", "slow"}}, [](const Row& row) { return row.kind; }}};
  return all;
}

/// Rows that a test makes up, with columns of its own.
class ClaimEvaluator : public testing::Test {
 protected:
  ClaimEvaluator() {
    results.config.name = "made_up";
    results.config.experiment = "kernel_error";
    claim.id = "claim";
    claim.measured_by = {"made_up"};
    claim.methods = {"rks"};
  }
  Row& add(const std::string& method, Index D, Values error, Values seconds = {1, 1, 1}) {
    Row& row = results.rows.emplace_back();
    row.dataset.name = row.dataset_label = "adult";
    row.facts.title = "Adult";
    row.kernel = PolynomialKernel{.degree = 2};
    row.method = row.method_label = method;
    row.D = D;
    row.expected = static_cast<int>(error.size());
    row.error = std::move(error);
    row.seconds = std::move(seconds);
    for (std::size_t i = 0; i < row.error.size(); ++i) {
      Record& record = row.done.emplace_back();
      record.cell.seed = i + 1;
      record.cell.method = method;
      record.json = {{"data", {{"same_as_paper", true}, {"d", 100}}}, {"run", {{"host", {{"cpu", "one"}}}}}};
    }
    row.status = row.done.empty() ? Status::missing : Status::done;
    return row;
  }
  ClaimMeasurement measured(const std::string& number) {
    const Json parsed = Json::parse(number);
    StrictObject object(parsed, "claims.json", "number");
    claim.number = ClaimNumber::read(object);
    rows = owned_result_table(std::make_shared<const Results>(results), results.rows, quantities());
    return evaluate("claims.json", claim, {&rows});
  }
  ClaimSubject only(const std::string& number) {
    const ClaimMeasurement all = measured(number);
    EXPECT_THAT(all.subjects, SizeIs(1));
    return all.subjects.at(0);
  }

  Results results;
  ResultTable rows;
  PublishedClaim claim;
};

TEST_F(ClaimEvaluator, PairsTheRunsOfOneSeed) {
  // Whatever a seed does to both is in no interval.
  add("rks", 10, {2, 4, 8});
  add("qmc", 10, {1, 2, 4});
  claim.others = {"qmc"};
  const ClaimSubject paired = only(R"({"ratio": "error", "runs": "paired"})");
  EXPECT_NEAR(paired.measured->mean, 2, 1e-12);
  EXPECT_NEAR(paired.measured->low, 2, 1e-12);
  EXPECT_NEAR(paired.measured->high, 2, 1e-12);
  const ClaimSubject independent = only(R"({"ratio": "error"})");
  EXPECT_NEAR(independent.measured->mean, 2, 1e-12);
  EXPECT_LT(independent.measured->low, 1.5);
}

TEST_F(ClaimEvaluator, ComparesErrorsAgainstOneKernelAlone) {
  const auto external = std::make_shared<ExternalMap>();
  external->kind = external_kind("mine", ExternalMap::Form::program);
  for (const Index D : {10, 20, 40}) {
    add("rks", D, {2, 4, 8});
    add("mine", D, {1, 2, 4}).external = external;
  }
  claim.others = {"mine"};
  const std::string by_rows = R"({"ratio": "error"})", by_curves = R"({"ratio": "error", "along": "D"})";
  const auto is_measured = [](const ClaimSubject& subject) { return subject.measured.has_value(); };
  EXPECT_THAT(measured(by_rows).subjects, SizeIs(3));
  EXPECT_TRUE(std::ranges::any_of(measured(by_curves).subjects, is_measured));
  external->own_kernel = "affine";
  EXPECT_THAT(measured(by_rows).subjects, IsEmpty());
  EXPECT_TRUE(std::ranges::none_of(measured(by_curves).subjects, is_measured));
}

TEST_F(ClaimEvaluator, TakesARowOfTheConfigurationThatIsNamedFirst) {
  add("rks", 10, {2, 2, 2});
  add("rks", 20, {});
  const ResultTable more =
      owned_result_table(std::make_shared<const Results>(results), results.rows, quantities());
  Results others;
  others.config = results.config;
  others.rows = results.rows;
  others.rows[0].error = {8, 8, 8};
  others.rows[1].error = {4, 4, 4};
  others.rows[1].done = others.rows[0].done;
  const ResultTable fewer =
      owned_result_table(std::make_shared<const Results>(others), others.rows, quantities());
  claim.number = {.kind = ClaimNumber::Kind::value, .quantity = "error"};
  claim.D = {10};
  const ClaimMeasurement found = evaluate("claims.json", claim, {&more, &fewer});
  ASSERT_THAT(found.subjects, SizeIs(1));
  EXPECT_EQ(found.subjects[0].measured->mean, 2);
}

TEST_F(ClaimEvaluator, CountsTheLooksOfEachCase) {
  add("rks", 10, {1, 2, 4});
  const ResultTable drawn_again =
      owned_result_table(std::make_shared<const Results>(results), results.rows, quantities());
  Results first;
  first.config = results.config;
  first.rows = results.rows;
  first.rows.push_back(results.rows[0]);
  first.rows[1].D = 20;
  const ResultTable before =
      owned_result_table(std::make_shared<const Results>(first), first.rows, quantities());
  claim.number = {.kind = ClaimNumber::Kind::value, .quantity = "error"};
  claim.looks = 2;
  const ClaimMeasurement found = evaluate("claims.json", claim, {&drawn_again, &before});
  ASSERT_THAT(found.subjects, SizeIs(2));
  EXPECT_EQ(found.subjects[0].looks, 2);
  EXPECT_EQ(found.subjects[1].looks, 1) << "of the first draws alone";
  EXPECT_GT(found.subjects[0].confirming->high, found.subjects[0].measured->high);
  EXPECT_EQ(found.subjects[1].confirming->high, found.subjects[1].measured->high);
  EXPECT_GT(found.subjects[0].refuting->high, found.subjects[1].refuting->high);
}

TEST_F(ClaimEvaluator, HasNoTimesOfAConfigurationThatShowsNone) {
  add("rks", 10, {2, 2, 2}, {1, 1, 1});
  results.config.times = false;
  EXPECT_FALSE(only(R"({"value": "time_s"})").measured.has_value());
  EXPECT_EQ(only(R"({"value": "error"})").measured->mean, 2);
}

TEST_F(ClaimEvaluator, PairsSeedsAndNotPlaces) {
  add("rks", 10, {2, 4, 8});
  Row& other = add("qmc", 10, {2, 4});
  other.done[0].cell.seed = 2;
  other.done[1].cell.seed = 3;
  other.expected = 3;
  claim.others = {"qmc"};
  const ClaimSubject subject = only(R"({"ratio": "error", "runs": "paired"})");
  EXPECT_NEAR(subject.measured->mean, 2, 1e-12) << "4 / 2 and 8 / 4";
  EXPECT_EQ(subject.remark, "2 of 3 runs of QMC");
}

TEST_F(ClaimEvaluator, SetsWhatDrawsNothingBesideEachRun) {
  add("rks", 10, {2, 4, 6});
  add("exact_features", 10, {1});
  claim.others = {"exact_features"};
  EXPECT_NEAR(only(R"({"loss": "error", "runs": "paired"})").measured->mean, -3, 1e-12);
  EXPECT_NEAR(only(R"({"difference": "error", "runs": "paired"})").measured->mean, 3, 1e-12);
}

TEST_F(ClaimEvaluator, OfADifferenceHasItsSignAndWelchsInterval) {
  const Values rks = {1, 2, 3}, qmc = {5, 6, 7};
  add("rks", 10, rks);
  add("qmc", 10, qmc);
  claim.others = {"qmc"};
  const ClaimSubject subject = only(R"({"difference": "error"})");
  EXPECT_NEAR(subject.measured->mean, -4, 1e-12);
  const std::vector<WeightedMean> terms = {{1, sample_of(rks)}, {-1, sample_of(qmc)}};
  EXPECT_DOUBLE_EQ(subject.measured->low, contrast_interval(terms, 0.95).low);
  EXPECT_NEAR(only(R"({"loss": "error"})").measured->mean, 4, 1e-12);
}

TEST_F(ClaimEvaluator, FindsTheExponentOfAPowerLaw) {
  for (const Index D : {10, 20, 40, 80}) {
    const double error = 3 * std::pow(static_cast<double>(D), -0.75);
    add("rks", D, {0.5 * error, error, 1.5 * error});
  }
  const ClaimSubject subject = only(R"({"exponent": "error", "along": "D"})");
  EXPECT_NEAR(subject.measured->mean, -0.75, 1e-12);
  EXPECT_NEAR(subject.measured->high, -0.75, 1e-9) << "no scatter about the line";
  claim.D = {10, 20};
  EXPECT_EQ(only(R"({"exponent": "error", "along": "D"})").remark, "2 of 2 points are not enough");
}

TEST_F(ClaimEvaluator, TakesRatiosOfTimesByGeometricMeans) {
  add("rks", 10, {1, 1, 1}, {1, 2, 4});
  add("qmc", 10, {1, 1, 1}, {8, 8, 8});
  claim.others = {"qmc"};
  EXPECT_NEAR(only(R"({"ratio": "time_s"})").measured->mean, 0.25, 1e-12);
  EXPECT_NEAR(only(R"({"speed_up": "time_s"})").measured->mean, 4, 1e-12);
  EXPECT_TRUE(measured(R"({"ratio": "time_s"})").checks_hypothesis) << "one processor";
  for (Record& record : results.rows[1].done) record.json["run"]["host"]["cpu"] = "another";
  const ClaimSubject apart = only(R"({"ratio": "time_s"})");
  EXPECT_FALSE(apart.measured.has_value());
  EXPECT_EQ(apart.unmet, "times of more than one processor");
}

TEST_F(ClaimEvaluator, WidensRatiosOfTimesByTheDriftBetweenBlocksOfRuns) {
  // Whatever the machine does differently in the second block is in all of its runs alike.
  add("rks", 10, {1, 1, 1}, {1, 2, 4});
  add("qmc", 10, {1, 1, 1}, {8, 9, 10});
  claim.others = {"qmc"};
  for (const std::string kind : {"ratio", "speed_up"}) {
    const ClaimSubject alone = only(fmt::format(R"({{"{}": "time_s"}})", kind));
    const ClaimSubject wider = only(fmt::format(R"({{"{}": "time_s", "drift": 0.25}})", kind));
    EXPECT_EQ(wider.measured->mean, alone.measured->mean);
    EXPECT_NEAR(wider.measured->low, alone.measured->low / 1.25, 1e-12);
    EXPECT_NEAR(wider.refuting->high, alone.refuting->high * 1.25, 1e-9);
  }
  EXPECT_THAT(message_of<InputError>([&] { measured(R"({"ratio": "error", "drift": 0.25})"); }),
              HasSubstr("\"number.drift\" is for times, \"error\" is none"));
}

TEST_F(ClaimEvaluator, TakesTheIntervalThatANumberBrings) {
  add("rks", 10, {2, 4, 8});
  const ClaimSubject subject = only(R"({"value": "bounded"})");
  EXPECT_EQ(subject.measured->mean, 2);
  EXPECT_EQ(subject.measured->low, 1);
  EXPECT_EQ(subject.refuting->high, 9);
}

TEST_F(ClaimEvaluator, TakesAShareOfEachRun) {
  add("rks", 10, {1, 1, 3}, {4, 2, 4});
  EXPECT_NEAR(only(R"({"share": "error", "of": "time_s"})").measured->mean, 0.5, 1e-12);
}

// An error of 1, 1 and 3 with a bound ("time_s") of 4, 2 and 4.
TEST_F(ClaimEvaluator, TakesTheLargestShareOfABoundAndTellsAVacuousOne) {
  add("rks", 10, {1, 1, 3}, {4, 2, 4});
  claim.claimed = {ClaimedNumber::Sense::at_most, 1, 0};
  const char* says_something = R"({"bound": "error", "by": "time_s", "vacuous_above": "time_s"})";
  ClaimSubject subject = only(says_something);
  EXPECT_EQ(subject.measured->mean, 0.75);
  EXPECT_EQ(subject.refuting->high, 0.75);
  EXPECT_EQ(verdict_on(claim.claimed, subject), ClaimVerdict::holds);
  subject = only(R"({"bound": "error", "by": "time_s", "vacuous_above": "error"})");
  EXPECT_EQ(subject.unmet, "vacuous, the bound is 2 times what can be");
  EXPECT_EQ(verdict_on(claim.claimed, subject), ClaimVerdict::not_decided);
  results.rows[0].error = {1, 3, 3};
  EXPECT_EQ(verdict_on(claim.claimed, only(says_something)), ClaimVerdict::does_not_hold);
}

TEST_F(ClaimEvaluator, AnExponentAgreesWithAnOrderAndDecidesNothing) {
  for (const Index D : {10, 20, 40}) {
    const double error = 1 / static_cast<double>(D);
    add("rks", D, {error, 2 * error, 3 * error});
  }
  claim.order = true;
  const auto subject = [&](double exponent) {
    claim.claimed = {ClaimedNumber::Sense::at_most, exponent, 0.01};
    return only(R"({"exponent": "error", "along": "D"})");
  };
  EXPECT_EQ(verdict_on(claim.claimed, subject(-1)), ClaimVerdict::agrees);
  EXPECT_EQ(verdict_on(claim.claimed, subject(-2)), ClaimVerdict::does_not_agree);
}

TEST_F(ClaimEvaluator, ChoosesTheBestOtherThatCostsNoMore) {
  add("rks", 10, {4, 4, 4}, {5, 5, 5});
  add("cheap", 20, {3, 3, 3}, {1, 1, 1});
  add("cheaper", 30, {8, 8, 8}, {0.5, 0.5, 0.5});
  add("dear", 40, {1, 1, 1}, {6, 6, 6});
  claim.others = {"cheap", "cheaper", "dear"};
  const std::string number = R"({"ratio": "error", "runs": "paired", "best_within": "time_s"})";
  EXPECT_NEAR(only(number).measured->mean, 4.0 / 3, 1e-12);
  claim.others = {"dear"};
  EXPECT_TRUE(only(number).skipped) << "none costs as little";
}

TEST_F(ClaimEvaluator, IsAboutTheRowsThatItsFiltersLeave) {
  add("rks", 10, {1, 2, 3});
  add("rks", 20, {2, 3, 4}).kernel = PolynomialKernel{.degree = 4};
  add("rks", 40, {3, 4, 5}).dataset.name = "mnist";
  Row& fast = add("rks", 80, {4, 5, 6});
  fast.kind = "fast";
  add("qmc", 10, {9, 9, 9});
  const std::string value = R"({"value": "error"})";
  EXPECT_THAT(measured(value).subjects, SizeIs(4));
  claim.D = {20, 40};
  EXPECT_THAT(measured(value).subjects, SizeIs(2));
  claim.datasets = {"adult"};
  EXPECT_NEAR(only(value).measured->mean, 3, 1e-12);
  claim.D.clear();
  claim.kernels = {PolynomialKernel{.degree = 2}};
  EXPECT_THAT(measured(value).subjects, SizeIs(2));
  claim.where = {{"kind", "fast"}};
  EXPECT_NEAR(only(value).measured->mean, 5, 1e-12);
}

TEST_F(ClaimEvaluator, IsDecidedByTheDataThatTheClaimAsksFor) {
  Row& row = add("rks", 10, {1, 2, 3});
  row.dataset.max_train = 100;
  const std::string value = R"({"value": "error"})";
  EXPECT_EQ(only(value).unmet, "fewer rows than the paper's");
  claim.data = DecidingData::real;
  EXPECT_THAT(only(value).unmet, IsEmpty());
  for (Record& record : results.rows[0].done) record.json["data"]["same_as_paper"] = false;
  EXPECT_EQ(only(value).unmet, "simulated data");
  claim.data = DecidingData::any;
  EXPECT_THAT(only(value).unmet, IsEmpty());
  results.config.quick = true;
  EXPECT_THAT(only(value).unmet, HasSubstr("a quick run"));
}

TEST_F(ClaimEvaluator, SaysWhatIsNotThere) {
  add("rks", 10, {});
  const ClaimSubject subject = only(R"({"value": "error"})");
  EXPECT_FALSE(subject.measured.has_value());
  EXPECT_EQ(subject.remark, "not run yet");
}

TEST_F(ClaimEvaluator, RefusesAQuantityThatThereIsNot) {
  add("rks", 10, {1, 2, 3});
  const auto complaint = [&](const std::string& number) {
    return message_of<InputError>([&] { measured(number); });
  };
  EXPECT_THAT(complaint(R"({"value": "eror"})"),
              AllOf(HasSubstr("claims.json: the claim claim: \"number\": in made_up"),
                    HasSubstr("no quantity \"eror\""), HasSubstr("did you mean \"error\"")));
  EXPECT_THAT(complaint(R"({"share": "error", "of": "time"})"),
              AllOf(HasSubstr("\"number.of\""), HasSubstr("did you mean \"time_s\"")));
  claim.where = {{"time_s", "1"}};
  EXPECT_THAT(complaint(R"({"value": "error"})"),
              AllOf(HasSubstr("\"where\""), HasSubstr("expected a quantity of words")));
  claim.where = {{"kinds", "fast"}};
  EXPECT_THAT(complaint(R"({"value": "error"})"),
              AllOf(HasSubstr("\"where\""), HasSubstr("did you mean \"kind\"")));
  claim.where = {{"kind", "slaw"}};
  EXPECT_THAT(complaint(R"({"value": "error"})"),
              AllOf(HasSubstr("\"where.kind\""), HasSubstr("did you mean \"slow\"")));
}

TEST_F(ClaimEvaluator, RefusesConfigurationsOfTwoExperiments) {
  add("rks", 10, {1, 2, 3});
  static_cast<void>(measured(R"({"value": "error"})"));
  ResultTable other = rows;
  Config config;
  config.name = "other";
  config.experiment = "another";
  other.config = &config;
  EXPECT_THAT(message_of<InputError>([&] {
                evaluate("claims.json", claim, {&rows, &other});
              }),
              AllOf(HasSubstr("measured_by"), HasSubstr("\"another\"")));
}

}  // namespace
}  // namespace sketchbench
