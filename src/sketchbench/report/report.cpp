#include <sketchbench/report/report.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/record/record_file.hpp>
#include <sketchbench/report/document/render_latex.hpp>
#include <sketchbench/report/document/render_markdown.hpp>
#include <sketchbench/report/results/csv.hpp>

namespace sketchbench {

Report make_report(const Config& config, const ReportSources& sources) {
  const auto make = find_experiment(config.experiment).report;
  if (make == nullptr) throw Error("there is no report for the experiment \"" + config.experiment + "\"");
  try {
    Report report = make(config, sources);
    if (report.results.owner == nullptr)
      throw Error("the results of the experiment \"" + config.experiment + "\" have no owner");
    return report;
  } catch (const Json::exception& error) {
    throw Error(
        fmt::format("{}: a record in {} does not have the shape its report expects ({}); \"sketchbench run "
                    "--force\" makes its records again",
                    config.file.string(), (sources.store.results() / "records").string(), reason_in(error)));
  }
}

void sort_for_reading(std::vector<Report>& reports) {
  std::stable_sort(reports.begin(), reports.end(),
                   [](const Report& a, const Report& b) { return a.shows < b.shows; });
}

void write_tables(const Report& report, const std::filesystem::path& folder) {
  remove_stale_temporaries(folder);
  write_file_atomically(folder / "table.csv", csv_text(report.results));
  write_file_atomically(folder / "table.md", render_markdown(report.document));
  write_file_atomically(folder / "table.tex", render_latex(report.document));
}

}  // namespace sketchbench
