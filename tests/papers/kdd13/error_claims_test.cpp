#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "papers/claims_of_a_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

// Numbers as claims.json has them.
constexpr const char* relative_error = R"({"value": "relative_error", "scale": "logarithmic"})";
constexpr const char* error_ratio = R"({"ratio": "relative_error"})";
constexpr const char* error_ratio_over_constant = R"({"ratio": "relative_error", "beside": "with_constant"})";
constexpr const char* error_over_constant = R"({"ratio": "relative_error", "beside": "with_constant"})";
constexpr const char* error_over_degree = R"({"ratio": "relative_error", "beside": "lower_degree"})";

constexpr const char* errors_config =
    R"({"name": "errors", "experiment": "kernel_error", "parameters": {"maps": 12},
    "grid": [{"dataset": "adult", "D": [500, 2000]}],
    "kernels": [{"kernel": "polynomial", "degree": 3, "coef0": 1}, {"kernel": "polynomial", "degree": 3},
                {"kernel": "polynomial", "degree": 2}, {"kernel": "polynomial", "degree": 2, "coef0": 1}],
    "methods": [{"method": "tensor_sketch"}, {"method": "random_maclaurin_published"}]})";

/// Twice as large for the next degree, four times for Random Maclaurin, and for it twice as large again
/// without a constant; it falls as 1 / sqrt(D).
double error_of(const Cell& cell) {
  const bool maclaurin = cell.method == "random_maclaurin_published";
  return (cell.kernel.number("degree") == 3 ? 2 : 1) * (maclaurin ? 4 : 1) *
         (maclaurin && cell.kernel.number("coef0") == 0 ? 2 : 1) *
         std::sqrt(100.0 / static_cast<double>(cell.D));
}

class ErrorClaims : public ClaimsOfARun {
 protected:
  ErrorClaims() : ClaimsOfARun(errors_config, {"tensor_sketch"}, {"random_maclaurin_published"}) {}
  void put_all(double spread = 0.05) const {
    for (const Cell& cell : run.cells([](const Cell&) { return true; })) {
      std::vector<double> errors, squares;
      for (int map = 0; map < 12; ++map) {
        errors.push_back(error_of(cell) * (1 + (map % 2 == 0 ? spread : -spread)));
        squares.push_back(errors.back() * errors.back());
      }
      Record record = run.record(cell, 0);
      record.json["result"] = {{"rows", 1000},
                               {"maps", 12},
                               {"pairs", 499'493},
                               {"pairs_left_out", 7},
                               {"relative_error", errors},
                               {"mean_square", squares}};
      record.json.erase("learner");
      run.put(record);
    }
  }
};

TEST_F(ErrorClaims, OfARatioAreDecidedByTheRatioOfTheMeans) {
  put_all();
  const std::vector<ClaimSubject> all = subjects(error_ratio);
  ASSERT_THAT(all, SizeIs(8));
  claim.kernels = {PolynomialKernel{.degree = 2}};
  const std::vector<ClaimSubject> homogeneous = subjects(error_ratio);
  ASSERT_THAT(homogeneous, SizeIs(2));
  EXPECT_THAT(homogeneous[0].name,
              AllOf(HasSubstr("Adult, ⟨x,y⟩², D = 500"), HasSubstr("TS / RM published")));
  EXPECT_NEAR(homogeneous[0].measured->mean, 1.0 / 8, 1e-9);
  EXPECT_EQ(verdict_of(error_ratio, most(0.15)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_of(error_ratio, most(0.125)), ClaimVerdict::not_decided);
  EXPECT_EQ(verdict_of(error_ratio, most(0.1)), ClaimVerdict::does_not_hold);
}

TEST_F(ErrorClaims, OfOneNumberOfFeaturesLookAtNoOther) {
  put_all();
  claim.others.clear();
  claim.kernels = {PolynomialKernel{.degree = 3, .coef0 = 1}};
  claim.D = {500};
  const std::vector<ClaimSubject> alone = subjects(relative_error);
  ASSERT_THAT(alone, SizeIs(1));
  EXPECT_NEAR(alone[0].measured->mean, 2 * std::sqrt(0.2), 1e-9);
  EXPECT_EQ(verdict_of(relative_error, most(1)), ClaimVerdict::holds);
  claim.methods = {"random_maclaurin_published"};
  EXPECT_EQ(verdict_of(relative_error, most(1)), ClaimVerdict::does_not_hold);
}

TEST_F(ErrorClaims, OfKernelsSetTheHomogeneousOneBesideTheOther) {
  put_all();
  claim.methods = {"random_maclaurin_published"};
  claim.others = {"tensor_sketch"};
  const std::vector<ClaimSubject> gap = subjects(error_ratio_over_constant);
  ASSERT_THAT(gap, SizeIs(4)) << "two homogeneous kernels, two D";
  for (const ClaimSubject& subject : gap) EXPECT_NEAR(subject.measured->mean, 2, 1e-9);
  EXPECT_EQ(verdict_of(error_ratio_over_constant, least(1)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_of(error_ratio_over_constant, least(3)), ClaimVerdict::does_not_hold);
  claim.others.clear();
  EXPECT_THAT(subjects(error_over_constant), SizeIs(4));
  EXPECT_EQ(verdict_of(error_over_constant, least(1.5)), ClaimVerdict::holds);
  claim.methods = {"tensor_sketch"};
  EXPECT_EQ(verdict_of(error_over_constant, least(1.5)), ClaimVerdict::does_not_hold);
}

TEST_F(ErrorClaims, OfDegreesSetEachBesideTheNextLowerOne) {
  put_all();
  claim.others.clear();
  const std::vector<ClaimSubject> all = subjects(error_over_degree);
  ASSERT_THAT(all, SizeIs(4)) << "of degree 3 alone";
  for (const ClaimSubject& subject : all) EXPECT_NEAR(subject.measured->mean, 2, 1e-9);
  EXPECT_EQ(verdict_of(error_over_degree, least(1)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_of(error_over_degree, least(3)), ClaimVerdict::does_not_hold);
}

TEST_F(ErrorClaims, AreUndecidedByMapsThatScatterTooMuch) {
  put_all(0.9);
  claim.kernels = {PolynomialKernel{.degree = 2}};
  claim.D = {500};
  EXPECT_EQ(verdict_of(error_ratio, most(0.15)), ClaimVerdict::not_decided);
}

TEST_F(ErrorClaims, OfGeneratedDataDecideNothing) {
  put_all();
  for (const Cell& cell : run.cells([](const Cell&) { return true; })) {
    Record record = run.record(cell, 0);
    record.json["data"]["same_as_paper"] = false;
    record.json["result"] = {{"rows", 1000},
                             {"maps", 2},
                             {"pairs", 10},
                             {"pairs_left_out", 0},
                             {"relative_error", {1.0, 1.1}},
                             {"mean_square", {1.0, 1.21}}};
    run.put(record);
  }
  for (const ClaimSubject& subject : subjects(error_ratio)) EXPECT_EQ(subject.unmet, "simulated data");
}

}  // namespace
}  // namespace sketchbench
