#include <sketchbench/cli/commands.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>

#include <sketchbench/cli/claims.hpp>
#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/cli/options/data_options.hpp>
#include <sketchbench/cli/options/folder_option.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/results_folder.hpp>
#include <sketchbench/cli/output_files.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/shipped.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/results_layout.hpp>
#include <sketchbench/report/comparison/best_methods.hpp>
#include <sketchbench/report/document/render_latex.hpp>
#include <sketchbench/report/document/render_markdown.hpp>
#include <sketchbench/report/figure/growth_figure.hpp>
#include <sketchbench/report/report.hpp>
#include <sketchbench/report/results/csv.hpp>
#include <sketchbench/report/run_totals.hpp>
#include "papers/overview.hpp"
#include "papers/paper_list.hpp"

namespace sketchbench {
namespace {

struct ReportOptions {
  std::vector<std::string> files;
  std::vector<std::filesystem::path> papers;
  std::filesystem::path results = default_results;
  std::string format = "term";
  std::filesystem::path output;
  std::optional<std::filesystem::path> bench, charts;
  DataOptions data;
  bool quick = false, write = false;
  Color color = Color::automatic;
};

void print_report(const Report& report, const ReportOptions& options) {
  const std::string& format = options.format;
  if (format == "csv") {
    print_contents(csv_text(report.results));
    for (const std::string& line : report.left_out) complain(line);  // the other formats have notes
  } else if (format == "md") {
    print_contents(render_markdown(report.document));
  } else if (format == "tex") {
    print_contents(render_latex(report.document));
  } else {
    print_document(with_best_methods(report), wants_color(options.color));
  }
}

/// Those that were named, or all that there are.
std::vector<Config> wanted_configs(const std::vector<Paper>& papers, const ReportOptions& options) {
  const std::vector<std::filesystem::path> named(options.files.begin(), options.files.end());
  std::vector<Config> configs = read_configs(named.empty() ? all_configs(papers) : named, options.quick);
  if (!named.empty() || options.write) require_distinct_names(configs);
  name_folders(configs, options.results, options.data);
  return configs;
}

/// The reports to show: of the configurations that were named, or of those that have left records.
std::vector<Report> gather(const std::vector<Config>& configs, const std::vector<Paper>& papers,
                           const ReportOptions& options, const ReportSources& sources) {
  const bool named = !options.files.empty();
  std::vector<Report> gathered;
  for (const Config& config : configs) {
    Report report = make_report(config, sources);
    name_paper(report, papers);
    if (named || report.has_records) gathered.push_back(std::move(report));
  }
  if (gathered.empty())
    throw InputError(
        fmt::format("there are no records in {} for any configuration in configs or of the program's own; "
                    "make some with \"sketchbench run CONFIG\" or say which CONFIG to report",
                    options.results.string()));
  if (!named) sort_for_reading(gathered);
  return gathered;
}

void print_reports(const std::vector<Report>& reports, const ReportOptions& options) {
  for (const Report& report : reports) {
    if (&report != &reports.front()) say("\n");
    print_report(report, options);
  }
}

std::vector<Figure> overview_of(const std::vector<Report>& reports, const ReportSources& sources,
                                const ReportOptions& options) {
  std::vector<Config> configs;
  for (const Report& report : reports) configs.push_back(report.config);
  return overview_figures(summarise_accuracy(configs, sources),
                          options.bench.value_or(find_resource(default_bench_folder)));
}

/// `claims`: those of the papers, where no configuration was named.
void make_page(const std::vector<Report>& reports, const std::vector<Paper>& papers,
               const std::vector<ClaimedPaper>& claims, const ReportSources& sources,
               const ReportOptions& options) {
  const std::filesystem::path target =
      options.output.empty() ? page_file(sources.store, options.quick) : options.output;
  write_and_name_page({.reports = reports,
                       .papers = papers_of_page(papers, reports, claims),
                       .across = overview_of(reports, sources, options)},
                      target, options.charts.value_or(find_resource(default_chart_library)));
}

void write_files(const std::vector<Report>& reports, const std::vector<ClaimedPaper>& claims,
                 const ReportSources& sources, const ReportOptions& options) {
  // What a program may be reading from standard output stays clean.
  const bool for_people = options.format == "term" || options.format == "html";
  FigureFiles files(for_people ? stdout : stderr);
  for (const Report& report : reports) {
    const std::filesystem::path folder = sources.store.results() / report.config.name;
    write_tables(report, folder);
    files.write(report.figures, folder);
  }
  for (const auto& [paper, measured, report] : claims)
    write_tables(report, sources.store.results() / report.config.name);
  // An overview of some configurations would take the place of that of all.
  if (options.files.empty()) {
    const std::filesystem::path folder = overview_folder(sources.store, options.quick);
    files.write(overview_of(reports, sources, options), folder);
    write_file_atomically(folder / run_totals_name, csv_text(run_totals_table(reports)));
  }
  if (files.failed()) throw ExitWith{ExitCode::failed};
}

void report(const ReportOptions& options) {
  if (options.format != "html" && !options.output.empty())
    throw InputError(fmt::format("--output {}: only --format html writes a file, the other formats print",
                                 options.output.string()));
  const Store store(options.results);
  const std::vector<Paper> papers = find_papers(options.papers);
  const std::vector<Config> configs = wanted_configs(papers, options);
  const bool wants_claims = options.files.empty() && (options.format == "html" || options.write);
  const std::vector<PaperClaims> of_papers =
      wants_claims ? claims_for_page(papers, options.quick, options.results, options.data)
                   : std::vector<PaperClaims>();
  std::vector<Config> read = configs;
  for (Config& config : configs_of(of_papers)) read.push_back(std::move(config));
  const ReportSources sources(store, options.data.paths(files_of(read)));
  require_results(store, configs);
  const std::vector<Report> all = gather(configs, papers, options, sources);
  const std::vector<ClaimedPaper> claims = claimed_papers(of_papers, sources, all);
  if (options.format == "csv" && all.size() > 1)
    throw InputError(fmt::format(
        "--format csv prints one table, but {} configurations have records; name one CONFIG", all.size()));
  if (options.format == "html")
    make_page(all, papers, claims, sources, options);
  else
    print_reports(all, options);
  if (options.write) write_files(all, claims, sources, options);
}

}  // namespace

void add_report_command(CLI::App& app) {
  const auto options = std::make_shared<ReportOptions>();
  CLI::App* command =
      app.add_subcommand("report", "tables, figures and verdicts from the records, also during a run");
  command->add_option("CONFIG", options->files,
                      "configuration files; if none is given, all that have records, of those in configs/ "
                      "and the program's own");
  add_folder_option(*command, "--results", "the folder of records", options->results);
  add_papers_option(*command, options->papers);
  add_report_options(*command, options->data);
  add_folder_option(*command, "--bench",
                    "the folder of bench/run's results, for the chart of growth (default: results/bench, or "
                    "the program's own)",
                    options->bench);
  command->add_option("--format", options->format, "term, md, csv, tex, or html for one page of everything")
      ->check(CLI::IsMember({"term", "md", "csv", "tex", "html"}))
      ->capture_default_str();
  command->add_option("--output", options->output, "where --format html goes (default: RESULTS/report.html)");
  command->add_option("--charts", options->charts,
                      "the page's charting library (scripts/bundle-charts; default: web/build/charts.js, or "
                      "the program's own)");
  command->add_flag("--quick", options->quick, "report the quick runs of the configurations");
  command->add_flag(
      "--write", options->write,
      "write tables and figures into RESULTS/<config>/ as well, and without a CONFIG the papers' claims into "
      "RESULTS/claims-<paper>/ and the overview of all accuracies, and what all runs took, into "
      "RESULTS/overview/");
  add_color_option(*command, options->color);
  set_help_footer(*command);
  command->callback([options] { report(*options); });
}

}  // namespace sketchbench
