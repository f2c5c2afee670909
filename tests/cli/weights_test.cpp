// Weights of classes and of rows on the command line of train.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::Ended;
using testing_support::joined;
using testing_support::Words;
using testing_support::Workbench;

class Weights : public testing::Test {
 protected:
  void SetUp() override {
    std::string weighted = "size,weight,class,age\n", repeated = "size,class,age\n", numbered, plain;
    for (int i = 0; i < 60; ++i) {
      const int size = i * 37 % 11, age = i * 17 % 13, weight = i < 2 ? 1 : i % 4;
      const bool large = (size + age + i % 5) % 3 == 0;
      const std::string rest = std::string(large ? "large" : "small") + "," + std::to_string(age) + "\n";
      weighted += std::to_string(size) + "," + std::to_string(weight) + "," + rest;
      for (int k = 0; k < weight; ++k) repeated += std::to_string(size) + "," + rest;
      plain += std::to_string(size) + "," + rest;
      numbered += (large ? "+1 1:" : "-1 1:") + std::to_string(size) + " 2:" + std::to_string(age) + "\n";
    }
    bench.write("weighted.csv", weighted);
    bench.write("repeated.csv", repeated);
    bench.write("plain.csv", "size,class,age\n" + plain);
    bench.write("numbered", numbered);
  }
  Ended train(const Words& options, const std::string& data, const std::string& model) const {
    return bench.run(joined(joined({"train"}, options), {data, model}));
  }
  /// What the model tells of `data`, with the scores.
  std::vector<double> scores(const std::string& model, const std::string& data) const {
    const Ended ended = bench.run({"predict", "--scores", model, data, "out"});
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    std::vector<double> found;
    std::istringstream lines(bench.read("out"));
    std::string label;
    for (double score = 0; lines >> label >> score;) found.push_back(score);
    return found;
  }
  void expect_near(const std::vector<double>& left, const std::vector<double>& right) const {
    ASSERT_EQ(left.size(), right.size());
    ASSERT_EQ(left.size(), 60u);
    for (std::size_t i = 0; i < left.size(); ++i) EXPECT_NEAR(left[i], right[i], 1e-5) << i;
  }
  void expect_refused(const Ended& ended, const testing::Matcher<const std::string&>& what) const {
    EXPECT_EQ(ended.exit_code, 2) << ended.output;
    EXPECT_THAT(ended.output, what);
  }

  const Words tron = {"--learner", "dense_tron", "--eps", "1e-8"}, by_class = {"--label", "class"};
  Workbench bench;
};

TEST_F(Weights, OfAColumnAreRepeatedRows) {
  for (const char* column : {"weight", "2"}) {
    const Ended trained =
        train(joined(joined(tron, by_class), {"--weight-column", column}), "weighted.csv", "w");
    ASSERT_EQ(trained.exit_code, 0) << trained.output;
    EXPECT_THAT(trained.output, HasSubstr("2 features"));
    ASSERT_EQ(train(joined(tron, by_class), "repeated.csv", "r").exit_code, 0);
    // A file to predict need not have weights.
    expect_near(scores("w", "plain.csv"), scores("r", "plain.csv"));
    expect_near(scores("w", "weighted.csv"), scores("r", "plain.csv"));
  }
}

TEST_F(Weights, OfClassesAreByTheirNamesOrNumbers) {
  ASSERT_EQ(
      train(joined(joined(tron, by_class), {"--class-weight", "large=3,small=0.5"}), "plain.csv", "named")
          .exit_code,
      0);
  ASSERT_EQ(train(joined(tron, {"--class-weight", "+1=3,-1=0.5"}), "numbered", "numbered.model").exit_code,
            0);
  ASSERT_EQ(train(tron, "numbered", "even.model").exit_code, 0);
  const std::vector<double> named = scores("named", "plain.csv"),
                            numbered = scores("numbered.model", "numbered"),
                            even = scores("even.model", "numbered");
  double moved = 0;
  for (std::size_t i = 0; i < named.size(); ++i) {
    EXPECT_NEAR(std::abs(named[i]), std::abs(numbered[i]), 1e-5) << i;  // the first class may be the other
    moved += numbered[i] - even[i];
  }
  EXPECT_GT(moved / 60, 0.1);  // towards the class that counts more
  ASSERT_EQ(train(joined(tron, {"--class-weight", "balanced"}), "numbered", "balanced.model").exit_code, 0);
}

TEST_F(Weights, AreKeptInTheModelAndGoWithAGrid) {
  const Ended trained =
      train({"--learner", "liblinear", "--C", "0.1,1", "--folds", "3", "--class-weight", "1=2"}, "numbered",
            "a.model");
  ASSERT_EQ(trained.exit_code, 0) << trained.output;
  EXPECT_THAT(trained.output, HasSubstr("class_weight = {\"1\":2.0}"));
  EXPECT_THAT(bench.read("a.model"), HasSubstr("\"class_weight\""));
}

TEST_F(Weights, AreRefusedWithTheRemedy) {
  expect_refused(train({"--learner", "ridge", "--class-weight", "1=2"}, "numbered", "a"),
                 HasSubstr("class_weight"));
  expect_refused(train(joined(tron, {"--class-weight", "7=2"}), "numbered", "a"),
                 AllOf(HasSubstr("a weight for 7"), HasSubstr("-1, 1")));
  expect_refused(train(joined(joined(tron, by_class), {"--class-weight", "medium=2"}), "plain.csv", "a"),
                 AllOf(HasSubstr("medium"), HasSubstr("large, small")));
  for (const char* wrong : {"1", "1=", "=2", "1=2,", "1=x"})
    expect_refused(train(joined(tron, {"--class-weight", wrong}), "numbered", "a"), HasSubstr("class"));
  for (const char* wrong : {"1=-2", "1=0"})
    expect_refused(train(joined(tron, {"--class-weight", wrong}), "numbered", "a"),
                   HasSubstr("expected a number above 0"));
  expect_refused(train(joined(tron, {"--weight-column", "1"}), "numbered", "a"),
                 HasSubstr("expected a table"));
  expect_refused(train(joined(joined(tron, by_class), {"--weight-column", "class"}), "plain.csv", "a"),
                 HasSubstr("--label says which"));
  expect_refused(train(joined(joined(tron, by_class), {"--weight-column", "wieght"}), "weighted.csv", "a"),
                 HasSubstr("did you mean \"weight\"?"));
  bench.write("negative.csv", "a,w,y\n1,1,0\n2,-1,1\n3,2,1\n");
  expect_refused(train(joined(tron, {"--weight-column", "w"}), "negative.csv", "a"),
                 HasSubstr("negative.csv:3: the weight is -1"));
  for (const char* wrong : {"inf", "true", "heavy"}) {
    bench.write("text.csv", "a,w,y\n1,1,0\n2," + std::string(wrong) + ",1\n3,2,1\n");
    expect_refused(train(joined(tron, {"--weight-column", "w"}), "text.csv", "a"),
                   AllOf(HasSubstr("text.csv:3: the weight in column 2"), HasSubstr(wrong),
                         Not(HasSubstr("--category"))));
  }
  for (const char* ignored : {"w", "2"})
    expect_refused(train(joined(tron, {"--weight-column", "w", "--ignore", ignored}), "negative.csv", "a"),
                   AllOf(HasSubstr("--weight-column"), HasSubstr("expected one of them")));
}

}  // namespace
}  // namespace sketchbench
