// sketchbench train and predict: what they write and print, and what they refuse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include <sketchbench/features/feature_map.hpp>
#include "cli/workbench.hpp"
#include "support/libsvm_dataset.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using testing_support::Ended;
using testing_support::joined;
using testing_support::Words;
using testing_support::Workbench;

constexpr int wrong_input = 2;

class Training : public testing::Test {
 protected:
  Ended train(const Words& options, const std::string& data = "mirror/quadrants",
              const std::string& model = "a.model") const {
    return bench.run(joined(joined({"train"}, options), {data, model}));
  }
  Ended predict(const Words& words) const { return bench.run(joined({"predict"}, words)); }

  /// Refused with these words, and nothing written.
  void expect_refused(const Ended& ended, const testing::Matcher<const std::string&>& what) const {
    EXPECT_EQ(ended.exit_code, wrong_input) << ended.output;
    EXPECT_THAT(ended.output, what);
    EXPECT_EQ(std::ranges::count(ended.output, '\n'), 1) << ended.output;
    EXPECT_FALSE(fs::exists(bench / "a.model"));
    EXPECT_FALSE(fs::exists(bench / "out"));
  }
  double percent_in(const std::string& output) const {
    const auto at = output.find("accuracy ");
    EXPECT_NE(at, std::string::npos) << output;
    return at == std::string::npos ? 0 : std::stod(output.substr(at + 9));
  }

  const Words sketch = {"--map", "tensor_sketch", "--D", "100", "--degree", "2", "--coef0", "1"};
  const Words tron = {"--learner", "dense_tron"};
  Workbench bench;
};

TEST_F(Training, WritesAModelThatPredicts) {
  const Ended trained = train(joined(sketch, tron));
  ASSERT_EQ(trained.exit_code, 0) << trained.output;
  EXPECT_THAT(trained.output, AllOf(HasSubstr("a.model: dense_tron"), HasSubstr("tensor_sketch with D = 100"),
                                    HasSubstr("300 rows")));
  EXPECT_THAT(bench.read("a.model"), StartsWith("sketchbench model 3\n"));
  const Ended predicted = predict({"a.model", "mirror/quadrants.t", "out"});
  ASSERT_EQ(predicted.exit_code, 0) << predicted.output;
  EXPECT_GT(percent_in(predicted.output), 80);
  // The labels of the data, one in a line, of which so many are right.
  std::istringstream labels(bench.read("out")), rows(bench.read("mirror/quadrants.t"));
  int right = 0, all = 0;
  for (std::string label, row; std::getline(labels, label) && std::getline(rows, row); ++all) {
    EXPECT_THAT(label, testing::AnyOf("1", "-1"));
    right += row.starts_with(label == "1" ? "+1 " : "-1 ") ? 1 : 0;
  }
  EXPECT_EQ(all, 200);
  EXPECT_NEAR(percent_in(predicted.output), 100.0 * right / 200, 1e-3);
}

// Their spread is lost in training, of which a line warns; errors are those of the targets that the file has.
TEST_F(Training, MeasuresErrorsAgainstTargetsAsWritten) {
  std::string rows;
  for (int i = 0; i < 200; ++i) rows += fmt::format("{} 1:{}\n", 1'600'000'000 + i, i);
  bench.write("times", rows);
  const Ended trained =
      train({"--learner", "krr", "--kernel", "gaussian", "--sigma", "10", "--lambda", "1e-3"}, "times");
  EXPECT_EQ(trained.exit_code, 0) << trained.output;
  EXPECT_THAT(trained.output, AllOf(HasSubstr("times: single precision rounds the targets by 6"),
                                    HasSubstr("subtract a constant such as 1600000000")));
  const Ended predicted = predict({"a.model", "times"});
  EXPECT_THAT(predicted.output, AllOf(Not(HasSubstr("R^2 1 ")), ContainsRegex("RMSE 3[0-9]\\.")));
}

TEST_F(Training, TellsHowWellScoresOrderTwoClasses) {
  ASSERT_EQ(train(joined(sketch, tron)).exit_code, 0);
  const Ended told = predict({"a.model", "mirror/quadrants.t", "out", "--scores"});
  ASSERT_EQ(told.exit_code, 0) << told.output;
  // A pair of rows of both classes is in order where the one of +1 has the larger score.
  std::vector<double> scores[2];
  std::istringstream lines(bench.read("out")), rows(bench.read("mirror/quadrants.t"));
  std::string row;
  double label = 0, score = 0;
  while (lines >> label >> score && std::getline(rows, row))
    scores[row.starts_with("+1 ") ? 0 : 1].push_back(score);
  ASSERT_FALSE(scores[0].empty() || scores[1].empty());
  double in_order = 0;
  for (const double first : scores[0])
    for (const double second : scores[1]) in_order += first > second ? 1 : first == second ? 0.5 : 0;
  const double auc = in_order / static_cast<double>(scores[0].size() * scores[1].size());
  EXPECT_GT(auc, 0.8);
  EXPECT_THAT(told.output, HasSubstr(fmt::format(", AUC {:.4f}", auc)));
  EXPECT_EQ(predict({"a.model", "mirror/quadrants.t"}).output, told.output);
  bench.write("one_class", "+1 1:1\n+1 2:1\n");
  EXPECT_THAT(predict({"a.model", "one_class"}).output, Not(HasSubstr("AUC"))) << "there is no pair";
}

TEST_F(Training, WarnsOfAColumnThatAloneMakesTheDistances) {
  bench.write("unscaled", "1 1:1 2:900\n-1 1:2 2:100\n1 1:1 2:500\n-1 1:2 2:300\n");
  bench.write("scaled", "1 1:1 2:9\n-1 1:9 2:1\n1 1:1 2:5\n-1 1:9 2:3\n");
  const Words machine = {"--kernel", "gaussian", "--sigma", "median", "--learner", "libsvm"};
  EXPECT_THAT(train(machine, "unscaled").output, HasSubstr("unscaled: column 2 of 2 alone makes 99 %"));
  EXPECT_THAT(train(machine, "scaled").output, Not(HasSubstr("alone makes")));
  EXPECT_THAT(train({"--learner", "dense_tron"}, "unscaled").output, Not(HasSubstr("alone makes")))
      << "no distance is taken";
}

TEST_F(Training, OfKernelMachinesAndOfTargetsWorksAlike) {
  for (const char* learner : {"libsvm", "block_smo"}) {
    ASSERT_EQ(train({"--degree", "2", "--coef0", "1", "--learner", learner}).exit_code, 0) << learner;
    EXPECT_GT(percent_in(predict({"a.model", "mirror/quadrants.t"}).output), 80) << learner;
  }
  bench.write("targets", "1.5 1:1\n2.5 1:2\n3.5 1:3\n4.5 1:4\n");
  for (const char* learner : {"ridge", "krr", "libsvm_svr"}) {
    const Ended trained = train({"--learner", learner}, "targets");
    ASSERT_EQ(trained.exit_code, 0) << trained.output;
    EXPECT_THAT(predict({"a.model", "targets"}).output,
                ContainsRegex("RMSE [0-9.e+-]+, R\\^2 [0-9.e+-]+ \\(4 rows\\)"));
  }
}

// The second model of whose rows no more is known than their kernel values predicts what the first does.
TEST_F(Training, TakesAKernelMatrixInLibsvmsForm) {
  std::string rows, matrix;
  const auto value = [](int i, int j) { return (i * 37 + j * 11) % 19 / 19.0 - 0.5; };
  for (int i = 0; i < 40; ++i) {
    const char* const label = value(i, 0) * value(i, 1) > 0 ? "+1" : "-1";
    rows += fmt::format("{} 1:{} 2:{}\n", label, value(i, 0), value(i, 1));
    matrix += fmt::format("{} 0:{}", label, i + 1);
    for (int j = 0; j < 40; ++j) {
      const double product = value(i, 0) * value(j, 0) + value(i, 1) * value(j, 1);
      matrix += fmt::format(" {}:{}", j + 1, (1 + product) * (1 + product));
    }
    matrix += '\n';
  }
  bench.write("rows", rows);
  bench.write("matrix", matrix);
  for (const char* learner : {"libsvm", "block_smo"}) {
    const Words how = {"--learner", learner, "--C", "10"};
    ASSERT_EQ(train(joined(how, {"--degree", "2", "--coef0", "1"}), "rows", "a.model").exit_code, 0);
    const Ended trained = train(joined(how, {"--kernel", "precomputed"}), "matrix", "b.model");
    ASSERT_EQ(trained.exit_code, 0) << trained.output;
    EXPECT_THAT(trained.output, HasSubstr("a kernel matrix"));
    ASSERT_EQ(predict({"a.model", "rows", "of_rows"}).exit_code, 0);
    ASSERT_EQ(predict({"b.model", "matrix", "of_matrix"}).exit_code, 0);
    EXPECT_EQ(bench.read("of_rows"), bench.read("of_matrix"));
    fs::remove(bench / "a.model");
  }
  const auto refused = [&](const Words& options) {
    return train(joined(options, {"--kernel", "precomputed"}), "rows");
  };
  expect_refused(refused({"--learner", "libsvm"}), HasSubstr("0:N first"));
  expect_refused(refused({"--learner", "krr"}), HasSubstr("krr does not train on a kernel matrix"));
  expect_refused(refused({"--learner", "libsvm", "--sigma", "1"}), HasSubstr("--sigma"));
}

TEST_F(Training, RefusesWhatIsNoKernelMatrix) {
  const auto trained_on = [&](const char* matrix) {
    bench.write("matrix", matrix);
    return train({"--learner", "block_smo", "--kernel", "precomputed"}, "matrix");
  };
  expect_refused(trained_on("1 0:1 1:1 2:0.5\n-1 0:2 1:0.4 2:1\n"),
                 AllOf(HasSubstr("matrix: the kernel matrix is not symmetric: row 2 has the value 0.4"),
                       HasSubstr("row 1 has 0.5 with that of number 2")));
  expect_refused(trained_on("1 0:1 1:1 2:0.5\n-1 0:1 1:0.5 2:1\n"),
                 HasSubstr("row 2 of the kernel matrix has the number 1, which row 1 has as well"));
  expect_refused(trained_on("1,0.5,1\n0.5,1,-1\n"),
                 AllOf(HasSubstr("matrix:1: found \"1,0.5,1\""), HasSubstr("LABEL 0:N 1:K(x,x1) 2:K(x,x2)")));
  ASSERT_EQ(trained_on("1 0:1 1:1 2:0.5\n-1 0:2 1:0.5 2:1\n").exit_code, 0);
  const auto predicted_on = [&](const char* rows) {
    bench.write("rows", rows);
    return predict({"a.model", "rows"});
  };
  EXPECT_EQ(predicted_on("1 0:7 1:1 2:0.25\n-1 0:8 2:1\n").exit_code, 0);
  EXPECT_THAT(predicted_on("1 1:0.5 2:0.25\n").output,
              AllOf(HasSubstr("rows:1: found \"1:0.5\""), HasSubstr("0:N first")));
  EXPECT_THAT(predicted_on("1 0:1 1:0.5\n").output, HasSubstr("up to that of index 1, expected 2"));
  EXPECT_EQ(predicted_on("1 0:1 1:0.5 2:1 3:1\n").exit_code, wrong_input);
  EXPECT_EQ(predicted_on("1,0.5\n").exit_code, wrong_input);
}

TEST_F(Training, OfOneClassLooksAtNoLabels) {
  // With nu n = 3 and weights of at most 1, a row far from all others has at most 1, and those near each
  // other near 2.
  std::string unlabelled, named;
  for (int i = 0; i < 9; ++i) {
    unlabelled += fmt::format("1:0.{} 2:1\n", i);
    named += fmt::format("0.{},1,normal\n", i);
  }
  bench.write("unlabelled", unlabelled + "1:9 2:-9\n");
  bench.write("named.csv", named + "9,-9,strange\n");
  for (const char* learner : {"libsvm_one_class", "block_smo_one_class"})
    for (const char* data : {"unlabelled", "named.csv"}) {
      const Ended trained =
          train({"--learner", learner, "--kernel", "gaussian", "--sigma", "1", "--nu", "0.3"}, data);
      ASSERT_EQ(trained.exit_code, 0) << trained.output;
      const Ended predicted = predict({"a.model", data, "out"});
      ASSERT_EQ(predicted.exit_code, 0) << predicted.output;
      EXPECT_THAT(predicted.output,
                  AllOf(HasSubstr("of 10 rows are like the training rows"), Not(HasSubstr("accuracy"))));
      EXPECT_THAT(bench.read("out"), ContainsRegex("^(-?1\n){9}-1\n$"));
    }
  fs::remove(bench / "a.model");
  fs::remove(bench / "out");
  expect_refused(
      train({"--learner", "libsvm_one_class", "--kernel", "gaussian", "--sigma", "1", "--probabilities"}),
      HasSubstr("knows one class"));
}

TEST_F(Training, ReadsOtherFormatsAndTheirCompression) {
  std::string csv = "a,b,class\n";
  for (int i = 0; i < 40; ++i) {
    const int value = i < 20 ? i : i + 30;
    csv += std::to_string(value) + "," + std::to_string(-value) + (i < 20 ? ",3\n" : ",8\n");
  }
  bench.write("data.csv", csv);
  ASSERT_EQ(bench.run_in_shell("gzip -k data.csv", {}).exit_code, 0);
  const Ended trained = train({"--learner", "liblinear", "--bias", "1", "--header"}, "data.csv.gz");
  ASSERT_EQ(trained.exit_code, 0) << trained.output;
  EXPECT_THAT(trained.output, HasSubstr("2 features"));
  EXPECT_GT(percent_in(predict({"a.model", "data.csv", "--header"}).output), 90);
  bench.write("unlabelled.csv", "1,-1\n69,-69\n");
  ASSERT_EQ(predict({"a.model", "unlabelled.csv", "out", "--label", "none"}).exit_code, 0);
  EXPECT_EQ(bench.read("out"), "3\n8\n");

  const auto word = [](int value) { return std::string(3, '\0') + static_cast<char>(value); };
  std::string images = std::string("\0\0\x08\x03", 4) + word(20) + word(2) + word(2),
              labels = std::string("\0\0\x08\x01", 4) + word(20);
  for (int i = 0; i < 20; ++i) {
    images += i % 2 == 0 ? std::string("\x09\x01\x01\x01", 4) : std::string("\x01\x01\x01\x09", 4);
    labels += static_cast<char>(i % 2 == 0 ? 4 : 7);
  }
  bench.write("images", images);
  bench.write("labels", labels);
  ASSERT_EQ(train({"--learner", "dense_tron", "--labels", "labels"}, "images").exit_code, 0);
  EXPECT_THAT(predict({"a.model", "images", "--labels", "labels"}).output,
              HasSubstr("accuracy 100.0000 % (20 of 20 rows)"));
}

TEST_F(Training, KeepsWhatTextsStandForWithTheModel) {
  std::string table = "age;job;wants\n";
  for (int i = 0; i < 60; ++i)
    table += std::to_string(20 + i) + (i % 3 == 0   ? ";clerk;no\n"
                                       : i % 3 == 1 ? ";cook;yes\n"
                                                    : ";judge;no\n");
  bench.write("jobs.csv", table);
  const Ended trained = train({"--learner", "liblinear", "--label", "wants", "--ignore", "age"}, "jobs.csv");
  ASSERT_EQ(trained.exit_code, 0) << trained.output;
  EXPECT_THAT(trained.output, AllOf(HasSubstr("categories (3 in all)"), HasSubstr("no, yes")));
  EXPECT_THAT(bench.read("a.model"), StartsWith("sketchbench model 4\n"));
  bench.write("new.csv", "job,age\ncook,1\njudge,2\npilot,3\n");
  const Ended predicted = predict({"a.model", "new.csv", "out", "--probabilities"});
  EXPECT_EQ(predicted.exit_code, wrong_input);
  EXPECT_THAT(predicted.output, HasSubstr("no probabilities"));
  const Ended told = predict({"a.model", "new.csv", "out"});
  ASSERT_EQ(told.exit_code, 0) << told.output;
  EXPECT_THAT(told.output, HasSubstr("\"pilot\""));
  EXPECT_THAT(bench.read("out"), StartsWith("yes\nno\n"));
  EXPECT_THAT(predict({"a.model", "jobs.csv"}).output, HasSubstr("accuracy 100.0000 % (60 of 60 rows)"));
}

// pandas' names of columns without, with its index and without; then rows whose labels are not known.
TEST_F(Training, TakesWhatPandasWritesAndRowsWithoutTheirLabels) {
  for (const bool with_index : {false, true}) {
    std::string table = with_index ? ",0,1,label\n" : "0,1,label\n", asked = table;
    for (int i = 0; i < 40; ++i) {
      const std::string row = (with_index ? std::to_string(79 - 2 * i) + "," : "") + std::to_string(i) +
                              ".5," + std::to_string(40 - i) + ".25,";
      table += row + (i < 20 ? "0\n" : "1\n");
      asked += row + "?\n";
    }
    bench.write("frame.csv", table);
    bench.write("asked.csv", asked);
    const Ended trained = train({"--learner", "liblinear"}, "frame.csv");
    ASSERT_EQ(trained.exit_code, 0) << trained.output;
    EXPECT_THAT(trained.output, AllOf(HasSubstr("40 rows with 2 features"), HasSubstr("names")));
    EXPECT_EQ(trained.output.find("numbers the rows and is left out") != std::string::npos, with_index);
    const Ended predicted = predict({"a.model", "asked.csv", "out"});
    ASSERT_EQ(predicted.exit_code, 0) << predicted.output;
    EXPECT_THAT(predicted.output, HasSubstr("has none in any row"));
    EXPECT_EQ(std::ranges::count(bench.read("out"), '\n'), 40);
  }
}

// Of rows with features that training did not have, svm-predict and LIBLINEAR's predict take the others.
TEST_F(Training, IsAppliedToRowsWithFeaturesItDidNotSee) {
  ASSERT_EQ(train(tron, "mirror/quadrants", "good.model").exit_code, 0);
  ASSERT_EQ(predict({"good.model", "mirror/quadrants.t", "alone", "--scores"}).exit_code, 0);
  ASSERT_EQ(bench.run_in_shell("sed 's/$/ 16609143:3 # a comment/' mirror/quadrants.t >wide", {}).exit_code,
            0);
  const Ended wide = predict({"good.model", "wide", "out", "--scores"});
  ASSERT_EQ(wide.exit_code, 0) << wide.output;
  EXPECT_THAT(wide.output, HasSubstr("200 values in 200 rows"));
  EXPECT_TRUE(bench.read("out") == bench.read("alone"));
  ASSERT_EQ(bench.run_in_shell("sed 's/^[^ ]* //' mirror/quadrants.t >unlabelled", {}).exit_code, 0);
  ASSERT_EQ(predict({"good.model", "unlabelled", "out", "--scores"}).exit_code, 0);
  EXPECT_TRUE(bench.read("out") == bench.read("alone"));
}

TEST_F(Training, ChoosesTheBestOfAGridAndShowsAllOfIt) {
  const Ended trained = train(joined(joined(sketch, tron), {"--C", "1e-9,1,10", "--folds", "4"}));
  ASSERT_EQ(trained.exit_code, 0) << trained.output;
  EXPECT_THAT(trained.output,
              AllOf(HasSubstr("fold 4 of 4: 3 models"), ContainsRegex("C +accuracy, % +\\+- sd"),
                    ContainsRegex("1e-9 +[0-9.]+ +[0-9.]+\n")));
  EXPECT_THAT(trained.output, Not(HasSubstr("\033")));
  static const std::regex line("\n *(1e-9|1|10) +([0-9.]+) +[0-9.]+( +best)?(?=\n)");
  std::string chosen;
  double best = 0, highest = 0;
  int lines = 0;
  for (std::sregex_iterator at(trained.output.begin(), trained.output.end(), line), end; at != end; ++at) {
    ++lines;
    highest = std::max(highest, std::stod((*at)[2]));
    if (!(*at)[3].matched) continue;
    EXPECT_EQ(chosen, "") << "two are the best";
    chosen = (*at)[1];
    best = std::stod((*at)[2]);
  }
  EXPECT_EQ(lines, 3) << trained.output;
  EXPECT_EQ(best, highest);
  // The file's model is the one that this C alone gives.
  ASSERT_EQ(predict({"a.model", "mirror/quadrants.t", "chosen", "--scores"}).exit_code, 0);
  ASSERT_EQ(train(joined(joined(sketch, tron), {"--C", chosen}), "mirror/quadrants", "b.model").exit_code, 0);
  ASSERT_EQ(predict({"b.model", "mirror/quadrants.t", "alone", "--scores"}).exit_code, 0);
  EXPECT_TRUE(bench.read("chosen") == bench.read("alone"));
}

TEST_F(Training, TellsTheNumbersOfEachRowBesideWhatIsPredicted) {
  std::string rows;  // three classes, by the column of the only value
  for (int i = 0; i < 90; ++i)
    rows +=
        std::to_string(3 + i % 3) + " " + std::to_string(1 + i % 3) + ":" + std::to_string(1 + i % 7) + "\n";
  bench.write("three", rows);
  for (const char* learner : {"dense_tron", "block_smo"}) {
    ASSERT_EQ(train({"--learner", learner, "--probabilities"}, "three").exit_code, 0) << learner;
    ASSERT_EQ(predict({"a.model", "three", "labels"}).exit_code, 0);
    std::istringstream labels(bench.read("labels"));
    ASSERT_EQ(predict({"a.model", "three", "scores", "--scores"}).exit_code, 0);
    ASSERT_EQ(predict({"a.model", "three", "p", "--probabilities"}).exit_code, 0);
    std::istringstream scores(bench.read("scores")), lines(bench.read("p"));
    std::string word;
    int order[3] = {};
    lines >> word >> order[0] >> order[1] >> order[2];
    EXPECT_EQ(word, "labels");
    int label = 0, count = 0;
    for (; labels >> label; ++count) {
      double of_scores = 0, of_lines = 0, score = 0, p[3] = {};
      scores >> of_scores >> score >> score >> score;
      lines >> of_lines >> p[0] >> p[1] >> p[2];
      EXPECT_EQ(label, 3 + count % 3) << "separable";
      EXPECT_EQ(of_scores, label);
      EXPECT_EQ(of_lines, label);
      EXPECT_NEAR(p[0] + p[1] + p[2], 1, 1e-12);
      EXPECT_EQ(order[std::max_element(p, p + 3) - p], label);
    }
    EXPECT_EQ(count, 90);
  }
}

TEST_F(Training, TellsProbabilitiesWhereTheModelHasThem) {
  ASSERT_EQ(train(joined(joined(sketch, tron), {"--probabilities"})).exit_code, 0);
  ASSERT_EQ(predict({"a.model", "mirror/quadrants.t", "p", "--probabilities"}).exit_code, 0);
  std::istringstream lines(bench.read("p"));
  std::string word;
  int first = 0, second = 0;
  lines >> word >> first >> second;
  EXPECT_EQ(word, "labels");
  EXPECT_EQ(first * second, -1);
  double label = 0, p = 0, q = 0;
  int rows = 0;
  for (; lines >> label >> p >> q; ++rows) EXPECT_NEAR(p + q, 1, 1e-12);
  EXPECT_EQ(rows, 200);
  ASSERT_EQ(train(joined(sketch, tron)).exit_code, 0);
  const Ended none = predict({"a.model", "mirror/quadrants.t", "out", "--probabilities"});
  EXPECT_EQ(none.exit_code, wrong_input);
  EXPECT_THAT(none.output, AllOf(HasSubstr("a.model"), HasSubstr("--probabilities")));
  EXPECT_FALSE(fs::exists(bench / "out"));
}

TEST_F(Training, RefusesWhatDoesNotGoTogether) {
  expect_refused(train({"--map", "tensor_sketch", "--D", "9", "--kernel", "gaussian", "--sigma", "2",
                        "--learner", "dense_tron"}),
                 AllOf(HasSubstr("tensor_sketch"), HasSubstr("it supports: polynomial")));
  expect_refused(train({"--learner", "dense_tron", "--D", "9"}), AllOf(HasSubstr("--D"), HasSubstr("--map")));
  expect_refused(train({"--learner", "dense_tron", "--degree", "2"}),
                 AllOf(HasSubstr("--degree"), HasSubstr("kernel")));
  expect_refused(train({"--map", "tensor_sketch", "--learner", "dense_tron"}), HasSubstr("--D is missing"));
  expect_refused(train({"--learner", "dense_tronn"}), HasSubstr("did you mean \"dense_tron\"?"));
  expect_refused(train({"--learner", "dense_tron", "--C", "0"}),
                 AllOf(HasSubstr("\"C\""), HasSubstr("above 0")));
  expect_refused(train({"--learner", "dense_tron", "--C", "inf"}), HasSubstr("\"C\""));
  expect_refused(train({"--learner", "dense_tron", "--C", "1,,2"}), HasSubstr("--C"));
  expect_refused(train({"--learner", "dense_tron", "--C", "1,2"}),
                 AllOf(HasSubstr("--C"), HasSubstr("--folds")));
  expect_refused(train({"--learner", "dense_tron", "--lambda", "1"}), HasSubstr("lambda"));
  expect_refused(train({"--learner", "dense_tron", "--folds", "1"}), HasSubstr("--folds"));
  expect_refused(train({"--learner", "ridge", "--probabilities"}, "mirror/quadrants"),
                 HasSubstr("for classes"));
  expect_refused(train({"--map", "tefm_g", "--D", "4", "--kernel", "gaussian", "--sigma", "1",
                        "--map-parameter", "r=2", "--learner", "dense_tron"}),
                 HasSubstr("\"map-parameter.r\""));
}

TEST_F(Training, WarnsAClassifierOfLabelsThatLookLikeTargets) {
  std::string targets;
  for (int i = 0; i < 60; ++i) targets += fmt::format("{} 1:{}\n", 3 * i, i % 7 + 1);
  bench.write("targets", targets);
  const auto warning = HasSubstr("sketchbench: targets: the labels are taken for 60 classes");
  EXPECT_THAT(train({"--learner", "dense_tron"}, "targets").output, warning);
  EXPECT_THAT(train({"--learner", "dense_tron", "--task", "classification"}, "targets").output, Not(warning));
  EXPECT_THAT(train({"--learner", "ridge"}, "targets").output, Not(HasSubstr("classes")));
}

TEST_F(Training, WarnsARegressorOfTargetsThatLookLikeTwoClasses) {
  const auto says = [&](const char* targets, const Words& options) {
    bench.write("targets", targets);
    const Ended ended = train(options, "targets");
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    return ended.output;
  };
  const auto warning = AllOf(HasSubstr("sketchbench: targets: the only targets are -1 and 1"),
                             HasSubstr("ridge"), HasSubstr("--task regression"));
  const char* const classes = "-1 1:1\n+1 1:2\n1 1:3\n-1 1:4\n";
  EXPECT_THAT(says(classes, {"--learner", "ridge"}), warning);
  for (const char* learner : {"krr", "libsvm_svr"})
    EXPECT_THAT(says(classes, {"--learner", learner}), HasSubstr("look like classes"));
  const auto silent = Not(HasSubstr("look like classes"));
  EXPECT_THAT(says(classes, {"--learner", "ridge", "--task", "regression"}), silent);
  EXPECT_THAT(says(classes, {"--learner", "dense_tron"}), silent);
  EXPECT_THAT(says(classes, {"--learner", "dense_tron", "--task", "classification"}), silent);
  EXPECT_THAT(says("1 1:1\n2 1:2\n3 1:3\n", {"--learner", "ridge"}), silent);
  EXPECT_THAT(says("1.5 1:1\n2 1:2\n2 1:3\n", {"--learner", "ridge"}), silent);
}

TEST_F(Training, RefusesALearnerForAnotherTask) {
  expect_refused(train({"--learner", "ridge", "--task", "classification"}),
                 AllOf(HasSubstr("ridge predicts targets"), HasSubstr("for classification: choose"),
                       HasSubstr("dense_tron")));
  expect_refused(
      train({"--learner", "dense_tron", "--task", "regression"}),
      AllOf(HasSubstr("dense_tron classifies"), HasSubstr("for regression: choose"), HasSubstr("ridge")));
  expect_refused(train({"--learner", "ridge", "--task", "classes"}),
                 HasSubstr("--task \"classes\": expected classification or regression"));
  const std::string two("\0\0\0\2", 4), one("\0\0\0\1", 4);
  bench.write("images", std::string("\0\0\x08\x03", 4) + two + one + one + "\x01\x02");
  bench.write("labels", std::string("\0\0\x08\x01", 4) + two + "\x04\x07");
  const Words ridge = {"--learner", "ridge", "--labels", "labels"};
  expect_refused(train(ridge, "images"), AllOf(HasSubstr("ridge predicts targets"), HasSubstr("labels"),
                                               HasSubstr("--task regression")));
  EXPECT_EQ(train(joined(ridge, {"--task", "regression"}), "images").exit_code, 0);
}

TEST_F(Training, RefusesDataByFileAndLine) {
  bench.write("targets", "1 1:1\n-1 1:2\n0.5 1:3\n");
  expect_refused(train(tron, "targets"),
                 AllOf(HasSubstr("targets:3:"), HasSubstr("0.5"), HasSubstr("whole number")));
  bench.write("one", "1 1:1\n1 1:2\n");
  expect_refused(train(tron, "one"), AllOf(HasSubstr("one:"), HasSubstr("two classes")));
  bench.write("few", "1 1:1\n1 1:2\n1 1:2\n-1 1:2\n");
  expect_refused(train({"--learner", "dense_tron", "--folds", "2"}, "few"),
                 AllOf(HasSubstr("few:"), HasSubstr("class -1 has 1 rows")));
  bench.write("broken", "1 1:1\n-1 1:x\n");
  expect_refused(train(tron, "broken"), HasSubstr("broken:2:"));
  expect_refused(train(tron, "none"), HasSubstr("none"));
  bench.write("wide.csv", "1,2,1\n1,-1\n");
  expect_refused(train(tron, "wide.csv"), HasSubstr("wide.csv:2:"));
}

TEST_F(Training, RefusesAPlaceThatCannotBeWritten) {
  expect_refused(train(tron, "mirror/quadrants", "nowhere/a.model"), HasSubstr("nowhere"));
  expect_refused(train(tron, "mirror/quadrants", "mirror"), HasSubstr("a folder"));
  expect_refused(train(tron, "mirror/quadrants", "mirror/quadrants"), HasSubstr("the same file as DATA"));
  if (::geteuid() == 0) return;  // may write anywhere
  fs::create_directory(bench / "closed");
  fs::permissions(bench / "closed", fs::perms::owner_read | fs::perms::owner_exec);
  expect_refused(train(tron, "mirror/quadrants", "closed/a.model"), HasSubstr("cannot be written"));
}

TEST_F(Training, PredictionRefusesModelsAndRowsThatDoNotFit) {
  ASSERT_EQ(train(tron, "mirror/quadrants", "good.model").exit_code, 0);
  bench.write("wide", "1 1:1 2:1\n-1 1:1 9:1\n");
  expect_refused(predict({"good.model", "wide", "out", "--unseen", "refuse"}),
                 AllOf(HasSubstr("wide:2:"), HasSubstr("feature index 9"), HasSubstr("expected 1 to 8")));
  bench.write("wide.csv", "1,2,3,4,5,6,7,8,9,1\n");
  expect_refused(predict({"good.model", "wide.csv", "out"}), HasSubstr("wide.csv:1:"));
  std::string altered = bench.read("good.model");
  altered[altered.size() / 2] = static_cast<char>(altered[altered.size() / 2] ^ 1);
  bench.write("altered.model", altered);
  expect_refused(predict({"altered.model", "mirror/quadrants.t", "out"}),
                 AllOf(HasSubstr("altered.model"), HasSubstr("checksum")));
  expect_refused(predict({"mirror/quadrants", "mirror/quadrants.t", "out"}),
                 HasSubstr("no model of sketchbench"));
  expect_refused(predict({"none.model", "mirror/quadrants.t", "out"}), HasSubstr("none.model"));
  expect_refused(predict({"good.model", "mirror/quadrants.t", "good.model"}), HasSubstr("same file"));
  expect_refused(predict({"good.model", "mirror/quadrants.t", "--scores"}), HasSubstr("OUT"));
  bench.write("unlabelled.csv", "1,2,3,4,5,6,7,8\n");
  expect_refused(predict({"good.model", "unlabelled.csv", "--label", "none"}), HasSubstr("no labels"));
}

TEST_F(Training, LabelsThatTheModelDoesNotHaveAreWarnedOf) {
  ASSERT_EQ(train(tron).exit_code, 0);
  EXPECT_THAT(predict({"a.model", "mirror/quadrants.t"}).output, Not(HasSubstr("warning")));
  bench.write("others", "1 1:1\n7 1:1\n9 2:1\n");
  const Ended ended = predict({"a.model", "others"});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_THAT(ended.output,
              AllOf(HasSubstr("warning: others: 2 of 3 rows have labels that the model does not have"),
                    HasSubstr(": 7, 9; its labels are "), HasSubstr("accuracy ")));
}

// A mistyped option is the reason why another one seems to be missing.
TEST_F(Training, AMistypedOptionIsNamedBeforeOnesThatAreMissing) {
  const Ended ended = bench.run({"train", "--foo", "mirror/quadrants", "a.model"});
  EXPECT_EQ(ended.exit_code, wrong_input);
  EXPECT_THAT(ended.output, AllOf(HasSubstr("--foo"), Not(HasSubstr("required"))));
  EXPECT_THAT(bench.run({"train", "mirror/quadrants", "a.model"}).output, HasSubstr("--learner is required"));
}

TEST_F(Training, SaysASolverOnce) {
  const Ended ended = train({"--learner", "liblinear", "--solver", "0"});
  EXPECT_THAT(ended.output, AllOf(HasSubstr("liblinear with solver 0"), Not(HasSubstr("solver = "))));
}

TEST_F(Training, ALambdaThatIsTooLargeIsNotToBeRaised) {
  for (const char* learner : {"ridge", "krr"}) {
    const Ended ended = train({"--learner", learner, "--lambda", "1e308"});
    EXPECT_THAT(ended.output, Not(HasSubstr("raise lambda"))) << learner;
    EXPECT_TRUE(ended.exit_code == 0 || ended.output.find("lower lambda") != std::string::npos)
        << ended.output;
  }
}

// Values whose products leave double precision end in advice with the file's name, whatever the map.
TEST_F(Training, ValuesBeyondTheRangeOfNumbersAreWrongInputForEveryMap) {
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += fmt::format("{} 1:{}e38 2:{}e37 3:-2e38\n", i % 2 == 0 ? 1 : -1, 1 + i % 3, 1 + i % 7);
  bench.write("huge", text);
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    if (std::ranges::any_of(kind.parameters, &FieldInfo::file)) continue;
    const Kernel gaussian = GaussianKernel{};
    const Words kernel = kind.supports(gaussian)
                             ? Words{"--kernel", "gaussian", "--sigma", "1e-30"}
                             : Words{"--kernel", "polynomial", "--degree", "2", "--coef0", "1"};
    const Ended ended = train(joined(joined({"--map", kind.name, "--D", "16"}, kernel), tron), "huge");
    if (ended.exit_code == 0) continue;
    EXPECT_EQ(ended.exit_code, wrong_input) << kind.name << ": " << ended.output;
    EXPECT_THAT(ended.output, AllOf(HasSubstr("huge"), HasSubstr("scale the data"))) << kind.name;
  }
}

TEST_F(Training, HelpSaysWhatThereIs) {
  const std::string help = bench.run({"train", "--help"}).output;
  EXPECT_THAT(help, AllOf(HasSubstr("--lambda"), HasSubstr("--preconditioner"), HasSubstr("--sigma"),
                          HasSubstr("--folds")));
  EXPECT_THAT(help, AllOf(HasSubstr("sketchbench learners"), HasSubstr("sketchbench maps")));
  EXPECT_THAT(bench.run({"predict", "--help"}).output,
              AllOf(HasSubstr("--scores"), HasSubstr("--probabilities"), HasSubstr("most probable")));
}

}  // namespace
}  // namespace sketchbench
