#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/report/baseline/baseline.hpp>
#include <sketchbench/report/baseline/baseline_check.hpp>
#include <sketchbench/report/document/render_terminal.hpp>
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;

constexpr const char* regression =
    R"({"name": "errors", "experiment": "regression", "seeds": 2, "learner": {"type": "ridge"},
    "grid": [{"dataset": "cpu", "D": 100}],
    "kernels": [{"kernel": "gaussian", "sigma": "median"}],
    "methods": [{"method": "rks"}, {"method": "exact", "learner": {"type": "krr"}}]})";
constexpr const char* gram_error =
    R"({"name": "gram", "experiment": "gram_error", "parameters": {"rows": 100, "maps": 3},
    "grid": [{"dataset": "cpu", "D": 100}],
    "kernels": [{"kernel": "gaussian", "sigma": "median"}], "methods": [{"method": "rks"}]})";
constexpr const char* construction_time =
    R"({"name": "times", "experiment": "construction_time", "grid": [{"dataset": "adult", "D": 100}],
    "kernels": [{"kernel": "polynomial", "degree": 2}], "methods": [{"method": "tensor_sketch"}]})";

/// What a baseline makes of errors, which are better when they are smaller.
class ErrorBaseline : public testing::Test {
 protected:
  /// Relative RMSEs of `ridge` plus and minus a tenth of a per cent for the two seeds, and of the exact
  /// kernel.
  static void put_regression(const SyntheticRun& run, double ridge, double exact) {
    for (const Cell& cell : run.cells([](const Cell&) { return true; })) {
      Record record = run.record(cell, 0);
      const double error = !cell.seed ? exact : ridge * (*cell.seed == 1 ? 1.001 : 0.999);
      record.json["result"] = {
          {"rmse", 10 * error}, {"relative_rmse", error}, {"r2", 0.5}, {"n_train", 100}, {"n_test", 50}};
      run.put(record);
    }
  }
  static void put_gram(const SyntheticRun& run, const std::vector<double>& errors) {
    Record record = run.record(run.cells(of_method("rks")).front(), 0);
    record.json["result"] = {{"rows", 100},
                             {"maps", errors.size()},
                             {"kernel_norm", 50},
                             {"residual", 1e-3},
                             {"sigma", 1.5},
                             {"relative_error", errors},
                             {"map_seconds", std::vector<double>(errors.size(), 0.1)}};
    run.put(record);
  }
  static GuardedResults results(const SyntheticRun& run) {
    return guarded_results(run.config(), run.sources());
  }
  static std::filesystem::path write(const SyntheticRun& run) {
    return run.folder().write("baseline.json", make_baseline(results(run), run.folder() / "baseline.json"));
  }
  static std::vector<BaselineCheck> check(const SyntheticRun& run, const std::filesystem::path& file) {
    return check_baseline(read_baseline(file), results(run));
  }
};

TEST_F(ErrorBaseline, AGrownErrorHasRegressedAndASmallerOneImproved) {
  const SyntheticRun run(regression);
  put_regression(run, 0.2, 0.1);
  const auto file = write(run);
  EXPECT_TRUE(passes(check(run, file)));
  put_regression(run, 0.21, 0.098);
  const auto checks = check(run, file);
  ASSERT_EQ(checks.size(), 2u);
  EXPECT_EQ(checks[0].movement, Movement::regressed);
  EXPECT_EQ(checks[1].movement, Movement::improved);
  EXPECT_FALSE(passes(checks));
  EXPECT_THAT(render_terminal(baseline_document(read_baseline(file), results(run), checks), false),
              AllOf(HasSubstr("Relative RMSE"), HasSubstr("REGRESSED"), HasSubstr("+5.00 %"),
                    HasSubstr("IMPROVED"), HasSubstr("−2.00 %"), HasSubstr("±1.00 %"),
                    HasSubstr("Of 2 numbers: 1 regressed, 1 improved, 0 missing")));
}

TEST_F(ErrorBaseline, ToleratesOnePerCentOrWhatTheSeedsScatterBy) {
  const SyntheticRun run(regression);
  put_regression(run, 0.2, 0.1);
  const Baseline baseline = read_baseline(write(run));
  EXPECT_EQ(baseline.guarded->ranking->name, "relative_rmse");
  // The seeds' deviation is 0.0002 sqrt(2), and 4 standard errors of a difference are 4 sqrt(2) times 0.0002:
  // less than a hundredth of 0.2.
  EXPECT_DOUBLE_EQ(baseline.cells[0].tolerance, 0.002);
  EXPECT_DOUBLE_EQ(baseline.cells[1].tolerance, 0.001);
  EXPECT_THAT(baseline.cells[1].why, HasSubstr("1 %"));
  put_regression(run, 0.2019, 0.1009);
  EXPECT_TRUE(passes(check(run, run.folder() / "baseline.json")));
}

TEST_F(ErrorBaseline, TheMapsOfOneRunAreItsRuns) {
  const SyntheticRun run(gram_error);
  put_gram(run, {0.02, 0.03, 0.04});
  const auto file = write(run);
  const Baseline baseline = read_baseline(file);
  ASSERT_EQ(baseline.cells.size(), 1u);
  EXPECT_EQ(baseline.cells[0].number.n, 3);
  EXPECT_DOUBLE_EQ(baseline.cells[0].number.mean, 0.03);
  EXPECT_NEAR(baseline.cells[0].tolerance, 4 * std::sqrt(2.0 / 3) * 0.01, 1e-6);
  EXPECT_TRUE(passes(check(run, file)));
  put_gram(run, {0.07, 0.07, 0.07});
  EXPECT_EQ(check(run, file)[0].movement, Movement::regressed);
  put_gram(run, {0.03, 0.03});
  EXPECT_THAT(check(run, file)[0].remark, HasSubstr("2 runs, the baseline has 3"));
}

TEST_F(ErrorBaseline, GuardsTheNumberThatTheExperimentMeasures) {
  const SyntheticRun errors(regression), gram(gram_error);
  put_regression(errors, 0.2, 0.1);
  put_gram(gram, {0.02, 0.03, 0.04});
  const auto file = write(errors);
  EXPECT_THAT(message_of<InputError>([&] { check(gram, file); }),
              AllOf(HasSubstr("relative_spectral_error"), HasSubstr("relative_rmse")));
}

TEST_F(ErrorBaseline, TimesAreNotGuarded) {
  const SyntheticRun run(construction_time);
  EXPECT_THAT(message_of<InputError>([&] { results(run); }),
              HasSubstr("\"construction_time\" has no number that a baseline could guard"));
}

TEST_F(ErrorBaseline, ANumberThatNobodyMeasuresIsRefusedWithItsPlace) {
  const SyntheticRun run(regression);
  put_regression(run, 0.2, 0.1);
  Json json = read_json(write(run));
  json["number"] = "relative_rsme";
  const auto file = run.folder().write("baseline.json", json.dump());
  EXPECT_THAT(message_of<InputError>([&] { read_baseline(file); }),
              AllOf(HasSubstr("baseline.json"), HasSubstr("number"), HasSubstr("relative_rmse")));
}

TEST_F(ErrorBaseline, EveryGuardedQuantityHasANameOfItsOwn) {
  for (const Experiment& experiment : experiments())
    if (const GroupQuantity* guarded = guarded_quantity(experiment)) {
      EXPECT_EQ(&find_guarded_quantity(guarded->ranking->name), guarded) << experiment.name;
      EXPECT_FALSE(guarded->ranking->title.empty()) << experiment.name;
    }
}

}  // namespace
}  // namespace sketchbench
