#include "experiments/kernel_pca/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/results/csv.hpp>
#include "experiments/kernel_pca/equal_costs.hpp"
#include "report/synthetic_run.hpp"
#include "support/table_text.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;
using testing_support::text_in;

constexpr const char* config =
    R"({"name": "pca", "title": "Kernel PCA", "experiment": "kernel_pca",
    "parameters": {"rows": 100, "maps": 3, "components": 2, "accuracy": ACCURACY},
    "learner": {"type": "liblinear"},
    "grid": [{"dataset": "adult", "D": 20}],
    "kernels": [{"kernel": "gaussian", "sigma": 2}],
    "methods": [{"method": "kernel_pca_sparsified", "parameters": {"s": 2}},
                {"method": "kernel_pca_sparsified", "parameters": {"s": 100}},
                {"method": "nystrom_uniform"}, {"method": "rks"}]})";

/// What a map is worth and costs in the records.
struct Invented {
  double error, seconds, megabytes;
};

class KernelPcaReportTest : public testing::Test {
 protected:
  explicit KernelPcaReportTest(const std::string& accuracy = "1")
      : run(replaced(config, "ACCURACY", accuracy)), has_accuracy(accuracy == "1") {}

  void put(const Cell& cell, const Invented& of, Index compared = 2,
           const Json& more = Json::object()) const {
    Record record = run.record(cell, 0);
    const auto spread = [](double value) { return std::vector<double>{0.5 * value, value, 1.5 * value}; };
    const std::vector<double> eigenvalue_errors(static_cast<std::size_t>(compared), of.error);
    record.json["result"] = {{"rows", 100},
                             {"components", 2},
                             {"compared", compared},
                             {"centred", 0},
                             {"eigenvalues", {4, 2, compared == 2 ? 1 : 2}},
                             {"uncertainty", 1e-5},
                             {"subspace_error", spread(of.error)},
                             {"mean_squared_sine", spread(of.error / 10)},
                             {"eigenvalue_error", {eigenvalue_errors, eigenvalue_errors, eigenvalue_errors}},
                             {"captured_share", {1 - of.error, 1 - of.error, 1 - of.error}},
                             {"make_seconds", std::vector<double>(3, of.seconds / 4)},
                             {"map_seconds", std::vector<double>(3, 3 * of.seconds / 4)},
                             {"map_bytes", of.megabytes * 1e5},
                             {"working_bytes", of.megabytes * 1e6}};
    record.json["result"].update(more);
    if (has_accuracy) {
      record.json["result"]["accuracy"] = {80, 81, 82};
      record.json["result"]["train_seconds"] = {1, 1, 1};
    }
    run.put(record);
  }
  /// s = 2 has a small error and takes long; s = 100 has a large one and takes little memory.
  void put_all(Index compared = 2) const {
    const std::vector<Cell> cells = run.cells([](const Cell&) { return true; });
    ASSERT_THAT(cells, SizeIs(4));
    const std::vector<Invented> invented = {{1e-3, 8, 40}, {0.4, 2, 1}, {0.02, 1, 4}, {0.8, 0.5, 2}};
    for (std::size_t i = 0; i < cells.size(); ++i) put(cells[i], invented[i], compared);
  }
  Report report() const { return kernel_pca_report(run.config(), run.sources()); }

  SyntheticRun run;
  bool has_accuracy;
};

class KernelPcaWithoutAccuracyTest : public KernelPcaReportTest {
 protected:
  KernelPcaWithoutAccuracyTest() : KernelPcaReportTest("0") {}
};

const NoteSection* section_of(const Document& document, const std::string& heading) {
  for (const NoteSection& section : document.notes)
    if (section.heading == heading) return &section;
  return nullptr;
}

TEST_F(KernelPcaReportTest, HasALineForEachMapWithItsParameters) {
  put_all();
  const Report made = report();
  EXPECT_TRUE(made.has_records);
  EXPECT_THAT(
      csv_text(made.results),
      StartsWith(
          "dataset,degree,coef0,method,D,s,maps,rows,components,compared,centred,"
          "subspace_error,subspace_error_std,mean_squared_sine,mean_squared_sine_std,"
          "eigenvalue_error,eigenvalue_error_std,largest_eigenvalue_error,"
          "largest_eigenvalue_error_std,captured_share,captured_share_std,accuracy,"
          "accuracy_std,make_s,make_s_std,map_s,map_s_std,map_bytes,working_bytes,"
          "uncertainty,chosen_sigma,status,kernel,sigma,"
          "processor,instruction_set,revision\n"
          "adult,,,kernel_pca_sparsified[s=2.0],20,2,3,100,2,2,0,0.001,0.0005,0.0001,5e-05,"
          "0.001,0,0.001,0,0.999,0,81,1,2,0,8,0,4e+06,4e+07,1e-05,,done,gaussian,2,Synthetic CPU,,\n"));
  EXPECT_THAT(csv_text(made.results), HasSubstr("\nadult,,,rks,20,,3,100,")) << "it has no s";
}

TEST_F(KernelPcaReportTest, ShowsErrorsInATable) {
  put_all();
  const Document document = report().document;
  ASSERT_THAT(document.tables, SizeIs(1));
  const Table& table = document.tables[0];
  ASSERT_THAT(table.rows, SizeIs(4));
  for (const auto& row : table.rows) ASSERT_THAT(row, SizeIs(table.columns.size()));
  EXPECT_THAT(table.rows[1][2][0].left.text, HasSubstr(", s = 100"));
  EXPECT_EQ(text_in(table, 1, "Subspace"), "0.400 ± 0.200");
  EXPECT_EQ(text_in(table, 1, "Accuracy"), "81.00 ± 1.00");
  EXPECT_EQ(text_in(table, 1, "Making and mapping"), "2.00 s");
  EXPECT_EQ(text_in(table, 1, "with its making"), "1.0 MB");
}

TEST_F(KernelPcaReportTest, SaysWhereSamplingPays) {
  put_all();
  const Document document = report().document;
  const NoteSection* section = section_of(document, "Where sampling pays");
  ASSERT_NE(section, nullptr);
  ASSERT_THAT(section->lines, SizeIs(3));
  EXPECT_THAT(section->lines[0],
              AllOf(HasSubstr("in no more time sampling is nearer in 1 of 2 cases, a Nyström map in 1;"),
                    HasSubstr("in no more memory sampling is nearer in 1 of 1 case, a Nyström map in 0.")));
  EXPECT_THAT(section->lines[1],
              AllOf(HasSubstr("s = 2, D = 20 (8.00 s, 40.0 MB)"), HasSubstr("error 0.00100 ± 0.00050"),
                    HasSubstr("with D = 20 has 0.0200 ± 0.0100, and sampling is nearer")));
  EXPECT_THAT(section->lines[2],
              AllOf(HasSubstr("s = 100, D = 20 (2.00 s, 1.0 MB)"), HasSubstr(", and is nearer;"),
                    HasSubstr("in no more memory no Nyström map was run")));
}

TEST_F(KernelPcaReportTest, DoesNotSayWhatTakesNoMoreTimeAcrossProcessors) {
  put_all();
  for (Record record : run.store().load_all().records) {
    if (record.cell.method != "nystrom_uniform") continue;
    record.json["run"]["host"]["cpu"] = "Another CPU";
    run.put(record);
  }
  const Report made = report();
  const NoteSection* section = section_of(made.document, "Where sampling pays");
  ASSERT_NE(section, nullptr);
  EXPECT_THAT(section->lines[0], AllOf(HasSubstr("in no more time no Nyström map can be set beside it;"),
                                       HasSubstr("in no more memory sampling is nearer in 1 of 1 case")));
  EXPECT_THAT(section->lines[1], HasSubstr("the time is of more than one processor"));
  EXPECT_THAT(made.document.tables[0].notes, Contains(HasSubstr("2 processors")));
  for (const Figure& figure : made.figures) {
    const bool of_time = figure.name.ends_with("_by_time");
    EXPECT_EQ(figure.caption.find("2 processors") != std::string::npos, of_time) << figure.name;
  }
}

TEST_F(KernelPcaReportTest, TellsMapsApartByTheScatterOfTheirErrors) {
  put_all();
  const KernelPcaResults results = run_rows<KernelPcaRow>(run.config(), run.sources());
  const KernelPcaRow &exact = results.rows[0], &sampled = results.rows[1], &landmarks = results.rows[2];
  EXPECT_EQ(nearer(landmarks, sampled), Nearer::first) << "0.02 and 0.4, standard error 0.116";
  EXPECT_EQ(nearer(sampled, landmarks), Nearer::second);
  EXPECT_EQ(nearer(exact, exact), Nearer::undecided);
}

TEST_F(KernelPcaReportTest, DrawsErrorShareAndAccuracyAgainstTimeAndMemory) {
  put_all();
  const std::vector<Figure> figures = report().figures;
  std::vector<std::string> names;
  for (const Figure& figure : figures) names.push_back(figure.name);
  EXPECT_THAT(names, ElementsAre("pca_error_by_time", "pca_error_by_memory", "pca_share_by_time",
                                 "pca_share_by_memory", "pca_accuracy_by_time"));
  for (const Figure& figure : figures) ASSERT_THAT(figure.panels, SizeIs(1));
  const FigureSeries& by_time = figures[0].panels[0].series.at(0);
  EXPECT_EQ(by_time.key, "kernel_pca_sparsified") << "one map whose parameter varies";
  ASSERT_THAT(by_time.points, SizeIs(2));
  EXPECT_EQ(by_time.points[1].label, "s = 100");
  EXPECT_EQ(by_time.points[1].x, 2);
  EXPECT_EQ(by_time.points[0].label, "s = 2");
  EXPECT_DOUBLE_EQ(by_time.points[1].y, 0.4);
  EXPECT_DOUBLE_EQ(*by_time.points[1].high, 0.6);
  EXPECT_EQ(figures[1].panels[0].series.at(0).points[1].x, 1) << "MB";
  EXPECT_DOUBLE_EQ(figures[2].panels[0].series.at(0).points[1].y, 0.6);
  EXPECT_EQ(figures[4].panels[0].series.at(0).points[1].y, 81);
}

TEST_F(KernelPcaReportTest, HasNoBannerWhereAllIsThere) {
  put_all();
  EXPECT_THAT(report().document.banners, IsEmpty());
}

TEST_F(KernelPcaReportTest, SaysWhereFeaturesAreNotIdentified) {
  put_all(1);
  const Document document = report().document;
  ASSERT_THAT(document.banners, SizeIs(1)) << "once for the matrix";
  EXPECT_THAT(document.banners[0].text,
              AllOf(HasSubstr("eigenvalues 2 to 3"), HasSubstr("beyond 1 are not identified")));
}

TEST_F(KernelPcaReportTest, SaysWhichEigensolversGaveUp) {
  const Cell cell = run.cells(of_method("kernel_pca_sparsified")).at(0);
  Json more = {{"exact_converged", false}, {"map_facts", Json::array()}};
  for (const bool converged : {true, false, false})
    more["map_facts"].push_back(Json{{"converged", converged}});
  put(cell, {0.1, 1, 1}, 2, more);
  const Document document = report().document;
  EXPECT_THAT(document.banners, Contains(Field(&Text::text, HasSubstr("may have been missed"))));
  const NoteSection* section = section_of(document, "Eigensolvers of maps");
  ASSERT_NE(section, nullptr);
  ASSERT_THAT(section->lines, SizeIs(1));
  EXPECT_THAT(section->lines[0], HasSubstr("for 2 of 3 maps"));
}

TEST_F(KernelPcaWithoutAccuracyTest, HasNoFigureColumnOrLearnerOfIt) {
  put_all();
  const Report made = report();
  EXPECT_THAT(made.figures, SizeIs(4));
  const Table& table = made.document.tables[0];
  EXPECT_ANY_THROW(testing_support::column_called(table, "Accuracy"));
  for (const auto& row : table.rows) EXPECT_THAT(row, SizeIs(table.columns.size()));
  EXPECT_EQ(section_of(made.document, "Learners"), nullptr);
}

TEST_F(KernelPcaReportTest, AQuickRunSaysSoEverywhere) {
  run.use_quick_variant();
  put_all();
  const Report made = report();
  EXPECT_THAT(made.document.banners.at(0).text, HasSubstr("at most 1,000 rows and 3 maps"));
  for (const Figure& figure : made.figures)
    EXPECT_THAT(figure.caption, HasSubstr("QUICK: at most 1,000 rows and 3 maps"));
}

TEST_F(KernelPcaReportTest, SaysWhatIsMissing) {
  const Report made = report();
  EXPECT_FALSE(made.has_records);
  EXPECT_THAT(csv_text(made.results), HasSubstr(",missing,gaussian,2,,,\n"));
  EXPECT_EQ(section_of(made.document, "Where sampling pays"), nullptr);
  for (const Figure& figure : made.figures) EXPECT_THAT(figure.panels, IsEmpty());
}

}  // namespace
}  // namespace sketchbench
