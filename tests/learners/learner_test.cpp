#include "learners/learner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "sample_data.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

Json canonical(const char* type, const Json& spec) {
  StrictObject object(spec, "config.json", "learner");
  return find_learner(type).canonical(object);
}

TEST(Learners, AreFoundByName) {
  EXPECT_FALSE(find_learner("liblinear").uses_kernel);
  EXPECT_TRUE(find_learner("libsvm").uses_kernel);
  EXPECT_THAT([] { find_learner("libsvn"); },
              ThrowsMessage<InputError>(HasSubstr("did you mean \"libsvm\"?")));
  EXPECT_THAT([] { find_learner("forest"); },
              ThrowsMessage<InputError>(HasSubstr("liblinear, libsvm, dense_tron, block_smo")));
}

TEST(Learners, SayWhatTheyAreAndWhoPublishedThem) {
  for (const LearnerKind& kind : learner_kinds()) {
    EXPECT_FALSE(kind.title.empty()) << kind.type;
    EXPECT_THAT(kind.citation, testing::ContainsRegex("\\([0-9]{4}\\)\\. .+")) << kind.type;
  }
}

TEST(Learners, PutInWordsWhatANumberDoesNotTell) {
  const auto in_words = [](const char* type, const char* key, const Json& value) {
    return find_learner(type).in_words(key, value);
  };
  EXPECT_EQ(in_words("liblinear", "solver", 0), "solver 0 (L2-regularised logistic regression, primal)");
  EXPECT_EQ(in_words("liblinear", "solver", 7), "solver 7 (L2-regularised logistic regression, dual)");
  EXPECT_EQ(in_words("liblinear", "solver", 8), "") << "of another library than this one";
  EXPECT_EQ(in_words("liblinear", "bias", -1.0), "no bias term");
  EXPECT_EQ(in_words("liblinear", "bias", 1.0), "");
  EXPECT_EQ(in_words("liblinear", "C", 1.0), "");
  for (const char* type : {"libsvm", "block_smo"}) {
    EXPECT_EQ(in_words(type, "cache_mb", 4000.0), "kernel cache 4000 MB");
    EXPECT_EQ(in_words(type, "eps", 0.001), "");
  }
}

TEST(Learners, FillDefaults) {
  EXPECT_EQ(canonical("liblinear", {{"type", "liblinear"}}),
            Json({{"solver", 2}, {"C", 1.0}, {"eps", 0.01}, {"bias", -1.0}}));
  EXPECT_EQ(canonical("libsvm", {{"type", "libsvm"}}),
            Json({{"C", 1.0}, {"eps", 0.001}, {"cache_mb", 4000.0}, {"shrinking", true}}));
  EXPECT_EQ(canonical("dense_tron", {{"type", "dense_tron"}}),
            Json({{"C", 1.0}, {"eps", 0.01}, {"preconditioner", "diagonal"}}));
  EXPECT_EQ(canonical("block_smo", {{"type", "block_smo"}}), canonical("libsvm", {{"type", "libsvm"}}));
}

// Records are named by the text of the canonical form.
TEST(Learners, WriteEqualSpecificationsAlike) {
  EXPECT_EQ(canonical("liblinear", {{"C", 1}, {"bias", -5}}).dump(),
            canonical("liblinear", Json::object()).dump());
  EXPECT_EQ(canonical("libsvm", {{"C", 1}, {"cache_mb", 4000}}).dump(),
            canonical("libsvm", Json::object()).dump());
}

TEST(Learners, CanonicalFormIsAFixedPoint) {
  for (const LearnerKind& kind : learner_kinds()) {
    const Json once = canonical(kind.type.c_str(), {{"C", 3}, {"eps", 0.5}});
    EXPECT_EQ(canonical(kind.type.c_str(), once), once);
  }
}

TEST(Learners, RejectWhatTheyDoNotUnderstand) {
  const auto with = [](const char* type, Json spec) { return [=] { canonical(type, spec); }; };
  for (const char* type : {"liblinear", "libsvm", "dense_tron", "block_smo"}) {
    EXPECT_THAT(with(type, {{"C", 0}}),
                ThrowsMessage<InputError>(AllOf(HasSubstr("learner.C"), HasSubstr("above 0"))));
    EXPECT_THAT(with(type, {{"C", -1}}), ThrowsMessage<InputError>(HasSubstr("is -1")));
    EXPECT_THAT(with(type, {{"eps", 0}}), ThrowsMessage<InputError>(HasSubstr("learner.eps")));
    for (const char* key : {"C", "eps"})
      for (const Json& wrong : {Json("one"), Json(true), Json(), Json::array({1})})
        EXPECT_THAT(with(type, {{key, wrong}}),
                    ThrowsMessage<InputError>(AllOf(HasSubstr(std::string("learner.") + key),
                                                    HasSubstr("expected a number above 0"))));
  }
  EXPECT_THAT(with("liblinear", {{"solvr", 1}}),
              ThrowsMessage<InputError>(HasSubstr("did you mean \"solver\"?")));
  EXPECT_THAT(with("liblinear", {{"solver", 11}}), ThrowsMessage<InputError>(HasSubstr("from 0 to 7")));
  EXPECT_THAT(with("liblinear", {{"cache_mb", 1}}), ThrowsMessage<InputError>(HasSubstr("not a known key")));
  EXPECT_THAT(with("libsvm", {{"shrinkin", 1}}),
              ThrowsMessage<InputError>(HasSubstr("did you mean \"shrinking\"?")));
  EXPECT_THAT(with("libsvm", {{"shrinking", 1}}), ThrowsMessage<InputError>(HasSubstr("true or false")));
  EXPECT_THAT(with("dense_tron", {{"preconditioner", "full"}}),
              ThrowsMessage<InputError>(HasSubstr("\"diagonal\" or \"none\"")));
  EXPECT_THAT(with("libsvm", {{"cache_mb", 0}}), ThrowsMessage<InputError>(HasSubstr("learner.cache_mb")));
}

TEST(Learners, TrainFromTheirCanonicalForm) {
  const LabeledMatrix sample = labelled_by_scores(100, 5, 2, 1);
  for (const LearnerKind& kind : learner_kinds()) {
    const Json spec = canonical(kind.type.c_str(), Json::object());
    const Trained trained = kind.make(spec, PolynomialKernel{2, 1}, 1)->train(view(sample), 1);
    EXPECT_EQ(trained.model->predict(sample.x.view()).size(), 100u);
    EXPECT_TRUE(trained.report.converged);
  }
}

// What is found in the training rows is never gone on with.
TEST(Learners, RefuseTrainingValuesThatAreNotFinite) {
  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()})
    for (const LearnerKind& kind : learner_kinds()) {
      LabeledMatrix train = labelled_by_scores(20, 3, 2, 1);
      train.x.value.back() = bad;
      const auto learner = kind.make(canonical(kind.type.c_str(), Json::object()), PolynomialKernel{2, 1}, 1);
      EXPECT_THAT([&] { learner->train(view(train), 1); },
                  ThrowsMessage<InputError>(AllOf(HasSubstr("row 20"), HasSubstr("scale the data"))))
          << kind.type;
    }
}

// A score beyond a model's precision decides nothing; the other rows keep their labels.
TEST(Learners, LeaveRowsUndecidedWhoseScoresAreNotFinite) {
  const LabeledMatrix train = labelled_by_scores(100, 3, 3, 1);
  for (const LearnerKind& kind : learner_kinds()) {
    const Trained trained =
        kind.make(canonical(kind.type.c_str(), Json::object()), PolynomialKernel{20, 1}, 1)
            ->train(view(train), 1);
    DenseMatrix test(3, 3);
    test.row(0)[0] = test.row(2)[0] = 0.5f;
    const std::vector<float> labels = trained.model->predict(test.view());
    // The linear models' own sums stay finite on any finite row, and rows of other than finite values reach
    // no model: this is the nearest.
    test.row(1)[0] = test.row(1)[1] = kind.uses_kernel ? 3e38f : std::numeric_limits<float>::infinity();
    const std::vector<float> with_far_row = trained.model->predict(test.view());
    EXPECT_TRUE(std::isnan(with_far_row[1])) << kind.type;
    EXPECT_EQ(with_far_row[0], labels[0]);
    EXPECT_EQ(with_far_row[2], labels[2]);
  }
}

TEST(Learners, NameTheirVersions) {
  EXPECT_THAT(liblinear_version_text(), testing::MatchesRegex("LIBLINEAR [0-9]+\\.[0-9][0-9]"));
  EXPECT_THAT(libsvm_version_text(), testing::MatchesRegex("LIBSVM [0-9]+\\.[0-9][0-9]"));
}

}  // namespace
}  // namespace sketchbench
