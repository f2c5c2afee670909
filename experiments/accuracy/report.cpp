#include "experiments/accuracy/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "experiments/accuracy/csv.hpp"
#include "experiments/accuracy/figure.hpp"
#include "experiments/accuracy/note_numbers.hpp"
#include "experiments/accuracy/notes.hpp"
#include "experiments/accuracy/paper_form.hpp"
#include "experiments/accuracy/tables.hpp"
#include "report/report_frame.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

/// "48 published numbers: 44 reproduced, 2 differ, 2 not complete"; nothing where there are none to compare
/// with.
Text score(const Results& results) {
  int published = 0, reproduced = 0, differs = 0;
  for (const Summary& row : results.rows) {
    if (!row.judged) continue;
    ++published;
    reproduced += row.verdict == Verdict::reproduced ? 1 : 0;
    differs += row.verdict == Verdict::differs ? 1 : 0;
  }
  if (published == 0) return {};
  const int open = published - reproduced - differs;
  std::string text = fmt::format("Of {}: {} reproduced {}", plural(published, "published accuracy number"),
                                 reproduced, reproduced_mark);
  if (differs > 0) text += fmt::format(", {} differ {}", differs, differs_mark);
  if (open > 0) text += fmt::format(", {} not complete", open);
  return {text + ".", differs > 0 || open > 0 ? Tone::strong : Tone::good};
}

std::vector<std::string> legend_of(const Results& results, bool stacked) {
  std::vector<std::string> legend = {
      "Accuracy: per cent on the test set, mean ± sample standard deviation over the runs (an exact kernel "
      "draws nothing and runs once)."};
  if (stacked && has_published_numbers(results)) {
    const std::string marks =
        results.config.quick ? "" : fmt::format(", {} reproduced, {} differs", reproduced_mark, differs_mark);
    legend.push_back(
        fmt::format("Beside it: the difference from the paper in percentage points{}. Below: the paper's "
                    "accuracy; CPU time for features and training, the paper's in parentheses.",
                    marks));
  }
  const bool marked = std::any_of(results.rows.begin(), results.rows.end(),
                                  [](const Summary& row) { return row.side_by_side(); });
  if (marked)
    legend.push_back(fmt::format("{} Taken while other runs shared the machine.", side_by_side_mark));
  return legend;
}

ReportedRuns runs_of(const Results& results) {
  return {results.config, pointers_to(results.rows), results.left_out};
}

ReportParts parts_of(const Results& results, const Explanations& explanations) {
  const PaperForm* form = form_of(results);
  ReportParts parts;
  parts.quick_limits = quick_limits();
  parts.quick_effect = "the data are reduced";
  if (results.paper) {
    parts.quick_limits += "; no verdicts";
    parts.quick_effect += ", so differences from the paper mean nothing";
  }
  if (Text line = score(results); !line.text.empty() && !results.config.quick)
    parts.findings.push_back(std::move(line));
  parts.legend = legend_of(results, form != nullptr);
  parts.tables = form != nullptr ? form->tables(results, explanations)
                                 : std::vector<Table>{flat_table(results, explanations)};
  parts.notes = {{"Verdicts", verdict_lines(results)}};
  parts.times = time_lines(results);
  return parts;
}

}  // namespace

Document accuracy_document(const Results& results, const Explanations& explanations) {
  return framed_document(runs_of(results), parts_of(results, explanations));
}

Report accuracy_report(const Config& config, const ReportSources& sources) {
  const Results results = summarise(config, sources);
  ReportParts parts = parts_of(results, Explanations::for_config(config, accuracy_numbers(results, sources)));
  if (!config.beside.empty()) {
    const Config other = read_configs({config.beside}, config.quick).front();
    if (auto table = beside_table(results, summarise(other, sources)))
      parts.tables.push_back(std::move(*table));
  }
  Report report = framed_report(runs_of(results), std::move(parts));
  report.csv = render_csv(results);
  if (results.paper) report.beside_citation = results.paper->citation();
  report.shows = config.figure ? Shows::figure : Shows::table;
  if (config.figure) report.figures.push_back(accuracy_figure(results));
  return report;
}

}  // namespace sketchbench
