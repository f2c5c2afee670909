// Two folders of records side by side: the numbers are SciPy's, the words follow from them.
#include <sketchbench/report/comparison/comparison.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <sketchbench/core/json.hpp>
#include <sketchbench/data/manifest_facts.hpp>
#include <sketchbench/report/comparison/across_datasets.hpp>
#include <sketchbench/report/comparison/comparison_document.hpp>
#include <sketchbench/report/document/render_terminal.hpp>
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

/// Two folders for the cells of a configuration with one method, on any number of data sets.
class TwoFolders {
 public:
  explicit TwoFolders(const std::string& datasets = R"({"dataset": "adult", "D": 200})",
                      const std::string& methods = R"({"method": "tensor_sketch"})")
      : a(text(datasets, methods)), b(text(datasets, methods)) {}

  static std::string text(const std::string& datasets, const std::string& methods) {
    return R"({"name": "synthetic", "experiment": "accuracy", "seeds": 5, "learner": {"type": "liblinear"},
      "grid": [)" +
           datasets + R"(], "kernels": [{"kernel": "polynomial", "degree": 2}], "methods": [)" + methods +
           "]}";
  }

  FolderComparison compared(const ComparisonRequest& request = {}) const {
    return compare(pair_runs(a.store(), b.store(), ManifestFacts(), request), "a", "b");
  }

  SyntheticRun a, b;
};

bool all_cells(const Cell&) { return true; }

void put_times(const SyntheticRun& run, const std::vector<double>& seconds, const std::string& cpu) {
  const std::vector<Cell> cells = run.cells(all_cells);
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    Record record = run.record(cells[i], 84, 0.25 * seconds[i], 0.75 * seconds[i]);
    record.json["seconds"].erase("predict");
    record.json["run"]["host"]["cpu"] = cpu;
    run.put(record);
  }
}

const std::vector<double> of_a = {84.1, 84.3, 84.0, 84.4, 84.2}, of_b = {84.6, 84.9, 84.7, 84.5};

// Computed with SciPy 1.17: stats.ttest_ind(b, a, equal_var=False) and its confidence_interval(0.95).
TEST(FolderComparison, HasWelchsDifferenceAndTest) {
  const TwoFolders folders;
  folders.a.put(all_cells, of_a);
  folders.b.put(all_cells, of_b);
  const FolderComparison made = folders.compared();
  ASSERT_THAT(made.numbers, SizeIs(1));
  const ComparedNumber& one = made.numbers.front();
  EXPECT_NEAR(one.difference.mean, 0.475, 1e-9);
  EXPECT_NEAR(one.difference.low, 0.20684009103454776, 1e-9);
  EXPECT_NEAR(one.difference.high, 0.7431599089654692, 1e-9);
  EXPECT_NEAR(one.p_value, 0.004628941024699803, 1e-10);
  EXPECT_EQ(one.verdict, ComparisonVerdict::b_better);
  EXPECT_TRUE(made.differs());
  EXPECT_EQ(made.family, 1u);
}

TEST(FolderComparison, OfAFolderWithItselfIsTheSame) {
  const TwoFolders folders;
  folders.a.put(all_cells, of_a);
  const FolderComparison made =
      compare(pair_runs(folders.a.store(), folders.a.store(), ManifestFacts(), {}), "a", "a");
  EXPECT_EQ(made.numbers.front().verdict, ComparisonVerdict::same);
  EXPECT_FALSE(made.differs());
}

TEST(FolderComparison, JudgesNothingWithoutScatter) {
  const TwoFolders folders;
  folders.a.put(all_cells, {84.1});
  folders.b.put(all_cells, {85.1});
  EXPECT_EQ(folders.compared().numbers.front().verdict, ComparisonVerdict::not_judged);
  folders.a.put(all_cells, {84.1, 84.1, 84.1});
  folders.b.put(all_cells, {85.1, 85.1, 85.1});
  const FolderComparison made = folders.compared();
  EXPECT_EQ(made.numbers.front().verdict, ComparisonVerdict::not_judged) << "numbers that come in steps";
  EXPECT_FALSE(made.differs());
  EXPECT_EQ(made.family, 0u);
  EXPECT_THAT(render_terminal(comparison_document(made), false), HasSubstr("not judged"));
  EXPECT_TRUE(comparison_json(made).at("results").at(0).at("low").is_null());
}

TEST(FolderComparison, OfAMethodThatDrawsNothingIsExact) {
  const TwoFolders folders(R"({"dataset": "adult", "D": 200})",
                           R"({"method": "exact", "learner": {"type": "libsvm"}})");
  folders.a.put(all_cells, {84.10});
  folders.b.put(all_cells, {84.11});
  const ComparedNumber one = folders.compared().numbers.front();
  EXPECT_EQ(one.verdict, ComparisonVerdict::b_better);
  EXPECT_DOUBLE_EQ(one.difference.low, one.difference.high);
}

/// Both sides' runs without a folder: one number for each seed.
ComparedRuns in_memory(const std::string& experiment, const std::vector<double>& a,
                       const std::vector<double>& b) {
  ComparedRuns made;
  made.experiment = &find_experiment(experiment);
  const auto add = [&](RunGroup& group, const std::vector<double>& values) {
    group.dataset.name = group.dataset_label = group.facts.title = "adult";
    group.method = group.method_label = "tensor_sketch";
    group.kernel = PolynomialKernel{.degree = 2, .coef0 = 1};
    for (std::size_t i = 0; i < values.size(); ++i) {
      Record record;
      record.cell.seed = i + 1;
      record.status = "done";
      Json result = {{"rmse", 1}, {"r2", 0}, {"relative_rmse", 0}};
      result[guarded_quantity(*made.experiment)->ranking->name] = values[i];
      record.result = made.experiment->parse(StrictObject(result, "in memory"));
      group.done.push_back(std::move(record));
    }
  };
  add(made.a, a);
  add(made.b, b);
  return made;
}

TEST(FolderComparison, CallsALargerErrorWorse) {
  PairedRuns pairs;
  pairs.pairs = {in_memory("regression", {0.10, 0.11, 0.12}, {0.20, 0.21, 0.22})};
  EXPECT_EQ(compare(std::move(pairs), "a", "b").numbers.front().verdict, ComparisonVerdict::a_better);
}

// 300 pairs of folders without a difference, each with 8 results of 5 and 4 runs that scatter differently: in
// at most 5 % of them anything is told apart. More than 36 of 300 have a probability below 1e-6. With one
// difference of ten times its scatter all are.
TEST(FolderComparison, KeepsTheLevelOfItsFamily) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  constexpr int folders = 300, results = 8;
  int wrong = 0, found = 0;
  for (int i = 0; i < folders; ++i) {
    PairedRuns none, some;
    for (int k = 0; k < results; ++k) {
      std::vector<double> a, b;
      for (int run = 0; run < 5; ++run) a.push_back(50 + normal(random));
      for (int run = 0; run < 4; ++run) b.push_back(50 + 0.2 * (k + 1) * normal(random));
      none.pairs.push_back(in_memory("accuracy", a, b));
      if (k == 0)
        for (double& value : b) value += 10;
      some.pairs.push_back(in_memory("accuracy", a, b));
    }
    wrong += compare(std::move(none), "a", "b").differs();
    found += compare(std::move(some), "a", "b").numbers.front().verdict == ComparisonVerdict::b_better;
  }
  EXPECT_LE(wrong, 36);
  EXPECT_GT(found, 0.95 * folders);
}

// Computed with SciPy 1.17: the exponentials of stats.ttest_ind's interval of the logarithms.
TEST(FolderComparison, RatiosOfTimesAreOfOneProcessor) {
  const TwoFolders folders;
  put_times(folders.a, {0.75, 0.8, 0.7, 0.78, 0.76}, "One CPU");
  put_times(folders.b, {0.30, 0.33, 0.31, 0.29}, "One CPU");
  const FolderComparison made = folders.compared();
  ASSERT_TRUE(made.numbers.front().times.has_value());
  EXPECT_NEAR(made.numbers.front().times->times.mean, 0.40561800484495014, 1e-9);
  EXPECT_NEAR(made.numbers.front().times->times.low, 0.37212037472632353, 1e-9);
  EXPECT_NEAR(made.numbers.front().times->times.high, 0.4421310334737754, 1e-9);
  EXPECT_EQ(made.ratios, 1u);

  put_times(folders.b, {0.30, 0.33, 0.31, 0.29}, "Other CPU");
  const FolderComparison other = folders.compared();
  EXPECT_FALSE(other.numbers.front().times.has_value());
  const std::string shown = render_terminal(comparison_document(other), false);
  EXPECT_THAT(shown, AllOf(HasSubstr("other processor"), HasSubstr("One CPU (A)"), HasSubstr("CPU (B)")));
  EXPECT_THAT(comparison_csv(other), AllOf(HasSubstr("One CPU"), HasSubstr("Other CPU")));
}

/// Data sets with these differences of B from A.
FolderComparison over(const std::vector<double>& differences, const char* second = nullptr) {
  std::string grid, methods = R"({"method": "tensor_sketch"})";
  for (std::size_t i = 0; i < differences.size(); ++i)
    grid += fmt::format(R"({}{{"dataset": "set{}", "D": [100, 200]}})", i > 0 ? ", " : "", i);
  if (second != nullptr) methods += fmt::format(R"(, {{"method": "{}"}})", second);
  const TwoFolders folders(grid, methods);
  for (const Cell& cell : folders.a.cells(all_cells)) {
    const auto at = static_cast<std::size_t>(cell.dataset.name.back() - '0');
    const double noise = 0.01 * static_cast<double>(*cell.seed) - (cell.method == "tensor_sketch" ? 0 : 5);
    folders.a.put(cell, 80 + noise);
    folders.b.put(cell, 80 + noise + differences[at]);
  }
  return folders.compared();
}

// Six data sets, all in B's favour: 2 / 2^6 is below 0.05; five: 2 / 2^5 is above.
TEST(FolderComparison, TestsMethodsOverDataSets) {
  const FolderComparison six = over({0.01, 0.02, 0.03, 0.04, 0.05, 0.06});
  ASSERT_THAT(six.across, SizeIs(1));
  EXPECT_EQ(six.across.front().datasets, 6);
  EXPECT_DOUBLE_EQ(six.across.front().test.p_value, 0.03125);
  EXPECT_EQ(six.across.front().verdict, ComparisonVerdict::b_better);
  EXPECT_NEAR(six.across.front().mean, 0.035, 1e-9);
  EXPECT_THAT(over({0.01, 0.02, 0.03, 0.04, 0.05}).across, SizeIs(0))
      << "whatever they are, none is told apart";
}

// gisette_sim's rows are images of mnist, blog_log1p's are blog's with another target.
TEST(FolderComparison, CountsDataSetsThatShareRowsOnce) {
  const ManifestFacts facts{DataPaths()};
  std::vector<ComparedNumber> numbers;
  const auto add = [&](const std::string& dataset, double difference) {
    ComparedNumber& one = numbers.emplace_back();
    one.runs.experiment = &find_experiment("accuracy");
    for (RunGroup* group : {&one.runs.a, &one.runs.b}) {
      group->dataset.name = dataset;
      group->facts = facts.of(dataset);
      group->method_label = "tensor_sketch";
    }
    one.a = {.n = 1, .mean = 80};
    one.b = {.n = 1, .mean = 80 + difference};
  };
  for (const char* dataset : {"adult", "covertype", "cpu", "uji", "blog", "mnist"}) add(dataset, 1);
  add("gisette_sim", 4);
  add("blog_log1p", 2);
  const std::vector<AcrossDatasets> across = compare_across_datasets(numbers);
  ASSERT_THAT(across, SizeIs(1));
  EXPECT_EQ(across.front().datasets, 6);
  EXPECT_NEAR(across.front().mean, (4 * 1 + 2.5 + 1.5) / 6, 1e-12) << "of each the mean";
  std::erase_if(numbers, [](const ComparedNumber& one) { return one.runs.a.dataset.name == "adult"; });
  EXPECT_THAT(compare_across_datasets(numbers), SizeIs(0)) << "seven names, five data sets";
}

TEST(FolderComparison, HolmsTestIsOverTheMethods) {
  const FolderComparison made = over({0.01, 0.02, 0.03, 0.04, 0.05, 0.06}, "random_maclaurin_restricted");
  ASSERT_THAT(made.across, SizeIs(2));
  for (const AcrossDatasets& one : made.across) {
    EXPECT_DOUBLE_EQ(one.adjusted_p, 0.0625);
    EXPECT_EQ(one.verdict, ComparisonVerdict::nothing);
  }
}

TEST(FolderComparison, RanksAllMethodsOfBothFolders) {
  const FolderComparison made = over({0.01, 0.02, 0.03}, "random_maclaurin_restricted");
  ASSERT_THAT(made.ranked, SizeIs(1));
  const RankedMethods& ranked = made.ranked.front();
  ASSERT_THAT(ranked.contenders, SizeIs(4));
  EXPECT_EQ(ranked.contenders[0].method, "tensor_sketch");
  EXPECT_FALSE(ranked.contenders[0].of_a);
  EXPECT_EQ(ranked.contenders[3].method, "random_maclaurin_restricted");
  EXPECT_TRUE(ranked.contenders[3].of_a);
  EXPECT_THAT(ranked.ranks.ranks, testing::ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(ranked.ranks.datasets, 3);
}

TEST(FolderComparison, IsTheSameInEveryForm) {
  const TwoFolders folders;
  folders.a.put(all_cells, of_a);
  folders.b.put(all_cells, of_b);
  const FolderComparison made = folders.compared();
  const Json json = comparison_json(made);
  EXPECT_EQ(json.at("results").at(0).at("verdict"), "b_better");
  EXPECT_NEAR(json.at("results").at(0).at("difference").get<double>(), 0.475, 1e-9);
  EXPECT_TRUE(json.at("differs").get<bool>());
  EXPECT_THAT(comparison_csv(made), AllOf(HasSubstr("accuracy,accuracy,adult,"), HasSubstr(",b_better,")));
  EXPECT_THAT(render_terminal(comparison_document(made), false),
              AllOf(HasSubstr("+0.48"), HasSubstr("B better")));
}

}  // namespace
}  // namespace sketchbench
