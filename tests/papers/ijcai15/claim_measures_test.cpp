#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/harness/config/config.hpp>
#include "papers/claims_of_a_run.hpp"
#include "papers/paper_claims.hpp"
#include "papers/paper_list.hpp"

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing_support::message_of;

// Numbers as claims.json has them.
constexpr const char* error_ratio = R"({"ratio": "relative_error", "along": "D"})";
constexpr const char* error_ratio_at_equal_time =
    R"({"ratio_at_equal_cost": "relative_error", "cost": "map_s"})";
constexpr const char* error_ratio_at_equal_time_and_beyond =
    R"({"ratio_at_equal_cost": "relative_error", "cost": "map_s", "beyond": "bound"})";
constexpr const char* time_ratio_at_equal_error =
    R"({"ratio_at_equal_cost": "map_s", "cost": "relative_error"})";
constexpr const char* feature_count_exponent = R"({"count_exponent": "relative_error", "cost": "map_s"})";
constexpr const char* error_exponent = R"({"exponent": "relative_error", "along": "D"})";
constexpr const char* gap_exponent = R"({"exponent": "gap", "along": "D"})";

constexpr const char* config =
    R"({"name": "gram", "experiment": "gram_error", "parameters": {"rows": 0, "maps": 3, "lambda": 0.1},
    "grid": [{"dataset": "mnist", "max_train": 400, "D": [10, 20, 40, 80]},
             {"dataset": "cpu", "max_train": 300, "D": [10, 20, 40, 80]}],
    "kernels": [{"kernel": "gaussian", "sigma": "median"}],
    "methods": [{"method": "rks"}, {"method": "tefm_g", "parameters": {"fourier": "l^2"}}]})";

class ClaimMeasures : public testing::Test {
 protected:
  explicit ClaimMeasures(const std::string& text = config) : run(text) {
    claim.methods = {"tefm_g"};
    claim.others = {"rks"};
    claim.parameters = {{"fourier", "l^2"}, {"d", "0"}};
    claim.data = DecidingData::real;
  }
  static double error(const Cell& cell) {
    const auto l = static_cast<double>(cell.D);
    return cell.method == "rks" ? 1 / std::sqrt(l) : 2 / l;
  }
  /// What has no noise in the means over maps; the maps of the two methods err in opposite ways.
  void put(const Cell& cell, const std::string& processor = "one", double gap_of_20 = 1) const {
    const double mean = error(cell), noise = cell.method == "rks" ? 0.1 : -0.1;
    const double gap = mean * mean * (cell.D == 20 ? gap_of_20 : 1),
                 seconds = static_cast<double>(cell.D) / 1000;
    Record record = run.record(cell, 0);
    record.json["result"] = {{"rows", 300},
                             {"maps", 3},
                             {"kernel_norm", 50},
                             {"relative_error", {(1 - noise) * mean, mean, (1 + noise) * mean}},
                             {"map_seconds", {seconds, seconds, seconds}},
                             {"residual", 1e-3},
                             {"optimum", 0.5},
                             {"gap", {gap, gap, gap}}};
    record.json["data"]["d"] = cell.dataset.name == "cpu" ? 21 : 784;
    record.json["run"]["host"]["cpu"] = processor;
    run.put(record);
  }
  void put_all() const {
    for (const Cell& cell : run.cells([](const Cell&) { return true; })) put(cell);
  }
  /// Numbers of one method take no others.
  ClaimMeasurement measured(const std::string& number) const {
    PublishedClaim asked = claim;
    if (number == error_exponent || number == gap_exponent) asked.others.clear();
    return sketchbench::measured(number, asked, run);
  }

  SyntheticRun run;
  PublishedClaim claim;
};

TEST_F(ClaimMeasures, AreMadeForEachSampleByItsColumns) {
  put_all();
  const std::vector<ClaimSubject> subjects = measured(error_exponent).subjects;
  ASSERT_THAT(subjects, SizeIs(2));
  EXPECT_THAT(subjects[0].name, HasSubstr("Comp-activ")) << "21 columns before 784";
  EXPECT_THAT(subjects[1].name, HasSubstr("MNIST"));
  for (const ClaimSubject& subject : subjects) {
    EXPECT_NEAR(subject.measured->mean, -1, 1e-9);
    EXPECT_THAT(subject.unmet, IsEmpty());
    EXPECT_THAT(subject.remark, IsEmpty());
  }
  EXPECT_NEAR(measured(gap_exponent).subjects.at(0).measured->mean, -2, 1e-9);
  const ClaimMeasurement ratio = measured(error_ratio);
  // The geometric mean of 2 / sqrt(l).
  EXPECT_NEAR(ratio.subjects.at(0).measured->mean, 2 / std::pow(10 * 20 * 40 * 80, 0.125), 1e-9);
  const ClaimMeasurement count = measured(feature_count_exponent);
  ASSERT_THAT(count.details, SizeIs(1));
  EXPECT_THAT(count.details[0].rows, SizeIs(8)) << "every l of both samples";
}

TEST_F(ClaimMeasures, SayThatACountIsBeyondInAllThatIsMadeOfIt) {
  put_all();
  const ClaimMeasurement count = measured(feature_count_exponent);
  const auto text = [&](std::size_t row, std::size_t column) {
    return count.details.at(0).rows.at(row).at(column).at(0).left.text;
  };
  EXPECT_EQ(text(0, 2), "25") << "2 / 10 = 1 / sqrt(25)";
  EXPECT_EQ(text(1, 2), "> 80") << "2 / 20 = 1 / sqrt(100), and there are at most 80";
  EXPECT_EQ(text(1, 3), "> 4");
  EXPECT_EQ(text(1, 4), "> 0.2");
  const ClaimSubject& subject = count.subjects.at(0);
  EXPECT_FALSE(subject.measured.has_value());
  EXPECT_EQ(subject.remark,
            "1 of 4 points are not enough; 3 points left out where the other's most features do not suffice: "
            "D = 20, 40, 80");
}

TEST_F(ClaimMeasures, AreDecidedByWiderIntervalsTheMoreCasesThereAre) {
  put_all();
  const std::vector<ClaimSubject> two = measured(error_ratio).subjects;
  claim.datasets = {"cpu"};
  const std::vector<ClaimSubject> one = measured(error_ratio).subjects;
  ASSERT_THAT(two, SizeIs(2));
  ASSERT_THAT(one, SizeIs(1)) << "of the data sets that the claim is about";
  EXPECT_THAT(one[0].name, HasSubstr("Comp-activ"));
  EXPECT_EQ(one[0].refuting->high, one[0].measured->high) << "95 % for one case";
  EXPECT_EQ(two[0].measured->high, one[0].measured->high);
  EXPECT_GT(two[0].refuting->high, two[0].measured->high);
  EXPECT_LT(two[0].refuting->low, two[0].measured->low);
}

TEST_F(ClaimMeasures, OfGapsAreNotRefutedWhereOneIsNotAboveZero) {
  for (const Cell& cell : run.cells([](const Cell&) { return true; })) put(cell, "one", -1);
  claim.claimed = {ClaimedNumber::Sense::at_most, -5, 0};
  const ClaimMeasurement gaps = measured(gap_exponent);
  const ClaimSubject& subject = gaps.subjects.at(0);
  EXPECT_NEAR(subject.measured->mean, -2, 1e-9);
  EXPECT_EQ(subject.remark, "from 3 of 4 points; at D = 20 a run is not above 0, as the claim allows");
  EXPECT_EQ(verdict_on(claim.claimed, subject), ClaimVerdict::not_decided);
  const ClaimMeasurement errors = measured(error_exponent);
  EXPECT_EQ(verdict_on(claim.claimed, errors.subjects.at(0)), ClaimVerdict::does_not_hold);
}

// TEFM's times are those of Random Kitchen Sinks with four times the features: from D = 40 on theirs end.
class ClaimMeasuresOfBounds : public ClaimMeasures {
 protected:
  void put_slow(double factor) const {
    for (const Cell& cell : run.cells([](const Cell&) { return true; })) {
      put(cell);
      if (cell.method == "rks") continue;
      Record record = run.record(cell, 0);
      const auto l = static_cast<double>(cell.D);
      const double error = factor / std::sqrt(l), seconds = 4 * l / 1000;
      record.json["result"] = {{"rows", 300},
                               {"maps", 3},
                               {"kernel_norm", 50},
                               {"relative_error", {0.9 * error, error, 1.1 * error}},
                               {"map_seconds", {seconds, seconds, seconds}},
                               {"residual", 1e-3}};
      record.json["data"]["d"] = 21;
      record.json["run"]["host"]["cpu"] = "one";
      run.put(record);
    }
  }
};

TEST_F(ClaimMeasuresOfBounds, AreRefutedByThemAndNotConfirmed) {
  claim.claimed = {ClaimedNumber::Sense::at_most, 1, 0};
  put_slow(4);
  EXPECT_EQ(measured(error_ratio_at_equal_time).subjects.at(0).remark,
            "2 of 4 points are not enough; 2 points left out where the other's most features take less time: "
            "D = 40, 80");
  const ClaimMeasurement slow = measured(error_ratio_at_equal_time_and_beyond);
  const ClaimSubject& slower = slow.subjects.at(0);
  EXPECT_EQ(slower.remark,
            "at least as large: at D = 40, 80 the other's most features, which take less time, stand for "
            "those of the same cost");
  EXPECT_EQ(verdict_on(claim.claimed, slower), ClaimVerdict::does_not_hold);
  put_slow(0.1);
  const ClaimMeasurement fast = measured(error_ratio_at_equal_time_and_beyond);
  EXPECT_EQ(verdict_on(claim.claimed, fast.subjects.at(0)), ClaimVerdict::not_refuted);
  claim.claimed = {ClaimedNumber::Sense::at_least, 1, 0};
  const ClaimMeasurement least = measured(error_ratio_at_equal_time_and_beyond);
  EXPECT_EQ(verdict_on(claim.claimed, least.subjects.at(0)), ClaimVerdict::not_decided);
}

TEST_F(ClaimMeasuresOfBounds, NameTheCostThatNoNumberOfFeaturesHas) {
  put_slow(0.1);
  EXPECT_EQ(measured(time_ratio_at_equal_error).subjects.at(0).remark,
            "0 of 4 points are not enough; 4 points left out where the other's relative_error is larger with "
            "any number of features: D = 10, 20, 40, 80");
}

TEST_F(ClaimMeasures, AreNotAskedForOnDataThatCannotBeHad) {
  std::vector<Skip> skips;
  for (const Cell& cell : run.cells([](const Cell&) { return true; }))
    if (cell.dataset.name == "cpu")
      put(cell);
    else
      skips.push_back({cell, "its file is not there"});
  run.store().put_skips(run.config().name, skips);
  const std::vector<ClaimSubject> subjects = measured(error_ratio).subjects;
  ASSERT_THAT(subjects, SizeIs(2));
  EXPECT_FALSE(subjects[0].skipped);
  EXPECT_TRUE(subjects[1].skipped);
  EXPECT_THAT(subjects[1].remark, HasSubstr("its file is not there"));
}

TEST_F(ClaimMeasures, TellWhetherTheyHaveLookedAtTheHypothesis) {
  put_all();
  EXPECT_TRUE(measured(error_ratio).checks_hypothesis);
  claim.parameters.clear();
  EXPECT_FALSE(measured(error_ratio).checks_hypothesis);
  EXPECT_TRUE(measured(error_ratio_at_equal_time).checks_hypothesis) << "one processor";
}

class ClaimMeasuresWithD : public ClaimMeasures {
 protected:
  ClaimMeasuresWithD()
      : ClaimMeasures(replaced(config, R"("fourier": "l^2")", R"("fourier": "l^2", "d": 200)")) {}
};

TEST_F(ClaimMeasuresWithD, SeeThatItOverridesFourier) {
  put_all();
  EXPECT_EQ(measured(error_ratio).subjects.at(0).unmet, "d is 200, not 0");
}

class ClaimCurves : public ClaimMeasures {
 protected:
  /// Another configuration, "other" by name.
  Config other(const std::string& text) const {
    return read_config(
        run.folder().write("other.json", replaced(text, R"("name": "gram")", R"("name": "other")")));
  }
  /// Of both configurations together.
  ClaimMeasurement together(const Config& beside, const std::string& samples_of = "") {
    claim.number = number_of(error_ratio);
    claim.measured_by = {"gram", "other"};
    claim.samples_of = samples_of;
    const auto rows_of = [&](const Config& one) { return make_report(one, run.sources()).results; };
    const ResultTable own = rows_of(run.config()), others = rows_of(beside);
    return evaluate("claims.json", claim, {&own, &others});
  }
  void put_all_of(const Config& beside) const {
    for (Cell cell : expand(beside)) {
      cell.data_hash = "contents-of-" + cell.dataset.name;
      put(cell);
    }
  }
};

TEST_F(ClaimCurves, OfSeveralConfigurationsAreOne) {
  put_all();
  const Config beside = other(replaced(config, "[10, 20, 40, 80]", "[160]"));
  put_all_of(beside);
  const ClaimMeasurement both = together(beside);
  ASSERT_THAT(both.subjects, SizeIs(2));
  for (const ClaimSubject& subject : both.subjects)
    EXPECT_NEAR(subject.measured->mean, 2 / std::pow(10.0 * 20 * 40 * 80 * 160, 0.1), 1e-9);
}

TEST_F(ClaimCurves, OfAnotherKernelAreOfAnotherSample) {
  put_all();
  const Config beside = other(replaced(config, R"("median")", "3"));
  put_all_of(beside);
  EXPECT_THAT(together(beside).subjects, SizeIs(4));
  EXPECT_THAT(together(beside, "gram").subjects, SizeIs(2)) << "on the samples of the one alone";
}

TEST_F(ClaimCurves, AreOfOneMap) {
  put_all();
  const Config beside =
      other(replaced(replaced(config, R"("l^2")", R"("4l")"), "[10, 20, 40, 80]", "[11, 21]"));
  put_all_of(beside);
  EXPECT_THAT(message_of<InputError>([&] { together(beside); }), HasSubstr("has the parameters"));
}

TEST(ClaimMeasuresOfAccuracies, ThereAreNone) {
  const SyntheticRun run(adult_config());
  EXPECT_THAT(
      message_of<InputError>([&] { measured(error_exponent, claim_about({"tensor_sketch"}, {}), run); }),
      HasSubstr("no quantity \"relative_error\""));
}

/// Whether reproducing the paper runs the configuration.
bool is_reproduced(const Paper& paper, const std::string& configuration) {
  return std::ranges::find(paper.tables, configuration) != paper.tables.end() ||
         std::ranges::find(paper.figures, configuration) != paper.figures.end();
}

// The committed claims can be read, and what they ask for is there.
TEST(PaperClaims, OfEveryPaperAreMeasuredByItsConfigurations) {
  const SyntheticRun run(config);
  for (const Paper& paper : papers()) {
    const PaperClaims claims = read_paper_claims(
        paper, [](const std::string& name) { return find_config(name); }, false);
    EXPECT_THAT(claims.claims, Not(IsEmpty())) << paper.name;
    for (const MeasuredClaim& claim : measure_claims(claims, run.sources())) {
      EXPECT_EQ(claim.verdict(), ClaimVerdict::not_measured) << claim.claim.id;
      EXPECT_THAT(claim.measurement.subjects, Not(IsEmpty())) << claim.claim.id << " asks for nothing";
      std::set<std::string> labels;
      std::set<Kernel> kernels;
      std::set<Index> D;
      for (const std::string& name : claim.claim.measured_by) {
        EXPECT_TRUE(claim.claim.supplementary || is_reproduced(paper, name)) << name;
        for (const RunGroup& group : group_runs(claims.configs.at(name), run.sources()).groups) {
          labels.insert(group.method_label);
          kernels.insert(group.kernel);
          D.insert(group.D);
        }
      }
      for (const Kernel& kernel : claim.claim.kernels)
        EXPECT_TRUE(kernels.contains(kernel)) << claim.claim.id << ": " << kernel.display();
      for (const Index features : claim.claim.D)
        EXPECT_TRUE(D.contains(features)) << claim.claim.id << ": " << features;
      for (const auto& methods : {claim.claim.methods, claim.claim.others})
        for (const std::string& method : methods)
          EXPECT_TRUE(labels.contains(method)) << claim.claim.id << ": " << method;
      std::set<std::string> datasets;
      for (const std::string& name : claim.claim.measured_by)
        for (const GridEntry& entry : claims.configs.at(name).grid) datasets.insert(entry.dataset.name);
      for (const std::string& name : claim.claim.datasets)
        EXPECT_TRUE(datasets.contains(name)) << claim.claim.id << ": " << name;
    }
  }
}

std::vector<PublishedClaim> claims_of_all_papers() {
  std::vector<PublishedClaim> all;
  for (const Paper& paper : papers()) {
    const PaperClaims claims = read_paper_claims(
        paper, [](const std::string& name) { return find_config(name); }, false);
    all.insert(all.end(), claims.claims.begin(), claims.claims.end());
  }
  return all;
}

// An order is about what is larger than anything measured; a figure is about its own range.
TEST(PaperClaims, AnExponentDecidesOnlyWhatAFigureShows) {
  for (const PublishedClaim& claim : claims_of_all_papers()) {
    if (!claim.number.is_exponent() || !claim.decidable()) continue;
    EXPECT_THAT(claim.place, HasSubstr("Figure")) << claim.id;
  }
}

// Words that have no number are read with a limit of this project's own. Such a claim is "descriptive", or
// its statement says that no limit changes the verdict, or which number of the paper the limit is.
TEST(PaperClaims, WordsWithoutANumberDecideNothing) {
  const std::vector<std::string> words = {"slightly", "much",  "greatly",     "almost",
                                          "very",     "quite", "essentially", "a bit"};
  for (const PublishedClaim& claim : claims_of_all_papers()) {
    const ClaimedNumber& claimed = claim.claimed;
    const bool direction = claimed.tolerance == 0 && (claimed.value == 0 || claimed.value == 1);
    if (!claim.decidable() || direction) continue;
    const std::string text = " " + claim.statement + " ";
    const auto says = [&](const std::string& words_of_it) { return text.find(words_of_it) != text.npos; };
    if (says("no limit") || says("factor of Table")) continue;
    for (const std::string& word : words) EXPECT_THAT(text, Not(HasSubstr(" " + word + " "))) << claim.id;
  }
}

TEST(PaperClaims, OfAQuickRunHaveItsConfigurations) {
  const PaperClaims claims = read_paper_claims(
      find_paper("ijcai15", papers()), [](const std::string& name) { return find_config(name); }, true);
  std::set<std::string> names;
  for (const PublishedClaim& claim : claims.claims) {
    names.insert(claim.measured_by.begin(), claim.measured_by.end());
    for (const VariedClaim& varied : claim.sensitivity)
      names.insert(varied.measured_by.begin(), varied.measured_by.end());
  }
  for (const std::string& name : names) EXPECT_TRUE(claims.configs.at(name).quick) << name;
  EXPECT_THAT(claims.configs, SizeIs(names.size()));
}

// Beside a verdict with another sigma stands that of the kernels that have one, on the same data.
TEST(PaperClaims, AreRestrictedToTheCasesOfAVariedOne) {
  const PaperClaims all = read_paper_claims(
      find_paper("nips01", papers()), [](const std::string& name) { return find_config(name); }, false);
  const auto theorem_3 = std::ranges::find(all.claims, "theorem_3", &PublishedClaim::id);
  PublishedClaim varied = *theorem_3;
  varied.measured_by = theorem_3->sensitivity.at(0).measured_by;
  const PublishedClaim beside = restricted(*theorem_3, varied, all.configs);
  EXPECT_THAT(beside.datasets, testing::ElementsAre("adult"));
  ASSERT_THAT(beside.kernels, SizeIs(1));
  EXPECT_EQ(beside.kernels[0].family(), "gaussian");
  EXPECT_EQ(beside.measured_by, theorem_3->measured_by);
}

TEST(FindPaper, TakesItsNameOrItsAlias) {
  EXPECT_EQ(find_paper("ijcai15", papers()).alias, "tefm");
  EXPECT_EQ(find_paper("tefm", papers()).name, "ijcai15");
  EXPECT_THAT(message_of<InputError>([] { find_paper("ijcai14", papers()); }), HasSubstr("ijcai15"));
  EXPECT_THAT(message_of<InputError>([] { find_paper("", papers()); }), HasSubstr("paper"));
}

}  // namespace
}  // namespace sketchbench
