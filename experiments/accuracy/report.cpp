#include "experiments/accuracy/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/report_frame.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/accuracy/notes.hpp"
#include "experiments/accuracy/paper_form.hpp"
#include "experiments/accuracy/results_table.hpp"
#include "experiments/accuracy/tables.hpp"

namespace sketchbench {
namespace {

/// "Of 48 published accuracy numbers: 3 ✓ equal within 0.5 points, 43 ≈ consistent, 2 not complete."; nothing
/// where there are none to compare with.
Text score(const Results& results) {
  int published = 0;
  std::map<Verdict, int> count;
  for (const Summary& row : results.rows) {
    if (!row.judged) continue;
    ++published;
    ++count[row.verdict()];
  }
  if (published == 0) return {};
  std::vector<std::string> parts;
  for (const Verdict verdict : all_verdicts())
    if (count[verdict] > 0)
      parts.push_back(fmt::format("{} {} {}", count[verdict], mark_of(verdict), words_of(verdict)));
  const int open = count[Verdict::none];
  if (open > 0) parts.push_back(fmt::format("{} not complete", open));
  const int differing = count[Verdict::differs] + count[Verdict::differs_by_less];
  return {fmt::format("Of {}: {}.", plural(published, "published accuracy number"), fmt::join(parts, ", ")),
          differing > 0 || open > 0 ? Tone::strong : Tone::good};
}

/// "✓ equal within 0.5 points, ≈ consistent (...), ..."
std::string marks_text() {
  std::vector<std::string> marks;
  for (const Verdict verdict : all_verdicts())
    marks.push_back(
        fmt::format("{} {}{}", mark_of(verdict), words_of(verdict),
                    verdict == Verdict::consistent
                        ? " (in parentheses below: the difference that would have been told from 0 with a "
                          "probability of 80 %)"
                        : ""));
  return fmt::format("{}", fmt::join(marks, ", "));
}

std::vector<std::string> legend_of(const Results& results, bool stacked) {
  std::vector<std::string> legend = {
      "Accuracy: per cent on the test set, mean ± sample standard deviation over the runs (an exact kernel "
      "draws nothing and runs once)."};
  if (stacked && has_published_numbers(results)) {
    const std::string marks = results.config.quick ? "" : fmt::format(" ({})", marks_text());
    legend.push_back(fmt::format(
        "Beside it: the difference from the paper in percentage points{}. Below: the paper's "
        "accuracy{}.",
        marks,
        results.config.times ? "; CPU time for features and training, the paper's in parentheses" : ""));
  }
  const bool marked =
      results.config.times && std::any_of(results.rows.begin(), results.rows.end(),
                                          [](const Summary& row) { return row.side_by_side(); });
  if (marked)
    legend.push_back(fmt::format("{} Taken while other runs shared the machine.", side_by_side_mark));
  return legend;
}

ReportedRuns runs_of(const Results& results) {
  return {results.config, pointers_to(results.rows), results.left_out};
}

std::vector<Table> tables_of(const Results& results, const ResultTable& table, const PaperForm* form,
                             const Explanations& explanations) {
  if (form != nullptr) return form->tables(results, explanations);
  // Hundreds of lines say less than what they scatter by, and table.csv has them.
  if (auto spreads = split_table(results)) return {std::move(*spreads)};
  return {flat_table(results, table, explanations)};
}

ReportParts parts_of(const Results& results, const ResultTable& table, const Explanations& explanations) {
  const PaperForm* form = form_of(results);
  ReportParts parts;
  parts.quick_limits = quick_limits(results.config);
  parts.quick_effect = "the data are reduced";
  if (results.paper) {
    parts.quick_limits += "; no verdicts";
    parts.quick_effect += ", so differences from the paper mean nothing";
  }
  if (Text line = score(results); !line.text.empty() && !results.config.quick)
    parts.findings.push_back(std::move(line));
  parts.legend = legend_of(results, form != nullptr);
  parts.tables = tables_of(results, table, form, explanations);
  parts.notes = {{"Verdicts", verdict_lines(results)}};
  parts.times = time_lines(results);
  return parts;
}

}  // namespace

Document accuracy_document(const Results& results, const Explanations& explanations) {
  return framed_document(runs_of(results), parts_of(results, accuracy_table(results), explanations));
}

Report accuracy_report(const Config& config, const ReportSources& sources) {
  const auto summarised = std::make_shared<const Results>(summarise(config, sources));
  const Results& results = *summarised;
  ResultTable table = accuracy_table(results);
  table.owner = summarised;
  ReportParts parts =
      parts_of(results, table, Explanations::for_config(config, accuracy_numbers(results, sources)));
  if (!config.beside.empty()) {
    const Config other = read_configs({config.beside}, config.quick).front();
    if (auto beside = beside_table(results, summarise(other, sources)))
      parts.tables.push_back(std::move(*beside));
  }
  Report report = framed_report(runs_of(results), std::move(parts), std::move(table));
  if (results.paper) report.beside_citation = results.paper->citation();
  report.shows = config.figure ? Shows::figure : Shows::table;
  const Along along = config.figure ? Along::features : varies_along(report.results);
  if (along != Along::nothing) report.figures.push_back(accuracy_figure(results, along));
  return report;
}

}  // namespace sketchbench
