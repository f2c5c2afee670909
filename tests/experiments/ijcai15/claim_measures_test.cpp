#include "papers/ijcai15/claim_measures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/error.hpp"
#include "harness/config/find_configs.hpp"
#include "papers/paper_claims.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench::ijcai15 {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::message_of;

constexpr const char* config =
    R"({"name": "gram", "experiment": "gram_error", "parameters": {"rows": 0, "maps": 3, "lambda": 0.1},
    "grid": [{"dataset": "mnist", "max_train": 400, "D": [10, 20, 40, 80]},
             {"dataset": "cpu", "max_train": 300, "D": [10, 20, 40, 80]}],
    "kernels": [{"kernel": "gaussian", "sigma": "median"}],
    "methods": [{"method": "rks"}, {"method": "tefm_g", "parameters": {"fourier": "l^2"}}]})";

ClaimMeasurement measure(const std::string& name, const PublishedClaim& claim, const Config& asked,
                         const ReportSources& sources) {
  for (const NamedMeasure& measure : claim_measures())
    if (measure.name == name) return measure.measure(claim, {asked}, sources);
  throw Error("no measure " + name);
}

class ClaimMeasures : public testing::Test {
 protected:
  ClaimMeasures() : run(config) {
    claim.methods = {"tefm_g"};
    claim.others = {"rks"};
    claim.parameters = {{"fourier", "l^2"}};
  }
  static double error(const Cell& cell) {
    const auto l = static_cast<double>(cell.D);
    return cell.method == "rks" ? 1 / std::sqrt(l) : 2 / l;
  }
  void put(const Cell& cell, const std::string& processor = "one") const {
    const double mean = error(cell), seconds = static_cast<double>(cell.D) / 1000;
    Record record = run.record(cell, 0);
    record.json["result"] = {{"rows", 300},
                             {"maps", 3},
                             {"kernel_norm", 50},
                             {"relative_error", {0.9 * mean, mean, 1.1 * mean}},
                             {"map_seconds", {seconds, seconds, seconds}},
                             {"residual", 1e-3},
                             {"optimum", 0.5},
                             {"gap", {mean * mean, mean * mean, mean * mean}}};
    record.json["data"]["d"] = cell.dataset.name == "cpu" ? 21 : 784;
    record.json["run"]["host"]["cpu"] = processor;
    run.put(record);
  }
  void put_all() const {
    for (const Cell& cell : run.cells([](const Cell&) { return true; })) put(cell);
  }
  ClaimMeasurement measured(const std::string& name) const {
    return measure(name, claim, run.config(), run.sources());
  }

  SyntheticRun run;
  PublishedClaim claim;
};

TEST_F(ClaimMeasures, AreMadeForEachSampleByItsColumns) {
  put_all();
  const std::vector<ClaimSubject> subjects = measured("error_exponent").subjects;
  ASSERT_THAT(subjects, SizeIs(2));
  EXPECT_THAT(subjects[0].name, HasSubstr("Comp-activ")) << "21 columns before 784";
  EXPECT_THAT(subjects[1].name, HasSubstr("MNIST"));
  for (const ClaimSubject& subject : subjects) {
    EXPECT_NEAR(subject.measured->mean, -1, 1e-9);
    EXPECT_THAT(subject.unmet, IsEmpty());
    EXPECT_THAT(subject.remark, IsEmpty());
  }
  EXPECT_NEAR(measured("gap_exponent").subjects.at(0).measured->mean, -2, 1e-9);
  const ClaimMeasurement ratio = measured("error_ratio");
  // The geometric mean of 2 / sqrt(l).
  EXPECT_NEAR(ratio.subjects.at(0).measured->mean, 2 / std::pow(10 * 20 * 40 * 80, 0.125), 1e-9);
  const ClaimMeasurement count = measured("feature_count_exponent");
  ASSERT_THAT(count.details, SizeIs(1));
  EXPECT_THAT(count.details[0].rows, SizeIs(8)) << "every l of both samples";
}

TEST_F(ClaimMeasures, SayWhatIsMissing) {
  const auto cells = run.cells([](const Cell& cell) { return cell.dataset.name == "cpu"; });
  for (const Cell& cell : cells)
    if (cell.D != 40 || cell.method == "rks") put(cell);
  const std::vector<ClaimSubject> subjects = measured("error_ratio").subjects;
  ASSERT_THAT(subjects, SizeIs(2));
  EXPECT_EQ(subjects[0].remark, "from 3 of 4 points");
  EXPECT_FALSE(subjects[1].measured.has_value());
  EXPECT_EQ(subjects[1].remark, "not run yet");
  claim.others = {"qmc"};
  EXPECT_FALSE(measured("error_ratio").subjects.at(0).measured.has_value());
}

TEST_F(ClaimMeasures, SeeThatAHypothesisIsNotMet) {
  put_all();
  claim.parameters = {{"fourier", "4l"}};
  EXPECT_THAT(measured("error_ratio").subjects.at(0).unmet, HasSubstr("fourier is l^2, not 4l"));
  claim.methods = {"rks"};
  EXPECT_THAT(measured("error_exponent").subjects.at(0).unmet, HasSubstr("not a parameter"));
}

TEST_F(ClaimMeasures, OfTimesWantOneProcessor) {
  for (const Cell& cell : run.cells([](const Cell&) { return true; }))
    put(cell, cell.method == "rks" ? "one" : "another");
  EXPECT_THAT(measured("error_ratio_at_equal_time").subjects.at(0).unmet,
              HasSubstr("more than one processor"));
  EXPECT_THAT(measured("error_ratio").subjects.at(0).unmet, IsEmpty());
}

TEST(ClaimMeasuresOfAccuracies, ThereAreNone) {
  const SyntheticRun run(adult_config());
  PublishedClaim claim;
  claim.methods = {"tensor_sketch"};
  EXPECT_THAT(message_of<InputError>([&] { measure("error_ratio", claim, run.config(), run.sources()); }),
              HasSubstr("\"accuracy\""));
}

// The committed claims can be read, and what they ask for is there.
TEST(PaperClaims, OfEveryPaperAreMeasuredByItsConfigurations) {
  const SyntheticRun run(config);
  for (const Paper& paper : papers()) {
    const PaperClaims claims = read_paper_claims(
        paper, [](const std::string& name) { return find_config(name); }, false);
    EXPECT_EQ(claims.claims.empty(), paper.claim_measures.empty()) << paper.name;
    for (const MeasuredClaim& claim : measure_claims(claims, run.sources())) {
      EXPECT_EQ(claim.verdict(), ClaimVerdict::not_measured) << claim.claim.id;
      std::set<std::string> labels;
      for (const std::string& name : claim.claim.measured_by) {
        EXPECT_THAT(paper.figures, testing::Contains(name)) << "reproducing the paper measures it";
        for (const RunGroup& group : group_runs(claims.configs.at(name), run.sources()).groups)
          labels.insert(group.method_label);
      }
      for (const auto& methods : {claim.claim.methods, claim.claim.others})
        for (const std::string& method : methods)
          EXPECT_TRUE(labels.contains(method)) << claim.claim.id << ": " << method;
    }
  }
}

TEST(FindPaper, TakesItsNameOrItsCommand) {
  EXPECT_EQ(find_paper("ijcai15", papers()).command, "tefm");
  EXPECT_EQ(find_paper("tefm", papers()).name, "ijcai15");
  EXPECT_THAT(message_of<InputError>([] { find_paper("ijcai14", papers()); }), HasSubstr("ijcai15"));
  EXPECT_THAT(message_of<InputError>([] { find_paper("", papers()); }), HasSubstr("paper"));
}

}  // namespace
}  // namespace sketchbench::ijcai15
