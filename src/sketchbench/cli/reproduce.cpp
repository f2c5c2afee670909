#include <sketchbench/cli/commands.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include <sketchbench/cli/claims.hpp>
#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/cli/options/folder_option.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/results_folder.hpp>
#include <sketchbench/cli/output_files.hpp>
#include <sketchbench/cli/run_messages.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/shipped.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/record/store.hpp>
#include <sketchbench/report/claims/claims_report.hpp>
#include <sketchbench/report/figure/growth_figure.hpp>
#include <sketchbench/report/report.hpp>
#include <sketchbench/report/results/csv.hpp>
#include <sketchbench/report/run_totals.hpp>
#include "papers/overview.hpp"
#include "papers/paper_list.hpp"
#include "papers/reproduction.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
/// A longer table is for its files; on the screen it would push everything else out of sight.
constexpr std::size_t longest_table = 60;

std::vector<Config> joined(std::vector<Config> first, const std::vector<Config>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// True when there was not one data set for any of the configurations.
bool all_skipped(const std::vector<Config>& configs, const Store& store) {
  return std::all_of(configs.begin(), configs.end(), [&](const Config& config) {
    return static_cast<double>(count_cells(store.skips(config.name))) >= count_cells(config);
  });
}

Document for_the_screen(Document document) {
  for (Table& table : document.tables)
    if (table.rows.size() > longest_table) {
      table.remarks.push_back(fmt::format("{} lines, in the files below.", table.rows.size()));
      table.columns.clear();
      table.rows.clear();
    }
  return document;
}

/// The reports that one command makes: each is written and printed once.
class PrintedReports {
 public:
  explicit PrintedReports(bool color) : color_(color) {}

  void add(const Config& config, const std::vector<Paper>& papers, const ReportSources& sources) {
    if (std::ranges::any_of(reports_, [&](const Report& made) { return made.config.name == config.name; }))
      return;
    const fs::path folder = sources.store.results() / config.name;
    Report& made = reports_.emplace_back(make_report(config, sources));
    name_paper(made, papers);
    write_tables(made, folder);
    say("\n");
    print_document(for_the_screen(made.document), color_);
    say("\nThe same as table.csv, table.md and table.tex in {}\n", folder.string());
    files_.write(made.figures, folder);
  }
  const std::vector<Report>& reports() const { return reports_; }
  FigureFiles& files() { return files_; }

 private:
  bool color_;
  std::vector<Report> reports_;
  FigureFiles files_;
};

/// A folder's own "configs" come before the program's, and may have nothing but a name in common with them.
void name_those_of_others(const std::vector<fs::path>& files) {
  const auto own = shipped("configs");
  std::error_code error;
  for (const fs::path& file : files)
    if (own && fs::exists(*own / file.filename(), error) &&
        !fs::equivalent(file, *own / file.filename(), error))
      say("{} of this folder takes the place of the program's own\n", file.string());
}

struct Request {
  RunOptions options;
  std::string what = "tables";
  std::optional<fs::path> configs;
  std::vector<fs::path> papers;
  Color color = Color::automatic;
  bool fast = false;

  fs::path config_of(const Paper& paper, const std::string& name) const {
    return configs ? *configs / (name + ".json") : find_config(paper, name);
  }
  /// Says which of them are not the program's own.
  std::vector<Config> read(const Paper& paper, const std::vector<std::string>& names) const {
    std::vector<fs::path> files;
    for (const std::string& name : names) files.push_back(config_of(paper, name));
    if (!configs && paper.folder.empty()) name_those_of_others(files);
    return read_silently(files);
  }
  std::vector<Config> read_silently(const std::vector<fs::path>& files) const {
    std::vector<Config> read = read_configs(files, options.quick);
    name_folders(read, options.results, options.data);
    return read;
  }
};

/// All configurations of all papers that are there.
std::vector<Config> of_all_papers(const std::vector<Paper>& papers, const Request& request) {
  std::vector<fs::path> files;
  for (const Paper& paper : papers)
    for (const std::string& name : paper.configurations())
      if (const fs::path file = request.config_of(paper, name);
          std::ranges::find(files, file) == files.end() && fs::exists(file))
        files.push_back(file);
  return request.read_silently(files);
}

std::vector<Config> without(std::vector<Config> all, const std::vector<Config>& made) {
  std::erase_if(all, [&](const Config& config) {
    return std::ranges::find(made, config.name, &Config::name) != made.end();
  });
  return all;
}

/// The page with these reports and those of the other configurations that have left records, what can be
/// shown of all their accuracies together, and the papers' claims.
void write_overview_and_page(const std::vector<Paper>& papers, std::vector<Report> reports,
                             const std::vector<Config>& others, std::vector<ClaimedPaper> claims,
                             const ReportSources& sources, const Request& request, FigureFiles& files) {
  for (const Config& config : others)
    if (Report report = make_report(config, sources); report.has_records) {
      name_paper(report, papers);
      reports.push_back(std::move(report));
    }
  sort_for_reading(reports);
  std::vector<Config> shown;
  for (const Report& report : reports) shown.push_back(report.config);
  const std::vector<Results> accuracies = summarise_accuracy(shown, sources);
  std::vector<Figure> overview = overview_figures(accuracies, find_resource(default_bench_folder));
  const bool quick = request.options.quick;
  if (!accuracies.empty()) {
    say("\nAll accuracy results together\n");
    files.write(overview, overview_folder(sources.store, quick));
  }
  write_file_atomically(overview_folder(sources.store, quick) / run_totals_name,
                        csv_text(run_totals_table(reports)));
  std::vector<PagePaper> of_papers = papers_of_page(papers, reports, std::move(claims));
  write_and_name_page(
      {.reports = std::move(reports), .papers = std::move(of_papers), .across = std::move(overview)},
      page_file(sources.store, quick), find_resource(default_chart_library));
}

/// Writes what the records say of the paper's claims, prints the first table of it, and tells whether a claim
/// that held when it was committed is now undecided or does not hold.
bool write_and_print_claims(const PaperClaims& claims, const ReportSources& sources, bool color) {
  const std::vector<MeasuredClaim> measured = measure_claims(claims, sources);
  const Report report = report_on(*claims.paper, measured);
  const fs::path folder = sources.store.results() / report.config.name;
  write_tables(report, folder);
  say("\n");
  print_document(claims_overview(claims.paper->title, measured), color);
  say("\nEvery case of every claim: table.csv, table.md and table.tex in {}\n", folder.string());
  return std::ranges::any_of(measured, [](const MeasuredClaim& claim) { return claim.regressed(); });
}

/// What is asked for of a paper.
struct PaperPart {
  const Paper* paper;
  std::vector<Config> tables, figures;
  PaperClaims claims = {};  ///< of a whole paper

  std::vector<Config> all() const { return joined(tables, figures); }
};

PaperPart read_part(const Paper& paper, const Reproduction& wanted, const Request& request) {
  PaperPart part{.paper = &paper, .tables = {}, .figures = {}};
  if (wanted.tables)
    part.tables =
        request.read(paper, request.fast && !paper.fast_tables.empty() ? paper.fast_tables : paper.tables);
  if (wanted.figures) part.figures = without(request.read(paper, paper.figures), part.tables);
  return part;
}

std::vector<Config> configs_of(const std::vector<PaperPart>& parts) {
  std::vector<Config> all;
  for (const PaperPart& part : parts) all = joined(std::move(all), part.all());
  return all;
}

/// Where none of a paper's data sets is here: runs the same tables on generated data, and has these shown.
/// None where there was no need to.
std::optional<RunOutcome> run_on_generated_data(std::vector<PaperPart>& parts, const Store& store,
                                                const Request& request) {
  std::optional<RunOutcome> outcome;
  for (PaperPart& part : parts) {
    if (part.tables.empty() || part.paper->tables_on_generated_data.empty() ||
        !all_skipped(part.tables, store))
      continue;
    say("\nNone of the paper's data sets is available here (see above). The tables below are made on "
        "generated data.\n\n");
    part.tables = request.read(*part.paper, part.paper->tables_on_generated_data);
    const RunOutcome one =
        run_with_messages(part.tables, request.options, request.options.data.paths(files_of(part.tables)))
            .outcome;
    if (outcome.value_or(RunOutcome::complete) == RunOutcome::complete) outcome = one;
  }
  return outcome;
}

void reproduce(const Request& request) {
  const RunOptions& options = request.options;
  const std::vector<Paper> papers = find_papers(request.papers);
  const Reproduction wanted = find_reproduction(request.what, papers);
  if (request.fast && wanted.tables &&
      std::ranges::all_of(wanted.papers, [](const Paper* paper) { return paper->fast_tables.empty(); }))
    throw InputError(fmt::format("--fast: {} has no tables by fast paths", wanted.papers.front()->title));
  const Store store(options.results);
  std::vector<PaperPart> parts;
  for (const Paper* paper : wanted.papers) parts.push_back(read_part(*paper, wanted, request));
  std::vector<PaperClaims> claims_of_the_page;
  std::vector<Config> of_the_page;
  if (wanted.is_whole()) {  // before anything runs: a claim may be wrong, or a configuration of another paper
    of_the_page = of_all_papers(papers, request);
    claims_of_the_page = claims_for_page(papers, options.quick, options.results, options.data);
    for (PaperPart& part : parts) {
      part.claims =
          claims_for_command(*part.paper, options.quick, options.results, options.data,
                             [&](const std::string& name) { return request.config_of(*part.paper, name); });
      std::ranges::replace_if(
          claims_of_the_page, [&](const PaperClaims& known) { return known.paper == part.paper; },
          part.claims);
    }
  }
  const DataPaths paths = options.data.paths(files_of(configs_of(parts)));
  const bool color = wants_color(request.color);
  PrintedReports printed(color);
  std::function<void(const Config&)> on_complete;
  if (options.quick) {
    // A quick run is to show something soon: its configurations are run in turn, the smallest table first,
    // and what is complete is printed while the others run.
    for (PaperPart& part : parts)
      std::ranges::stable_sort(part.tables, {}, [](const Config& config) { return count_cells(config); });
    on_complete = [&](const Config& config) {
      if (all_skipped({config}, store)) return;  // there may be data in its place
      printed.add(config, papers, {store, paths});
      say("\nThat was {}; the rest is still running.\n\n", config.name);
      std::fflush(stdout);  // to a file or a pipe it would come at the end
    };
  }
  // One run of everything: shared cells run once, and without --quick cheap ones come first whatever they are
  // for.
  RunOutcome outcome = run_with_messages(configs_of(parts), options, paths, on_complete).outcome;
  const bool unfiltered = !options.dry_run && options.only.empty();
  if (unfiltered)
    if (const auto of_generated = run_on_generated_data(parts, store, request);
        of_generated && outcome != RunOutcome::incomplete)
      outcome = *of_generated;
  if (options.dry_run) return;

  const std::vector<Config> all = configs_of(parts);
  const std::vector<Config> others = without(std::move(of_the_page), all);
  const std::vector<Config> read = joined(joined(all, others), configs_of(claims_of_the_page));
  const ReportSources sources(store, options.data.paths(files_of(read)));
  for (const Config& config : all) printed.add(config, papers, sources);
  if (wanted.is_whole())
    write_overview_and_page(papers, printed.reports(), others, claimed_papers(claims_of_the_page, sources),
                            sources, request, printed.files());
  bool claims_regressed = false;
  for (const PaperPart& part : parts)
    if (!part.claims.claims.empty() && write_and_print_claims(part.claims, sources, color))
      claims_regressed = true;
  claims_regressed = claims_regressed && unfiltered;  // of a part of the cells no claim is decided
  say("\n{}", output_index(printed.reports(), store.results()));
  if (outcome != RunOutcome::complete || claims_regressed || printed.files().failed())
    throw ExitWith{ExitCode::failed};
}

/// Which papers there are, for the end of the help.
std::string paper_list() {
  std::string text = "Papers:";
  for (const Paper& paper : papers()) text += fmt::format("\n  {}: {}", paper.name, paper.citation);
  return text;
}

}  // namespace

void add_reproduce_command(CLI::App& app) {
  const auto request = std::make_shared<Request>();
  CLI::App* command =
      app.add_subcommand("reproduce", "make the tables and figures of papers, ours beside theirs");
  command->add_option("WHAT", request->what, reproduction_help(papers()))->capture_default_str();
  set_help_footer(*command, paper_list() + "\n");
  begin_group(*command, option_group::cells);
  command->add_flag(
      "--quick", request->options.quick,
      quick_limits() +
          ", fewer numbers of random features where a configuration has \"quick_D\", fewer "
          "rows and maps where the maps themselves are measured, exact kernels trained by a faster "
          "solver of the same problem: a quick version, marked as such, within minutes");
  command->add_flag("--fast", request->fast,
                    "tables by the fast paths in place of the stock libraries, beside their results where "
                    "those have been run");
  begin_group(*command, option_group::folders);
  add_papers_option(*command, request->papers);
  add_folder_option(*command, "--configs",
                    "folder of the papers' configurations (default: configs, or the program's own)",
                    request->configs);
  add_run_options(*command, request->options);
  begin_group(*command, option_group::others);
  add_color_option(*command, request->color);
  command->callback([request] { reproduce(*request); });
}

}  // namespace sketchbench
