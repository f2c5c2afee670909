#include "experiments/bounds/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include "experiments/bounds/bound_check.hpp"
#include "support/libsvm_dataset.hpp"
#include "support/local_paths.hpp"
#include "support/results.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::message_of;
using testing_support::record_with;
using testing_support::TemporaryFolder;

constexpr int columns = 30;

/// Rows with values in (0, 1): all angles are acute, as between pixels.
std::string positive_rows(int rows, Seed seed) {
  RandomStream random(seed, "positive");
  std::string text;
  for (int i = 0; i < rows; ++i) {
    text += i % 2 == 0 ? "+1" : "-1";
    for (int j = 1; j <= columns; ++j)
      text += " " + std::to_string(j) + ":" + std::to_string(random.uniform());
    text += "\n";
  }
  return text;
}

class BoundsTest : public testing::Test {
 protected:
  BoundsTest() {
    context.paths = testing_support::local_paths(folder);
    testing_support::add_libsvm_dataset(folder, "positive", positive_rows(50, 1), positive_rows(2, 2),
                                        columns);
    cell.experiment = "bounds";
    cell.dataset.name = "positive";
    cell.data_hash = prepare_dataset(cell.dataset, context.paths).content_hash;
    cell.method = "tensor_sketch";
    cell.D = 128;
    cell.parameters = parameters(R"({"seeds": 4000, "pairs": 8})");
  }

  static ParameterValues parameters(const std::string& text) {
    const Json json = Json::parse(text);
    StrictObject object(json, "config.json", "parameters");
    ParameterValues result = bounds_experiment().read_parameters(object);
    object.finish();
    return result;
  }

  std::vector<BoundCheck> run(int degree) {
    cell.kernel = PolynomialKernel{.degree = degree, .coef0 = 0};
    const Outcome outcome = bounds_experiment().run(cell, context);
    return LemmaVerdicts::fields().parse(StrictObject(outcome.result, "the result")).checks;
  }

  TemporaryFolder folder;
  RunContext context;
  Cell cell;
};

// A check may say "fails" of what is true with probability 1e-4; the seeds are fixed.
TEST_F(BoundsTest, NothingFailsForPlainCountSketch) {
  for (const BoundCheck& check : run(1))
    EXPECT_NE(check.verdict, BoundVerdict::fails) << "Lemma " << check.lemma << ", " << check.quantity;
}

TEST_F(BoundsTest, FindsThatLemma6FailsFromDegree2On) {
  for (const BoundCheck& check : run(2)) {
    const bool of_lemma6 = check.lemma == "6" && check.quantity == "variance";
    if (!of_lemma6) {
      if (check.lemma != "7") {
        EXPECT_NE(check.verdict, BoundVerdict::fails) << check.lemma;
      }
      continue;
    }
    EXPECT_EQ(check.verdict, BoundVerdict::fails);
    // Between the bound and the exact variance's factor for points of any length, 3 and a little for D = 128.
    EXPECT_GT(*check.worst_ratio, 1.5);
    EXPECT_LT(*check.worst_ratio, 3.5);
    EXPECT_GE(check.failing, 2);  // both pairs x = y at least
    EXPECT_NEAR(*check.decisive->exact / check.decisive->measured, 1, 0.2);
  }
}

TEST_F(BoundsTest, RecordsWhatHoldsInPlaceOfLemma6) {
  cell.parameters = parameters(R"({"seeds": 64, "pairs": 8})");
  cell.kernel = PolynomialKernel{.degree = 3, .coef0 = 0};
  const Json pairs = bounds_experiment().run(cell, context).result.at("pairs");
  ASSERT_EQ(pairs.size(), 9u) << "8 and the flat vector";
  for (const Json& pair : pairs) {
    EXPECT_TRUE(pair.at("corrected_applies").get<bool>()) << "no coordinate is negative";
    EXPECT_LE(pair.at("exact_variance").get<double>(),
              pair.at("corrected_variance").get<double>() * (1 + 1e-9));
  }
}

TEST_F(BoundsTest, Lemma10SpeaksOfTheFlatVectorOnly) {
  std::vector<BoundCheck> of_lemma10 = run(3);
  std::erase_if(of_lemma10, [](const BoundCheck& check) { return check.lemma != "10"; });
  ASSERT_EQ(of_lemma10.size(), 1u);
  const BoundCheck& check = of_lemma10.front();
  EXPECT_NE(check.verdict, BoundVerdict::conditions_not_met);
  EXPECT_EQ(check.pairs, 1);  // (1/30)^(3/2) is small enough; the data's largest coordinates are not
  ASSERT_TRUE(check.decisive);
  EXPECT_EQ(check.decisive->pair, "x = y, flat vector");
}

// (1/30)^(1/2) is not small enough, and then the check says so in place of a verdict.
TEST_F(BoundsTest, Lemma10IsSilentWhereNoVectorIsFlatEnough) {
  std::vector<BoundCheck> of_lemma10 = run(1);
  std::erase_if(of_lemma10, [](const BoundCheck& check) { return check.lemma != "10"; });
  ASSERT_EQ(of_lemma10.size(), 1u);
  EXPECT_EQ(of_lemma10.front().verdict, BoundVerdict::conditions_not_met);
  EXPECT_EQ(of_lemma10.front().pairs, 0);
  EXPECT_FALSE(of_lemma10.front().remark.empty());
}

TEST_F(BoundsTest, DoesNotDependOnThreads) {
  cell.parameters = parameters(R"({"seeds": 64, "pairs": 4})");
  const Json one = bounds_experiment().run(cell, context).result;
  context.threads = 2;
  EXPECT_EQ(bounds_experiment().run(cell, context).result, one);
}

TEST_F(BoundsTest, RefusesWhatTheLemmasDoNotCover) {
  const DatasetInfo data = prepare_dataset(cell.dataset, context.paths);
  Cell other = cell;
  other.kernel = PolynomialKernel{.degree = 2, .coef0 = 1};
  EXPECT_THAT(message_of<InputError>([&] { bounds_experiment().estimate(other, data); }),
              HasSubstr("coef0 is 1, expected 0"));
  other = cell;
  other.method = "random_maclaurin_published";
  EXPECT_THAT(message_of<InputError>([&] { bounds_experiment().estimate(other, data); }),
              HasSubstr("random_maclaurin_published"));
}

TEST_F(BoundsTest, RefusesWhatNumbersCannotHold) {
  cell.parameters = parameters(R"({"seeds": 64, "averages": 2, "pairs": 8})");
  EXPECT_THAT(message_of<InputError>([&] { run(400); }),
              testing::AllOf(HasSubstr("degree 400"), HasSubstr("beyond double precision")));
  // Norms of about 3: 3^80 is 1e38, beyond the features' single precision and far within double.
  EXPECT_THAT(
      message_of<InputError>([&] { run(85); }),
      testing::AllOf(HasSubstr("training rows mapped by tensor_sketch"), HasSubstr("scale the data")));
}

TEST_F(BoundsTest, ChecksItsParameters) {
  EXPECT_EQ(parameters("{}").at("seeds"), 4000);
  EXPECT_THAT(message_of<InputError>([] { parameters(R"({"seeds": 10})"); }), HasSubstr("parameters.seeds"));
  EXPECT_THAT(message_of<InputError>([] { parameters(R"({"seeds": 100, "averages": 101})"); }),
              HasSubstr("at most \"seeds\""));
  EXPECT_THAT(message_of<InputError>([] { parameters(R"({"pair": 10})"); }), HasSubstr("pairs"));
  EXPECT_THAT(message_of<InputError>([] { parameters(R"({"level": 2})"); }), HasSubstr("parameters.level"));
}

TEST_F(BoundsTest, AQuickRunDrawsFewMaps) {
  ParameterValues many = parameters(R"({"seeds": 20000})"), few = parameters(R"({"seeds": 100})");
  bounds_experiment().apply_quick_limits(many);
  bounds_experiment().apply_quick_limits(few);
  EXPECT_EQ(many.at("seeds"), 500);
  EXPECT_EQ(few.at("seeds"), 100);
}

TEST_F(BoundsTest, HeadlineCountsVerdictsAndTheCheckRefusesWhatReportsCannotRead) {
  cell.parameters = parameters(R"({"seeds": 64, "pairs": 4})");
  Json result = bounds_experiment().run(cell, context).result;
  EXPECT_NO_THROW(record_with(bounds_experiment(), result));
  EXPECT_THAT(bounds_experiment().headline(record_with(bounds_experiment(), result)), HasSubstr("hold"));
  result.at("checks").at(0).erase("verdict");
  EXPECT_THROW(record_with(bounds_experiment(), result), InputError);
}

}  // namespace
}  // namespace sketchbench
