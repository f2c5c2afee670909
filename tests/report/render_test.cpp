#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/report/document/display_width.hpp>
#include <sketchbench/report/document/render_latex.hpp>
#include <sketchbench/report/document/render_markdown.hpp>
#include <sketchbench/report/document/render_terminal.hpp>
#include <sketchbench/report/results/csv.hpp>
#include <sketchbench/report/table_cells.hpp>
#include "experiments/accuracy/report.hpp"
#include "experiments/accuracy/results_table.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Four data sets with results of every kind.
Document full_document() {
  SyntheticRun run(R"({"name": "full", "title": "All of Table 1", "experiment": "accuracy", "seeds": 5,
    "compare_with": "PAPER#table1", "learner": {"type": "liblinear"},
    "grid": [{"dataset": "covertype", "D": 500}, {"dataset": "mnist", "D": 1000}, {"dataset": "adult", "D": 200},
             {"dataset": "gisette_sim", "D": 5000}],
    "kernels": [{"kernel": "polynomial", "degree": 2}, {"kernel": "polynomial", "degree": 2, "coef0": 1},
                {"kernel": "polynomial", "degree": 4}, {"kernel": "polynomial", "degree": 4, "coef0": 1}],
    "methods": [{"method": "exact", "learner": {"type": "libsvm"}}, {"method": "tensor_sketch"},
                {"method": "random_maclaurin_published"}, {"method": "random_maclaurin_restricted"}]})");
  int i = 0;
  for (const Cell& cell : run.cells([](const Cell& c) { return c.dataset.name != "mnist"; })) {
    ++i;
    if (i % 29 == 0)
      run.put(run.unfinished(cell, "failed", "ended by signal 9"));
    else if (i % 31 != 0)
      run.put(run.record(cell, 75 + (i * 7) % 20, 0.01 * i, i % 7 * 700.0));
  }
  return accuracy_document(summarise(run.config(), run.sources()), {});
}

Document tiny_document() {
  Table table;
  table.caption = "A | B";
  table.columns = {{{"Name"}, false}, {{"Two", "lines"}, true}};
  TableCell name(1), value(1), other(2), wide(2);
  name[0].left = {"⟨x,y⟩²", Tone::strong};
  value[0].left = {"1", Tone::plain};
  other[0].left = {"漢字", Tone::plain};
  wide[0].left = {"84.35 ± 0.08", Tone::plain};
  wide[1].left = {"0.5 s", Tone::plain};
  wide[1].right = {"(3.6 s)", Tone::faint};
  table.rows = {{name, value}, {other, wide}};
  table.notes = {"a note"};
  Document document;
  document.title = "Title";
  document.tables = {table};
  return document;
}

TEST(RenderTerminal, TableFitsAConferenceScreen) {
  for (const std::string& line : lines_of(render_terminal(full_document(), false)))
    EXPECT_LE(display_width(line), 120u) << line;
}

TEST(RenderTerminal, ColumnsAreAlignedByWhatTheEyeSees) {
  EXPECT_EQ(render_terminal(tiny_document(), false),
            "Title\n\nA | B\n"
            "━━━━━━━━━━━━━━━━━━━━━━━━━\n"
            "                     Two\n"
            " Name              lines\n"
            "─────────────────────────\n"
            " ⟨x,y⟩²                1\n"
            "┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈\n"
            " 漢字       84.35 ± 0.08\n"
            "          0.5 s  (3.6 s)\n"
            "━━━━━━━━━━━━━━━━━━━━━━━━━\n"
            " • a note\n");
}

TEST(RenderTerminal, ColourAddsSequencesAndChangesNothingElse) {
  const Document document = full_document();
  std::string coloured = render_terminal(document, true);
  EXPECT_THAT(coloured, HasSubstr("\x1b["));
  for (auto at = coloured.find('\x1b'); at != std::string::npos; at = coloured.find('\x1b'))
    coloured.erase(at, coloured.find('m', at) - at + 1);
  EXPECT_EQ(coloured, render_terminal(document, false));
}

TEST(RenderMarkdown, EveryRowHasAsManyCellsAsTheHeading) {
  std::size_t expected = 0;
  for (const std::string& line : lines_of(render_markdown(full_document()))) {
    if (line.empty() || line.front() != '|') {
      expected = 0;
      continue;
    }
    std::size_t bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i)
      bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\') ? 1 : 0;
    if (expected == 0) expected = bars;
    EXPECT_EQ(bars, expected) << line;
    EXPECT_EQ(line.back(), '|');
  }
}

TEST(RenderMarkdown, TablesStandBetweenEmptyLinesWithARuleBelowTheHeading) {
  const auto lines = lines_of(render_markdown(tiny_document()));
  const auto heading =
      std::find_if(lines.begin(), lines.end(), [](const auto& line) { return line.starts_with('|'); });
  ASSERT_NE(heading, lines.end());
  EXPECT_EQ(*heading, "| Name | Two<br>lines |");
  EXPECT_EQ(heading[-1], "");
  EXPECT_EQ(heading[1], "| :--- | ---: |");
  EXPECT_EQ(heading[2], "| **⟨x,y⟩²** | 1 |");
  EXPECT_EQ(heading[3], "| 漢字 | 84.35 ± 0.08<br>0.5 s (3.6 s) |");
  EXPECT_EQ(heading[4], "");
}

TEST(RenderTerminal, FitsIntoTheScreen) {
  Document document;
  document.tables.push_back({.caption = std::string(60, 'c') + " " + std::string(50, 'd'),
                             .columns = {{{"Claim"}, false}, {{"Verdict"}, false}, {{"Cases"}, true}},
                             .rows = {{one_line("ratio"), one_line("holds"), one_line("3")},
                                      {one_line("other"),
                                       one_line("does not hold in 2 of 16 (Adult; MNIST; "
                                                "Gisette; Covertype), holds in 14"),
                                       one_line("16")}}});
  for (const std::string& line : lines_of(render_terminal(document, false, 60)))
    EXPECT_LE(display_width(line), 60u) << line;
  EXPECT_THAT(render_terminal(document, false), HasSubstr("Covertype), holds in 14"));
}

// No word of a name is broken, which would not be found again, and no number.
TEST(RenderTerminal, ListsWhatARowHasWhereNoTableFits) {
  const std::string name = "random_maclaurin_decreases_on_gisette";
  Document document;
  document.tables.push_back({.caption = "Claims",
                             .columns = {{{"Claim"}, false},
                                         {{"Place"}, false},
                                         {{"Hypothesis"}, false},
                                         {{"Cases: hold /", "measured / asked"}, true},
                                         {{"Verdict"}, false}},
                             .rows = {{one_line(name), one_line("the journal version, arXiv 2505.08146"),
                                       one_line(""), one_line("9 / 27 / 27"), one_line("does not hold")}}});
  const auto fitting = [&](std::size_t width) {
    const std::string text = render_terminal(document, false, width);
    for (const std::string& line : lines_of(text)) EXPECT_LE(display_width(line), width) << line;
    return text;
  };
  EXPECT_THAT(fitting(115), HasSubstr(name + "   the journal"));
  const std::string list = fitting(60);
  EXPECT_THAT(list, HasSubstr("\n " + name + "\n   Place: the journal version, arXiv 2505.08146\n"));
  EXPECT_THAT(list, HasSubstr("\n   Cases: hold / measured / asked: 9 / 27 / 27\n"));
  EXPECT_THAT(list, Not(HasSubstr("Hypothesis"))) << "there is nothing to say";
}

TEST(RenderMarkdown, MarkupInTextIsEscaped) {
  EXPECT_EQ(markdown_escaped("a|b*c <1 s [x] y_z"), "a\\|b\\*c &lt;1 s \\[x\\] y\\_z");
}

TEST(RenderLatex, EscapesWhatLatexReads) {
  EXPECT_EQ(latex_escaped("50% of a_b & #1 {x} $5 ~ ^ \\"),
            "50\\% of a\\_b \\& \\#1 \\{x\\} \\$5 \\textasciitilde{} \\textasciicircum{} \\textbackslash{}");
  EXPECT_EQ(latex_escaped("--results"), "-{}-results");
  EXPECT_EQ(latex_escaped("(1+⟨x,y⟩)⁴ ± −0.5 < 1 s ✓"),
            "(1+$\\langle$x,y$\\rangle$)$^{4}$ $\\pm$ $-$0.5 $<$ 1 s $\\checkmark$");
}

// Papers include the tables beside preambles of their own: no sign may need one.
TEST(RenderLatex, KnowsTheSignsOfReports) {
  std::string signs = "αΣ⊥ᵀℓµö";
  std::istringstream in(read_file("docs/signs.tex"));
  for (std::string line; std::getline(in, line);)
    if (constexpr std::string_view before = "\\DeclareUnicodeCharacter{"; line.starts_with(before)) {
      const unsigned long code = std::stoul(line.substr(before.size(), 4), nullptr, 16);
      signs += Json::parse(fmt::format("\"\\u{:04x}\"", code)).get<std::string>();
    }
  const std::string text = latex_escaped(signs + "λ̂ F̂");
  EXPECT_TRUE(std::ranges::all_of(text, [](unsigned char c) { return c < 0x80; })) << text;
  EXPECT_EQ(latex_escaped("4σ√m, |λ̂_n − λ_n|, F̂ᵀ"),
            "4$\\sigma$$\\surd$m, |$\\hat{\\lambda}$\\_n $-$ $\\lambda$\\_n|, $\\hat{F}$$^{T}$");
}

TEST(RenderLatex, HasNoNumberInBold) {
  Document document;
  document.tables.push_back({.caption = "errors",
                             .columns = {{{"Method"}, false}, {{"Error"}, true}},
                             .rows = {{one_line("TS", Tone::strong), one_line("0.5", Tone::strong)}}});
  EXPECT_THAT(render_latex(document), HasSubstr("\\textbf{TS} & 0.5 "));
}

TEST(RenderLatex, EnvironmentsCloseAndRowsHaveAllTheirColumns) {
  const std::string text = render_latex(full_document());
  const auto count = [&](const std::string& what) {
    std::size_t found = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("\\begin{table*}"), count("\\end{table*}"));
  EXPECT_EQ(count("\\begin{tabular}"), count("\\end{tabular}"));
  EXPECT_EQ(count("\\toprule"), count("\\bottomrule"));
  std::size_t columns = 0;
  bool inside = false;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("\\begin{tabular}")) {
      const std::string specification = line.substr(line.find("}{") + 2);
      columns = static_cast<std::size_t>(std::count(specification.begin(), specification.end(), 'l') +
                                         std::count(specification.begin(), specification.end(), 'r'));
    }
    inside = (inside || line == "\\midrule") && line != "\\bottomrule";
    if (!inside || !line.ends_with("\\\\")) continue;
    std::size_t ampersands = 0;
    for (std::size_t i = 0; i < line.size(); ++i) ampersands += line[i] == '&' && line[i - 1] != '\\' ? 1 : 0;
    EXPECT_EQ(ampersands + 1, columns) << line;
  }
}

TEST(RenderLatex, IsAllAsciiOutsideItsComments) {
  for (const std::string& line : lines_of(render_latex(full_document()))) {
    if (line.starts_with('%')) continue;
    EXPECT_TRUE(std::all_of(line.begin(), line.end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x80;
    })) << line;
  }
}

TEST(EveryRenderer, ShowsATableWithoutColumnsAsItsCaptionAndNotes) {
  Document document;
  document.title = "title";
  document.tables.push_back(
      {.number = "Table 1 (d)", .caption = "Gisette", .notes = {"skipped: no such file"}});
  for (const std::string& text :
       {render_terminal(document, false), render_markdown(document), render_latex(document)}) {
    EXPECT_THAT(text, AllOf(HasSubstr("Gisette"), HasSubstr("skipped: no such file")));
    EXPECT_THAT(text, Not(AnyOf(HasSubstr("━"), HasSubstr("\n|"), HasSubstr("tabular"))));
  }
}

TEST(WriteTables, LeavesThreeFilesThatAgreeWithTheirRenderers) {
  SyntheticRun run(adult_config());
  run.put(of_method("exact"), {79.5});
  const auto folder = run.folder() / "results/synthetic";
  const Results results = summarise(run.config(), run.sources());
  write_tables(make_report(run.config(), run.sources()), folder);
  EXPECT_EQ(read_file(folder / "table.csv"), csv_text(accuracy_table(results)));
  EXPECT_EQ(read_file(folder / "table.md"), render_markdown(accuracy_document(results, {})));
  EXPECT_EQ(read_file(folder / "table.tex"), render_latex(accuracy_document(results, {})));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 3) << "no temporary file is left";
}

}  // namespace
}  // namespace sketchbench
