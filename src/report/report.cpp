#include "report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/file.hpp"
#include "report/accuracy_report.hpp"
#include "report/bounds_report.hpp"
#include "report/construction_time_report.hpp"
#include "report/kernel_error_report.hpp"
#include "report/render_latex.hpp"
#include "report/render_markdown.hpp"

namespace sketchbench {
namespace {

using MakeReport = Report (*)(const Config&, const Store&);

/// One line for each kind of experiment.
const std::map<std::string, MakeReport>& report_makers() {
  static const std::map<std::string, MakeReport> makers = {{"accuracy", accuracy_report},
                                                           {"bounds", bounds_report},
                                                           {"construction_time", construction_time_report},
                                                           {"kernel_error", kernel_error_report}};
  return makers;
}

}  // namespace

Report make_report(const Config& config, const Store& store) {
  const auto found = report_makers().find(config.experiment);
  if (found == report_makers().end())
    throw Error("there is no report for the experiment \"" + config.experiment + "\"");
  try {
    return found->second(config, store);
  } catch (const Json::exception& error) {
    throw Error(
        fmt::format("{}: a record in {} does not have the shape its report expects ({}); \"sketchbench run "
                    "--force\" makes its records again",
                    config.file.string(), (store.results() / "records").string(), error.what()));
  }
}

void sort_for_reading(std::vector<Report>& reports) {
  const auto place = [](const Report& report) {
    if (report.config.experiment == "accuracy" && !report.config.figure) return 0;
    return report.config.experiment == "bounds" ? 2 : 1;
  };
  std::stable_sort(reports.begin(), reports.end(),
                   [&](const Report& a, const Report& b) { return place(a) < place(b); });
}

void write_tables(const Report& report, const std::filesystem::path& folder) {
  remove_stale_temporaries(folder);
  write_file_atomically(folder / "table.csv", report.csv);
  write_file_atomically(folder / "table.md", render_markdown(report.document));
  write_file_atomically(folder / "table.tex", render_latex(report.document));
}

}  // namespace sketchbench
