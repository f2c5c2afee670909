#include <sketchbench/report/figure/palette.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {
namespace {

Figure figure_with(const std::vector<std::string>& keys) {
  Figure figure;
  figure.panels.emplace_back();
  for (const std::string& key : keys) figure.panels.back().series.push_back({.key = key, .label = key});
  return figure;
}

TEST(Palette, AMethodLooksTheSameWhateverStandsBesideIt) {
  const SeriesStyle alone = styles_for(figure_with({"tensor_sketch"})).at("tensor_sketch");
  const auto among = styles_for(figure_with({"another", "exact", "one more", "tensor_sketch"}));
  EXPECT_EQ(among.at("tensor_sketch").light, alone.light);
  EXPECT_EQ(among.at("tensor_sketch").dark, alone.dark);
  EXPECT_EQ(among.at("tensor_sketch").symbol, alone.symbol);
}

TEST(Palette, NoTwoMethodsLookAlike) {
  std::vector<std::string> methods = {"exact"};
  for (const FeatureMapKind& kind : feature_map_kinds()) methods.push_back(kind.name);
  std::set<std::pair<std::string, Symbol>> light, dark;
  const auto styles = styles_for(figure_with(methods));
  for (const std::string& method : methods) {
    EXPECT_TRUE(light.emplace(styles.at(method).light, styles.at(method).symbol).second) << method;
    EXPECT_TRUE(dark.emplace(styles.at(method).dark, styles.at(method).symbol).second) << method;
  }
}

TEST(Palette, KeysOfTheirOwnTakeWhatTheFigureHasLeft) {
  std::vector<std::string> keys = {"tensor_sketch", "random_maclaurin_published"};
  for (int i = 0; i < 20; ++i) keys.push_back("setting " + std::to_string(i));
  const auto styles = styles_for(figure_with(keys));
  std::set<std::pair<std::string, Symbol>> looks;
  for (const std::string& key : keys) looks.emplace(styles.at(key).light, styles.at(key).symbol);
  EXPECT_EQ(looks.size(), keys.size()) << "no two alike";
  for (int i = 0; i < 3; ++i) {
    const SeriesStyle& own = styles.at("setting " + std::to_string(i));
    EXPECT_NE(own.light, styles.at("tensor_sketch").light) << "a colour of its own while there is one";
    EXPECT_NE(own.light, styles.at("random_maclaurin_published").light);
  }
}

// Records of earlier versions are drawn as they were: maps that are new come behind these.
TEST(Palette, MapsTakeTheirLooksByTheOrderOfRegistration) {
  using enum Colour;
  EXPECT_EQ(look_of_method("exact"), (Look{black, Symbol::square}));
  const std::vector<std::pair<std::string, Look>> first = {
      {"tensor_sketch", {blue, Symbol::circle}},
      {"tensor_sketch_fast", {sky, Symbol::pentagon}},
      {"random_maclaurin_published", {vermillion, Symbol::triangle}},
      {"random_maclaurin_restricted", {green, Symbol::triangle_down}},
      {"random_maclaurin_h01", {purple, Symbol::diamond}}};
  for (const auto& [map, look] : first) EXPECT_EQ(look_of_method(map), look) << map;
  for (std::size_t place = 0; place < feature_map_kinds().size(); ++place)
    EXPECT_EQ(look_of_method(feature_map_kinds()[place].name), look_of_map(place));
  EXPECT_EQ(look_of_method("a_later_map"), std::nullopt);
}

TEST(Palette, NoTwoOfManyMapsLookAlike) {
  constexpr std::size_t maps = 46;
  std::set<std::pair<Colour, Symbol>> looks = {{Colour::black, Symbol::square},    // the exact kernel
                                               {Colour::grey, Symbol::pentagon}};  // references
  for (std::size_t place = 0; place < maps; ++place) {
    const Look look = look_of_map(place);
    EXPECT_TRUE(looks.emplace(look.colour, look.symbol).second) << place;
  }
  std::set<Colour> first_colours;
  for (std::size_t place = 0; place < all_colours.size(); ++place)
    first_colours.insert(look_of_map(place).colour);
  EXPECT_EQ(first_colours.size(), all_colours.size()) << "colours differ while there are any";
  EXPECT_EQ(look_of_map(maps), look_of_map(maps - 1)) << "nothing is left";
}

Figure figure_of_datasets(const std::vector<std::pair<std::string, std::optional<Look>>>& datasets) {
  Figure figure;
  figure.panels.emplace_back();
  for (const auto& [name, look] : datasets)
    figure.panels.back().series.push_back({.key = name, .label = name, .look = look});
  return figure;
}

TEST(Palette, DataSetsLookAsTheyAskOrTakeWhatIsLeft) {
  const Look asked{Colour::orange, Symbol::triangle};
  const auto styles = styles_for(
      figure_of_datasets({{"mine", {}}, {"one", asked}, {"the same again", asked}, {"reference", {}}}));
  EXPECT_EQ(styles.at("one").light, "#e69f00");
  EXPECT_EQ(styles.at("one").symbol, Symbol::triangle);
  std::set<std::pair<std::string, Symbol>> looks;
  for (const char* key : {"mine", "one", "the same again", "reference"})
    looks.emplace(styles.at(key).light, styles.at(key).symbol);
  EXPECT_EQ(looks.size(), 4u);
  EXPECT_EQ(styles.at("mine").light, "#0072b2") << "the first that the figure does not use";
}

TEST(Palette, ADataSetDoesNotTakeTheLookOfAMethod) {
  const auto styles =
      styles_for(figure_of_datasets({{"mine", Look{Colour::blue, Symbol::circle}}, {"tensor_sketch", {}}}));
  EXPECT_EQ(styles.at("tensor_sketch").light, "#0072b2");
  EXPECT_NE(styles.at("mine").light, "#0072b2");
}

TEST(Palette, ThePapersNumbersAreHollowInTheirMethodsColour) {
  EXPECT_EQ(method_of_key("paper:tensor_sketch"), "tensor_sketch");
  EXPECT_EQ(method_of_key("tensor_sketch"), "tensor_sketch");
  const auto styles = styles_for(figure_with({"paper:tensor_sketch"}));
  EXPECT_TRUE(styles.at("paper:tensor_sketch").hollow);
  EXPECT_FALSE(styles.at("tensor_sketch").hollow);
  EXPECT_EQ(styles.at("paper:tensor_sketch").light, styles.at("tensor_sketch").light);
  EXPECT_EQ(styles.at("paper:tensor_sketch").symbol, styles.at("tensor_sketch").symbol);
}

}  // namespace
}  // namespace sketchbench
