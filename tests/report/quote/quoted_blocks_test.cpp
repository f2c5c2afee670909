// Tables that documents quote, from reports and from what bench/run has left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/report/quote/quote.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class QuotedBlocks : public testing::Test {
 protected:
  /// A row of the report's results, with the runs behind it.
  void add(const std::string& dataset, Index D, Status status, std::vector<Value> values) {
    Record record;
    record.id = std::to_string(groups.size());
    record.cell.D = D;
    record.cell.method = feature_map_kinds().front().name;
    record.cell.learner = LearnerSpec::parse({{"type", "liblinear"}}, "a test");
    record.json = {{"cell", {{"learner", {{"type", "l"}}}}},
                   {"result", Json::object()},
                   {"peak_rss_bytes", 1e6 * static_cast<double>(D)},
                   {"data", {{"nnz_train", 1e6}, {"n_train", 1000}}},
                   {"run", {{"jobs", 2}, {"host", {{"cpu", "X"}}}, {"instruction_set", "Y"}}},
                   {"seconds", {{"map", {{"wall", 90.0}, {"cpu", 30.0}}}}}};
    const FeatureMapKind& map = feature_map_kinds().front();
    groups.push_back({.dataset = {.name = dataset},
                      .facts = {.title = "The " + dataset},
                      .dataset_label = dataset,
                      .kernel = PolynomialKernel{.degree = 2, .coef0 = 0},
                      .method = map.name,
                      .method_label = map.name,
                      .D = D,
                      .done = status == Status::skipped ? std::vector<Record>() : std::vector{record},
                      .status = status});
    report.groups.push_back(&groups.back());
    report.results.rows.push_back({.group = &groups.back(), .values = std::move(values)});
    report.config.name = "t";
    report.has_records = true;
  }
  std::string block(const std::string& kind, const std::string& words,
                    const std::filesystem::path& document_folder = {}) {
    all = {report};
    const QuoteSources sources{.report = [this](const std::string&) -> const Report& { return report; },
                               .reports = [this]() -> const std::vector<Report>& { return all; },
                               .results = folder / "results",
                               .folder = document_folder};
    return block_text(kind, words, sources);
  }

  testing_support::TemporaryFolder folder;
  std::deque<RunGroup> groups;  // whose places in memory stay
  Report report;
  std::vector<Report> all;
  const std::string method = feature_map_kinds().front().brief;
};

TEST_F(QuotedBlocks, ParametersHaveARowForWhatIsAlike) {
  const std::string kernels = block("parameters", "kernels");
  EXPECT_THAT(kernels, HasSubstr("| `degree` | `polynomial` | a whole number from 1 to 1000 |"));
  EXPECT_THAT(kernels, HasSubstr("| `sigma` | `gaussian`, `laplacian`, `cauchy` |"));
  for (const FeatureMapKind& kind : feature_map_kinds())
    for (const FieldInfo& parameter : kind.parameters) {
      EXPECT_THAT(block("parameters", "maps"), HasSubstr("\n| `" + parameter.name + "` | "));
      EXPECT_THAT(block("parameters", "maps"), HasSubstr("`" + kind.name + "`"));
    }
  EXPECT_THAT([&] { block("parameters", "learner"); },
              ThrowsMessage<InputError>(HasSubstr("did you mean \"learners\"?")));
}

TEST_F(QuotedBlocks, PublishedNumbersStandBelowOurs) {
  report.results.quantities = {{.key = "accuracy"}, {.key = "paper_accuracy"}, {.key = "verdict"}};
  add("one", 100, Status::done, {Sample{5, 79.071, 0.05}, 78.87, "consistent"});
  add("two", 100, Status::partial, {80.0, Sample(), ""});
  add("three", 100, Status::skipped, {Sample(), Sample(), ""});
  const std::string text = block("published", "t show=accuracy");
  EXPECT_THAT(text, HasSubstr("| --- | --- | ---: |\n| The one | ⟨x,y⟩² | 79.07 ± 0.05<br>paper 78.87 ≈ |\n"
                              "| The two | ⟨x,y⟩² | 80.00 (partial) |\n"))
      << text;
  EXPECT_EQ(text.find("three"), std::string::npos);
}

TEST_F(QuotedBlocks, MeansAreOfTheLargestD) {
  report.results.quantities = {{.key = "error"}};
  add("one", 100, Status::done, {Sample{2, 0.5, 0.1}});
  add("one", 200, Status::done, {Sample{2, 0.24999, 0.0123}});
  add("one", 400, Status::failed, {Sample()});
  add("two", 100, Status::done, {1e-5});
  EXPECT_EQ(block("means", "t show=error"), "| data set | features | " + method +
                                                " |\n| --- | ---: | ---: |\n| The one | 200 | 0.25 ± 0.01 |\n"
                                                "| The two | 100 | 1e-05 |\n");
  EXPECT_THAT([&] { block("means", "t show=eror"); },
              ThrowsMessage<InputError>(HasSubstr("did you mean \"error\"?")));
}

TEST_F(QuotedBlocks, RunsAndTheMemoryOfWorkers) {
  add("one", 10, Status::done, {});
  add("one", 20, Status::done, {});
  EXPECT_THAT(
      block("runs", ""),
      testing::AllOf(
          HasSubstr(
              "\n| t | 2 | 3 min | 1 min | 2 | X | Y | not recorded |\n| **all**, each cell once | 2 |"),
          HasSubstr("\n```sh\nsketchbench run "), HasSubstr(" --results again\n```\n")));
  EXPECT_THAT(block("memory", "liblinear"),
              HasSubstr("\n| The one, D = 20 | 2 | 8.0 MB | 0.1 MB | 20.0 MB | 11.9 MB, 147 % |\n"));
  EXPECT_EQ(block("memory", "another").find("The one"), std::string::npos);
}

TEST_F(QuotedBlocks, BenchmarksSayWhereTheyWereMeasured) {
  const auto json = [](const std::string& cpu) {
    return R"({"machine": {"host": {"load_average": 6.73876953125, "cpu": ")" + cpu +
           R"("}, "instruction_set": "avx512", "revision": "0123456789abcdef",
               "measured": "today"},
               "title": "Title", "tables": [{"caption": "First", "remarks": ["A word."],
                 "columns": [{"heading": "a", "right": true}, {"heading": "b", "right": false}],
                 "rows": [["**1**", "x"]]}, {"caption": "Second"}]})";
  };
  folder.write("results/bench/fft.json", json("X"));
  folder.write("results/other/bench/fft.json", json("Z"));
  const std::string here =
      "X, AVX-512; revision 0123456789ab, measured until today; load average 6.7 at the end";
  EXPECT_THAT(
      block("bench", "fft"),
      HasSubstr(
          "## Title\n\n**First.**\n\nA word.\n\n| a | b |\n| ---: | :--- |\n| **1** | x |\n\nMeasured on: " +
          here + ". [All its tables]("));
  EXPECT_THAT(block("bench", "fft"), HasSubstr("Repeated on: Z, AVX-512"));
  EXPECT_THAT(block("benchmarks", "fft"), HasSubstr("| `fft` | " + here + " | Z, AVX-512"));
  EXPECT_THAT([&] { block("bench", "ftt"); }, ThrowsMessage<InputError>(HasSubstr("\"fft\"")));
  EXPECT_THAT([&] { block("benchmarks", ""); }, ThrowsMessage<InputError>(HasSubstr("expected \"fft\"")));
}

TEST_F(QuotedBlocks, RatiosHaveAColumnForEachMachine) {
  add("one", 10, Status::done, {});
  Table times;
  times.columns = {
      {{"Data set"}, false}, {{"d"}, true}, {{"D"}, true}, {{"Against", "it"}, true}, {{"Interval"}, true}};
  const auto row = [](const char* D, const char* ratio, const char* interval) {
    std::vector<TableCell> cells;
    for (const char* text : {"one", "5", D, ratio, interval}) cells.push_back({{{text}, {}, {}}});
    return cells;
  };
  times.rows = {row("10", "", ""), row("10", "2×", "1 – 3"), row("10", "4×", "3 – 5")};
  report.document.tables = {times};
  EXPECT_EQ(block("ratios", "t"),
            "| Data set | d | D | X, Y |\n| --- | ---: | ---: | ---: |\n| one | 5 | 10 | 2× (1 – 3) |\n");
  report.document.tables.front().columns.pop_back();
  EXPECT_THAT([&] { block("ratios", "t"); }, ThrowsMessage<InputError>(HasSubstr("\"Interval\"")));
}

TEST_F(QuotedBlocks, RegisteredMapsLearnersAndKernelsHaveALineEach) {
  const std::string maps = block("registered", "maps");
  for (const FeatureMapKind& kind : feature_map_kinds())
    EXPECT_THAT(maps, HasSubstr("\n| `" + kind.name + "` |")) << kind.name;
  EXPECT_THAT(block("registered", "learners"), HasSubstr("\n| `krr` | regression | the kernel: "));
  EXPECT_THAT(block("registered", "kernels"), HasSubstr("\n| `gaussian` | "));
  EXPECT_THROW(block("registered", "others"), InputError);
  for (const char* what : {"maps", "learners", "kernels"}) {
    const std::vector<std::vector<std::string>> lines = registered(what);
    EXPECT_EQ(lines.front().back(), "source") << what;
    for (const std::vector<std::string>& line : lines) EXPECT_NE(line.back(), "") << line.front();
  }
}

TEST_F(QuotedBlocks, LinksStartFromTheDocument) {
  folder.write("results/bench/fft.json",
               R"({"machine": {"host": {"cpu": "X"}}, "title": "Title", "tables": [{"caption": "First",
                   "remarks": [], "columns": [{"heading": "a", "right": true}], "rows": [["1"]]}]})");
  EXPECT_THAT(block("bench", "fft", folder / "docs"), HasSubstr("(../results/bench/fft.md)"));
}

}  // namespace
}  // namespace sketchbench
