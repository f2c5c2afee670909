// What a configuration asks its report to show: figures, another configuration beside it, published numbers.
#include <sketchbench/harness/config/config.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include "harness/example_configs.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;

TEST(Config, AFigureHasNoMorePanelsThanCanBeDrawn) {
  Json config = Json::parse(valid);
  config["figure"] = {{"shows", "accuracy"}};
  config["kernels"] = Json::array();
  for (int degree = 1; degree <= 18; ++degree)
    config["kernels"].push_back({{"kernel", "polynomial"}, {"degree", degree}});
  EXPECT_EQ(error_of(config.dump()), "") << "18 kernels on 2 data sets";
  config["kernels"].push_back({{"kernel", "polynomial"}, {"degree", 19}});
  EXPECT_THAT(error_of(config.dump()), AllOf(HasSubstr("38 panels"), HasSubstr("at most 36")));
}

TEST(Config, ThePublishedNumbersMustExist) {
  EXPECT_THAT(error_of(changed("\"seeds\"", "\"compare_with\": \"none.json#table1\", \"seeds\"")),
              AllOf(HasSubstr("compare_with"), HasSubstr("none.json")));
  EXPECT_THAT(error_of(changed("\"seeds\"", "\"compare_with\": \"none.json\", \"seeds\"")),
              HasSubstr("#SECTION"));
}

TEST(Config, AFigureSaysWhatItShows) {
  EXPECT_FALSE(config_of(valid).figure.has_value());
  const auto with = [](const std::string& figure) {
    return changed("\"seeds\"", "\"figure\": " + figure + ", \"seeds\"");
  };
  const Config config = config_of(with(R"({"number": "Figure 4", "shows": "time"})"));
  EXPECT_EQ(config.figure.value().number, "Figure 4");
  EXPECT_EQ(config.figure.value().shows, "time");
  EXPECT_EQ(config_of(with(R"({"shows": "accuracy"})")).figure.value().number, "");
  EXPECT_THAT(error_of(with(R"({"shows": "memory"})")),
              AllOf(HasSubstr("config.json"), HasSubstr("figure.shows"), HasSubstr("\"memory\""),
                    HasSubstr("\"accuracy\" or \"time\"")));
  EXPECT_THAT(error_of(with(R"({"number": "Figure 4"})")), HasSubstr("figure.shows"));
  EXPECT_THAT(error_of(with(R"({"shows": "time", "nummer": "Figure 4"})")),
              AllOf(HasSubstr("figure.nummer"), HasSubstr("did you mean \"number\"?")));
  EXPECT_THAT(error_of(with("3")), AllOf(HasSubstr("figure"), HasSubstr("object")));
}

TEST(Config, AFigureShowsWhatItsExperimentHas) {
  const auto error = [](const std::string& experiment, const std::string& shows) {
    return error_of(R"({"name": "other", "experiment": ")" + experiment + R"(", "figure": {"shows": ")" +
                    shows +
                    R"("}, "grid": [{"dataset": "adult", "D": 100}],
      "kernels": [{"kernel": "polynomial", "degree": 2}], "methods": [{"method": "tensor_sketch"}]})");
  };
  EXPECT_EQ(error("construction_time", "time"), "");
  EXPECT_THAT(error("construction_time", "accuracy"),
              AllOf(HasSubstr("figure.shows"), HasSubstr("\"time\"")));
  EXPECT_EQ(error("kernel_error", "error"), "");
  EXPECT_THAT(error("kernel_error", "time"), HasSubstr("figure.shows"));
  EXPECT_THAT(error("bounds", "error"), AllOf(HasSubstr("\"figure\""), HasSubstr("expected none")));
}

TEST(Config, NamesAnotherOneToShowBeside) {
  EXPECT_TRUE(config_of(valid).beside.empty());
  EXPECT_THAT(error_of(changed("\"seeds\"", "\"beside\": \"nowhere.json\", \"seeds\"")),
              AllOf(HasSubstr("beside"), HasSubstr("nowhere.json")));
}

/// Of the configuration with "beside": "other.json", whose text is `other`.
std::string error_beside(const std::string& other) {
  const TemporaryFolder folder;
  folder.write("other.json", other);
  const auto file =
      folder.write("config.json", changed("\"seeds\"", "\"beside\": \"other.json\", \"seeds\""));
  return message_of<InputError>([&] { read_config(file); });
}

TEST(Config, WhatIsShownBesideItIsAnotherConfigurationOfItsKind) {
  EXPECT_EQ(error_beside(valid), "");
  EXPECT_EQ(error_beside(changed("\"seeds\"", "\"beside\": \"config.json\", \"seeds\"")), "")
      << "two may stand beside each other";
  EXPECT_THAT(error_beside(of_the_map), AllOf(HasSubstr("config.json: \"beside\""), HasSubstr("other.json"),
                                              HasSubstr("\"construction_time\"")));
  EXPECT_THAT(error_beside(changed("\"seeds\"", "\"sedes\"")),
              AllOf(HasSubstr("config.json: \"beside\""), HasSubstr("other.json"), HasSubstr("sedes")));
  EXPECT_THAT(error_beside(R"({"name": "other", "sources": []})"), HasSubstr("config.json: \"beside\""));
  EXPECT_THAT(error_of(changed("\"seeds\"", "\"beside\": \"config.json\", \"seeds\"")),
              AllOf(HasSubstr("\"beside\""), HasSubstr("another configuration than this one")));
  EXPECT_THAT(error_of(changed_map("\"grid\"", "\"beside\": \"config.json\", \"grid\"")),
              AllOf(HasSubstr("\"beside\""), HasSubstr("expected none"), HasSubstr("construction_time")));
}

/// Of the configuration with "compare_with": "published.json#section", whose text is `published`.
std::string error_compared_with(const std::string& published) {
  const TemporaryFolder folder;
  folder.write("published.json", published);
  const auto file = folder.write(
      "config.json", changed("\"seeds\"", "\"compare_with\": \"published.json#section\", \"seeds\""));
  return message_of<InputError>([&] { read_config(file); });
}

TEST(Config, ThePublishedNumbersAreReadWithIt) {
  const auto published = [](const std::string& section, const std::string& accuracy) {
    return R"({"runs": 5, ")" + section + R"(": [{"dataset": "adult", "D": 100, "rows":
      [{"degree": 2, "coef0": 0, "TS": {"accuracy": )" +
           accuracy + "}}]}]}";
  };
  EXPECT_EQ(error_compared_with(published("section", "84.5")), "");
  EXPECT_THAT(
      error_compared_with(published("section", "101")),
      AllOf(HasSubstr("config.json: \"compare_with\""), HasSubstr("published.json"), HasSubstr("101")));
  EXPECT_THAT(error_compared_with(published("table9", "84.5")),
              AllOf(HasSubstr("published.json"), HasSubstr("there is no section \"section\"")));
  EXPECT_THAT(error_compared_with(R"({"name": "adult", "section": []})"), HasSubstr("published.json"));
  EXPECT_THAT(error_of(changed_map("\"grid\"", "\"compare_with\": \"config.json#table1\", \"grid\"")),
              AllOf(HasSubstr("\"compare_with\""), HasSubstr("expected none")));
}

TEST(Config, AFigureHasCurvesToShow) {
  const std::string exact_only =
      changed("{\"method\": \"tensor_sketch\"}",
              "{\"method\": \"exact\", \"learner\": {\"type\": \"libsvm\", \"C\": 7}}");
  EXPECT_EQ(error_of(exact_only), "");
  std::string with_figure = exact_only;
  with_figure.insert(1, R"("figure": {"shows": "accuracy"}, )");
  EXPECT_THAT(error_of(with_figure), AllOf(HasSubstr("\"figure\""), HasSubstr("every method is \"exact\"")));
}

}  // namespace
}  // namespace sketchbench
