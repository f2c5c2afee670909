#include <sketchbench/report/figure/growth_figure.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::message_of;
using testing_support::TemporaryFolder;

Json curve(const std::string& subject, const std::string& axis, double factor, double exponent,
           double claimed) {
  Json points = Json::array();
  for (const double size : {64.0, 128.0, 256.0}) {
    const double t = factor * std::pow(size, exponent);
    points.push_back(
        {{"size", size}, {"seconds", {{"cpu", {{"q1", 0.9 * t}, {"median", t}, {"q3", 1.2 * t}}}}}});
  }
  return {{"subject", subject},
          {"axis", axis},
          {"points", points},
          {"time", {{"exponent", exponent}}},
          {"claimed_time", {{"exponent", claimed}}}};
}

Json results(const Json& curves) {
  return {{"machine", {{"host", {{"cpu", "a processor"}}}}}, {"measurements", {{"curves", curves}}}};
}

TEST(GrowthFigure, DrawsEachCurveWithItsClaimThroughTheLastPoint) {
  const Figure figure = growth_figure(
      results(Json::array({curve("tensor_sketch", "D", 1e-6, 1.1, 2), curve("libsvm", "n", 1e-6, 2, 2)})),
      "x");
  ASSERT_THAT(figure.panels, SizeIs(4));
  EXPECT_THAT(figure.panels[0].series, SizeIs(2));  // n: LIBSVM
  EXPECT_THAT(figure.panels[1].series, IsEmpty());
  EXPECT_EQ(figure.panels[2].x.label, "random features D");
  const FigureSeries &measured = figure.panels[2].series[0], &claimed = figure.panels[2].series[1];
  EXPECT_EQ(measured.label, "Tensor Sketching");
  EXPECT_DOUBLE_EQ(*measured.points[1].high, 1.2 * measured.points[1].y);
  EXPECT_EQ(claimed.mark, Mark::theory);
  EXPECT_EQ(claimed.key, measured.key);
  EXPECT_DOUBLE_EQ(claimed.points[2].y, measured.points[2].y);
  EXPECT_DOUBLE_EQ(claimed.points[0].y, measured.points[2].y / 16);  // a quarter of the size, squared
  EXPECT_THAT(figure.caption, HasSubstr("Tensor Sketching D 1.10 (2.00); LIBSVM n 2.00 (2.00)"));
  EXPECT_THAT(figure.caption, HasSubstr("on a processor"));
}

TEST(GrowthFigure, DrawsTheClaimedFormulaWhereItsTermsWereFitted) {
  Json fitted = curve("tensor_sketch", "D", 1e-6, 1.1, 1.1);
  for (std::size_t i = 0; i < 3; ++i)
    fitted["points"][i]["claimed_seconds"] = 0.25 * static_cast<double>(i + 1);
  fitted["time_beside_claim"] = {{"grows_faster", false}};
  const Figure figure = growth_figure(results(Json::array({fitted})), "x");
  const FigureSeries& claimed = figure.panels[2].series[1];
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(claimed.points[i].y, 0.25 * static_cast<double>(i + 1));
  EXPECT_THAT(figure.caption, HasSubstr("a coefficient for each of its terms"));
}

TEST(GrowthFigure, IsNoneWhereNothingWasMeasured) {
  const TemporaryFolder folder;
  EXPECT_THAT(growth_figures(folder.path()), IsEmpty());
  folder.write("growth.json", results(Json::array({curve("libsvm", "n", 1, 2, 2)})).dump());
  EXPECT_THAT(growth_figures(folder.path()), SizeIs(1));
}

TEST(GrowthFigure, NamesTheFileThatIsNotWhatItShouldBe) {
  const TemporaryFolder folder;
  folder.write("growth.json", "{\"measurements\": {\"curves\": [{\"axis\": \"n\"}]}}");
  EXPECT_THAT(message_of<InputError>([&] { growth_figures(folder.path()); }),
              HasSubstr("growth.json: not the results"));
}

}  // namespace
}  // namespace sketchbench
