#include <sketchbench/report/words.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/external/external_map.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/report/figure/panels.hpp>
#include <sketchbench/report/group_words.hpp>

namespace sketchbench {
namespace {

using testing::ElementsAre;

TEST(Words, TimesAreInThePapersUnits) {
  EXPECT_EQ(time_text(0.0042), "4 ms");
  EXPECT_EQ(time_text(0.52), "0.52 s");
  EXPECT_EQ(time_text(12.34), "12.3 s");
  EXPECT_EQ(time_text(59.97), "1.0 min");
  EXPECT_EQ(time_text(678), "11.3 min");
  EXPECT_EQ(time_text(3599), "1.00 h");
  EXPECT_EQ(time_text(7200), "2.00 h");
}

TEST(Words, DifferencesHaveASignUnlessTheyRoundToNothing) {
  EXPECT_EQ(points_text(0.02), "+0.02");
  EXPECT_EQ(points_text(-1.5), "−1.50");
  EXPECT_EQ(points_text(-0.001), "0.00");
}

TEST(Words, SpeedUpsKeepTwoDigits) {
  EXPECT_EQ(times_text(8.13), "8.1×");
  EXPECT_EQ(times_text(0.034), "0.034×");
  EXPECT_EQ(times_text(1600.4), "1,600×");
}

TEST(Words, HeadingsNameMapAndLearner) {
  const LearnerSpec liblinear = {{"type", "liblinear"}};
  EXPECT_THAT(method_heading("tensor_sketch", liblinear), ElementsAre("Tensor Sketching", "+ LIBLINEAR"));
  EXPECT_THAT(method_heading("random_maclaurin_restricted", liblinear),
              ElementsAre("Random Maclaurin", "restricted + LIBLINEAR"));
  EXPECT_THAT(method_heading("tensor_sketch[solver=1]", liblinear),
              ElementsAre("Tensor Sketching", "+ LIBLINEAR", "solver = 1"));
  EXPECT_THAT(method_heading("a_later_map", liblinear), ElementsAre("a_later_map", "+ LIBLINEAR"));
}

TEST(Words, LearnersAreSpelledOut) {
  EXPECT_EQ(
      learner_parameters({{"type", "liblinear"}, {"solver", 2}, {"C", 1.0}, {"eps", 0.01}, {"bias", -1}}),
      "LIBLINEAR: C = 1, no bias term, eps = 0.01, solver 2 (L2-regularised L2-loss SVC, primal)");
  EXPECT_EQ(learner_parameters({{"type", "libsvm"}, {"cache_mb", 4000}, {"shrinking", false}}),
            "LIBSVM: C = 1, kernel cache 4000 MB, eps = 0.001, no shrinking");
}

TEST(Words, MapsAndLearnersSayTheirOwn) {
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    EXPECT_EQ(method_title(kind.name), kind.title);
    EXPECT_EQ(method_short(kind.name + "[C=2]"), kind.brief + ", C = 2");
  }
  for (const LearnerKind& kind : learner_kinds()) EXPECT_EQ(learner_title({{"type", kind.type}}), kind.title);
  EXPECT_EQ(method_title("exact"), "Exact kernel");
  EXPECT_EQ(method_short("exact"), "exact");
}

TEST(Words, SomebodyElsesMapHasTheTitleOfItsConfiguration) {
  auto map = std::make_shared<ExternalMap>();
  map->kind = external_kind("mine", ExternalMap::Form::program);
  map->kind.title = "My map, second form";
  RunGroup group;
  group.method = "mine";
  group.method_label = "mine[C=2]";
  group.learner = {{"type", "liblinear"}};
  group.kernel = PolynomialKernel{.degree = 2, .coef0 = 1};
  EXPECT_EQ(method_title(group), "mine, C = 2") << "of a record without its configuration";
  group.external = map;
  EXPECT_EQ(method_title(group), "My map, second form, C = 2");
  EXPECT_EQ(method_title(group.method, group.external.get()), "My map, second form");
  EXPECT_THAT(method_heading(group), ElementsAre("My map, second form", "+ LIBLINEAR", "C = 2"));
  EXPECT_EQ(series_of(group).label, "My map, second form, C = 2") << "legends of figures";
  group.external = nullptr;
  group.method = group.method_label = "tensor_sketch";
  EXPECT_EQ(method_title(group), "Tensor Sketching");
  EXPECT_EQ(series_of(group).label, "Tensor Sketching");
}

TEST(Words, ParametersOfALabelAreReadable) {
  EXPECT_EQ(method_short("m[map.solver=orthogonal_iteration]"), "m, orthogonal iteration") << "no learner's";
  EXPECT_EQ(method_short("m[landmarks=leverage,m=40]"), "m, leverage, m = 40");
  EXPECT_EQ(method_short("m[landmarks=rpcholesky]"), "m, RPCholesky") << "as the map of that name is written";
  EXPECT_EQ(method_short("m[fourier=l^2]"), "m, l²");
  EXPECT_EQ(method_title("m[rounding=20.0,d=1000]"), "m, rounding = 20, d = 1000");
  EXPECT_EQ(method_short("m[shrinking=false]"), "m, no shrinking");
  EXPECT_EQ(method_short("m[landmarks=a/centres]"), "m, a/centres");
  EXPECT_EQ(method_short("m[odd]"), "m, odd");
  EXPECT_EQ(method_short("exact:krr"), "exact:krr") << "not in brackets";
}

TEST(Words, UnknownNamesAreShownAsTheyAre) {
  EXPECT_EQ(method_title("a_later_map[C=2]"), "a_later_map, C = 2");
  EXPECT_EQ(method_short("a_later_map"), "a_later_map");
  EXPECT_EQ(learner_title(LearnerSpec()), "no learner");
  EXPECT_EQ(learner_parameters(LearnerSpec()), "no learner");
}

}  // namespace
}  // namespace sketchbench
