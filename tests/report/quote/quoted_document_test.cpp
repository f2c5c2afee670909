// Documents with marks: what is filled in, what differs, and what is refused with its file and line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/report/quote/quote.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class QuotedDocuments : public testing::Test {
 protected:
  QuotedDocuments() {
    report.config.name = "t";
    report.results = {.quantities = {{.key = "dataset"}, {.key = "D"}, {.key = "time"}},
                      .rows = {{.values = {"one", 100, 12.5}}, {.values = {"two", 200, 4}}}};
    const auto table = [](const char* caption, const char* value) {
      Table made;
      made.caption = caption;
      made.columns = {{{"What"}, false}, {{"How", "many"}, true}};
      made.notes = {"At D = 3."};
      made.rows = {{{{{"a_b"}, {}, {}}}, {{{value}, {}, {}}}}};
      return made;
    };
    report.document.tables = {table("The first", "12.5"), table("The second", "D^1.04")};
    report.document.notes = {
        {"Notes on it", {"|x| is 3^p & more -- so far.", "\"One\" and \"two\": D = 3, 1 ± 2 %."}}};
  }

  QuoteSources sources() const {
    return {.report = [this](const std::string& name) -> const Report& {
              if (name != "t") fail_unknown("configuration", name, {"t"});
              return report;
            },
            .reports = []() -> const std::vector<Report>& {
              static const std::vector<Report> none;
              return none;
            },
            .results = folder / "results"};
  }
  QuotedDocument markdown(const std::string& text) const { return quoted_markdown("a.md", text, sources()); }
  std::string latex(const std::string& text) const { return quoted_latex("a.tex", text, sources()).text; }
  template <class Make>
  static std::string complaint(Make make) {
    try {
      make();
    } catch (const InputError& error) {
      return error.what();
    }
    return "nothing was refused";
  }
  std::string refused(const std::string& text) const {
    return complaint([&] { markdown(text); });
  }
  std::string refused_latex(const std::string& text) const {
    return complaint([&] { latex(text); });
  }

  testing_support::TemporaryFolder folder;
  Report report;
};

std::vector<std::string> remarks(const std::vector<QuotedDocument::Remark>& all) {
  std::vector<std::string> texts;
  for (const QuotedDocument::Remark& one : all) texts.push_back(std::to_string(one.line) + ": " + one.text);
  return texts;
}

TEST_F(QuotedDocuments, NumbersAreFilledInBetweenTheirMarks) {
  const QuotedDocument made = markdown(
      "Of <!-- t: show=count -->7<!-- --> lines\n<!-- t: dataset=one show=D -->100<!-- --> and\n"
      "<!-- t: dataset=one show=time --><!-- -->.\n");
  EXPECT_EQ(made.text,
            "Of <!-- t: show=count -->2<!-- --> lines\n<!-- t: dataset=one show=D -->100<!-- --> and\n"
            "<!-- t: dataset=one show=time -->12.5<!-- -->.\n");
  EXPECT_THAT(remarks(made.differing), ElementsAre("1: stands \"7\", the records say \"2\"",
                                                   "3: stands \"\", the records say \"12.5\""));
  EXPECT_THAT(markdown(made.text).differing, IsEmpty());
}

TEST_F(QuotedDocuments, LinesAreFilledInAndTheFirstThatDiffersIsNamed) {
  const std::string table = "| What | How<br>many |\n| :--- | ---: |\n| a\\_b | 12.5 |\n";
  const auto around = [](const std::string& lines) {
    return "Text.\n\n<!-- table: t The first -->\n" + lines + "<!-- end of table -->\nMore.\n";
  };
  EXPECT_EQ(markdown(around("")).text, around(table));
  EXPECT_EQ(markdown(around("an older one\n")).text, around(table));
  EXPECT_THAT(markdown(around(table)).differing, IsEmpty());
  EXPECT_THAT(remarks(markdown(around(table.substr(0, table.find("12.5")) + "11 |\n")).differing),
              ElementsAre("6: stands \"| a\\_b | 11 |\", the records say \"| a\\_b | 12.5 |\""));
}

TEST_F(QuotedDocuments, OtherCommentsStay) {
  const std::string text = "<!-- a word -->\n<!-- of\nseveral: lines -->\n<!---->\n";
  EXPECT_EQ(markdown(text).text, text);
}

TEST_F(QuotedDocuments, ExpectationsAreMetOrNamed) {
  EXPECT_THAT(markdown("<!-- expect at most 2: t show=count -->\n").unmet, IsEmpty());
  EXPECT_THAT(remarks(markdown("a\n  <!-- expect at least 3: t show=count -->\n").unmet),
              ElementsAre("2: expected at least 3: t show=count; it is 2"));
  EXPECT_THAT(refused("<!-- expect about 3: t show=count -->\n"), HasSubstr("a.md:1: "));
}

TEST_F(QuotedDocuments, MarksThatCannotBeReadAreRefusedWithFileAndLine) {
  EXPECT_THAT(refused("a\n<!-- t: show=count -->2\n"),
              HasSubstr("a.md:2: expected a value and \"<!-- -->\""));
  EXPECT_THAT(refused("a\n\n2<!-- -->\n"), HasSubstr("a.md:3: there is no mark"));
  EXPECT_THAT(refused("<!-- table: t The first -->\n| a |\n"),
              HasSubstr("a.md:1: expected \"<!-- end of table -->\""));
  EXPECT_THAT(refused("<!-- table: t The first -->\n<!-- table: t The second -->\n<!-- end of table -->\n"),
              HasSubstr("a.md:1: expected"));
  EXPECT_THAT(refused("<!-- end of table -->\n"), HasSubstr("a.md:1: \"end of table\" has no beginning"));
  EXPECT_THAT(refused("<!-- tabel: t -->\n<!-- end of tabel -->\n"), HasSubstr("\"table\""));
  EXPECT_THAT(refused("<!-- table: t The third -->\n<!-- end of table -->\n"),
              HasSubstr("expected one table with \"The third\" in its caption, found 0"));
  EXPECT_THAT(refused("<!-- table: t The -->\n<!-- end of table -->\n"), HasSubstr("found 2"));
  EXPECT_THAT(refused("a <!-- u: show=count -->2<!-- -->\n"), HasSubstr("a.md:1: u: show=count: "));
  EXPECT_THAT(refused("a <!-- t: colour=red show=count -->2<!-- -->\n"), HasSubstr("column in t"));
}

TEST_F(QuotedDocuments, LatexQuotesByCommands) {
  EXPECT_EQ(latex("[\\quoted{t}{dataset=one}{time}]"), "[12.5]");
  EXPECT_EQ(latex("[\\quoted{t}{dataset=one\n  D=100}{text:dataset}]"), "[one]");
  EXPECT_EQ(latex("\\notesfrom{t}{Notes on it}"),
            "\\begin{itemize}\n\\item |x| is 3\\textsuperscript{p} \\& more -{}- so far.\n"
            "\\item ``One'' and ``two'': D~=~3, 1~±~2~\\%.\n\\end{itemize}");
  EXPECT_THAT(
      latex("\\tablefrom{t}{second}{tab:b}"),
      testing::AllOf(HasSubstr("\\begin{table}[tbp]"), HasSubstr("\\caption{The second}\\label{tab:b}"),
                     HasSubstr("a\\_b & D\\textsuperscript{1.04}"),
                     HasSubstr("\\end{tabular}}\\tablenotes\n\\par\\smallskip At D~=~3.\n"),
                     testing::Not(HasSubstr("12.5"))));
  EXPECT_THAT(latex("\\tablefrom{t}{second}{tab:b}{0.3}"),
              HasSubstr("\\begin{tabular}{>{\\raggedright}p{0.3\\textwidth}r}"));
  EXPECT_EQ(latex("\\textbf{\\%} a \\\\ % \\quoted{none}{}{count}\n"),
            "\\textbf{\\%} a \\\\ % \\quoted{none}{}{count}\n");
}

TEST_F(QuotedDocuments, LatexQuotesFiles) {
  folder.write("one.json", R"({"licence": "CC & more", "sources": [{"files": [
    {"sha256": "aa", "bytes": 1500000}, {"sha256": "aa", "bytes": 1500000}, {"sha256": "bb", "bytes": 1000000}]}]})");
  folder.write("one.yaml", "# title: none\ntitle: \"Of two\n        lines.\"\nkeywords: some\n");
  const std::string json = (folder / "one.json").string(), yaml = (folder / "one.yaml").string();
  EXPECT_EQ(latex("\\fact{" + json + "}{licence}"), "CC \\& more");
  EXPECT_EQ(latex("\\fact{" + yaml + "}{title}"), "Of two lines.");
  EXPECT_EQ(latex("\\fact{" + yaml + "}{keywords}"), "some");
  EXPECT_EQ(latex("\\quoted{" + json + "#sources/0/files}{sha256=aa}{megabytes:sum:bytes}"), "3.0 MB");
  EXPECT_EQ(latex("\\said{" + yaml + "}{Of two lines}"), "Of two lines");
  EXPECT_THAT(refused_latex("\\said{" + yaml + "}{Of three}"), HasSubstr("does not say \"Of three\""));
  EXPECT_THAT(refused_latex("\\fact{" + json + "}{colour}"), HasSubstr("expected a text under \"colour\""));
  EXPECT_THAT(refused_latex("\\quoted{" + json + "#nothing}{}{count}"), HasSubstr("nothing"));
  EXPECT_THAT(refused_latex("\\disk{nothing}"), HasSubstr("nothing is no folder"));
}

TEST_F(QuotedDocuments, LatexIsRefusedWithFileAndLine) {
  EXPECT_THAT(refused_latex("a\n\\quoted{t}{}{ours}"), HasSubstr("a.tex:2: \\quoted{t}{}{ours}: "));
  EXPECT_THAT(refused_latex("\\quoted{t}{count}"), HasSubstr("expected 3 arguments, found 2"));
  EXPECT_THAT(refused_latex("\\said{a}{\\emph{b}}"), HasSubstr("without braces"));
  EXPECT_THAT(refused_latex("\\notesfrom{t}{Notes}"), HasSubstr("Notes on it"));
  EXPECT_THAT(remarks(quoted_latex("a.tex", "a\n%% expect at most 1: t show=count\n", sources()).unmet),
              ElementsAre("2: expected at most 1: t show=count; it is 2"));
}

TEST(DocumentsWithoutMarks, HaveNoCommentsAndNoLinesOfThemAlone) {
  EXPECT_EQ(
      without_marks("a <!-- t: show=count -->1<!-- --> b\n<!-- expect at most 1: t show=count -->\n\nc\n"),
      "a 1 b\n\nc\n");
  EXPECT_EQ(without_marks("<!-- x\n"), "<!-- x\n") << "no comment of one line";
}

}  // namespace
}  // namespace sketchbench
