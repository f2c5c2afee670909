#include <sketchbench/harness/config/cells.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/config/config.hpp>
#include "harness/example_configs.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;

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

TEST(Config, AGridEntryLeavesMethodsOutWithAReason) {
  const std::string large = changed("\"D\": 50", R"("D": 50, "without": {"exact": "too large"})");
  const TemporaryFolder folder;
  const Config config = read_config(folder.write("config.json", large));
  EXPECT_EQ(config.grid[1].without.at("exact"), "too large");
  const auto cells = expand(config);
  EXPECT_EQ(cells.size(), 2u * (1 + 6) + 2u * 3) << "mnist's exact cells are gone, adult's are not";
  for (const Cell& cell : cells)
    EXPECT_FALSE(cell.method == exact_method && cell.dataset.name == "mnist") << cell.kernel.display();
  EXPECT_DOUBLE_EQ(count_cells(config), static_cast<double>(cells.size()));
  EXPECT_EQ(quick_variant(config).grid[1].without.at("exact"), "in the complete run: too large")
      << "a quick run has fewer rows than a reason may name";
}

TEST(Config, AGridEntryStandsForEachOfItsSplits) {
  const Config config =
      config_of(changed(R"("split": "official", "D": 50)", R"("split_seeds": [5, 0, 9], "D": 50)"));
  ASSERT_EQ(config.grid.size(), 4u);
  EXPECT_FALSE(config.grid[0].dataset.split_seed.has_value());
  std::vector<Seed> seeds;
  for (std::size_t i = 1; i < 4; ++i) seeds.push_back(config.grid[i].dataset.split_seed.value());
  EXPECT_EQ(seeds, (std::vector<Seed>{5, 0, 9}));
  EXPECT_THAT(place_in_grid(config, 3, "dataset"), HasSubstr("grid[1].dataset"))
      << "as it stands in the file";
  EXPECT_EQ(config_of(changed(R"("D": 50)", R"("split_seeds": 3, "D": 50)")).grid[1].dataset.split_seed,
            Seed{3});
}

TEST(Config, SeedsOfSplitsAreWholeNumbersEachOnce) {
  const auto complaint = [](const char* seeds) {
    return error_of(changed(R"("D": 50)", std::string(R"("D": 50, "split_seeds": )") + seeds));
  };
  for (const char* wrong : {"[]", "-1", "[1, 2.5]", "\"two\"", "[[1]]"})
    EXPECT_THAT(complaint(wrong), HasSubstr("grid[1].split_seeds")) << wrong;
  EXPECT_THAT(complaint("[4, 4]"), HasSubstr("4 is there twice"));
}

TEST(Config, SplitsAreMeasuredByAnotherConfigurationForComparisons) {
  const testing_support::TemporaryFolder folder;
  const auto splits = folder.write("splits.json", changed(R"("name": "small")", R"("name": "splits")"));
  const std::string paper = std::filesystem::absolute("papers/kdd13/published.json").string();
  const auto text = [&](const std::string& keys) {
    return changed(R"("seeds": 3,)", R"("seeds": 3, )" + keys);
  };
  const std::string compared = R"("compare_with": ")" + paper + R"(#table1", )";
  const Config config =
      read_config(folder.write("table.json", text(compared + R"("splits": "splits.json",)")));
  EXPECT_TRUE(std::filesystem::equivalent(config.splits, splits)) << "beside it";
  EXPECT_THAT(error_of(text(R"("splits": "splits.json",)")), HasSubstr("\"compare_with\" beside it"));
  EXPECT_THAT(error_of(text(compared + R"("splits": "none.json",)")), HasSubstr("there is no"));
}

TEST(Config, WhatAGridEntryLeavesOutMustBeThereAndNotAll) {
  const auto complaint = [](const std::string& without) {
    return error_of(changed("\"D\": 50", R"("D": 50, "without": )" + without));
  };
  EXPECT_THAT(complaint(R"({"exakt": "too large"})"),
              AllOf(HasSubstr("grid[1].without"), HasSubstr("did you mean \"exact\"?")));
  EXPECT_THAT(complaint(R"({"exact": ""})"), AllOf(HasSubstr("grid[1].without.exact"), HasSubstr("reason")));
  EXPECT_THAT(complaint(R"({"exact": 1})"), HasSubstr("grid[1].without.exact"));
  EXPECT_THAT(complaint(R"({"exact": "no", "tensor_sketch": "no"})"),
              AllOf(HasSubstr("grid[1].without"), HasSubstr("every method")));
}

TEST(Config, QuickLimitsSeedsAndRowsAndHasANameOfItsOwn) {
  const TemporaryFolder folder;
  const Config quick = quick_variant(read_config(folder.write("config.json", valid)));
  EXPECT_EQ(quick.name, "small-quick");
  EXPECT_EQ(quick.seeds, 2);
  for (const Cell& cell : expand(quick))
    EXPECT_EQ(cell.dataset.max_train, cell.dataset.name == "mnist" ? 700 : quick_max_train);
}

TEST(Config, QuickMayHaveFewerNumbersOfFeatures) {
  const TemporaryFolder folder;
  const auto file =
      folder.write("config.json", changed("[100, 200]", "[100, 200, 300], \"quick_D\": [100, 300]"));
  EXPECT_THAT(read_config(file).grid[0].D, ElementsAre(100, 200, 300));
  const Config quick = quick_variant(read_config(file));
  EXPECT_THAT(quick.grid[0].D, ElementsAre(100, 300));
  EXPECT_THAT(quick.grid[1].D, ElementsAre(50)) << "all of them where nothing is said";
  EXPECT_THAT(error_of(changed("[100, 200]", "[100, 200], \"quick_D\": [150]")),
              AllOf(HasSubstr("grid[0].quick_D"), HasSubstr("some of \"D\"; 150 is not there")));
  EXPECT_THAT(error_of(changed("[100, 200]", "[100, 200], \"quick_D\": [100, 100]")),
              AllOf(HasSubstr("grid[0].quick_D"), HasSubstr("100 is there twice")));
}

TEST(Config, LearnersAreForTheExperimentsTask) {
  EXPECT_THAT(error_of(changed("\"accuracy\"", "\"regression\"")),
              AllOf(HasSubstr("config.json: \"methods[0].learner\": libsvm classifies, and the experiment "
                              "\"regression\" is for regression"),
                    HasSubstr("liblinear with solver 11, 12 or 13")));
  EXPECT_THAT(
      error_of(changed("{\"method\": \"tensor_sketch\"}",
                       R"({"method": "tensor_sketch", "learner": {"type": "liblinear", "solver": 12}})")),
      AllOf(HasSubstr("\"methods[1].learner\": liblinear with solver 12 predicts targets, and the "
                      "experiment \"accuracy\" is for classification"),
            HasSubstr("choose liblinear with solver 0 to 7, ")));
}

TEST(Config, NoConfigurationTakesAFolderOfTheProgramsOwn) {
  for (const char* name : {"records", "claims", "damaged"})
    EXPECT_THAT(error_of(changed("\"small\"", "\"" + std::string(name) + "\"")),
                AllOf(HasSubstr("\"name\""), HasSubstr(name), HasSubstr("another name")));
}

TEST(Config, NothingIsAskedForTwice) {
  EXPECT_THAT(error_of(changed("[100, 200]", "[100, 200, 100]")),
              AllOf(HasSubstr("grid[0].D"), HasSubstr("100 is there twice")));
  EXPECT_THAT(error_of(changed("\"mnist\", \"split\": \"official\"", "\"adult\"")),
              AllOf(HasSubstr("grid[1]"), HasSubstr("grid[0]")));
  EXPECT_THAT(error_of(changed("\"degree\": 4, \"coef0\": 1", "\"degree\": 2, \"coef0\": -0.0")),
              AllOf(HasSubstr("kernels[1]"), HasSubstr("kernels[0]")));
  EXPECT_THAT(error_of(changed("{\"method\": \"tensor_sketch\"}",
                               "{\"method\": \"tensor_sketch\"}, {\"method\": \"tensor_sketch\"}")),
              AllOf(HasSubstr("methods[2]"), HasSubstr("methods[1]")));
}

TEST(Config, ANameFitsIntoThoseOfFiles) {
  EXPECT_THAT(error_of(changed("\"small\"", "\"" + std::string(101, 'a') + "\"")), HasSubstr("at most 100"));
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

TEST(Config, KernelsAreOfAnyFamily) {
  const TemporaryFolder folder;
  const Config config = read_config(folder.write("config.json", R"({
 "name": "wide", "experiment": "accuracy", "learner": {"type": "libsvm"}, "grid": [{"dataset": "adult"}],
 "kernels": [{"kernel": "gaussian", "sigma": 0.5}, {"kernel": "polynomial", "degree": 2}],
 "methods": [{"method": "exact"}, {"method": "exact", "learner": {"type": "block_smo"}}]})"));
  ASSERT_EQ(config.kernels.size(), 2u);
  EXPECT_EQ(config.kernels[0], Kernel(GaussianKernel{0.5}));
  for (const Cell& cell : expand(config)) EXPECT_EQ(parse_cell(describe(cell)).kernel, cell.kernel);
  EXPECT_THAT(error_of(changed("\"degree\": 2", "\"sigma\": 2")), HasSubstr("kernels[0].degree"));
}

TEST(Config, AMethodMustSupportTheKernels) {
  EXPECT_THAT(
      error_of(changed("{\"kernel\": \"polynomial\", \"degree\": 4, \"coef0\": 1}",
                       "{\"kernel\": \"gaussian\", \"sigma\": 2}")),
      AllOf(HasSubstr("config.json"), HasSubstr("\"kernels[1]\""), HasSubstr("\"methods[1]\""),
            HasSubstr("the feature map \"tensor_sketch\" does not support the kernel Gaussian, σ = 2"),
            HasSubstr("it supports: polynomial")));
  EXPECT_THAT(error_of(changed("{\"kernel\": \"polynomial\", \"degree\": 2}",
                               "{\"kernel\": \"cauchy\", \"sigma\": 2}")),
              AllOf(HasSubstr("\"kernels[0]\""), HasSubstr("\"methods[0]\""),
                    HasSubstr("the learner \"libsvm\""), HasSubstr("it supports: polynomial, gaussian")));
}

// The map supports the kernel, and the experiment does not.
TEST(Config, AnExperimentMustSupportMapsAndKernels) {
  const auto of_bounds = [](const char* kernel, const char* method) {
    std::string text = of_the_map;
    const auto exchange = [&](std::string_view from, std::string_view to) {
      text.replace(text.find(from), from.size(), to);
    };
    exchange("construction_time", "bounds");
    exchange(R"("parameters": {"repeats": 9},)", "");
    exchange(R"("degree": 2)", kernel);
    exchange(R"("method": "tensor_sketch")", method);
    return error_of(text);
  };
  EXPECT_EQ(of_bounds(R"("degree": 2)", R"("method": "tensor_sketch")"), "");
  EXPECT_THAT(of_bounds(R"("degree": 2, "coef0": 1)", R"("method": "tensor_sketch")"),
              AllOf(HasSubstr("config.json"), HasSubstr(R"("kernels[0]" does not go with "methods[0]": )"),
                    HasSubstr("coef0 is 1, expected 0")));
  EXPECT_THAT(of_bounds(R"("degree": 2)", R"("method": "random_maclaurin_published")"),
              AllOf(HasSubstr(R"("kernels[0]" does not go with "methods[0]": )"),
                    HasSubstr("no bounds for \"random_maclaurin_published\"")));
}

TEST(Config, AMapIsToldNothingThatItDoesNotKnow) {
  EXPECT_THAT(error_of(changed("{\"method\": \"tensor_sketch\"}",
                               "{\"method\": \"tensor_sketch\", \"parameters\": {\"order\": 2}}")),
              AllOf(HasSubstr("config.json"), HasSubstr("methods[1].parameters.order")));
  EXPECT_THAT(error_of(changed("{\"method\": \"exact\",", "{\"method\": \"exact\", \"parameters\": {},")),
              AllOf(HasSubstr("methods[0].parameters"), HasSubstr("makes no map")));
  EXPECT_THAT(error_of(changed_map("{\"method\": \"tensor_sketch\"}",
                                   "{\"method\": \"tensor_sketch\", \"parameters\": {\"order\": 2}}")),
              HasSubstr("methods[0].parameters.order"));
}

TEST(Config, BrokenJsonNamesTheLine) {
  EXPECT_THAT(error_of("{\n \"name\": \"x\",\n \"seeds\": }\n"), HasSubstr("config.json:3: "));
  EXPECT_THAT(error_of(""), HasSubstr("config.json"));
  EXPECT_THAT(error_of("[1, 2]"), HasSubstr("expected an object"));
}

TEST(Config, AGeneratedSetHasTheColumnsThatItIsAskedFor) {
  const auto cells = expand(config_of(of_the_map));
  ASSERT_EQ(cells.size(), 3u) << "one cell for all seeds, which the experiment draws itself";
  EXPECT_EQ(cells[0].dataset.d, 100) << "\"D\": as many as there are random features";
  EXPECT_EQ(cells[1].dataset.d, 200);
  EXPECT_EQ(cells[2].dataset.d, 50);
  EXPECT_EQ(cells[2].D, 300);
  EXPECT_THAT(error_of(changed_map("\"d\": \"D\"", "\"d\": \"E\"")),
              AllOf(HasSubstr("grid[0].d"), HasSubstr("\"E\""), HasSubstr("\"D\" for as many")));
  EXPECT_THAT(error_of(changed_map("\"d\": 50", "\"d\": 0")),
              AllOf(HasSubstr("grid[1].d"), HasSubstr("is 0")));
}

TEST(Config, ParametersAreTheExperimentsOwn) {
  const Config config = config_of(of_the_map);
  EXPECT_EQ(config.parameters.at("repeats"), 9);
  EXPECT_TRUE(config.parameters.contains("rows")) << "defaults are filled in, so that the cell says them";
  for (const Cell& cell : expand(config)) EXPECT_EQ(cell.parameters, config.parameters);
  EXPECT_EQ(config_of(changed_map("\"parameters\": {\"repeats\": 9},", "")).parameters.at("repeats"), 7);
  EXPECT_THAT(error_of(changed_map("\"repeats\"", "\"repeat\"")),
              AllOf(HasSubstr("parameters.repeat"), HasSubstr("did you mean \"repeats\"?")));
  EXPECT_THAT(error_of(changed_map("\"repeats\": 9", "\"repeats\": 0")),
              AllOf(HasSubstr("parameters.repeats"), HasSubstr("is 0")));
  EXPECT_THAT(error_of(changed("\"seeds\"", "\"parameters\": {}, \"seeds\"")), HasSubstr("\"parameters\""))
      << "an experiment that has none does not take any";
}

TEST(Config, AQuickRunShortensTheParameters) {
  const Config config = config_of(of_the_map), quick = quick_variant(config);
  EXPECT_LT(quick.parameters.at("repeats").number(), config.parameters.at("repeats").number());
}

TEST(Config, AnExperimentThatTrainsNothingTakesNoLearner) {
  EXPECT_THAT(error_of(changed_map("\"grid\"", "\"learner\": {\"type\": \"liblinear\"}, \"grid\"")),
              HasSubstr("learner"));
  EXPECT_THAT(error_of(changed_map("{\"method\": \"tensor_sketch\"}", "{\"method\": \"exact\"}")),
              AllOf(HasSubstr("methods[0].method"), HasSubstr("exact")));
}

// One that names its "splits", as manifests have them, is no manifest.
TEST(Config, AllThatComeWithTheProgramAreFound) {
  std::vector<std::string> expected, found;
  for (const auto& entry : std::filesystem::directory_iterator("configs"))
    if (!entry.is_directory())
      expected.push_back(entry.path().filename().string());  // start/ has patterns of others
  for (const std::filesystem::path& file : all_configs()) found.push_back(file.filename().string());
  EXPECT_THAT(found, testing::UnorderedElementsAreArray(expected));
}

TEST(Config, NamesOfFoldersAreNotShared) {
  for (const char* name : {"overview", "claims", "claims-kdd13", "small-quick"})
    EXPECT_THAT(error_of(changed("\"small\"", "\"" + std::string(name) + "\"")),
                AllOf(HasSubstr("\"name\""), HasSubstr(name), HasSubstr("another name")));
  const TemporaryFolder folder;
  const auto a = folder.write("a.json", valid), b = folder.write("b.json", valid);
  EXPECT_NO_THROW(require_distinct_names(read_configs({a, a}, false))) << "one file twice";
  EXPECT_THAT(message_of<InputError>([&] {
                require_distinct_names(read_configs({a, b}, false));
              }),
              AllOf(HasSubstr("b.json: \"name\" is \"small\""), HasSubstr("a.json")));
}

}  // namespace
}  // namespace sketchbench
