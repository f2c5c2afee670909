#include <sketchbench/cli/commands.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include <sketchbench/cli/claims.hpp>
#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/cli/options/data_options.hpp>
#include <sketchbench/cli/options/folder_option.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/results_folder.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/report/quote/quote.hpp>
#include "papers/paper_list.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

struct QuoteOptions {
  std::vector<fs::path> files;
  fs::path results = "results/reference";
  std::optional<fs::path> into;
  bool check = false;
};

/// Others are Markdown, filled in where they are, or where README.md.in is, beside it as README.md.
bool is_latex(const fs::path& file) { return file.extension() == ".tex"; }
bool is_template_beside(const fs::path& file) { return file.extension() == ".in"; }

/// From records alone, whatever data there are here: with the titles that manifests say.
ReportSources sources_of(const Store& store, const std::vector<Config>& configs) {
  return {store, ManifestFacts(DataOptions().paths(files_of(configs)))};
}

/// Reports of results folders, made when they are first asked for.
class Reports {
 public:
  /// "results/reference/" is "results/reference".
  explicit Reports(const fs::path& results) : results_((results / "").parent_path()) {}

  /// Of a results folder beside that of --results, or of this one without a name.
  const std::vector<Report>& in(const std::string& folder) {
    const fs::path results = folder.empty() ? results_ : folder_beside() / folder;
    if (const auto known = of_folder_.find(folder); known != of_folder_.end()) return known->second;
    std::vector<Config> configs = read_configs(all_configs(papers_), /*quick=*/false);
    require_distinct_names(configs);
    name_folders(configs, results, DataOptions());
    const Store store(results);
    require_results(store, configs);
    const ReportSources sources = sources_of(store, configs);
    std::vector<Report>& reports = of_folder_[folder];
    for (const Config& config : configs) {
      Report report = make_report(config, sources);
      if (report.has_records) reports.push_back(std::move(report));
    }
    sort_for_reading(reports);
    return reports;
  }

  const Report& named(const std::string& name) {
    if (name.starts_with(claims_prefix)) return claims(name.substr(claims_prefix.size()));
    const std::size_t slash = name.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : name.substr(0, slash);
    const std::string configuration = name.substr(slash + 1);
    std::vector<std::string> known;
    for (const Report& report : in(folder)) {
      if (report.config.name == configuration) return report;
      known.push_back(report.config.name);
    }
    fail_unknown("configuration with records", configuration, known);
  }

  fs::path folder_beside() const { return results_.parent_path(); }

 private:
  const Report& claims(const std::string& word) {
    const Paper& paper = find_paper(word, papers_);
    if (const auto known = of_paper_.find(paper.name); known != of_paper_.end()) return known->second;
    const PaperClaims claims = claims_for_command(paper, /*quick=*/false, results_, DataOptions());
    const Store store(results_);
    const ReportSources sources = sources_of(store, claims.all_configs());
    return of_paper_[paper.name] = report_on(paper, measure_claims(claims, sources, in("")));
  }

  std::vector<Paper> papers_ = find_papers();
  fs::path results_;
  std::map<std::string, std::vector<Report>> of_folder_;
  std::map<std::string, Report> of_paper_;
};

/// Where the document goes that has been filled in; nowhere for a check.
std::optional<fs::path> target_of(const fs::path& file, const QuoteOptions& options) {
  const fs::path document = is_template_beside(file) ? fs::path(file).replace_extension() : file;
  if (options.check) return std::nullopt;
  if (options.into) return *options.into / document.filename();
  if (is_latex(file))
    throw InputError(
        fmt::format("{}: is a template; say where the document goes with --into FOLDER", file.string()));
  return document;
}

/// The document of a template without the marks; a line in which the one beside it differs.
QuotedDocument document_beside(const fs::path& file, QuotedDocument quoted) {
  const fs::path document = fs::path(file).replace_extension();
  quoted.text = without_marks(quoted.text);
  quoted.differing.clear();
  const std::string stands = fs::exists(document) ? read_file(document) : "";
  if (stands == quoted.text) return quoted;
  const auto differs = std::ranges::mismatch(stands, quoted.text).in1;
  quoted.differing.push_back({1 + std::ranges::count(stands.begin(), differs, '\n'),
                              fmt::format("is not what {} makes", file.filename().string())});
  return quoted;
}

void quote(const QuoteOptions& options) {
  Reports reports(options.results);
  QuoteSources sources{
      .report = [&](const std::string& name) -> const Report& { return reports.named(name); },
      .reports = [&]() -> const std::vector<Report>& { return reports.in(""); },
      .results = reports.folder_beside()};
  bool as_recorded = true;
  std::map<fs::path, std::string> made;  // a document that is wrong leaves the others as they are
  for (const fs::path& file : options.files) {
    const std::optional<fs::path> target = target_of(file, options);
    sources.folder = file.parent_path();
    QuotedDocument quoted = (is_latex(file) ? quoted_latex : quoted_markdown)(file, read_file(file), sources);
    fs::path document = file;
    if (is_template_beside(file)) {
      quoted = document_beside(file, std::move(quoted));
      document.replace_extension();
    }
    for (const auto* remarks : {&quoted.differing, &quoted.unmet})
      for (const QuotedDocument::Remark& remark : *remarks)
        print_text(fmt::format("{}:{}: {}\n", (remarks == &quoted.unmet ? file : document).string(),
                               remark.line, remark.text),
                   stderr);
    as_recorded = as_recorded && quoted.unmet.empty() && (!options.check || quoted.differing.empty());
    if (target && (options.into || !quoted.differing.empty()) && !made.emplace(*target, quoted.text).second)
      throw InputError(fmt::format("{}: another document goes to {}", file.string(), target->string()));
  }
  for (const auto& [target, text] : made) write_file_atomically(target, text);
  if (!as_recorded) throw ExitWith{ExitCode::failed};
}

}  // namespace

void add_quote_command(CLI::App& app) {
  const auto options = std::make_shared<QuoteOptions>();
  CLI::App* command =
      app.add_subcommand("quote", "fill the numbers and tables of documents from the records");
  command
      ->add_option("FILE", options->files,
                   "Markdown, a template of it beside it (README.md.in), or of LaTeX (.tex)")
      ->required();
  add_folder_option(*command, "--results", "the folder of records", options->results);
  auto* check = command->add_flag("--check", options->check,
                                  "write nothing; say what differs, and exit 1 where something does");
  add_folder_option(*command, "--into", "write the documents there, and leave FILE as it is", options->into);
  command->get_option("--into")->excludes(check);
  set_help_footer(*command);
  command->callback([options] { quote(*options); });
}

}  // namespace sketchbench
