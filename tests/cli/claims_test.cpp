// The claims of a paper from the run to the verdicts and exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include <sketchbench/core/json.hpp>
#include "cli/workbench.hpp"
#include "support/page_scripts.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::Ended;
using testing_support::script_of;
using testing_support::unpacked_json;
using testing_support::Workbench;

/// A claim that the error of TEFM is at most `most` times that of Random Kitchen Sinks.
std::string claims(const std::string& most, const std::string& verdict) {
  return R"({"claims": [{"id": "ratio", "statement": "A smaller error", "place": "Section 4.1", "hypothesis": "d = 4l",
    "measured_by": ["gram"], "number": {"ratio": "relative_error", "along": "D"}, "methods": ["tefm_g"], "others": ["rks"],
    "parameters": {"fourier": "4l"}, "at_most": )" +
         most + R"(, "tolerance": 0, "verdict": ")" + verdict + R"("}]})";
}

/// The fields of the line that begins so.
std::vector<std::string> fields_of_line_with(const std::string& csv, const std::string& begin) {
  std::vector<std::string> fields = {""};
  const auto at = csv.starts_with(begin) ? 0 : csv.find("\n" + begin) + 1;
  bool quoted = false;
  for (auto i = at; i < csv.size() && csv[i] != '\n'; ++i)
    if (csv[i] == '"')
      quoted = !quoted;
    else if (csv[i] == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += csv[i];
  return fields;
}

class Claims : public testing::Test {
 protected:
  Claims() {
    bench.write("configs/gram.json", R"({"name": "gram", "experiment": "gram_error",
      "parameters": {"rows": 100, "maps": 3}, "grid": [{"dataset": "quadrants", "D": [8, 16]}],
      "kernels": [{"kernel": "gaussian", "sigma": 1}], "methods": [{"method": "rks"}, {"method": "tefm_g"}]})");
    write_claims("1000", "holds");
  }
  void write_claims(const std::string& most, const std::string& verdict) const {
    bench.write("papers/ijcai15/claims.json", claims(most, verdict));
  }
  void make_records() const {
    const Ended ended = bench.run({"run", "configs/gram.json", "--mirror", "mirror"});
    ASSERT_EQ(ended.exit_code, 0) << ended.output;
  }
  /// What `claims --format csv` prints of the claim's one case: words in the legend of the tables are not in
  /// it.
  std::map<std::string, std::string> printed_case(const std::vector<std::string>& options = {}) const {
    std::vector<std::string> words = {"claims", "ijcai15", "--format", "csv"};
    words.insert(words.end(), options.begin(), options.end());
    const std::string output = bench.run(words).output;
    const auto names = fields_of_line_with(output, "paper,"),
               fields = fields_of_line_with(output, "ijcai15,");
    std::map<std::string, std::string> by_name;
    for (std::size_t i = 0; i < std::min(names.size(), fields.size()); ++i) by_name[names[i]] = fields[i];
    EXPECT_EQ(names.size(), fields.size()) << output;
    return by_name;
  }

  Workbench bench;
};

TEST_F(Claims, EndWithOneWhereWhatHeldNoLongerDoes) {
  make_records();
  const Ended held = bench.run({"claims", "ijcai15"});
  EXPECT_EQ(held.exit_code, 0) << held.output;
  EXPECT_THAT(held.output, AllOf(HasSubstr("ratio"), HasSubstr("Section 4.1"), HasSubstr("1 / 1 / 1"),
                                 HasSubstr("claims ijcai15 CLAIM"), Not(HasSubstr("that held"))));
  const Ended one = bench.run({"claims", "ijcai15", "ratio"});
  EXPECT_EQ(one.exit_code, 0) << one.output;
  EXPECT_THAT(one.output, HasSubstr("sketchbench run configs/gram.json"));
  const Ended unknown = bench.run({"claims", "ijcai15", "ratoi"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.output, HasSubstr("did you mean \"ratio\"?"));
  auto printed = printed_case();
  EXPECT_EQ(printed["claim"], "ratio");
  EXPECT_EQ(printed["hypothesis_met"], "yes");
  EXPECT_EQ(printed["verdict"], "holds");
  EXPECT_EQ(printed["claim_verdict"], "holds");
  EXPECT_EQ(printed["command"], "sketchbench run configs/gram.json");
  write_claims("0", "holds");  // no error is 0 times another
  const Ended fallen = bench.run({"claims", "ijcai15"});
  EXPECT_EQ(fallen.exit_code, 1) << fallen.output;
  EXPECT_THAT(fallen.output, HasSubstr("1 claim that held is now undecided or does not hold"));
  EXPECT_EQ(printed_case()["claim_verdict"], "does not hold");
  write_claims("0", "does not hold");
  const Ended as_committed = bench.run({"claims", "tefm", "--format", "md"});
  EXPECT_EQ(as_committed.exit_code, 0) << as_committed.output;
  printed = printed_case();
  EXPECT_EQ(printed["claim_verdict"], "does not hold");
  EXPECT_EQ(printed["committed_verdict"], "does not hold");
}

TEST_F(Claims, AsCommittedEndWithOneWhereAnyVerdictIsAnother) {
  make_records();
  const auto run = [&] { return bench.run({"claims", "ijcai15", "--as-committed"}); };
  EXPECT_EQ(run().exit_code, 0);
  write_claims("0", "does not hold");
  EXPECT_EQ(run().exit_code, 0);
  write_claims("0", "undecided");  // nothing that held has fallen
  const Ended ended = run();
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_THAT(ended.output,
              HasSubstr("papers/ijcai15/claims.json: the claim ratio: \"verdict\" is \"undecided\", "
                        "now: does not hold"));
  EXPECT_EQ(bench.run({"claims", "ijcai15", "--as-committed", "--quick"}).exit_code, 2);
}

TEST_F(Claims, ThatCannotBeReadAreNotMissing) {
  make_records();
  const auto file = bench / "papers/ijcai15/claims.json";
  bench.write("papers/ijcai15/claims.json", R"({"claims": []})");
  EXPECT_EQ(bench.run({"claims", "ijcai15"}).exit_code, 0) << "a paper may have none";
  const Ended unchecked = bench.run({"claims", "ijcai15", "--as-committed"});
  EXPECT_EQ(unchecked.exit_code, 2);
  EXPECT_THAT(unchecked.output, HasSubstr("papers/ijcai15/claims.json: expected claims to check"));
  std::filesystem::remove(file);
  std::filesystem::create_symlink("claims.json", file);
  const Ended loop = bench.run({"claims", "ijcai15"});
  EXPECT_EQ(loop.exit_code, 2);
  EXPECT_THAT(loop.output, HasSubstr("papers/ijcai15/claims.json"));
}

TEST_F(Claims, AboutWhatNoConfigurationHasAreRefused) {
  make_records();
  const auto complaint = [&](const std::string& from, const std::string& to) {
    std::string text = claims("1000", "holds");
    bench.write("papers/ijcai15/claims.json", text.replace(text.find(from), from.size(), to));
    const Ended ended = bench.run({"claims", "ijcai15"});
    EXPECT_EQ(ended.exit_code, 2) << ended.output;
    return ended.output;
  };
  EXPECT_THAT(
      complaint(R"(["rks"])", R"(["rsk"])"),
      AllOf(HasSubstr("papers/ijcai15/claims.json: the claim ratio: \"others\": in gram, there is no method "
                      "\"rsk\""),
            HasSubstr("known: rks, tefm_g")));
  EXPECT_THAT(complaint(R"(["tefm_g"])", R"(["tefm_g", "tefm_s"])"), HasSubstr("no method \"tefm_s\""));
  EXPECT_THAT(complaint(R"("methods")", R"("datasets": ["adult"], "methods")"),
              HasSubstr("there is no data set \"adult\"; known: quadrants"));
  EXPECT_THAT(complaint(R"("methods")", R"("D": [9], "methods")"),
              HasSubstr("there is no number of features \"9\""));
  EXPECT_THAT(
      complaint("relative_error", "relative_eror"),
      HasSubstr("the claim ratio: \"number\": in gram, there is no quantity \"relative_eror\"; did you "
                "mean \"relative_error\""));
  EXPECT_THAT(complaint(R"(["gram"])", R"(["gram", "tiny"])"), HasSubstr("expected one"))
      << "of two experiments";
}

TEST_F(Claims, AreATableForPrograms) {
  make_records();
  const Ended ended = bench.run({"claims", "--format", "csv"});  // of all papers: its notes go elsewhere
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output,
              AllOf(HasSubstr("paper,claim,place,subject,"), HasSubstr("\nijcai15,ratio,Section 4.1,"),
                    HasSubstr(",holds,holds,holds,,sketchbench run configs/gram.json,")));
}

TEST_F(Claims, AreOnThePageOfEverything) {
  make_records();
  const auto papers_of = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words = {"report", "--format", "html"};
    words.insert(words.end(), options.begin(), options.end());
    const Ended ended = bench.run(words);
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    std::map<std::string, Json> papers;
    const Json data = unpacked_json(script_of(bench.read("results/report.html"), "data"));
    for (const Json& paper : data.at("papers")) papers[paper.at("name")] = paper;
    return papers;
  };
  auto papers = papers_of({});
  ASSERT_TRUE(papers.contains("ijcai15"));
  EXPECT_FALSE(papers.contains("nips01")) << "none of its claims has been measured";
  EXPECT_EQ(papers["ijcai15"].at("title"), "the TEFM paper");
  const Json& claim = papers["ijcai15"].at("claims").at(0);
  EXPECT_EQ(claim.at("id"), "ratio");
  EXPECT_EQ(claim.at("verdict"), "holds");
  EXPECT_EQ(claim.at("hold"), claim.at("cases"));
  EXPECT_EQ(claim.at("command"),
            "sketchbench run configs/gram.json --results again && sketchbench compare again results");
  EXPECT_FALSE(papers_of({"configs/gram.json"}).contains("ijcai15")) << "a page of one configuration";
}

// Another experiment does not have its quantity.
TEST_F(Claims, OfAConfigurationOfAnotherKindAreNotOnThePage) {
  make_records();
  std::string json = claims("1000", "holds");
  bench.write("papers/ijcai15/claims.json", json.replace(json.find("\"gram\""), 6, "\"tiny\""));
  EXPECT_EQ(bench.run({"claims", "ijcai15"}).exit_code, 2);
  EXPECT_EQ(bench.run({"report", "--format", "html"}).exit_code, 0);
}

TEST_F(Claims, NameTheFoldersThatTheyWereMeasuredIn) {
  ASSERT_EQ(bench.run({"run", "configs/gram.json", "--mirror", "mirror", "--results", "there"}).exit_code, 0);
  const Ended ended = bench.run({"claims", "ijcai15", "ratio", "--results", "there"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("sketchbench run configs/gram.json --results there"));
}

TEST_F(Claims, ThatWereNotMeasuredHaveNotFallen) {
  ASSERT_EQ(bench.run({"run", "configs/tiny.json", "--mirror", "mirror"}).exit_code, 0);
  const Ended ended = bench.run({"claims", "ijcai15"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("0 / 0 / 1"), HasSubstr("--quick reads those of quick runs")));
  auto printed = printed_case();
  EXPECT_EQ(printed["hypothesis_met"], "");
  EXPECT_EQ(printed["verdict"], "not measured");
  EXPECT_EQ(printed["claim_verdict"], "not measured");
  EXPECT_EQ(printed["remark"], "not run yet");
}

TEST_F(Claims, OfAQuickRunDecideNothing) {
  write_claims("0", "holds");
  ASSERT_EQ(bench.run({"run", "configs/gram.json", "--quick", "--mirror", "mirror"}).exit_code, 0);
  const Ended ended = bench.run({"claims", "ijcai15", "ratio", "--quick"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("sketchbench run configs/gram.json --quick"));
  EXPECT_THAT(ended.output, HasSubstr("QUICK"));
  auto printed = printed_case({"--quick"});
  EXPECT_EQ(printed["hypothesis_met"], "no");
  EXPECT_EQ(printed["verdict"], "undecided");
  EXPECT_EQ(printed["claim_verdict"], "undecided");
  EXPECT_THAT(printed["remark"], HasSubstr("a quick run"));
}

TEST_F(Claims, APaperWithoutAnySaysSo) {
  bench.write("papers/kdd13/claims.json", R"({"claims": []})");
  const Ended ended = bench.run({"claims", "kdd13"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("kdd13: no claims"));
}

/// What the command prints, and with the other tables.
TEST_F(Claims, AreWrittenWithTheTablesOfAll) {
  make_records();
  const Ended named = bench.run({"report", "configs/gram.json", "--write"});
  ASSERT_EQ(named.exit_code, 0) << named.output;
  EXPECT_FALSE(std::filesystem::exists(bench / "results/claims-ijcai15"));
  const Ended all = bench.run({"report", "--write"});
  ASSERT_EQ(all.exit_code, 0) << all.output;
  EXPECT_EQ(bench.read("results/claims-ijcai15/table.csv"),
            bench.run({"claims", "ijcai15", "--format", "csv"}).output);
}

TEST_F(Claims, WrongInputIsRefusedByName) {
  make_records();
  EXPECT_EQ(bench.run({"claims", "nips99"}).exit_code, 2);
  EXPECT_EQ(bench.run({"claims", "ijcai15", "--results", "nowhere"}).exit_code, 2);
  write_claims("\"half\"", "holds");
  const Ended text = bench.run({"claims", "ijcai15"});
  EXPECT_EQ(text.exit_code, 2);
  EXPECT_THAT(text.output, AllOf(HasSubstr("papers/ijcai15/claims.json"), HasSubstr("claims[0].at_most")));
  std::filesystem::remove(bench / "configs/gram.json");
  write_claims("1000", "holds");
  const Ended without = bench.run({"claims", "ijcai15"});
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_THAT(without.output, HasSubstr("gram.json"));
}

/// A paper of which all is reproduced ends with its claims.
TEST_F(Claims, AreTheEndOfAReproduction) {
  const std::string gram = bench.read("configs/gram.json");
  for (const char* name : {"tefm_fig1", "tefm_fig2", "tefm_fig3", "tefm_counts", "tefm_rates"}) {
    std::string text = gram;
    bench.write(std::string("configs/") + name + ".json", text.replace(text.find("gram"), 4, name));
  }
  std::string json = claims("1000", "holds");
  bench.write("papers/ijcai15/claims.json", json.replace(json.find("\"gram\""), 6, "\"tefm_fig1\""));
  const Ended ended = bench.run({"reproduce", "tefm", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("Claims of the TEFM paper"), Not(HasSubstr("that held"))));
  EXPECT_TRUE(std::filesystem::exists(bench / "results/claims-ijcai15/table.csv"));
  json = claims("0", "holds");
  bench.write("papers/ijcai15/claims.json", json.replace(json.find("\"gram\""), 6, "\"tefm_fig1\""));
  const Ended fallen = bench.run({"reproduce", "tefm", "--mirror", "mirror"});
  EXPECT_EQ(fallen.exit_code, 1) << fallen.output;
  EXPECT_THAT(fallen.output, HasSubstr("1 claim that held is now undecided or does not hold"));
}

}  // namespace
}  // namespace sketchbench
