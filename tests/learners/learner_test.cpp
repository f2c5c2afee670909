#include "learners/learner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
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
    EXPECT_THAT(with(type, {{"C", "one"}}), ThrowsMessage<InputError>(HasSubstr("learner.C")));
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
    const Trained trained = kind.make(spec, {2, 1}, 1)->train(view(sample), 1);
    EXPECT_EQ(trained.model->predict(sample.x.view()).size(), 100u);
    EXPECT_TRUE(trained.report.converged);
  }
}

TEST(Learners, NameTheirVersions) {
  EXPECT_THAT(liblinear_version_text(), testing::MatchesRegex("LIBLINEAR [0-9]+\\.[0-9][0-9]"));
  EXPECT_THAT(libsvm_version_text(), testing::MatchesRegex("LIBSVM [0-9]+\\.[0-9][0-9]"));
}

}  // namespace
}  // namespace sketchbench
