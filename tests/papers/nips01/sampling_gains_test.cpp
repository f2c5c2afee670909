#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "papers/claims_of_a_run.hpp"

#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

// Numbers as claims.json has them.
constexpr const char* captured_share = R"({"value": "captured_share", "runs": "paired"})";
constexpr const char* making_time_ratio = R"({"ratio": "make_s", "runs": "paired"})";
constexpr const char* mapping_time_ratio = R"({"ratio": "mapping_s", "runs": "paired"})";
constexpr const char* matrix_memory_ratio = R"({"ratio": "matrix_bytes", "runs": "paired"})";
constexpr const char* accuracy_loss = R"({"loss": "accuracy", "runs": "paired"})";
constexpr const char* error_over_nystrom_in_time =
    R"({"ratio": "subspace_error", "runs": "paired", "best_within": "map_s"})";
constexpr const char* error_over_nystrom_in_memory =
    R"({"ratio": "subspace_error", "runs": "paired", "best_within": "working_bytes"})";

constexpr const char* config =
    R"({"name": "space", "experiment": "kernel_pca", "parameters": {"rows": 100, "maps": 3, "components": 2},
    "learner": {"type": "liblinear", "solver": 2, "C": 1, "eps": 0.01},
    "grid": [{"dataset": "mnist", "max_train": 400, "D": 2}, {"dataset": "adult", "max_train": 300, "D": 2}],
    "kernels": [{"kernel": "gaussian", "sigma": "median"}],
    "methods": [{"method": "kernel_pca"}, {"method": "kernel_pca_quantised"},
                {"method": "pca_nystrom", "parameters": {"m": 4}},
                {"method": "pca_nystrom", "parameters": {"m": 40}}]})";

/// What differs from map to map and from method to method.
struct Numbers {
  double error, seconds, bytes, accuracy;
};

class SamplingGains : public testing::Test {
 protected:
  SamplingGains() {
    claim.methods = {"kernel_pca_quantised"};
    claim.others = {"kernel_pca"};
    claim.data = DecidingData::real;
  }
  void set_beside_nystrom() { claim.others = {"pca_nystrom[m=4]", "pca_nystrom[m=40]"}; }
  static Numbers numbers_of(const Cell& cell) {
    if (cell.method == "kernel_pca") return {1e-6, 4, 3200, 90};
    if (cell.method == "kernel_pca_quantised") return {0.2, 1, 100, 88};
    const bool few = cell.map_parameters.at("m") == 4;
    return few ? Numbers{0.4, 0.5, 50, 80} : Numbers{0.1, 2, 5000, 90};
  }
  /// Maps that differ by the same factor for every method, which paired ratios take out.
  void put(const Cell& cell) const { put(cell, numbers_of(cell)); }
  void put(const Cell& cell, const Numbers& of, const std::string& processor = "") const {
    std::vector<double> error, seconds, shares, accuracy;
    Json eigenvalue_errors = Json::array(), facts = Json::array();
    for (const double factor : {0.9, 1.0, 1.1}) {
      error.push_back(of.error * factor);
      seconds.push_back(of.seconds * factor);
      shares.push_back(1 - of.error * of.error);
      accuracy.push_back(of.accuracy + factor);
      eigenvalue_errors.push_back({0.1, 0.2});
      facts.push_back({{"matrix_bytes", of.bytes}});
    }
    Record record = run.record(cell, 0);
    record.json["result"] = {{"rows", 100},
                             {"components", 2},
                             {"compared", 2},
                             {"centred", 0},
                             {"eigenvalues", {3, 2, 1}},
                             {"uncertainty", 1e-7},
                             {"subspace_error", error},
                             {"mean_squared_sine", shares},
                             {"eigenvalue_error", eigenvalue_errors},
                             {"captured_share", shares},
                             {"make_seconds", seconds},
                             {"map_seconds", seconds},
                             {"map_bytes", 10},
                             {"working_bytes", of.bytes},
                             {"map_facts", facts},
                             {"accuracy", accuracy},
                             {"train_seconds", seconds},
                             {"exact_residual", 1e-7},
                             {"exact_converged", true}};
    if (!processor.empty()) record.json["run"]["host"]["cpu"] = processor;
    run.put(record);
  }
  void put_all() const {
    for (const Cell& cell : run.cells([](const Cell&) { return true; })) put(cell);
  }
  ClaimSubject measured(const std::string& name) const {
    const ClaimMeasurement all = sketchbench::measured(name, claim, run);
    EXPECT_THAT(all.subjects, SizeIs(2)) << "MNIST and Adult";
    return all.subjects.at(0);
  }

  const SyntheticRun run = SyntheticRun(config);
  PublishedClaim claim;
};

TEST_F(SamplingGains, SetEachMapBesideTheSameOfTheOther) {
  put_all();
  EXPECT_NEAR(measured(making_time_ratio).measured->mean, 0.25, 1e-9);
  EXPECT_NEAR(measured(making_time_ratio).measured->high, 0.25, 1e-9) << "the maps differ alike";
  EXPECT_NEAR(measured(mapping_time_ratio).measured->mean, 0.25, 1e-9);
  EXPECT_NEAR(measured(matrix_memory_ratio).measured->mean, 100.0 / 3200, 1e-9);
  EXPECT_NEAR(measured(accuracy_loss).measured->mean, 2, 1e-9);
}

TEST_F(SamplingGains, OfASubspaceAreAlone) {
  put_all();
  claim.others.clear();
  EXPECT_NEAR(measured(captured_share).measured->mean, 1 - 0.04, 1e-9);
}

TEST_F(SamplingGains, AreBesideTheBestNystromMapThatCostsNoMore) {
  put_all();
  set_beside_nystrom();
  const ClaimSubject in_time = measured(error_over_nystrom_in_time);
  EXPECT_NEAR(in_time.measured->mean, 0.5, 1e-9) << "40 landmarks take longer, 4 err by 0.4";
  EXPECT_THAT(in_time.name, HasSubstr(" / "));
  EXPECT_NEAR(measured(error_over_nystrom_in_memory).measured->mean, 0.5, 1e-9);
}

TEST_F(SamplingGains, AreNotAskedForWhereNoNystromMapCostsAsLittle) {
  for (const Cell& cell : run.cells([](const Cell&) { return true; })) {
    Numbers of = numbers_of(cell);
    if (cell.method == "pca_nystrom") of.seconds += 10;
    put(cell, of);
  }
  set_beside_nystrom();
  const ClaimSubject subject = measured(error_over_nystrom_in_time);
  EXPECT_TRUE(subject.skipped);
  EXPECT_THAT(subject.remark, HasSubstr("none of the others"));
}

TEST_F(SamplingGains, AreNotMeasuredBesideSomeOfTheNystromMaps) {
  for (const Cell& cell :
       run.cells([](const Cell& c) { return c.method != "pca_nystrom" || c.map_parameters.at("m") == 4; }))
    put(cell);
  set_beside_nystrom();
  const ClaimSubject subject = measured(error_over_nystrom_in_memory);
  EXPECT_FALSE(subject.measured.has_value()) << "another may be better";
  EXPECT_FALSE(subject.skipped);
  EXPECT_THAT(subject.remark, HasSubstr("not all"));
}

TEST_F(SamplingGains, InTimeAreOfOneProcessor) {
  for (const Cell& cell : run.cells([](const Cell&) { return true; }))
    put(cell, numbers_of(cell), cell.method == "kernel_pca" ? "another one" : "one");
  EXPECT_THAT(measured(making_time_ratio).unmet, HasSubstr("more than one processor"));
  EXPECT_FALSE(measured(making_time_ratio).measured.has_value()) << "there is no such ratio";
  EXPECT_THAT(measured(making_time_ratio).remark, HasSubstr("more than one processor"));
  EXPECT_EQ(measured(matrix_memory_ratio).unmet, "");
  claim.others.clear();
  EXPECT_EQ(measured(error_over_nystrom_in_time).unmet, "");
}

TEST_F(SamplingGains, SayWhatHasNotBeenRun) {
  const ClaimSubject subject = measured(making_time_ratio);
  EXPECT_FALSE(subject.measured.has_value());
  EXPECT_EQ(subject.remark, "not run yet");
  EXPECT_FALSE(subject.skipped);
}

}  // namespace
}  // namespace sketchbench
