#include "harness/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;

constexpr const char* valid = R"({
 "name": "small", "experiment": "accuracy", "seeds": 3,
 "learner": {"type": "liblinear"},
 "grid":    [{"dataset": "adult", "D": [100, 200]}, {"dataset": "mnist", "split": "official", "D": 50, "quick_max_train": 700}],
 "kernels": [{"kernel": "polynomial", "degree": 2}, {"kernel": "polynomial", "degree": 4, "coef0": 1}],
 "methods": [{"method": "exact", "learner": {"type": "libsvm"}}, {"method": "tensor_sketch"}]
})";

std::string changed(std::string_view from, std::string_view to) {
  std::string text = valid;
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string error_of(const std::string& text) {
  const TemporaryFolder folder;
  const auto file = folder.write("config.json", text);
  return message_of<InputError>([&] { read_config(file); });
}

TEST(Config, ExpandsToEveryCombinationWithOneExactCellForAllSeeds) {
  const TemporaryFolder folder;
  const Config config = read_config(folder.write("config.json", valid));
  const auto cells = expand(config);
  // adult: 2 kernels x (1 exact + 2 D x 3 seeds); mnist: 2 kernels x (1 exact + 3 seeds).
  EXPECT_EQ(cells.size(), 2u * (1 + 6) + 2u * (1 + 3));
  for (const Cell& cell : cells) {
    EXPECT_EQ(cell.method == exact_method, !cell.seed.has_value());
    EXPECT_EQ(cell.method == exact_method, cell.D == 0);
    EXPECT_EQ(cell.dataset.split, cell.dataset.name == "mnist" ? "official" : "");
  }
}

TEST(Config, QuickLimitsSeedsAndRowsAndHasANameOfItsOwn) {
  const TemporaryFolder folder;
  const Config quick = quick_variant(read_config(folder.write("config.json", valid)));
  EXPECT_EQ(quick.name, "small-quick");
  EXPECT_EQ(quick.seeds, 2);
  for (const Cell& cell : expand(quick))
    EXPECT_EQ(cell.dataset.max_train, cell.dataset.name == "mnist" ? 700 : quick_max_train);
}

TEST(Config, AnUnknownKeyIsNamedWithTheNearestKnownOne) {
  EXPECT_THAT(error_of(changed("\"seeds\"", "\"seed\"")),
              AllOf(HasSubstr("config.json"), HasSubstr("\"seed\""), HasSubstr("did you mean \"seeds\"?")));
  EXPECT_THAT(error_of(changed("\"degree\": 2", "\"degree\": 2, \"coef\": 1")),
              AllOf(HasSubstr("kernels[0].coef"), HasSubstr("did you mean \"coef0\"?")));
}

TEST(Config, AWrongTypeSaysTheKeyTheValueAndWhatWasExpected) {
  EXPECT_THAT(error_of(changed("\"seeds\": 3", "\"seeds\": \"three\"")),
              AllOf(HasSubstr("\"seeds\""), HasSubstr("\"three\""), HasSubstr("whole number")));
  EXPECT_THAT(error_of(changed("\"seeds\": 3", "\"seeds\": 2.5")), HasSubstr("2.5"));
}

TEST(Config, RefusesNumbersThatMakeNoSense) {
  EXPECT_THAT(error_of(changed("\"D\": 50", "\"D\": 0")), AllOf(HasSubstr("grid[1].D"), HasSubstr("is 0")));
  EXPECT_THAT(error_of(changed("[100, 200]", "[100, 0]")), HasSubstr("grid[0].D"));
  EXPECT_THAT(error_of(changed("[100, 200]", "[]")), HasSubstr("grid[0].D"));
  EXPECT_THAT(error_of(changed("\"degree\": 2", "\"degree\": 0")),
              AllOf(HasSubstr("degree"), HasSubstr("is 0")));
  EXPECT_THAT(error_of(changed("\"coef0\": 1", "\"coef0\": -1")), AllOf(HasSubstr("coef0"), HasSubstr("-1")));
  EXPECT_THAT(error_of(changed(", \"D\": 50, ", ", ")), HasSubstr("grid[1].D"));
}

TEST(Config, NamesThatAreNotKnownGetASuggestion) {
  EXPECT_THAT(error_of(changed("tensor_sketch", "tensor_sketsch")),
              HasSubstr("did you mean \"tensor_sketch\"?"));
  EXPECT_THAT(error_of(changed("\"accuracy\"", "\"acuracy\"")), HasSubstr("did you mean \"accuracy\"?"));
  EXPECT_THAT(error_of(changed("\"libsvm\"", "\"libsvn\"")), HasSubstr("did you mean \"libsvm\"?"));
}

TEST(Config, AMethodMustFitItsLearner) {
  EXPECT_THAT(error_of(changed("{\"type\": \"libsvm\"}", "{\"type\": \"liblinear\"}")),
              HasSubstr("takes a kernel"));
  EXPECT_THAT(error_of(changed("{\"type\": \"liblinear\"}", "{\"type\": \"libsvm\"}")),
              HasSubstr("linear learner"));
}

TEST(Config, BrokenJsonNamesTheLine) {
  EXPECT_THAT(error_of("{\n \"name\": \"x\",\n \"seeds\": }\n"), HasSubstr("config.json:3: "));
  EXPECT_THAT(error_of(""), HasSubstr("config.json"));
  EXPECT_THAT(error_of("[1, 2]"), HasSubstr("expected an object"));
}

TEST(Config, ThePublishedNumbersMustExist) {
  EXPECT_THAT(error_of(changed("\"seeds\"", "\"compare_with\": \"none.json#table1\", \"seeds\"")),
              AllOf(HasSubstr("compare_with"), HasSubstr("none.json")));
  EXPECT_THAT(error_of(changed("\"seeds\"", "\"compare_with\": \"none.json\", \"seeds\"")),
              HasSubstr("#SECTION"));
}

}  // namespace
}  // namespace sketchbench
