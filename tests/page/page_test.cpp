#include <sketchbench/report/page/page.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/report/page/columns.hpp>
#include <sketchbench/report/page/packed_text.hpp>
#include <sketchbench/report/page/page_json.hpp>
#include <sketchbench/report/plot/axis_scale.hpp>
#include <sketchbench/report/results/csv.hpp>
#include "experiments/accuracy/report.hpp"
#include "report/synthetic_run.hpp"
#include "support/page_scripts.hpp"

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::of_column;
using testing_support::script_of;
using testing_support::TemporaryFolder;
using testing_support::unpacked;
using testing_support::unpacked_json;

constexpr std::string_view hostile = "</script><script>alert(1)</script><!-- \"quoted\" & 'so' \n\\ π";

std::size_t count_of(const std::string& text, std::string_view what) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++count;
  return count;
}

/// Adult's results, one of them with a failed run.
struct AdultRun : SyntheticRun {
  AdultRun() : SyntheticRun(adult_config()) {
    put(of_method("exact"), {79.5});
    put(of_method("tensor_sketch"), {83, 83.5, 84, 84.5, 85});
    const auto published = cells(of_method("random_maclaurin_published"));
    put(published[0], 84);
    put(unfinished(published[1], "failed", std::string(hostile)));
  }
  Report report() const { return make_report(config(), sources()); }
};

/// Two panels: a curve with its theory and an exact level; a curve on logarithmic axes.
Figure sample_figure(const std::vector<std::string>& records) {
  Figure figure{.name = "sample", .number = "Figure 9", .title = "A sample", .caption = "Made up."};
  Panel panel{.title = "left", .dataset = "adult", .x = {.label = "D"}, .y = {.label = "error"}};
  panel.series = {{.key = "tensor_sketch",
                   .label = "TS",
                   .points = {{100, 0.1, 0.05, 0.2, records}, {400, 1.0 / 3, {}, {}, {"unknown"}}}},
                  {.key = "tensor_sketch", .label = "Lemma 6", .mark = Mark::theory, .points = {{100, 0.11}}},
                  {.key = "exact", .label = "exact", .mark = Mark::level, .points = {{0, 0.7}}}};
  Panel second{
      .title = "right", .x = {.label = "D", .logarithmic = true}, .y = {.label = "s", .logarithmic = true}};
  second.series = {{.key = "paper:tensor_sketch", .label = "paper", .points = {{1, 10}, {1000, 1e-4}}}};
  figure.panels = {panel, second};
  return figure;
}

TEST(PackedText, ComesBackAsItWas) {
  const std::string long_text = std::string(100'000, 'x') + std::string(hostile);
  for (const std::string& text : {std::string(), std::string("a"), std::string("ab"), long_text})
    EXPECT_EQ(unpacked(packed_text(text)), text);
  EXPECT_LT(packed_text(long_text).size(), long_text.size() / 10);
}

TEST(Columns, HoldWhatTheyWereMadeFrom) {
  Json many = Json::array();
  for (int i = 0; i < 40; ++i) {
    Json one = {{"seed", i}, {"status", i % 7 == 0 ? "failed" : "done"}, {"values", Json::array()}};
    for (int k = 0; k < i % 4; ++k) one["values"].push_back({{"x", k}, {"y", i / 3.0}});
    if (i % 5 == 0) one["error"] = {{"text", hostile}, {"empty", Json::object()}};
    if (i % 6 == 0) one["values"] = "none";  // a list elsewhere
    many.push_back(one);
  }
  for (const Json& json : {Json(), Json::object(), Json::array(), Json(1.0 / 3), Json({1, nullptr, "a", {2}}),
                           Json({{}, {}, {{"a", {}}}}), many})
    EXPECT_EQ(unpacked_json(packed_json(json)), json) << json;
}

TEST(Columns, TellTheWholeAndTheFractionApart) {
  const Json numbers = {1, 1.0, 1, 1.0, 1, 1.0, 1, 1.0, 1, 1.0};
  EXPECT_EQ(Json(of_column(Json::parse(column_text({&numbers})))).at(0).dump(), numbers.dump());
}

TEST(Columns, RecordsTakeLessRoomThanOneAfterTheOther) {
  Json records = Json::array();
  for (int i = 0; i < 500; ++i)
    records.push_back({{"seconds", {{"map", i * 0.0137}, {"train", i * 0.291}}},
                       {"host", {{"cpu", "a processor"}, {"flags", std::string(500, 'f')}}},
                       {"messages", "iteration " + std::to_string(i * 7919 % 1000)}});
  EXPECT_LT(packed_json(records).size(), packed_text(records.dump()).size() * 8 / 10);
}

/// Every part is there, and every number, fractions to nine digits.
void expect_same(const Json& shown, const Json& stored, const std::string& place) {
  ASSERT_EQ(shown.type(), stored.type()) << place;
  if (stored.is_structured()) {
    ASSERT_EQ(shown.size(), stored.size()) << place;
    for (auto part = stored.begin(), other = shown.begin(); part != stored.end(); ++part, ++other) {
      if (stored.is_object()) {
        ASSERT_EQ(part.key(), other.key()) << place;
      }
      expect_same(*other, *part, place + "/" + (stored.is_object() ? part.key() : "-"));
    }
  } else if (stored.is_number_float() && stored != std::round(stored.get<double>())) {
    EXPECT_NEAR(shown.get<double>(), stored.get<double>(), 5e-10 * std::abs(stored.get<double>())) << place;
    EXPECT_LE(shown.dump().size(), std::string_view("-0.000123456789").size()) << place;
  } else {
    EXPECT_EQ(shown, stored) << place;
  }
}

TEST(Page, HoldsEveryRecordOnceWithItsFileAndTheCommandThatRunsItAgain) {
  const AdultRun run;
  const Report report = run.report();
  const TemporaryFolder folder;
  const WrittenPage written = write_page({.reports = {report, report}, .papers = {}, .across = {}},
                                         folder / "page.html", folder / "none.js");
  EXPECT_EQ(written.records, 8u);
  const Json records = unpacked_json(script_of(read_file(folder / "page.html"), "records"));
  ASSERT_THAT(records, SizeIs(8));
  for (const Json& record : records) {
    Json file = record;
    file.erase("page");
    Json stored = read_json(run.store().path_of(record.at("page").at("id")));
    stored.erase("checksum");  // of the file
    expect_same(file, stored, "");
    EXPECT_THAT(record.at("page").at("command").get<std::string>(), HasSubstr("--results again"));
    EXPECT_THAT(record.at("page").at("reports"), SizeIs(2));
  }
}

TEST(Page, LeavesDigitsAwayThatSayNothing) {
  const AdultRun run;
  Report report = run.report();
  RunGroup group = *report.groups.at(0);
  report.groups = {&group};
  Record& record = group.done.at(0);
  record.json["numbers"] = {1.0 / 3, 25276510208.0, 123456789012, "0.33333333333333"};
  PageRecords records;
  records.add(report);
  EXPECT_EQ(records.json().at(records.find(record.id).value()).at("numbers"),
            Json({0.333333333, 25276510208.0, 123456789012, "0.33333333333333"}));
}

TEST(Page, BeginsWithWhatRanWhereAndHowToComputeItAgain) {
  const AdultRun run;
  const TemporaryFolder folder;
  write_page({.reports = {run.report()}, .papers = {}, .across = {}}, folder / "page.html",
             folder / "none.js");
  const Json data = unpacked_json(script_of(read_file(folder / "page.html"), "data"));
  const Json& origin = data.at("origin");
  EXPECT_THAT(origin.at("lines").at(0).get<std::string>(), HasSubstr("7 cells"));
  EXPECT_THAT(origin.at("lines").at(1).get<std::string>(), HasSubstr("Synthetic CPU"));
  EXPECT_THAT(origin.at("command").get<std::string>(), HasSubstr("sketchbench run "));
}

TEST(Page, OfQuickRunsSaysSo) {
  const AdultRun run;
  Report report = run.report();
  const TemporaryFolder folder;
  const auto html = [&] {
    write_page({.reports = {report}, .papers = {}, .across = {}}, folder / "page.html", folder / "none.js");
    return read_file(folder / "page.html");
  };
  EXPECT_THAT(html(), testing::Not(testing::AnyOf(HasSubstr("<title>QUICK"), HasSubstr("id=\"quick\""))));
  report.config.quick = true;
  EXPECT_THAT(html(),
              testing::AllOf(HasSubstr("<title>QUICK: sketchbench"), HasSubstr("id=\"quick\">QUICK: ")));
}

TEST(Page, CallsDataSetsAsTheirManifestsDo) {
  const AdultRun run;
  const TemporaryFolder folder;
  Json manifest = read_json("datasets/adult.json");
  manifest["short_title"] = "The census";
  folder.write("datasets/adult.json", manifest.dump());
  DataPaths paths;
  paths.manifests = folder / "datasets";
  const auto shown_with = [&](ManifestFacts facts) {
    const Report report = make_report(run.config(), {run.store(), std::move(facts)});
    return report_json(report, PageRecords());
  };
  const Json own = shown_with(ManifestFacts(paths));
  EXPECT_EQ(own.at("groups").at(0).at("dataset_title"), "The census");
  EXPECT_EQ(own.at("groups").at(0).at("dataset"), "adult");
  EXPECT_THAT(own.at("groups").at(0).at("name").get<std::string>(), HasSubstr("The census, "));
  EXPECT_EQ(shown_with({}).at("groups").at(0).at("dataset_title"), "adult") << "records alone make a page";
}

TEST(Page, LeadsFromANumberToItsResultAndFromThereToTheRecords) {
  const AdultRun run;
  const Report report = run.report();
  PageRecords records;
  records.add(report);
  const Json json = report_json(report, records);
  EXPECT_EQ(json.at("csv"), csv_text(report.results));
  std::size_t linked = 0;
  for (const Json& cell : json.at("tables").at(0).at("rows").at(0)) {
    const Json& line = cell.at(0);
    if (!line.contains("results")) continue;
    ++linked;
    const Json& group = json.at("groups").at(line.at("results").at(0).get<std::size_t>());
    for (const Json& place : group.at("records"))
      EXPECT_EQ(records.json().at(place.get<std::size_t>()).at("cell").at("method").at("method"),
                group.at("method"));
    if (group.at("method") == "random_maclaurin_published") {
      EXPECT_EQ(group.at("status"), "failed");
      EXPECT_THAT(group.at("records"), SizeIs(2)) << "the failed run can be looked at too";
    }
  }
  EXPECT_EQ(linked, 4u) << "one for each method; the label leads nowhere";
}

TEST(Page, RefusesATableThatNamesAResultWhichIsNotThere) {
  const AdultRun run;
  Report report = run.report();
  report.document.tables.at(0).rows.at(0).at(1).at(0).results = {"no such"};
  PageRecords records;
  records.add(report);
  EXPECT_THROW(report_json(report, records), Error);
}

TEST(Page, GivesAFiguresNumbersExactlyAndTheScalesOfTheStaticFigure) {
  const AdultRun run;
  const Report report = run.report();
  PageRecords records;
  records.add(report);
  const std::string id = report.groups.at(1)->done.at(0).id;
  const Figure figure = sample_figure({id});
  const Json json = Json::parse(figure_json(figure, records).dump());
  const Json& points = json.at("panels").at(0).at("series").at(0).at("points");
  EXPECT_EQ(points.at(0).at("low"), 0.05);
  EXPECT_EQ(points.at(1).at("y").get<double>(), 1.0 / 3) << "to the last bit";
  EXPECT_TRUE(points.at(1).at("high").is_null());
  ASSERT_THAT(points.at(0).at("records"), SizeIs(1));
  EXPECT_EQ(records.json().at(points.at(0).at("records").at(0).get<std::size_t>()).at("page").at("id"), id);
  EXPECT_THAT(points.at(1).at("records"), IsEmpty());
  for (const Panel& panel : figure.panels)
    for (const FigureSeries& series : panel.series) EXPECT_TRUE(json.at("styles").contains(series.key));
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const Json& y = json.at("panels").at(i).at("y");
    for (const FigureSeries& series : figure.panels[i].series)
      for (const FigurePoint& point : series.points) {
        EXPECT_LE(y.at("low").get<double>(), point.low.value_or(point.y));
        EXPECT_GE(y.at("high").get<double>(), point.high.value_or(point.y));
      }
  }
}

TEST(Page, NoTextCanEndAScriptOrBeginMarkup) {
  const AdultRun run;
  Record record = run.record(run.cells(of_method("random_maclaurin_restricted")).front(), 80);
  record.json["learner"]["messages"] = hostile;
  run.put(record);
  Report report = run.report();
  report.document.title = hostile;
  report.left_out = {std::string(hostile)};
  Figure figure = sample_figure({});
  figure.caption = hostile;
  const TemporaryFolder folder;
  folder.write("charts.js", "var echarts = {};");
  write_page({}, folder / "empty.html", folder / "charts.js");
  write_page({.reports = {report}, .papers = {}, .across = {figure}}, folder / "page.html",
             folder / "charts.js");
  const std::string page = read_file(folder / "page.html"), empty = read_file(folder / "empty.html");
  for (const char* markup : {"</script", "<script", "<!--"})
    EXPECT_EQ(count_of(page, markup), count_of(empty, markup)) << markup;
  const Json data = unpacked_json(script_of(page, "data"));
  EXPECT_EQ(data.at("reports").at(0).at("title"), hostile);
  EXPECT_EQ(data.at("across").at(0).at("caption"), hostile);
  EXPECT_THAT(data.at("left_out"), ElementsAre(hostile));
}

TEST(Page, SaysHowToGetTheChartsWhenTheLibraryIsMissing) {
  const AdultRun run;
  const TemporaryFolder folder;
  const auto write = [&](const char* charts) {
    return write_page({.reports = {run.report()}, .papers = {}, .across = {}}, folder / "page.html",
                      folder / charts);
  };
  EXPECT_THAT(write("none.js").lacks, HasSubstr("scripts/install-dependencies page"));
  EXPECT_TRUE(std::filesystem::exists(folder / "page.html"));
  folder.write("charts.js", "var echarts = 1;");
  EXPECT_THAT(write("charts.js").lacks, IsEmpty());
  EXPECT_EQ(unpacked(script_of(read_file(folder / "page.html"), "charts")), "var echarts = 1;");
}

TEST(Page, ALibraryCannotEndItsScript) {
  const TemporaryFolder folder;
  const std::string library = "var text = '</script><!--';";
  folder.write("charts.js", library);
  folder.write("plain.js", "var text = '';");
  write_page({}, folder / "page.html", folder / "charts.js");
  write_page({}, folder / "plain.html", folder / "plain.js");
  const std::string page = read_file(folder / "page.html"), plain = read_file(folder / "plain.html");
  for (const char* markup : {"</script", "<!--"}) EXPECT_EQ(count_of(page, markup), count_of(plain, markup));
  EXPECT_EQ(unpacked(script_of(page, "charts")), library);
}

}  // namespace
}  // namespace sketchbench
