// Names, titles and messages from outside, in every form of a report.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/document/display_width.hpp>
#include <sketchbench/report/document/render_latex.hpp>
#include <sketchbench/report/document/render_markdown.hpp>
#include <sketchbench/report/document/render_terminal.hpp>
#include <sketchbench/report/results/csv.hpp>

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The text wherever a document can hold one.
Document document_of(const std::string& text) {
  CellLine line;
  line.left = {text, Tone::bad};
  line.right = {text, Tone::faint};
  Table table;
  table.number = table.caption = text;
  table.remarks = table.notes = {text};
  table.columns = {{{text, text}, false}, {{text}, true}};
  table.rows = {{TableCell{line, line}, TableCell{line}}};
  Document document;
  document.name = document.title = text;
  document.banners = {{text, Tone::warning}};
  document.legend = {text};
  document.tables = {table};
  document.notes = {{text, {text}}};
  return document;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

const std::vector<std::string> steering = {"\x1b[31mred\x1b[0m",
                                           "\x1b]0;title\x07",
                                           "\xC2\x9B"
                                           "31m",
                                           "a\rb",
                                           "a\bb",
                                           "\xFF\xFE",
                                           "\xED\xA0\x80",
                                           std::string("a\0b", 3)};

TEST(HostileDocument, NothingSteersATerminal) {
  for (const std::string& text : steering) {
    const std::string plain = render_terminal(document_of(text), false);
    EXPECT_EQ(printable(plain), plain) << printable(text);
    EXPECT_THAT(plain, HasSubstr(printable(text)));
    EXPECT_THAT(render_terminal(document_of(text), true), Not(HasSubstr(text)));
    EXPECT_EQ(printable(render_markdown(document_of(text))), render_markdown(document_of(text)));
    EXPECT_EQ(printable(render_latex(document_of(text))), render_latex(document_of(text)));
  }
}

TEST(HostileDocument, ALineEndInANameEndsNoLineOfATable) {
  const std::string with_end = render_terminal(document_of("two\nlines"), false),
                    with_blank = render_terminal(document_of("two lines"), false);
  EXPECT_EQ(with_end, with_blank);
  EXPECT_EQ(render_markdown(document_of("two\nlines")), render_markdown(document_of("two lines")));
  EXPECT_EQ(render_latex(document_of("two\n\\input{x}")), render_latex(document_of("two \\input{x}")));
}

TEST(HostileDocument, MarkdownTakesNothingForMarkup) {
  EXPECT_EQ(markdown_escaped("<script>&lt;|*`_[x](y)~$"), "&lt;script>&amp;lt;\\|\\*\\`\\_\\[x\\](y)\\~\\$");
  for (const char* text :
       {"# heading", "> quotation", "- list", "+ list", "12. list", "3) list", "    code", "==="}) {
    const std::string rendered = render_markdown(document_of(text));
    for (const std::string& line : {"\n" + std::string(text), "\n- " + std::string(text)})
      EXPECT_THAT(rendered, Not(HasSubstr(line + "\n"))) << text;
  }
  EXPECT_THAT(render_markdown(document_of("a_*b")), Not(HasSubstr("a_")));
  EXPECT_THAT(render_markdown(document_of("+0.5")), HasSubstr("**+0.5**")) << "a sign in a cell is a sign";
}

TEST(HostileDocument, LatexTakesNothingForACommand) {
  EXPECT_EQ(latex_escaped("\\input{/etc/passwd} $x$ % # & _ ^ ~"),
            "\\textbackslash{}input\\{/etc/passwd\\} \\$x\\$ \\% \\# \\& \\_ \\textasciicircum{} "
            "\\textasciitilde{}");
  for (const char* text : {"[5cm]", "*"})
    EXPECT_THAT(render_latex(document_of(text)), AllOf(Not(HasSubstr(" \\\\\n" + std::string(text))),
                                                       Not(HasSubstr("\\midrule\n" + std::string(text)))))
        << "it would belong to the end of the line before";
  for (const std::string& line : lines_of(render_latex(document_of("a\n\\input{x}"))))
    EXPECT_TRUE(line.starts_with("%") || line.find("\\input") == std::string::npos) << line;
}

TEST(HostileDocument, CsvKeepsFieldsApart) {
  const ResultTable table = {.quantities = {{.key = "a,b"},
                                            {.key = "say \"x\""},
                                            {.key = "two\nlines"},
                                            {.key = "c\rd"},
                                            {.key = "e"}},
                             .rows = {{.values = {"x\"y", "u,v", "plain", "", "f\ng"}}}};
  EXPECT_EQ(csv_text(table),
            "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"c\rd\",e\n"
            "\"x\"\"y\",\"u,v\",plain,,\"f\ng\"\n");
}

TEST(HostileDocument, ColumnsLineUpAroundWhatIsEscaped) {
  std::vector<std::size_t> widths;
  Document document = document_of("\x1b[1mwide");
  for (Table& table : document.tables) table.remarks = table.notes = {};
  for (const std::string& line : lines_of(render_terminal(document, false)))
    if (line.starts_with("━")) widths.push_back(display_width(line));
  ASSERT_EQ(widths.size(), 2u);
  EXPECT_EQ(widths[0], widths[1]);
  EXPECT_GT(widths[0], 3 * display_width("\\x1b[1mwide"));
}

}  // namespace
}  // namespace sketchbench
