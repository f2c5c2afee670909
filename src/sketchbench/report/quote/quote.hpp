#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/report/report.hpp>
#include <sketchbench/report/results/result_table.hpp>

namespace sketchbench {

/// Where documents quote from: reports, made from records, and files.
struct QuoteSources {
  /// Of a configuration, "table1", of one of a results folder beside, "second_machine/fig2a", or of a paper's
  /// claims, "claims-kdd13". InputError, with the nearest name, for another one.
  std::function<const Report&(const std::string& name)> report;
  /// Of all configurations that have records, in the order in which they are read.
  std::function<const std::vector<Report>&()> reports;
  /// The folder that the results folders are in, and bench/ with what bench/run has measured.
  std::filesystem::path results;
  /// The document's, which its links start from.
  std::filesystem::path folder = {};
};

/// The table that a question is about: of a report, "table1"; of what all runs took, "runs"
/// (run_totals_table()), or of the memory of workers, "memory/LEARNER"; or of a JSON file, "FILE.json#a/b",
/// the list in it under these keys. One of a report is the report's own. InputError where there is none.
std::shared_ptr<const ResultTable> quoted_table(const std::string& name, const QuoteSources& sources);

/// Of a configuration, empty: of all, in the table "runs": its cells, wall clock, CPU time, cells at once.
std::vector<std::string> run_facts(const ResultTable& runs, const std::string& configuration);

/// The report's table whose caption is so, or alone has these words in it. InputError where there is none.
const Table& table_about(std::string_view words, const Report& report);

/// Whole lines that a Markdown document can quote, by what the mark says beside the kind:
///   published: TABLE show=COLUMN  a row for each data set and kernel, a column for each method; below our
///                                 number in per cent the published one with the verdict
///   means: TABLE show=COLUMN      a row for each data set, a column for each method, of the largest D
///   table: TABLE CAPTION          a table of the report (table_about())
///   ratios: TABLE...              of times to make features, with their intervals; a column for each machine
///   runs:                         what the runs of each configuration took, and the command for all of them
///   memory: LEARNER               of workers, a row for each data set
///   bench: PART                   the first table of results/bench/PART.json, and where it was measured,
///                                 here and in the bench folders of other results
///   benchmarks: PART...           the same without tables; all parts that there are
///   parameters: WHOSE             of the maps, learners, kernels or experiments; of no record
///   registered: WHAT              the maps, learners or kernels (registered()); of no record
/// InputError for another kind, or where something is not there.
std::string block_text(const std::string& kind, const std::string& words, const QuoteSources& sources);
bool is_block(const std::string& kind);
/// parameters, registered, bench and benchmarks.
std::string parameters_text(const std::string& whose);
std::string registered_text(const std::string& what);
std::string bench_text(const std::string& part, const QuoteSources& sources);
std::string benchmarks_text(const std::vector<std::string>& parts, const QuoteSources& sources);

/// What is registered, a line each behind a line of headings: "maps" (method, kernels, what it is, source),
/// "learners" or "kernels". InputError for other words.
std::vector<std::vector<std::string>> registered(const std::string& what);

/// A document with what it quotes filled in.
struct QuotedDocument {
  struct Remark {
    long line;
    std::string text;
  };

  std::string text;
  std::vector<Remark> differing;  ///< passages that stood otherwise: what stands there, what the records say
  std::vector<Remark> unmet;      ///< what words say of numbers and is not so (Expectation)
};

/// Markdown quotes a number between two marks, as question.hpp says,
///   <!-- table1: dataset=mnist degree=4 coef0=1 method=exact show=mean:accuracy -->97.40<!-- -->
/// and lines between marks that stand alone, as block_text() says,
///   <!-- published: table1 show=accuracy -->
///   <!-- end of published -->
/// What words say of a number that may change is tied to it:
///   <!-- expect at most 1: table1 verdict=differs show=count -->
/// InputError, with file and line, for a mark that cannot be read or that the records have no answer to.
QuotedDocument quoted_markdown(const std::filesystem::path& file, std::string_view text,
                               const QuoteSources& sources);

/// The text of a document without marks, and without the lines that have nothing else.
std::string without_marks(std::string_view text);

/// LaTeX is a template: commands stand for what they quote, and nothing differs. Comments stay as they are;
/// lines that begin with "%% expect" have expectations.
///   \quoted{TABLE}{KEY=VALUE ...}{WHAT}  a number (question.hpp)
///   \ran{CONFIGURATION}                  a row: its cells, wall clock, CPU time, cells at once; {}: of all
///   \tablefrom{REPORT}{CAPTION}{LABEL}   a table (table_about()); a fourth argument is the width of its
///                                        first column, a share of the text's
///   \notesfrom{REPORT}{HEADING}          the report's notes below that heading
///   \said{FILE}{TEXT}                    the text, which the file has
///   \fact{FILE}{KEY}                     the text that a JSON or YAML file has under this key
///   \disk{FOLDER}                        what its files hold
QuotedDocument quoted_latex(const std::filesystem::path& file, std::string_view text,
                            const QuoteSources& sources);
bool is_latex_quote(const std::string& command);
std::string latex_quote(const std::string& command, const std::vector<std::string>& arguments,
                        const QuoteSources& sources);

}  // namespace sketchbench
