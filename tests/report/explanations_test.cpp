#include "report/explanations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "report/accuracy_report.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Summary row(const std::string& method, int degree) {
  Summary summary;
  summary.dataset.name = "adult";
  summary.method = method;
  summary.kernel = {.degree = degree, .coef0 = 1};
  return summary;
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
      accuracy_document(summarise(run.config(), run.store()), Explanations::for_config(run.config()));
  EXPECT_EQ(std::count(document.tables[0].notes.begin(), document.tables[0].notes.end(),
                       "seen by all four methods"),
            1);
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
