#include "report/palette.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

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

TEST(Palette, MethodsDifferInColourAndInSymbol) {
  const std::vector<std::string> methods = {"exact",
                                            "tensor_sketch",
                                            "tensor_sketch_fast",
                                            "random_maclaurin_published",
                                            "random_maclaurin_restricted",
                                            "random_maclaurin_h01"};
  std::set<std::string> light, dark;
  std::set<Symbol> symbols;
  const auto styles = styles_for(figure_with(methods));
  for (const std::string& method : methods) {
    light.insert(styles.at(method).light);
    dark.insert(styles.at(method).dark);
    symbols.insert(styles.at(method).symbol);
  }
  EXPECT_EQ(light.size(), methods.size());
  EXPECT_EQ(dark.size(), methods.size());
  EXPECT_EQ(symbols.size(), methods.size());
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
