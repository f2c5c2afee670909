// What reports call a data set is in its manifest, and records are enough without one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/report/document/render_markdown.hpp>
#include <sketchbench/report/results/csv.hpp>
#include "experiments/accuracy/report.hpp"
#include "experiments/accuracy/results_table.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const char* const own_config = R"({"name": "own", "title": "My points", "experiment": "accuracy", "seeds": 1,
  "learner": {"type": "liblinear"}, "figure": {"shows": "accuracy"},
  "grid": [{"dataset": "my_points", "D": [50, 100]}, {"dataset": "my_points", "max_train": 500, "D": [50]}],
  "kernels": [{"kernel": "polynomial", "degree": 2, "coef0": 1}], "methods": [{"method": "tensor_sketch"}]})";

Json own_manifest() {
  return Json::parse(R"({"name": "my_points", "title": "Points that I measured on a long day",
    "short_title": "My points", "citation": "nobody", "licence": "CC0",
    "look": {"colour": "green", "symbol": "diamond"},
    "sources": [{"name": "generated",
                 "generator": {"type": "uniform", "rows": 100, "features": 4, "seed": 1}}],
    "splits": [{"name": "half", "kind": "random", "parts": ["all"], "test_share": 0.5, "seed": 1}]})");
}

/// A configuration on a user's own data set, all of it run.
class OwnData : public testing::Test {
 protected:
  OwnData() : run(own_config) {
    for (const Cell& cell : expand(run.config())) {
      Cell known = cell;
      known.data_hash = "contents";
      run.put(known, 80);
    }
  }
  void write_manifest(const Json& manifest) const {
    run.folder().write("datasets/my_points.json", manifest.dump());
  }
  ReportSources sources() const {
    DataPaths paths;
    paths.manifests = run.folder() / "datasets";
    return {run.store(), ManifestFacts(paths)};
  }
  Report report() const { return accuracy_report(run.config(), sources()); }
  /// The first column of the table.
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    const Report made = report();
    for (const auto& row : made.document.tables.at(0).rows) names.push_back(row[0][0].left.text);
    return names;
  }

  SyntheticRun run;
};

TEST(DatasetTitle, SaysEveryPartOfALabelInWords) {
  EXPECT_EQ(title_of_label("MNIST", ""), "MNIST");
  EXPECT_EQ(title_of_label("MNIST", ":paper[split_seed=2][4000][max_test=1500]"),
            "MNIST, paper split, split of seed 2, 4,000 rows, 1,500 test rows");
  EXPECT_EQ(title_of_label("Uniform points", "[d=4000]"), "Uniform points, d = 4,000");
}

TEST_F(OwnData, HasItsOwnTitleInTablesNotesAndFigures) {
  write_manifest(own_manifest());
  EXPECT_THAT(names(), ElementsAre("My points", "My points", "My points, 500 rows"));
  const Report made = report();
  EXPECT_THAT(render_markdown(made.document),
              AllOf(HasSubstr("My points: official; split publisher"), Not(HasSubstr("my_points:"))));
  EXPECT_EQ(made.figures.at(0).panels.at(0).title, "My points, (1+⟨x,y⟩)²");
  EXPECT_EQ(made.figures.at(0).panels.at(0).dataset, "my_points") << "filters go by the name";
  EXPECT_THAT(csv_text(made.results), AllOf(HasSubstr("\nmy_points,"), Not(HasSubstr("My points"))));
  EXPECT_EQ(made.groups.at(0)->facts.look, (Look{Colour::green, Symbol::diamond}));
}

TEST_F(OwnData, GoesByItsLongTitleWhereThereIsNoShortOne) {
  Json manifest = own_manifest();
  manifest.erase("short_title");
  write_manifest(manifest);
  EXPECT_EQ(names().front(), "Points that I measured on a long day");
}

TEST_F(OwnData, GoesByItsNameWithoutAFolderOfManifests) {
  EXPECT_THAT(names(), ElementsAre("my_points", "my_points", "my_points, 500 rows"));
  EXPECT_EQ(report().groups.at(0)->facts.stands_for, "my_points");
}

TEST_F(OwnData, GoesByItsNameWhereItsManifestIsBrokenAndOthersKeepTheirTitles) {
  Json other = own_manifest();
  other["name"] = "other";
  other["short_title"] = "Another one";
  run.folder().write("datasets/other.json", other.dump());
  for (const char* broken : {"", "{\"name\": \"my_points\", ", "[1, 2]", "{\"name\": \"my_points\"}"}) {
    run.folder().write("datasets/my_points.json", broken);
    EXPECT_EQ(names().front(), "my_points") << broken;
    EXPECT_EQ(sources().datasets.of("other").title, "Another one") << broken;
  }
}

TEST_F(OwnData, IsToldByItsNameFromAnotherOfTheSameTitle) {
  const SyntheticRun two(R"({"name": "two", "experiment": "accuracy", "learner": {"type": "liblinear"},
    "grid": [{"dataset": "my_points", "D": 50}, {"dataset": "other", "D": 50}],
    "kernels": [{"kernel": "polynomial", "degree": 2}], "methods": [{"method": "tensor_sketch"}]})");
  write_manifest(own_manifest());
  Json other = own_manifest();
  other["name"] = "other";
  run.folder().write("datasets/other.json", other.dump());
  const RunGroups groups = group_runs(two.config(), {two.store(), sources().datasets});
  EXPECT_EQ(groups.groups.at(0).dataset_title(), "My points (my_points)");
  EXPECT_EQ(groups.groups.at(1).dataset_title(), "My points (other)");
}

TEST_F(OwnData, MayStandForAPublishedOne) {
  Json manifest = own_manifest();
  manifest["stands_for"] = "adult";
  write_manifest(manifest);
  std::string text = adult_config();
  text.replace(text.find("adult"), 5, "my_points");
  const SyntheticRun stand_in(text);
  const Results results = summarise(stand_in.config(), {stand_in.store(), sources().datasets});
  for (const Summary& row : results.rows)
    if (row.method == "tensor_sketch") {
      ASSERT_TRUE(row.paper.has_value()) << "Adult's, to be shown for reference";
      EXPECT_FALSE(row.comparable);
    }
  EXPECT_EQ(accuracy_document(results, {}).tables.front().number, "Table 1 (c)");
}

TEST(ManifestFacts, OfTheRepositoryHaveAShortTitleAndThoseOfThePapersALookOfTheirOwn) {
  const ManifestFacts facts{DataPaths()};
  std::vector<Look> looks;
  for (const std::string& name : dataset_names(DataPaths())) {
    EXPECT_NE(facts.of(name).title, name);
    EXPECT_LE(facts.of(name).title.size(), 40u) << "a column of a table";
    if (!facts.of(name).look) continue;  // a figure gives it one that it has left
    EXPECT_THAT(looks, Not(Contains(*facts.of(name).look))) << name;
    looks.push_back(*facts.of(name).look);
  }
  for (const char* of_papers : {"adult", "mnist", "gisette", "covertype", "cpu", "blog", "uji", "slice"})
    EXPECT_TRUE(facts.of(of_papers).look.has_value()) << of_papers;
  EXPECT_EQ(facts.of("gisette_sim").stands_for, "gisette");
  EXPECT_EQ(facts.of("adult").stands_for, "adult");
  EXPECT_EQ(facts.of("gisette_sim").rows_of, "mnist");
  EXPECT_EQ(facts.of("blog_log1p").rows_of, "blog");
  EXPECT_EQ(facts.of("adult").rows_of, "adult");
}

}  // namespace
}  // namespace sketchbench
