// What another random split changes: from records of splits to a verdict.
#include "experiments/accuracy/split_spread.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include "experiments/accuracy/report.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::SizeIs;

/// The same question on that many splits, by a fast path.
std::string splits_config(int splits) {
  std::string seeds;
  for (int i = 0; i < splits; ++i) seeds += (i > 0 ? ", " : "") + std::to_string(i + 2);
  return R"({"name": "splits", "experiment": "accuracy", "seeds": 1, "learner": {"type": "dense_tron"},
    "grid": [{"dataset": "adult", "split": "drawn", "split_seeds": [)" +
         seeds + R"(], "D": 200, "without": {"exact": "it takes long"}}],
    "kernels": [{"kernel": "polynomial", "degree": 4, "coef0": 1}],
    "methods": [{"method": "exact", "learner": {"type": "libsvm"}}, {"method": "tensor_sketch_fast"}]})";
}

std::string with_splits(const SyntheticRun& splits) {
  std::string text = adult_config();
  const std::string compared = R"("compare_with": "PAPER#table1",)";
  return text.replace(text.find(compared), compared.size(),
                      compared + R"( "splits": ")" + splits.config().file.string() + R"(",)");
}

class Splits : public testing::Test {
 protected:
  /// Splits whose accuracies are one point below and above 80 in turn.
  explicit Splits(int count = 10) : splits(splits_config(count)), run(with_splits(splits)) {}

  void put_splits() const {
    int i = 0;
    for (const Cell& cell : splits.cells([](const Cell&) { return true; })) {
      Cell one = cell;
      one.data_hash += std::to_string(i);
      run.put(splits.record(one, i++ % 2 == 0 ? 79 : 81));
    }
  }
  void put_results() const {
    run.put(of_method("exact"), {79.31});
    run.put(of_method("tensor_sketch"), {83, 83, 83, 83, 83});
  }
  Summary summary_of(std::string_view method) const {
    for (const Summary& row : summarise(run.config(), run.sources()).rows)
      if (row.method == method) return row;
    throw std::out_of_range("no such method");
  }
  std::vector<std::string> verdicts() const {
    for (const NoteSection& section : accuracy_document(summarise(run.config(), run.sources()), {}).notes)
      if (section.heading == "Verdicts") return section.lines;
    return {};
  }

  const SyntheticRun splits, run;
};

class NineSplits : public Splits {
 protected:
  NineSplits() : Splits(9) {}
};

TEST_F(Splits, AreEntriesOfTheirOwnWithIdsOfTheirOwn) {
  EXPECT_THAT(splits.config().grid, SizeIs(10));
  std::set<std::string> ids;
  for (const Cell& cell : expand(splits.config())) ids.insert(cell_id(describe(cell)));
  EXPECT_THAT(ids, SizeIs(10));
}

TEST_F(Splits, OfAFastFormAreTheNoiseOfTheMapWhateverTheLearner) {
  put_results();
  EXPECT_EQ(summary_of("tensor_sketch").verdict(), Verdict::differs)
      << "1.11 points beyond the test rows' scatter";
  put_splits();
  const Summary row = summary_of("tensor_sketch");
  ASSERT_TRUE(row.split_noise.has_value());
  EXPECT_EQ(row.split_noise->splits, 10);
  EXPECT_NEAR(row.split_noise->variance, 10.0 / 9, 1e-12);
  EXPECT_EQ(row.verdict(), Verdict::consistent) << "within what another split changes";
  EXPECT_EQ(row.runs(), 5) << "a split's run is no run of the table's";
}

TEST_F(Splits, ThatWereNotRunForAMethodLeaveTheScatterOfTheTestRows) {
  put_results();
  put_splits();
  const Summary row = summary_of("exact");
  ASSERT_TRUE(row.split_noise.has_value());
  EXPECT_EQ(row.split_noise->splits, 0);
  EXPECT_NEAR(row.split_noise->variance, 79.31 * 20.69 / 16281, 1e-12);
  EXPECT_THAT(verdicts(), Contains(HasSubstr("measured over 10 splits or more")));
  EXPECT_THAT(verdicts(), Contains(HasSubstr("not measured for exact (Adult)")));
}

TEST_F(Splits, ThatAreNotThereAreAskedForByName) {
  put_results();
  EXPECT_THAT(verdicts(),
              Contains(AllOf(HasSubstr("not measured for any of them"), HasSubstr("sketchbench run"),
                             HasSubstr(splits.config().file.filename().string()))));
}

TEST_F(NineSplits, AreTooFew) {
  put_results();
  put_splits();
  EXPECT_EQ(summary_of("tensor_sketch").split_noise->splits, 0);
}

TEST_F(Splits, HaveATableOfWhatTheyScatterBy) {
  put_splits();
  const Results results = summarise(splits.config(), run.sources());
  const Document document = accuracy_document(results, {});
  ASSERT_THAT(document.tables, SizeIs(1));
  const auto& rows = document.tables.front().rows;
  ASSERT_THAT(rows, SizeIs(1));
  EXPECT_EQ(rows[0][4][0].left.text, "10");
  EXPECT_EQ(rows[0][5][0].left.text, "80.00");
  EXPECT_EQ(rows[0][6][0].left.text, "1.05");
  EXPECT_EQ(rows[0][7][0].left.text, "0.31") << "100 sqrt(0.8 * 0.2 / 16281)";
}

TEST(PublishedSplit, ThatIsThePublishersOwnHasNoNoise) {
  const testing_support::TemporaryFolder folder;
  Json published = read_json("papers/kdd13/published.json");
  published["official_splits"] = {"adult"};
  std::string text = adult_config();
  text.replace(text.find("PAPER"), 5, folder.write("published.json", published.dump()).string());
  const SyntheticRun run(text);
  run.put(of_method("exact"), {79.5});
  for (const Summary& row : summarise(run.config(), run.sources()).rows) {
    if (row.method != exact_method) continue;
    EXPECT_FALSE(row.split_noise.has_value());
    EXPECT_NEAR(row.test->interval.low, 0.185, 1e-9) << "the rounding alone";
    EXPECT_EQ(row.verdict(), Verdict::equal);
  }
}

}  // namespace
}  // namespace sketchbench
