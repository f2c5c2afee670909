// A paper that a user has as data alone: a list, configurations, claims and notes in a folder of one's own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include <sketchbench/core/json.hpp>
#include <sketchbench/report/plot/draw_figure.hpp>
#include "cli/workbench.hpp"
#include "support/page_scripts.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::Ended;
using testing_support::Workbench;

constexpr const char* errors_of_maps = R"({"name": "my_errors", "title": "Errors of my maps",
  "experiment": "gram_error", "parameters": {"rows": 100, "maps": 5},
  "figure": {"number": "Figure 7", "shows": "error"}, "grid": [{"dataset": "quadrants", "D": [8, 16]}],
  "kernels": [{"kernel": "gaussian", "sigma": 1}], "methods": [{"method": "rks"}, {"method": "orf"}]})";

class OwnPaper : public testing::Test {
 protected:
  OwnPaper() {
    bench.write("studies/papers.json", R"({"papers": [{"name": "mine26", "title": "my paper",
      "citation": "A. Author, A Paper, 2026", "alias": "mine", "methods": ["orf"], "figures": ["my_errors"]}]})");
    bench.write("studies/mine26/my_errors.json", errors_of_maps);
    bench.write("studies/mine26/notes.json", R"({"my_errors": [{"text": "The rows were drawn by hand."}]})");
    write_claim("100", "holds");
  }
  void write_claim(const std::string& most, const std::string& verdict) const {
    bench.write("studies/mine26/claims.json", R"({"claims": [{"id": "orf_no_worse",
      "statement": "Orthogonal features are not much worse", "place": "Section 2", "measured_by": ["my_errors"],
      "number": {"ratio": "relative_error", "along": "D"}, "methods": ["orf"], "others": ["rks"],
      "at_most": )" + most + R"(, "tolerance": 0, "verdict": ")" +
                                                  verdict + R"("}]})");
  }
  bool exists(const std::string& file) const { return std::filesystem::exists(bench / ("results/" + file)); }

  Workbench bench;
};

TEST_F(OwnPaper, HasTableFigureClaimAndPageWithoutCode) {
  const Ended made = bench.run({"reproduce", "mine", "--papers", "studies", "--mirror", "mirror"});
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_THAT(made.output, AllOf(HasSubstr("Errors of my maps"), HasSubstr("The rows were drawn by hand."),
                                 HasSubstr("orf_no_worse"), Not(HasSubstr("takes the place"))));
  for (const char* file : {"my_errors/table.csv", "my_errors/table.md", "claims-mine26/table.csv",
                           "claims-mine26/table.md", "report.html"})
    EXPECT_TRUE(exists(file)) << file;
  EXPECT_THAT(bench.read("results/my_errors/table.md"), HasSubstr("drawn by hand"));
  EXPECT_THAT(bench.read("results/claims-mine26/table.csv"), HasSubstr("orf_no_worse"));
  if (find_gnuplot()) {
    EXPECT_TRUE(exists("my_errors/my_errors.svg"));
  }

  const Ended claims = bench.run({"claims", "mine26", "--papers", "studies", "--as-committed"});
  EXPECT_EQ(claims.exit_code, 0) << claims.output;
  EXPECT_THAT(claims.output, AllOf(HasSubstr("my paper"), HasSubstr("orf_no_worse")));
  write_claim("0", "holds");  // no error is 0 times another
  EXPECT_EQ(bench.run({"claims", "mine", "--papers", "studies"}).exit_code, 1);
  const Ended other = bench.run({"claims", "mine", "--papers", "studies", "--as-committed"});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.output, HasSubstr("studies/mine26/claims.json: the claim orf_no_worse: \"verdict\""));

  const Ended page =
      bench.run({"report", "--papers", "studies", "--format", "html", "--output", "page.html"});
  EXPECT_EQ(page.exit_code, 0) << page.output;
  const Json shown =
      testing_support::unpacked_json(testing_support::script_of(bench.read("page.html"), "data"));
  EXPECT_EQ(shown.at("papers").at(0).at("name"), "mine26");
  EXPECT_EQ(shown.at("papers").at(0).at("claims").size(), 1);
}

TEST_F(OwnPaper, IsKnownWithoutAnOptionWhereItIsInPapers) {
  std::filesystem::rename(bench / "studies", bench / "papers");
  const Ended made = bench.run({"reproduce", "mine26", "--dry-run"});
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_THAT(made.output, HasSubstr("quadrants"));
  EXPECT_EQ(bench.run({"reproduce", "kdd13", "--dry-run"}).exit_code, 0)
      << "the program's own are still known";
}

TEST_F(OwnPaper, IsRefusedByFileKeyAndValue) {
  const auto complaint = [&](const std::string& entry) {
    bench.write("studies/papers.json", R"({"papers": [)" + entry + "]}");
    const Ended ended = bench.run({"reproduce", "mine26", "--papers", "studies", "--dry-run"});
    EXPECT_EQ(ended.exit_code, 2) << ended.output;
    return ended.output;
  };
  const std::string rest = R"("title": "my paper", "citation": "A", "figures": ["my_errors"])";
  EXPECT_THAT(complaint(R"({"name": "tefm", )" + rest + "}"),
              AllOf(HasSubstr("studies/papers.json"), HasSubstr("papers[0].name"), HasSubstr("tefm"),
                    HasSubstr("no other paper")));
  EXPECT_THAT(complaint(R"({"name": "mine26", "alias": "figures", )" + rest + "}"),
              HasSubstr("papers[0].alias"));
  EXPECT_THAT(complaint(R"({"name": "../mine26", )" + rest + "}"), HasSubstr("the name of a folder"));
  EXPECT_THAT(complaint(R"({"name": "mine27", )" + rest + "}"), HasSubstr("did you mean \"mine27\""));
  EXPECT_THAT(complaint(R"({"name": "mine26", "title": "t", "citation": "c", "figures": ["my_error"]})"),
              HasSubstr("studies/mine26/my_error.json"));
  std::filesystem::remove(bench / "studies/papers.json");
  const Ended none = bench.run({"claims", "--papers", "studies"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.output, HasSubstr("studies/papers.json"));
}

// The paper in examples/, whose data are nowhere to be had without a network, and the same on data that are.
TEST(OwnPaperOfExamples, HasThePublishedNumberAsAClaim) {
  const std::filesystem::path papers = std::filesystem::path(SKETCHBENCH_SOURCE_DIR) / "examples/papers";
  const Workbench bench;
  const Ended planned = bench.run({"reproduce", "falkon", "--papers", papers.string(), "--dry-run"});
  EXPECT_EQ(planned.exit_code, 0) << planned.output;
  EXPECT_THAT(planned.output, AllOf(HasSubstr("datasets info higgs"), HasSubstr("datasets info susy")));

  const Json published = read_json(papers / "falkon/claims.json");
  Json list = read_json(papers / "papers.json"), claims = published;
  Json here = read_json(papers / "falkon/falkon_higgs.json");
  list["papers"][0]["tables"] = {"falkon_higgs"};
  here["grid"] = Json::array({{{"dataset", "quadrants"}}});
  here["methods"][0]["learner"]["landmarks"] = 50;
  claims["claims"][0]["verdict"] = "holds";
  claims["claims"][0]["about"] = 0.9;  // its rows can be told apart by this kernel
  claims["claims"][0]["tolerance"] = 0.1;
  bench.write("studies/papers.json", list.dump());
  bench.write("studies/falkon/falkon_higgs.json", here.dump());
  bench.write("studies/falkon/claims.json", claims.dump());
  const Ended made = bench.run({"reproduce", "falkon", "--papers", "studies", "--mirror", "mirror"});
  EXPECT_EQ(made.exit_code, 0) << made.output;
  const Ended judged = bench.run({"claims", "falkon", "--papers", "studies", "--as-committed"});
  EXPECT_EQ(judged.exit_code, 0) << judged.output;
  EXPECT_THAT(judged.output, AllOf(HasSubstr("higgs_auc"), HasSubstr("1 / 1 / 1")));
  // The published one has been asked for, and is not here.
  const Ended open = bench.run({"claims", "falkon", "--papers", papers.string(), "--as-committed"});
  EXPECT_EQ(open.exit_code, 0) << open.output;
  EXPECT_THAT(open.output, AllOf(HasSubstr("about 0.8196"), HasSubstr("not measured")));
}

}  // namespace
}  // namespace sketchbench
