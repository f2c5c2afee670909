#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/report/plot/draw_figure.hpp>
#include "cli/workbench.hpp"
#include "papers/paper.hpp"
#include "support/environment.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing_support::Ended;
using testing_support::Workbench;

/// Table 1 and 3 in the small: the section names decide a report's form.
std::string table(const char* name, const char* section, const char* dataset, const char* method, int D) {
  return std::string(R"({"name": ")") + name + R"(", "experiment": "accuracy", "seeds": 2,
    "compare_with": "../papers/published.json#)" +
         section + R"(", "learner": {"type": "liblinear"},
    "grid": [{"dataset": ")" +
         dataset + R"(", "D": )" + std::to_string(D) + R"(}],
    "kernels": [{"kernel": "polynomial", "degree": 4, "coef0": 1}],
    "methods": [{"method": "tensor_sketch"}, {"method": ")" +
         method + R"("}]})";
}

class Reproduce : public testing::Test {
 protected:
  Reproduce() {
    const std::filesystem::path source = SKETCHBENCH_SOURCE_DIR;
    bench.write("papers/published.json", read_file(source / "papers/kdd13/published.json"));
    bench.write("datasets/poly_teacher_sparse.json", read_file(source / "datasets/poly_teacher_sparse.json"));
    bench.write("configs/table1.json",
                table("table1", "table1", "quadrants", "random_maclaurin_published", 40));
    bench.write("configs/table3.json", table("table3", "table3", "quadrants", "random_maclaurin_h01", 40));
    bench.write("configs/table1_generated.json", table("table1_generated", "table1", "poly_teacher_sparse",
                                                       "random_maclaurin_published", 150));
    bench.write("configs/table3_generated.json",
                table("table3_generated", "table3", "poly_teacher_sparse", "random_maclaurin_h01", 150));
  }

  Workbench bench;
};

TEST_F(Reproduce, MakesTheTablesAndWritesThemInEveryForm) {
  const Ended ended = bench.run({"reproduce", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("Table 1"), HasSubstr("Table 2"), HasSubstr("Table 3"),
                                  HasSubstr("configs/table1.json of this folder takes the place")));
  for (const char* file : {"table1/table.csv", "table1/table.md", "table1/table.tex", "table3/table.csv"})
    EXPECT_TRUE(std::filesystem::exists(bench / "results" / file)) << file;
  EXPECT_FALSE(std::filesystem::exists(bench / "results/table1_generated"));
}

TEST_F(Reproduce, AQuickRunPrintsATableAsSoonAsItIsCompleteAndEachOnce) {
  Json table1 = parse_json(bench.read("configs/table1.json"), "table1.json");
  table1["methods"].push_back({{"method", "exact"}, {"learner", {{"type", "libsvm"}}}});
  bench.write("configs/table1.json", table1.dump());
  const Ended ended = bench.run({"reproduce", "--quick", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  const auto at = [&](const char* text) { return ended.output.find(text); };
  EXPECT_LT(at("Table 3"), at("That was table3-quick; the rest is still running."));
  EXPECT_LT(at("That was table3-quick"), at("7/7")) << ended.output;
  EXPECT_LT(at("7/7"), at("Table 1"));
  EXPECT_EQ(ended.output.find("Table 3. ", at("Table 1")), std::string::npos);
  EXPECT_THAT(ended.output,
              AllOf(HasSubstr("7 cells to run, "), HasSubstr(" at once, cheap ones first, about "),
                    HasSubstr("exact kernels trained by block SMO in place of\nLIBSVM")));
}

TEST_F(Reproduce, WithoutAnyDataItShowsTheTablesOnGeneratedData) {
  const Ended ended = bench.run({"reproduce", "--quick"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("None of the paper's data sets"), HasSubstr("generated"),
                                  HasSubstr("Table 1"), HasSubstr("Table 3"), HasSubstr("QUICK")));
  EXPECT_TRUE(std::filesystem::exists(bench / "results/table1_generated-quick/table.csv"));
}

TEST_F(Reproduce, AnUnknownPaperIsAnsweredWithThoseThereAre) {
  const Ended near = bench.run({"reproduce", "nips99"}), far = bench.run({"reproduce", "something"});
  EXPECT_EQ(near.exit_code, 2);
  EXPECT_THAT(near.output, AllOf(HasSubstr("\"nips99\""), HasSubstr("did you mean \"nips01\"")));
  EXPECT_EQ(far.exit_code, 2);
  EXPECT_THAT(far.output,
              AllOf(HasSubstr("tables"), HasSubstr("kdd13"), HasSubstr("tefm"), HasSubstr("all")));
  EXPECT_FALSE(std::filesystem::exists(bench / "results"));
}

/// A table's configuration with the fast paths, to be shown beside that of the stock libraries.
std::string with_fast_paths(std::string config, const std::string& stock) {
  const auto change = [&](const std::string& from, const std::string& to) {
    config.replace(config.find(from), from.size(), to);
  };
  change('"' + stock + '"', '"' + stock + R"(_fast", "beside": ")" + stock + R"(.json")");
  change("liblinear", "dense_tron");
  change("tensor_sketch", "tensor_sketch_fast");
  return config;
}

TEST_F(Reproduce, FastTablesStandBesideThoseOfTheStockLibraries) {
  for (const char* name : {"table1", "table3"})
    bench.write(std::string("configs/") + name + "_fast.json",
                with_fast_paths(bench.read(std::string("configs/") + name + ".json"), name));
  ASSERT_EQ(bench.run({"reproduce", "--mirror", "mirror"}).exit_code, 0);
  const Ended ended = bench.run({"reproduce", "--fast", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("Comparison with table1: LIBLINEAR there, dense TRON here"),
                                  HasSubstr("Comparison with table3"), HasSubstr("Speed-up")));
  EXPECT_TRUE(std::filesystem::exists(bench / "results/table1_fast/table.csv"));
}

/// Small figures under the names of the real ones: every kind of experiment that is drawn is tested by
/// itself.
class ReproduceFigures : public Reproduce {
 protected:
  ReproduceFigures() {
    for (const char* name : {"fig1", "fig2a", "fig2b", "fig2_columns", "fig3", "fig3_fast", "fig4", "bounds",
                             "low_terms", "solver_changes"})
      bench.write(std::string("configs/") + name + ".json", std::string(R"({"name": ")") + name +
                                                                R"(", "experiment": "accuracy", "seeds": 2,
    "figure": {"number": "Figure of )" + name + R"(", "shows": "accuracy"},
    "learner": {"type": "liblinear"}, "grid": [{"dataset": "quadrants", "D": [20, 40]}],
    "kernels": [{"kernel": "polynomial", "degree": 4, "coef0": 1}],
    "methods": [{"method": "exact", "learner": {"type": "libsvm"}}, {"method": "tensor_sketch"},
                {"method": "random_maclaurin_published"}]})");
    // Not the paper's own, which ask for other experiments under these names.
    bench.write("papers/kdd13/claims.json", R"({"claims": [{"id": "gain", "statement": "More accurate",
      "place": "Figure 3", "measured_by": ["fig3"], "number": {"difference": "accuracy"}, "methods": ["tensor_sketch"],
      "others": ["random_maclaurin_published"], "at_least": 0, "tolerance": 0}]})");
  }
  bool exists(const std::string& file) const { return std::filesystem::exists(bench / ("results/" + file)); }
};

TEST_F(ReproduceFigures, DrawsThemBesideTheirTables) {
  if (!find_gnuplot()) GTEST_SKIP() << "gnuplot is not installed: scripts/install-dependencies figures";
  const Ended ended = bench.run({"reproduce", "figures", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("Figure of fig3"), HasSubstr("results/fig3/fig3.{svg,pdf,png}"),
                                  HasSubstr("Accuracy on the test set against")));
  for (const char* file :
       {"fig3/fig3.svg", "fig3/fig3.pdf", "fig3/fig3.png", "fig3/table.csv", "bounds/bounds.svg"})
    EXPECT_TRUE(exists(file)) << file;
  EXPECT_FALSE(exists("table1")) << "only figures were asked for";
  EXPECT_FALSE(exists("overview"));
}

TEST_F(ReproduceFigures, AWholePaperMakesTablesFiguresAndTheOverviewFromOneRun) {
  if (!find_gnuplot()) GTEST_SKIP() << "gnuplot is not installed: scripts/install-dependencies figures";
  const Ended ended = bench.run({"reproduce", "kdd13", "--quick", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  for (const char* file :
       {"table1-quick/table.csv", "table3-quick/table.md", "fig4-quick/fig4-quick.svg",
        "overview-quick/pareto.svg", "overview-quick/pareto.png", "claims-kdd13-quick/table.csv"})
    EXPECT_TRUE(exists(file)) << file;
  EXPECT_THAT(bench.read("results/overview-quick/runs.csv"), HasSubstr("\n,12,")) << "a line for all";
  // Table 1: two methods at D = 40; Table 3 adds H0/1; the figures add D = 20 and the exact kernel. Seeds: 2.
  // More draws of the bounds are a cell of their own.
  EXPECT_THAT(bench.files("results/records"), SizeIs(2 * 2 + 2 + 2 * 2 + 1 + 1)) << "shared cells run once";
  EXPECT_THAT(ended.output, HasSubstr("12 cells to run"));
}

TEST_F(ReproduceFigures, AReportDrawsTheSameFiguresAgain) {
  if (!find_gnuplot()) GTEST_SKIP() << "gnuplot is not installed: scripts/install-dependencies figures";
  ASSERT_EQ(bench.run({"run", "configs/fig3.json", "--mirror", "mirror"}).exit_code, 0);
  ASSERT_EQ(bench.run({"report", "configs/fig3.json", "--write", "--format", "csv"}).exit_code, 0);
  const std::string first = bench.read("results/fig3/fig3.pdf");
  EXPECT_FALSE(exists("overview")) << "one configuration is not all of them";
  std::filesystem::remove_all(bench / "results/fig3");
  const Ended ended = bench.run({"report", "--write"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_TRUE(bench.read("results/fig3/fig3.pdf") == first);
  EXPECT_TRUE(exists("overview/pareto.svg"));
  EXPECT_THAT(bench.read("results/overview/runs.csv"), HasSubstr("\nfig3,"));
}

TEST_F(ReproduceFigures, WithoutGnuplotOneLineSaysSoAndTheTablesAreMade) {
  const testing_support::EnvironmentVariable path("PATH", bench.folder().path().string());
  const Ended ended = bench.run({"reproduce", "kdd13", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  const std::string line = "gnuplot is not installed";
  const auto first = ended.output.find(line);
  ASSERT_NE(first, std::string::npos) << ended.output;
  EXPECT_EQ(ended.output.find(line, first + 1), std::string::npos) << "said once";
  EXPECT_THAT(ended.output, HasSubstr("scripts/install-dependencies figures"));
  EXPECT_TRUE(exists("table1/table.csv"));
  EXPECT_TRUE(exists("fig3/table.csv"));
  EXPECT_FALSE(exists("fig3/fig3.svg"));
}

TEST_F(ReproduceFigures, WithoutDataTheySayWhatIsMissing) {
  const Ended ended = bench.run({"reproduce", "figures"});
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("nothing of configs/fig1.json could run"),
                                  HasSubstr("there is nothing to draw yet"), HasSubstr("Missing: "),
                                  HasSubstr("quadrants")));
  EXPECT_FALSE(exists("fig3/fig3.svg"));
}

TEST_F(ReproduceFigures, ABadFigureIsRefusedBeforeAnythingRuns) {
  bench.write("configs/fig4.json",
              R"({"name": "fig4", "experiment": "accuracy", "figure": {"shows": "memory"}})");
  const Ended ended = bench.run({"reproduce", "figures", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.output, AllOf(HasSubstr("configs/fig4.json"), HasSubstr("figure.shows")));
  EXPECT_FALSE(exists("records"));
}

/// A configuration of another paper in the small, with a data set that cannot be had.
std::string gram_error_config(const std::string& name) {
  return R"({"name": ")" + name + R"(", "experiment": "gram_error", "parameters": {"rows": 50, "maps": 9},
    "grid": [{"dataset": "quadrants", "D": [10, 20, 30], "quick_D": [10, 20]}, {"dataset": "slice", "D": 10}],
    "kernels": [{"kernel": "gaussian", "sigma": "median"}], "methods": [{"method": "rks"}]})";
}

TEST_F(ReproduceFigures, AllMakesEveryPaperFromOneRun) {
  bench.write("datasets/slice.json",
              read_file(std::filesystem::path(SKETCHBENCH_SOURCE_DIR) / "datasets/slice.json"));
  for (const Paper& paper : papers()) {
    if (paper.name == "kdd13") continue;
    for (const auto& part : {paper.tables, paper.figures})
      for (const std::string& name : part) bench.write("configs/" + name + ".json", gram_error_config(name));
    bench.write("papers/" + paper.name + "/claims.json", R"({"claims": []})");
  }
  const Ended ended = bench.run({"reproduce", "all", "--quick", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("14 cells to run")) << "12 of the first paper, 2 that the others share";
  for (const char* file : {"table1-quick/table.csv", "tefm_fig1-quick/table.csv",
                           "kpca_space-quick/table.csv", "claims-kdd13-quick/table.csv", "report-quick.html"})
    EXPECT_TRUE(exists(file)) << file;
}

/// The second paper in the small.
class ReproduceSecondPaper : public Reproduce {
 protected:
  ReproduceSecondPaper() {
    const std::filesystem::path source = SKETCHBENCH_SOURCE_DIR;
    bench.write("datasets/slice.json", read_file(source / "datasets/slice.json"));
    const Paper& paper = papers().at(1);
    for (const auto& part : {paper.tables, paper.figures})
      for (const std::string& name : part) {
        bench.write("configs/" + name + ".json", gram_error_config(name));
        ++configurations;
      }
    // Not the paper's own, whose verdicts are of its data.
    bench.write("papers/ijcai15/claims.json", R"({"claims": [{"id": "ratio", "statement": "Of one size",
      "place": "Section 4.1", "measured_by": ["tefm_fig1"], "number": {"ratio": "relative_error", "along": "D"}, "methods": ["rks"],
      "others": ["rks"], "about": 1, "tolerance": 0.1}]})");
  }
  int configurations = 0;  ///< all with the same cells
};

TEST_F(ReproduceSecondPaper, IsMadeByItsIdAndSkipsDataThatAreNotThere) {
  const Ended ended = bench.run({"reproduce", "ijcai15", "--quick", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(
      ended.output,
      AllOf(HasSubstr("2 cells to run"), HasSubstr("QUICK"), HasSubstr("Made:"),
            HasSubstr("results/tefm_fig1-quick: table.{csv,md,tex}"), HasSubstr("(2 of 3 results)"),
            HasSubstr(fmt::format("{} results skipped: the data set slice is not here", configurations)),
            Not(HasSubstr("accuracy results"))));
  EXPECT_THAT(bench.files("results/records"), SizeIs(2));
  EXPECT_TRUE(std::filesystem::exists(bench / "results/tefm_fig1-quick/table.csv"));
}

TEST_F(ReproduceSecondPaper, StandsOnThePageBesideTheFirst) {
  ASSERT_EQ(bench.run({"run", "configs/table1.json", "--mirror", "mirror"}).exit_code, 0);
  const Ended ended = bench.run({"reproduce", "tefm", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  // 3 cells of one configuration stand for those of all, which ask the same; Table 1 has 4.
  EXPECT_THAT(ended.output, HasSubstr("report.html, with 7 records to look into"));
  EXPECT_FALSE(std::filesystem::exists(bench / "results/table1/table.csv")) << "only the page was to show it";
}

// A slip in a configuration that only the page shows must not wait for the end of the run.
TEST_F(ReproduceSecondPaper, ReadsTheOtherPapersConfigurationsBeforeAnythingRuns) {
  bench.write("configs/table1.json", R"({"name": "table1", "experimant": "accuracy"})");
  const Ended ended = bench.run({"reproduce", "tefm", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, 2) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("configs/table1.json"));
  EXPECT_FALSE(std::filesystem::exists(bench / "results/records"));
}

TEST_F(ReproduceSecondPaper, HasNoFastPaths) {
  const Ended ended = bench.run({"reproduce", "tefm", "--fast"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.output, HasSubstr("the TEFM paper has no tables by fast paths"));
}

}  // namespace
}  // namespace sketchbench
