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

/// A table may be copied without the report around it, so each says of itself that it is not the experiment.
void mark_as_quick(std::vector<Table>& tables) {
  for (Table& table : tables)
    table.remarks.insert(table.remarks.begin(), fmt::format("QUICK: {}; no verdicts.", quick_limits()));
}

std::vector<Text> banners_of(const Results& results) {
  std::vector<Text> banners;
  if (results.config.quick)
    banners.push_back(
        {fmt::format("QUICK RUN: {}. It shows that everything works; the data "
                     "are reduced, so there are no verdicts, and differences from the paper mean nothing.",
                     quick_limits()),
         Tone::warning});
  else if (Text line = score(results); !line.text.empty())
    banners.push_back(std::move(line));
  const auto complete = std::count_if(results.rows.begin(), results.rows.end(),
                                      [](const Summary& row) { return row.status == Status::done; });
  if (complete < static_cast<std::ptrdiff_t>(results.rows.size()))
    banners.push_back({fmt::format("{} of {} are complete; incomplete ones are marked.", complete,
                                   plural(static_cast<std::int64_t>(results.rows.size()), "result")),
                       Tone::warning});
  return banners;
}

std::vector<std::string> legend_of(const Results& results, bool stacked) {
  std::vector<std::string> legend = {
      "Accuracy: per cent on the test set, mean ± sample standard deviation over the runs (an exact kernel "
      "draws "
      "nothing and runs once)."};
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

}  // namespace

Document accuracy_document(const Results& results, const Explanations& explanations) {
  const PaperForm* form = form_of(results);
  Document document;
  document.name = results.config.name;
  document.title = results.config.title;
  document.banners = banners_of(results);
  document.legend = legend_of(results, form != nullptr);
  document.tables = form != nullptr ? form->tables(results, explanations)
                                    : std::vector<Table>{flat_table(results, explanations)};
  if (results.config.quick) mark_as_quick(document.tables);
  document.notes = notes_of(results);
  return document;
}

Report accuracy_report(const Config& config, const ReportSources& sources) {
  Results results = summarise(config, sources);
  Report report;
  report.document =
      accuracy_document(results, Explanations::for_config(config, accuracy_numbers(results, sources)));
  if (!config.beside.empty()) {
    const Config other = read_configs({config.beside}, config.quick).front();
    if (auto table = beside_table(results, summarise(other, sources)))
      report.document.tables.push_back(std::move(*table));
  }
  report.csv = render_csv(results);
  report.has_records = has_records(results);
  if (results.paper) report.beside_citation = results.paper->citation();
  report.shows = config.figure ? Shows::figure : Shows::table;
  if (config.figure) report.figures.push_back(accuracy_figure(results));
  for (Summary& row : results.rows) report.groups.push_back(std::move(row));
  report.left_out = std::move(results.left_out);
  report.config = std::move(results.config);
  return report;
}

}  // namespace sketchbench
