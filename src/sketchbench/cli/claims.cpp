#include <sketchbench/cli/claims.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/cli/options/data_options.hpp>
#include <sketchbench/cli/options/folder_option.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/results_folder.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/report/claims/claims_report.hpp>
#include <sketchbench/report/document/render_markdown.hpp>
#include <sketchbench/report/results/csv.hpp>
#include "papers/paper_list.hpp"

namespace sketchbench {
namespace {

struct ClaimsOptions {
  std::string paper;
  std::vector<std::string> ids;
  std::vector<std::filesystem::path> papers;
  std::filesystem::path results = default_results;
  std::string format = "term";
  DataOptions data;
  Color color = Color::automatic;
  bool quick = false, as_committed = false;
};

/// Those that are named, in the paper's order; all where none is.
void narrow(PaperClaims& paper, const std::vector<std::string>& ids) {
  if (ids.empty()) return;
  std::vector<std::string> known;
  for (const PublishedClaim& claim : paper.claims) known.push_back(claim.id);
  for (const std::string& id : ids)
    if (std::ranges::find(known, id) == known.end()) fail_unknown("claim of " + paper.paper->name, id, known);
  std::erase_if(paper.claims,
                [&](const PublishedClaim& claim) { return std::ranges::find(ids, claim.id) == ids.end(); });
}

std::vector<PaperClaims> wanted_claims(const std::vector<Paper>& papers, const ClaimsOptions& options) {
  std::vector<PaperClaims> wanted;
  const auto add = [&](const Paper& paper) {
    wanted.push_back(claims_for_command(paper, options.quick, options.results, options.data));
    narrow(wanted.back(), options.ids);
    const std::string file = wanted.back().file.string();
    if (wanted.back().claims.empty() && options.as_committed)
      throw InputError(fmt::format("{}: expected claims to check", file));
    // Where a table for a program is printed, words for people go elsewhere.
    if (wanted.back().claims.empty())
      print_text(fmt::format("{}: no claims; {} would list them\n", paper.name, file),
                 options.format == "term" ? stdout : stderr);
  };
  if (!options.paper.empty())
    add(find_paper(options.paper, papers));
  else
    for (const Paper& paper : papers) add(paper);
  std::erase_if(wanted, [](const PaperClaims& claims) { return claims.claims.empty(); });
  return wanted;
}

/// Every case of all claims of a paper fills many screens.
Document document_for(const PaperClaims& paper, const std::vector<MeasuredClaim>& measured,
                      const ClaimsOptions& options) {
  const std::string& title = paper.paper->title;
  if (!options.ids.empty() || options.format == "md") return claims_document(title, measured);
  Document document = claims_overview(title, measured);
  const auto is_measured = [](const MeasuredClaim& claim) {
    return claim.verdict() != ClaimVerdict::not_measured;
  };
  if (!options.quick && std::ranges::none_of(measured, is_measured))
    document.banners.push_back(
        {fmt::format(
             "None of their runs is in {}: --quick reads those of quick runs, --results another folder, "
             "such as results/reference",
             options.results.string()),
         Tone::warning});
  document.notes.push_back(
      {"Cases",
       {fmt::format("\"sketchbench claims {} CLAIM...\" shows those of claims, --format md all",
                    paper.paper->name)}});
  return document;
}

void print_claims(const Document& document, const ClaimsOptions& options) {
  if (options.format == "md")
    print_contents(render_markdown(document));
  else
    print_document(document, wants_color(options.color));
}

/// For a check of committed records, of which every verdict is known: says which are not.
bool is_as_committed(const PaperClaims& paper, const std::vector<MeasuredClaim>& measured) {
  bool as_committed = true;
  for (const MeasuredClaim& claim : measured) {
    const ClaimVerdict committed = claim.claim.verdict.value_or(ClaimVerdict::not_measured);
    if (claim.verdict() == committed) continue;
    as_committed = false;
    print_text(fmt::format("{}: the claim {}: \"verdict\" is \"{}\", now: {}\n", paper.file.string(),
                           claim.claim.id, name_of(committed), claim.verdict_text()),
               stderr);
  }
  return as_committed;
}

void claims(const ClaimsOptions& options) {
  const std::vector<Paper> papers = find_papers(options.papers);
  const std::vector<PaperClaims> wanted = wanted_claims(papers, options);
  if (wanted.empty()) return;
  const std::vector<Config> configs = configs_of(wanted);
  const Store store(options.results);
  require_results(store, configs);
  const ReportSources sources(store, options.data.paths(files_of(configs)));
  std::vector<MeasuredClaim> all;
  bool as_committed = true;
  for (const PaperClaims& claims : wanted) {
    const std::vector<MeasuredClaim> measured = measure_claims(claims, sources);
    if (options.format != "csv") {
      if (!all.empty()) say("\n");
      print_claims(document_for(claims, measured, options), options);
    }
    if (options.as_committed) as_committed = is_as_committed(claims, measured) && as_committed;
    all.insert(all.end(), measured.begin(), measured.end());
  }
  if (options.format == "csv") print_contents(csv_text(claims_table(all)));
  const auto regressed = [](const MeasuredClaim& claim) { return claim.regressed(); };
  if (options.as_committed ? !as_committed : std::ranges::any_of(all, regressed))
    throw ExitWith{ExitCode::failed};
}

}  // namespace

PaperClaims claims_for_command(const Paper& paper, bool quick, const std::filesystem::path& results,
                               const DataOptions& data, const FindConfig& find) {
  const FindConfig own = [&paper](const std::string& name) { return find_config(paper, name); };
  PaperClaims claims = read_paper_claims(paper, find ? find : own, quick);
  for (auto& [name, config] : claims.configs) config.named_folders = folder_words(results, data);
  return claims;
}

std::vector<PaperClaims> claims_for_page(const std::vector<Paper>& papers, bool quick,
                                         const std::filesystem::path& results, const DataOptions& data) {
  std::vector<PaperClaims> all;
  for (const Paper& paper : papers) all.push_back(claims_for_command(paper, quick, results, data));
  return all;
}

std::vector<Config> configs_of(const std::vector<PaperClaims>& claims) {
  std::vector<Config> configs;
  for (const PaperClaims& of_paper : claims)
    for (Config& config : of_paper.all_configs()) configs.push_back(std::move(config));
  return configs;
}

void add_papers_option(CLI::App& command, std::vector<std::filesystem::path>& folders) {
  add_folder_option(
      command, "--papers",
      "folder with papers of your own: papers.json, which lists them, and a folder of each; may "
      "be repeated (default: papers)",
      folders);
}

void add_claims_command(CLI::App& app) {
  const auto options = std::make_shared<ClaimsOptions>();
  CLI::App* command =
      app.add_subcommand("claims", "evaluate a paper's claims; exit 1 if a committed claim regressed");
  std::string names;
  for (const Paper& paper : papers()) names += (names.empty() ? "" : ", ") + paper.name;
  command->add_option("PAPER", options->paper,
                      names + ", or one of your own (default: all that have claims)");
  command->add_option("CLAIM", options->ids, "only these claims, with all of their cases");
  add_papers_option(*command, options->papers);
  add_folder_option(*command, "--results", "the folder of records", options->results);
  add_report_options(*command, options->data);
  command->add_option("--format", options->format, "term, md or csv")
      ->check(CLI::IsMember({"term", "md", "csv"}))
      ->capture_default_str();
  auto* as_committed = command->add_flag("--as-committed", options->as_committed,
                                         "exit 1 when any verdict is not the one in the paper's file");
  command->add_flag("--quick", options->quick, "from quick runs, which decide nothing")
      ->excludes(as_committed);
  add_color_option(*command, options->color);
  set_help_footer(*command);
  command->callback([options] { claims(*options); });
}

}  // namespace sketchbench
