#include <sketchbench/report/explanations.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/accuracy/notes.hpp"
#include "experiments/accuracy/report.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

RunGroup row(const std::string& method, int degree) {
  RunGroup group;
  group.dataset.name = "adult";
  group.method = method;
  group.kernel = PolynomialKernel{.degree = degree, .coef0 = 1};
  return group;
}

TEST(Explanations, AKeyLeftOutMatchesAll) {
  SyntheticRun run(adult_config());
  run.folder().write("notes.json", R"({"table1": [
    {"dataset": "adult", "method": "tensor_sketch", "degree": 4, "coef0": 1, "text": "known"},
    {"dataset": "adult", "text": "for all of Adult"}, {"dataset": "mnist", "text": "elsewhere"}]})");
  const auto explanations = Explanations::for_config(run.config());
  EXPECT_THAT(explanations.about(row("tensor_sketch", 4)), ElementsAre("known", "for all of Adult"));
  EXPECT_THAT(explanations.about(row("exact", 4)), ElementsAre("for all of Adult"));
  EXPECT_THAT(explanations.about(row("tensor_sketch", 2)), ElementsAre("for all of Adult"));
}

TEST(Explanations, AreAboutKernelsOfAnyFamily) {
  SyntheticRun run(adult_config());
  run.folder().write("notes.json", R"({"table1": [{"kernel": "gaussian", "text": "all widths"},
    {"sigma": 2, "text": "this width"}, {"coef0": 1.0, "text": "this constant"}]})");
  const auto explanations = Explanations::for_config(run.config());
  RunGroup wide = row("exact", 4), narrow = wide;
  wide.kernel = GaussianKernel{.sigma = 2};
  narrow.kernel = GaussianKernel{.sigma = 0.5};
  EXPECT_THAT(explanations.about(wide), ElementsAre("all widths", "this width"));
  EXPECT_THAT(explanations.about(narrow), ElementsAre("all widths"));
  EXPECT_THAT(explanations.about(row("exact", 4)), ElementsAre("this constant"));
}

TEST(Explanations, AskForKernelsThatCanBe) {
  SyntheticRun run(adult_config());
  const auto complaint = [&](const std::string& key) {
    run.folder().write("notes.json", R"({"table1": [{)" + key + R"(, "text": "never"}]})");
    return testing_support::message_of<InputError>([&] { Explanations::for_config(run.config()); });
  };
  EXPECT_THAT(complaint(R"("degree": 2.5)"), HasSubstr("\"table1[0].degree\" is 2.5"));
  EXPECT_THAT(complaint(R"("coef0": -1)"), HasSubstr("coef0\" is -1"));
  EXPECT_THAT(complaint(R"("sigma": "wide")"), HasSubstr("sigma\" is \"wide\""));
}

// Two configurations may be compared with one section of the paper and differ for reasons of their own.
TEST(Explanations, OfTheConfigurationComeBeforeThoseOfTheSection) {
  SyntheticRun run(adult_config());
  const std::string own = run.config().file.stem().string();
  run.folder().write("notes.json",
                     R"({"table1": [{"text": "of the section"}], ")" + own + R"(": [{"text": "its own"}]})");
  EXPECT_THAT(Explanations::for_config(run.config()).about(row("exact", 4)), ElementsAre("its own"));
}

TEST(Explanations, StandBelowTheTableOnce) {
  SyntheticRun run(adult_config());
  run.folder().write("notes.json",
                     R"({"table1": [{"dataset": "adult", "text": "seen by all four methods"}]})");
  const Document document =
      accuracy_document(summarise(run.config(), run.sources()), Explanations::for_config(run.config()));
  EXPECT_EQ(std::count(document.tables[0].notes.begin(), document.tables[0].notes.end(),
                       "seen by all four methods"),
            1);
}

// A quick run's differences mean nothing, so there is nothing to explain about them.
TEST(Explanations, AreNotForQuickRuns) {
  SyntheticRun run(adult_config());
  run.folder().write("notes.json", R"({"table1": [{"text": "{difference} points above the paper"}]})");
  const auto notes = [&] {
    run.put(of_method("tensor_sketch"), {84, 84});
    const Results results = summarise(run.config(), run.sources());
    return accuracy_document(results,
                             Explanations::for_config(run.config(), accuracy_numbers(results, run.sources())))
        .tables[0]
        .notes;
  };
  EXPECT_THAT(notes(), Contains(HasSubstr("points above the paper")));
  run.use_quick_variant();
  EXPECT_THAT(notes(), Not(Contains(HasSubstr("points above the paper"))));
}

// A number in prose that a record holds comes from the record, so that it cannot fall behind.
TEST(Explanations, TakeTheirNumbersFromTheRecords) {
  SyntheticRun run(adult_config());
  run.folder().write("other.json", read_file(run.config().file));
  run.folder().write("notes.json", R"({"table1": [{"method": "tensor_sketch", "text":
    "{difference} points from {paper}; elsewhere {other.json}, {random_maclaurin_published in other.json} by another"}]})");
  run.put(of_method("tensor_sketch"), {84, 84, 84, 84, 84});
  run.put(of_method("random_maclaurin_published"), {70, 70, 70, 70, 70});
  const Results results = summarise(run.config(), run.sources());
  const auto explanations = Explanations::for_config(run.config(), accuracy_numbers(results, run.sources()));
  const auto row = std::find_if(results.rows.begin(), results.rows.end(),
                                [](const Summary& summary) { return summary.method == "tensor_sketch"; });
  ASSERT_NE(row, results.rows.end());
  ASSERT_TRUE(row->paper);
  EXPECT_THAT(
      explanations.about(*row),
      ElementsAre(fmt::format("{:.1f} points from {}; elsewhere 84.00 ± 0.00, 70.00 ± 0.00 by another",
                              std::abs(84 - row->paper->accuracy.mean), percent_text(row->paper->accuracy))));
}

TEST(Explanations, SayByHowMuchAMethodChangesAtMost) {
  std::string two_kernels = adult_config();
  const std::string kernel = R"({"kernel": "polynomial", "degree": 4, "coef0": 1})";
  two_kernels.replace(two_kernels.find(kernel), kernel.size(),
                      kernel + R"(, {"kernel": "polynomial", "degree": 2, "coef0": 1})");
  SyntheticRun run(two_kernels);
  const auto put = [&](int degree, double accuracy) {
    for (const Cell& cell : run.cells(of_method("tensor_sketch")))
      if (cell.kernel.as<PolynomialKernel>()->degree == degree) run.put(run.record(cell, accuracy));
  };
  // The other configuration has another learner, so that it takes records of its own.
  std::string other = read_file(run.config().file);
  const std::string learner = R"({"type": "liblinear"})";
  other.replace(other.find(learner), learner.size(), R"({"type": "liblinear", "C": 2})");
  run.folder().write("other.json", other);
  run.folder().write("notes.json",
                     R"({"table1": [{"text": "at most {change of tensor_sketch in other.json}"}]})");
  const auto note = [&] {
    const Results results = summarise(run.config(), run.sources());
    return Explanations::for_config(run.config(), accuracy_numbers(results, run.sources()))
        .about(results.rows.front());
  };
  put(4, 84);
  put(2, 80);
  EXPECT_THAT(note(), ElementsAre("at most (no records here)"));
  for (Cell cell : expand(read_config(run.folder() / "other.json"))) {
    if (cell.method != "tensor_sketch") continue;
    cell.data_hash = "contents-of-adult";
    run.put(cell, cell.kernel.as<PolynomialKernel>()->degree == 4 ? 84.25 : 79.5);
  }
  EXPECT_THAT(note(), ElementsAre("at most 0.50"));
}

// A figure's configuration has points that the paper has no number for.
TEST(Explanations, OfAPublishedNumberAreLeftOutWhereThereIsNone) {
  SyntheticRun run(adult_config());
  run.folder().write("notes.json",
                     R"({"table1": [{"text": "{difference} points from {paper}"}, {"text": "known"}]})");
  Results results = summarise(run.config(), run.sources());
  results.rows.front().paper.reset();
  const auto explanations = Explanations::for_config(run.config(), accuracy_numbers(results, run.sources()));
  EXPECT_THAT(explanations.about(results.rows.front()), ElementsAre("known"));
}

TEST(Explanations, ANumberThatNobodyKnowsIsAnError) {
  SyntheticRun run(adult_config());
  run.folder().write("notes.json", R"({"table1": [{"text": "is {papr}"}]})");
  const Results results = summarise(run.config(), run.sources());
  const auto explanations = Explanations::for_config(run.config(), accuracy_numbers(results, run.sources()));
  EXPECT_THAT(testing_support::message_of<InputError>([&] { explanations.about(results.rows.front()); }),
              HasSubstr("{papr}"));
}

TEST(Explanations, NoFileIsFineAndAWrongOneIsNamed) {
  SyntheticRun run(adult_config());
  EXPECT_THAT(Explanations::for_config(run.config()).about(row("exact", 4)), IsEmpty());
  run.folder().write("notes.json", R"({"table1": [{"datset": "adult", "text": "misspelt"}]})");
  EXPECT_THAT(testing_support::message_of<InputError>([&] { Explanations::for_config(run.config()); }),
              testing::AllOf(HasSubstr("notes.json"), HasSubstr("datset")));
}

}  // namespace
}  // namespace sketchbench
