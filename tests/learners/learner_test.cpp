#include <sketchbench/learners/learner.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/learners/liblinear/liblinear.hpp>
#include <sketchbench/learners/libsvm/libsvm.hpp>
#include "sample_data.hpp"
#include "support/temporary_folder.hpp"
#include "support/wrong_columns.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::message_of;

Json canonical(const char* type, const Json& spec) {
  const LearnerKind& kind = find_learner(type);
  StrictObject object(spec, "config.json", "learner");
  object.has("type");  // whoever chooses the kind has read it
  const std::any parameters = kind.read(object);
  object.finish();
  return kind.write(parameters);
}

TEST(Learners, AreFoundByName) {
  EXPECT_FALSE(find_learner("liblinear").uses_kernel);
  EXPECT_TRUE(find_learner("libsvm").uses_kernel);
  EXPECT_THAT([] { find_learner("libsvn"); },
              ThrowsMessage<InputError>(HasSubstr("did you mean \"libsvm\"?")));
  for (const LearnerKind& kind : learner_kinds()) {
    EXPECT_EQ(&find_learner(kind.type), &kind);
    EXPECT_THAT([] { find_learner("no such learner"); }, ThrowsMessage<InputError>(HasSubstr(kind.type)));
  }
}

TEST(Learners, SayWhatTheyAreAndWhoPublishedThem) {
  std::set<std::string> types, titles;
  for (const LearnerKind& kind : learner_kinds()) {
    EXPECT_THAT(kind.type, testing::MatchesRegex("[a-z][a-z0-9_]*"));
    EXPECT_TRUE(types.insert(kind.type).second) << kind.type;
    EXPECT_GE(kind.version, 1) << kind.type;
    EXPECT_FALSE(kind.title.empty()) << kind.type;
    EXPECT_TRUE(titles.insert(kind.title).second) << kind.title;
    EXPECT_THAT(kind.citation, testing::ContainsRegex("\\([0-9]{4}\\)\\. .+")) << kind.type;
  }
}

TEST(Learners, AnswerWhatAPlanAsks) {
  for (const LearnerKind& kind : learner_kinds()) {
    ASSERT_TRUE(kind.read && kind.write && kind.make && kind.memory && kind.seconds) << kind.type;
    EXPECT_TRUE(kind.uses_kernel || kind.supports == nullptr) << kind.type << " uses no kernel";
    EXPECT_FALSE(kind.classifiers.empty() && kind.regressors.empty()) << kind.type << " is for no task";
    EXPECT_TRUE(kind.task != nullptr || kind.classifiers.empty() || kind.regressors.empty())
        << kind.type << ": which task?";
    const LearnerSpec spec(kind);
    const TrainingShape small{.n = 100, .d = 10, .nonzeros_per_row = 10, .n_test = 50},
        large{.n = 10'000, .d = 10, .nonzeros_per_row = 10, .n_test = 50};
    EXPECT_GE(spec.memory(small), 0) << kind.type;
    EXPECT_GE(spec.memory(large), spec.memory(small)) << kind.type;
    EXPECT_GT(spec.seconds({}, small), 0) << kind.type;
    EXPECT_GT(spec.seconds({}, large), spec.seconds({}, small)) << kind.type;
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
  EXPECT_EQ(canonical("dense_tron", {{"preconditioner", "none"}, {"trust_region", "suggested"}}),
            canonical("dense_tron", {{"preconditioner", "none"}}));
  EXPECT_EQ(canonical("dense_tron", {{"preconditioner", "none"}, {"trust_region", "widened"}}),
            Json({{"C", 1.0}, {"eps", 0.01}, {"preconditioner", "none"}, {"trust_region", "widened"}}));
  EXPECT_EQ(canonical("block_smo", {{"type", "block_smo"}}), canonical("libsvm", {{"type", "libsvm"}}));
  EXPECT_EQ(canonical("liblinear", {{"solver", 11}}),
            Json({{"solver", 11}, {"C", 1.0}, {"eps", 0.0001}, {"bias", -1.0}, {"p", 0.1}}));
  EXPECT_EQ(canonical("liblinear", {{"solver", 13}}).at("eps"), 0.1);
  EXPECT_EQ(canonical("libsvm_svr", {{"type", "libsvm_svr"}}),
            Json({{"C", 1.0}, {"eps", 0.001}, {"cache_mb", 4000.0}, {"shrinking", true}, {"p", 0.1}}));
  for (const char* type : {"ridge", "krr"})
    EXPECT_EQ(canonical(type, {{"type", type}}), Json({{"lambda", 1.0}, {"intercept", true}}));
  EXPECT_EQ(canonical("krr", {{"lambda", "loo"}, {"grid", {{"to", 1}}}}),
            Json({{"lambda", "loo"},
                  {"grid", {{"from", 1e-9}, {"to", 1.0}, {"per_decade", 2}}},
                  {"intercept", true}}));
}

TEST(Learners, TakeTheDefaultsThatTheyTellOf) {
  for (const LearnerKind& kind : learner_kinds()) {
    const Json defaults = canonical(kind.type.c_str(), Json::object());
    EXPECT_FALSE(kind.parameters.empty()) << kind.type;
    for (const FieldInfo& key : kind.parameters) {
      EXPECT_FALSE(key.meaning.empty()) << kind.type << ' ' << key.name;
      EXPECT_FALSE(default_text(key).empty()) << kind.type << ' ' << key.name;
      if (key.default_value.is_null()) continue;
      EXPECT_EQ(canonical(kind.type.c_str(), {{key.name, key.default_value}}), defaults) << key.name;
      EXPECT_EQ(defaults.contains(key.name), key.records_default) << kind.type << ' ' << key.name;
    }
  }
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
    const Json once = canonical(kind.type.c_str(), Json::object());
    EXPECT_EQ(canonical(kind.type.c_str(), once), once);
  }
  for (const char* type :
       {"liblinear", "libsvm", "dense_tron", "block_smo", "libsvm_svr", "coordinate_descent"}) {
    const Json once = canonical(type, {{"C", 3}, {"eps", 0.5}});
    EXPECT_EQ(canonical(type, once), once);
  }
  const Json streamed = canonical("ridge", {{"lambda", 3}, {"features", "streamed"}});
  EXPECT_EQ(canonical("ridge", streamed), streamed);
  const Json chosen = canonical("krr", {{"lambda", "loo"}});
  EXPECT_EQ(canonical("krr", chosen), chosen);
}

TEST(Learners, RejectWhatTheyDoNotUnderstand) {
  const auto with = [](const char* type, Json spec) { return [=] { canonical(type, spec); }; };
  EXPECT_THAT(
      [] {
        LearnerSpec::parse({{"type", "libsvn"}}, "config.json");
      },
      ThrowsMessage<InputError>(
          AllOf(HasSubstr("config.json: \"type\""), HasSubstr("did you mean \"libsvm\"?"))));
  for (const LearnerKind& kind : learner_kinds())
    EXPECT_THAT(with(kind.type.c_str(), {{"no such key", 1}}),
                ThrowsMessage<InputError>(HasSubstr("learner.no such key")));
  for (const char* type :
       {"liblinear", "libsvm", "dense_tron", "block_smo", "libsvm_svr", "coordinate_descent"}) {
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
  for (const Json& solver : {Json(-1), Json(8), Json(10), Json(14), Json(2.5), Json("2"), Json()})
    EXPECT_THAT(with("liblinear", {{"solver", solver}}),
                ThrowsMessage<InputError>(
                    AllOf(HasSubstr("learner.solver"), HasSubstr("from 0 to 7"), HasSubstr("11, 12 or 13"))));
  EXPECT_THAT(with("liblinear", {{"solver", 2}, {"p", 0.1}}),
              ThrowsMessage<InputError>(AllOf(HasSubstr("learner.p"), HasSubstr("solver 2"))));
  for (const Json& wrong : {Json(-1), Json("a"), Json(true)}) {
    EXPECT_THAT(with("liblinear", {{"solver", 12}, {"p", wrong}}),
                ThrowsMessage<InputError>(HasSubstr("learner.p")));
    EXPECT_THAT(with("libsvm_svr", {{"p", wrong}}), ThrowsMessage<InputError>(HasSubstr("learner.p")));
  }
  for (const char* type : {"ridge", "krr"}) {
    for (const Json& wrong : {Json(0), Json(-1), Json("lo"), Json(true)})
      EXPECT_THAT(with(type, {{"lambda", wrong}}),
                  ThrowsMessage<InputError>(AllOf(HasSubstr("learner.lambda"), HasSubstr("above 0"))));
    EXPECT_THAT(with(type, {{"lambda", 1}, {"grid", Json::object()}}),
                ThrowsMessage<InputError>(HasSubstr("no grid unless \"lambda\" is \"loo\"")));
    for (const Json& wrong : {Json({{"from", 1}, {"to", 0.1}}), Json({{"from", 0}}),
                              Json({{"per_decade", 0}}), Json({{"steps", 3}})})
      EXPECT_THAT(with(type, {{"lambda", "loo"}, {"grid", wrong}}),
                  ThrowsMessage<InputError>(HasSubstr("learner.grid")));
  }
  EXPECT_THAT(with("ridge", {{"features", "some"}}), ThrowsMessage<InputError>(HasSubstr("\"streamed\"")));
  EXPECT_THAT(with("liblinear", {{"cache_mb", 1}}), ThrowsMessage<InputError>(HasSubstr("not a known key")));
  EXPECT_THAT(with("libsvm", {{"shrinkin", 1}}),
              ThrowsMessage<InputError>(HasSubstr("did you mean \"shrinking\"?")));
  EXPECT_THAT(with("libsvm", {{"shrinking", 1}}), ThrowsMessage<InputError>(HasSubstr("true or false")));
  EXPECT_THAT(with("dense_tron", {{"preconditioner", "full"}}),
              ThrowsMessage<InputError>(HasSubstr("\"diagonal\" or \"none\"")));
  EXPECT_THAT(with("dense_tron", {{"trust_region", "wide"}}),
              ThrowsMessage<InputError>(HasSubstr("\"widened\" or \"suggested\"")));
  EXPECT_THAT(with("libsvm", {{"cache_mb", 0}}), ThrowsMessage<InputError>(HasSubstr("learner.cache_mb")));
}

/// A learner with its kernel: of a degree where it can be, else the first that it supports.
struct Example {
  const LearnerKind* kind;
  LearnerSpec spec;
  Task task() const { return spec.task(); }
  Kernel kernel(int degree) const {
    if (kind->supports != nullptr && !kind->supports(PolynomialKernel{degree, 1}))
      for (const Kernel& other : Kernel::one_of_each_family())
        if (kind->supports(other)) return other;
    return PolynomialKernel{degree, 1};
  }
  std::unique_ptr<Learner> make(int degree = 2) const { return spec.make(kernel(degree), 1); }
};

/// Every learner with its defaults, and liblinear as a regressor.
std::vector<Example> examples() {
  std::vector<Example> all;
  for (const LearnerKind& kind : learner_kinds()) all.push_back({&kind, LearnerSpec(kind)});
  for (const int solver : {11, 12, 13})
    all.push_back({&find_learner("liblinear"), {{"type", "liblinear"}, {"solver", solver}}});
  return all;
}

LabeledMatrix sample_for(Task task, Index n, Index d, int classes = 2) {
  return task == Task::regression ? with_targets(n, d, 1) : labelled_by_scores(n, d, classes, 1);
}
LabeledRows rows_for(Task task, const LabeledMatrix& m) { return {m.x.view(), m.y, task}; }

TEST(Learners, TrainFromTheirCanonicalForm) {
  for (const Example& example : examples()) {
    const LabeledMatrix sample = sample_for(example.task(), 100, 5);
    const Trained trained = example.make()->train(rows_for(example.task(), sample), 1);
    EXPECT_EQ(trained.model->predict(sample.x.view()).size(), 100u);
    EXPECT_TRUE(trained.report.converged);
  }
}

// Predictions are read from scores: the target, a decision value, or one for each class (the largest wins) or
// pair of classes (their signs vote).
TEST(Learners, PredictWhatTheirScoresSay) {
  for (const Example& example : examples())
    for (const int classes : {2, 4}) {
      if (example.kind->one_class && classes > 2) continue;  // its own are two, like the rows or not
      const LabeledMatrix sample = sample_for(example.task(), 200, 6, classes);
      const Trained trained = example.make()->train(rows_for(example.task(), sample), 1);
      const std::vector<double> scores = trained.model->scores(sample.x.view());
      const std::vector<float> predicted = trained.model->predict(sample.x.view());
      const auto count = static_cast<std::size_t>(trained.model->outputs());
      ASSERT_EQ(scores.size(), 200 * count) << example.spec.to_json();
      EXPECT_EQ(scores, trained.model->scores(sample.x.view(), 3));
      if (example.task() == Task::regression) {
        EXPECT_EQ(predicted, std::vector<float>(scores.begin(), scores.end())) << example.spec.to_json();
        continue;
      }
      const std::size_t pairs = classes == 2 ? 1 : 6;
      const bool of_pairs = count == pairs;
      ASSERT_TRUE(of_pairs || count == static_cast<std::size_t>(classes))
          << example.spec.to_json() << ' ' << count;
      // A label has one set of signs or one largest score: rows with equal ones have equal labels.
      std::map<std::vector<bool>, std::set<float>> labels_of;
      for (std::size_t i = 0; i < 200; ++i) {
        const auto first = scores.begin() + static_cast<std::ptrdiff_t>(i * count),
                   last = first + static_cast<std::ptrdiff_t>(count);
        std::vector<bool> said(count);
        for (std::size_t k = 0; k < count; ++k)
          said[k] = of_pairs ? first[static_cast<std::ptrdiff_t>(k)] > 0
                             : std::max_element(first, last) - first == static_cast<std::ptrdiff_t>(k);
        labels_of[said].insert(predicted[i]);
      }
      EXPECT_GE(labels_of.size(), static_cast<std::size_t>(classes)) << example.spec.to_json();
      for (const auto& [said, labels] : labels_of) EXPECT_EQ(labels.size(), 1u) << example.spec.to_json();
    }
}

// Kernel machines decide between pairs of classes, linear ones for each class.
TEST(Learners, ScorePairsOrClasses) {
  const LabeledMatrix two = labelled_by_scores(100, 5, 2, 1), four = labelled_by_scores(100, 5, 4, 1);
  for (const auto& [type, expected] : {std::pair("liblinear", 4),
                                       {"dense_tron", 4},
                                       {"coordinate_descent", 4},
                                       {"libsvm", 6},
                                       {"block_smo", 6}}) {
    const LearnerKind& kind = find_learner(type);
    const auto learner = LearnerSpec(kind).make(PolynomialKernel{2, 1}, 1);
    EXPECT_EQ(learner->train(view(two), 1).model->outputs(), 1) << type;
    EXPECT_EQ(learner->train(view(four), 1).model->outputs(), expected) << type;
  }
}

TEST(Learners, RefuseTheOtherTaskAndNameWhoIsForIt) {
  for (const Example& example : examples()) {
    const bool classifies = example.task() == Task::classification;
    const Task other = classifies ? Task::regression : Task::classification;
    const LabeledMatrix sample = sample_for(other, 50, 3);
    const std::string refusal =
        testing_support::message_of<InputError>([&] { example.make()->train(rows_for(other, sample), 1); });
    EXPECT_THAT(
        refusal,
        AllOf(HasSubstr(example.kind->type),
              HasSubstr(classifies ? "classifies, and the data are for regression: choose liblinear with "
                                     "solver 11, 12 or 13, "
                                   : "predicts targets, and the data are for classification: choose "
                                     "liblinear with solver 0 to 7, ")))
        << example.spec.to_json();
    for (const LearnerKind& kind : learner_kinds())
      EXPECT_THAT(refusal, HasSubstr(classifies ? kind.regressors : kind.classifiers))
          << example.spec.to_json();
  }
}

TEST(Learners, RefuseTargetsThatAreNotFinite) {
  for (const Example& example : examples()) {
    if (example.task() != Task::regression) continue;
    LabeledMatrix train = with_targets(20, 3, 1);
    train.y[6] = std::numeric_limits<float>::infinity();
    EXPECT_THAT([&] { example.make()->train(targets_view(train), 1); },
                ThrowsMessage<InputError>(HasSubstr("the target of training row 7 is inf")))
        << example.spec.to_json();
  }
}

// What is found in the training rows is never gone on with.
TEST(Learners, RefuseTrainingValuesThatAreNotFinite) {
  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()})
    for (const Example& example : examples()) {
      LabeledMatrix train = sample_for(example.task(), 20, 3);
      train.x.value.back() = bad;
      EXPECT_THAT([&] { example.make()->train(rows_for(example.task(), train), 1); },
                  ThrowsMessage<InputError>(AllOf(HasSubstr("row 20"), HasSubstr("scale the data"))))
          << example.spec.to_json();
    }
}

// A score beyond a model's precision decides nothing; the other rows keep their labels.
TEST(Learners, LeaveRowsUndecidedWhoseScoresAreNotFinite) {
  for (const Example& example : examples()) {
    const LearnerKind& kind = *example.kind;
    const LabeledMatrix train = sample_for(example.task(), 100, 3, 3);
    // In the 20th degree, targets are lost in the rounding of kernel values.
    const int degree = example.task() == Task::regression ? 5 : 20;
    const Trained trained = example.make(degree)->train(rows_for(example.task(), train), 1);
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

// Whatever reads by columns would read beyond its memory.
TEST(Learners, RefuseColumnsThatThereAreNot) {
  for (const Example& example : examples()) {
    const LabeledMatrix train = sample_for(example.task(), 50, 3);
    const Trained trained = example.make()->train(rows_for(example.task(), train), 1);
    for (const auto& [x, says] : testing_support::wrong_columns(3)) {
      EXPECT_THAT([&] { trained.model->predict(x.view()); }, ThrowsMessage<InputError>(HasSubstr(says)))
          << example.kind->type;
      EXPECT_THAT([&] { trained.model->scores(x.view()); }, ThrowsMessage<InputError>(HasSubstr(says)))
          << example.kind->type;
      const std::vector<float> y = {1, -1, 1};
      EXPECT_THAT(
          [&] {
            example.make()->train({x.view(), y, example.task()}, 1);
          },
          ThrowsMessage<InputError>(HasSubstr(says)))
          << example.kind->type;
    }
  }
}

TEST(Learners, NameTheirLibraries) {
  const auto library = [](const char* type) { return find_learner(type).library(); };
  EXPECT_THAT(library("liblinear").version, testing::MatchesRegex("LIBLINEAR [0-9]+\\.[0-9][0-9]"));
  EXPECT_THAT(library("libsvm").version, testing::MatchesRegex("LIBSVM [0-9]+\\.[0-9][0-9]"));
  EXPECT_EQ(library("libsvm_svr").name, "libsvm");
  EXPECT_EQ(find_learner("ridge").library, nullptr);
}

TEST(Learners, ClaimOperationsInWordsAndInNumbers) {
  for (const LearnerKind& kind : learner_kinds()) {
    EXPECT_EQ(kind.claim.empty(), kind.claimed_operations == nullptr) << kind.type;
    EXPECT_EQ(kind.claim_of_row.empty(), kind.claimed_operations_of_row == nullptr) << kind.type;
  }
  const TrainingShape shape{.n = 100, .d = 7};
  EXPECT_DOUBLE_EQ(find_learner("ridge").claimed_operations(shape), 100 * 7 * 7);
  EXPECT_DOUBLE_EQ(find_learner("ridge").claimed_operations_of_row(shape), 7);
  EXPECT_DOUBLE_EQ(find_learner("krr").claimed_operations(shape), 1e6 + 7e4);
  EXPECT_DOUBLE_EQ(find_learner("krr").claimed_operations_of_row(shape), 700);
}

TEST(Learners, MessagesCallThemByTypeAndByWhatTellsTheirTask) {
  EXPECT_EQ(LearnerSpec({{"type", "ridge"}, {"lambda", 1}, {"intercept", true}}).short_text(), "ridge");
  EXPECT_EQ(LearnerSpec({{"type", "liblinear"}, {"solver", 7}}).short_text(), "liblinear with solver 7");
}

TEST(Learners, SpecificationsAreEqualAsTheirCanonicalFormsAre) {
  const LearnerSpec none, given({{"type", "liblinear"}, {"C", 1}, {"bias", -5}}),
      defaults({{"type", "liblinear"}});
  EXPECT_EQ(given, defaults);
  EXPECT_EQ(given.with("C", 2), LearnerSpec({{"type", "liblinear"}, {"C", 2}}));
  EXPECT_NE(given.with("C", 2), given);
  EXPECT_NE(LearnerSpec({{"type", "libsvm"}}), LearnerSpec({{"type", "block_smo"}}));
  EXPECT_EQ(LearnerSpec({{"type", "libsvm"}, {"C", 3}}).with("type", "block_smo"),
            LearnerSpec({{"type", "block_smo"}, {"C", 3}}));
  EXPECT_THAT(message_of<InputError>([&] { given.with("c", 2); }), HasSubstr("\"c\" is not a known key"));
  EXPECT_TRUE(none.is_none());
  EXPECT_FALSE(given.is_none());
  EXPECT_TRUE(none.to_json().is_null());
  EXPECT_EQ(none, LearnerSpec());
  EXPECT_NE(none, given);
  EXPECT_THROW(none.kind(), InputError);
}

TEST(Learners, AKindThatLacksAMemberIsRefusedByName) {
  for (const LearnerKind& kind : learner_kinds()) EXPECT_NO_THROW(require_complete(kind));
  LearnerKind kind = find_learner("ridge");
  kind.memory = nullptr;
  EXPECT_EQ(message_of<Error>([&] { require_complete(kind); }), "ridge: `memory` is missing");
  kind = find_learner("ridge");
  kind.regressors.clear();
  EXPECT_EQ(message_of<Error>([&] { require_complete(kind); }),
            "ridge: `classifiers` or `regressors` is missing");
}

}  // namespace
}  // namespace sketchbench
