#include "papers/paper_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/harness/results_layout.hpp>
#include <sketchbench/report/claims/claim_evaluator.hpp>
#include <sketchbench/report/claims/claim_names.hpp>
#include <sketchbench/report/claims/claims_report.hpp>
#include <sketchbench/report/run_command.hpp>
#include "papers/finding.hpp"
#include "papers/paper_list.hpp"

namespace sketchbench {

namespace {

Config config_of(const std::filesystem::path& file, const PublishedClaim& claim, const std::string& name,
                 const FindConfig& find, bool quick) {
  try {
    return read_configs({find(name)}, quick).front();
  } catch (const InputError& error) {
    throw InputError(
        fmt::format("{} (\"measured_by\" of the claim {} in {})", error.what(), claim.id, file.string()));
  }
}

}  // namespace

std::vector<Config> PaperClaims::all_configs() const {
  std::vector<Config> all;
  for (const auto& [name, config] : configs) all.push_back(config);
  return all;
}

PaperClaims read_paper_claims(const Paper& paper, const FindConfig& find, bool quick) {
  PaperClaims read{.paper = &paper, .file = file_of(paper, "claims.json"), .claims = {}, .configs = {}};
  // One that is there and cannot be read, such as a link to nowhere, is no paper without claims.
  if (std::filesystem::symlink_status(read.file).type() == std::filesystem::file_type::not_found) return read;
  read.claims = read_claims(read.file);
  for (const PublishedClaim& claim : read.claims) {
    const auto add = [&](const std::vector<std::string>& names) {
      for (const std::string& name : names)
        if (!read.configs.contains(name))
          read.configs.emplace(name, config_of(read.file, claim, name, find, quick));
    };
    add(claim.measured_by);
    for (const VariedClaim& varied : claim.sensitivity) add(varied.measured_by);
  }
  return read;
}

PublishedClaim restricted(PublishedClaim claim, const PublishedClaim& varied,
                          const std::map<std::string, Config>& configs) {
  std::set<std::string> datasets;
  std::set<std::string_view> families;
  std::set<Index> D;
  for (const std::string& name : varied.measured_by) {
    for (const GridEntry& entry : configs.at(name).grid) {
      datasets.insert(entry.dataset.name);
      D.insert(entry.D.begin(), entry.D.end());
    }
    for (const Kernel& kernel : configs.at(name).kernels) families.insert(kernel.family());
  }
  if (claim.datasets.empty()) claim.datasets.assign(datasets.begin(), datasets.end());
  std::erase_if(claim.datasets, [&](const std::string& name) { return !datasets.contains(name); });
  std::erase_if(claim.D, [&](Index features) { return !D.contains(features); });
  if (claim.kernels.empty())
    for (const std::string& name : claim.measured_by)
      for (const Kernel& kernel : configs.at(name).kernels)
        if (std::ranges::find(claim.kernels, kernel) == claim.kernels.end()) claim.kernels.push_back(kernel);
  std::erase_if(claim.kernels, [&](const Kernel& kernel) { return !families.contains(kernel.family()); });
  return claim;
}

std::vector<MeasuredClaim> measure_claims(const PaperClaims& claims, const ReportSources& sources,
                                          std::span<const Report> made) {
  std::vector<MeasuredClaim> all;
  std::map<std::string, ResultTable> own;
  std::map<std::string, const ResultTable*> results;
  for (const auto& [name, config] : claims.configs) {
    const auto is_of = [&file = config.file, quick = config.quick](const Report& report) {
      return report.config.file == file && report.config.quick == quick;
    };
    const auto there = std::ranges::find_if(made, is_of);
    results[name] = there != made.end()
                        ? &there->results
                        : &own.emplace(name, make_report(config, sources).results).first->second;
  }
  const auto measure = [&](const PublishedClaim& claim) {
    MeasuredClaim measured{.paper = claims.paper->name, .claim = claim, .measurement = {}, .command = {}};
    std::vector<Config> configs;
    std::vector<const ResultTable*> tables;
    for (const std::string& name : claim.measured_by) {
      configs.push_back(claims.configs.at(name));
      measured.quick = measured.quick || configs.back().quick;
      tables.push_back(results.at(name));
    }
    require_known_names(claims.file, claim, configs);
    measured.command = run_command(configs);
    measured.measurement = evaluate(claims.file, claim, tables);
    const CaseCounts counts = measured.cases();
    measured.again = counts.measured < counts.asked
                         ? measured.command
                         : fmt::format("{} && {}", rerun_command(configs), compare_command(configs.front()));
    return measured;
  };
  for (const PublishedClaim& claim : claims.claims) {
    MeasuredClaim& measured = all.emplace_back(measure(claim));
    for (const VariedClaim& varied : claim.sensitivity) {
      PublishedClaim other = claim;
      other.measured_by = varied.measured_by;
      other.D.clear();  // those of its own
      other.looks = 1;
      const MeasuredClaim found = measure(other), there = measure(restricted(claim, other, claims.configs));
      measured.sensitivity.push_back(
          {varied.change, found.verdict(), found.verdict_text(), there.verdict(), there.verdict_text()});
    }
  }
  return all;
}

Report report_on(const Paper& paper, const std::vector<MeasuredClaim>& claims) {
  const bool quick = std::ranges::any_of(claims, &MeasuredClaim::quick);
  Report report;
  report.config.name = std::string(claims_prefix) + paper.name + (quick ? quick_ending : "");
  report.config.quick = quick;
  report.document = claims_document(paper.title, claims);
  report.results = claims_table(claims);
  report.has_records = std::ranges::any_of(
      claims, [](const MeasuredClaim& claim) { return claim.verdict() != ClaimVerdict::not_measured; });
  report.shows = Shows::claims;
  return report;
}

std::vector<ClaimedPaper> claimed_papers(const std::vector<PaperClaims>& claims, const ReportSources& sources,
                                         std::span<const Report> made) {
  std::vector<ClaimedPaper> papers;
  for (const PaperClaims& of_paper : claims) {
    try {
      std::vector<MeasuredClaim> measured = measure_claims(of_paper, sources, made);
      Report report = report_on(*of_paper.paper, measured);
      if (report.has_records) papers.push_back({of_paper.paper, std::move(measured), std::move(report)});
    } catch (const InputError&) {
      continue;
    }
  }
  return papers;
}

std::vector<PagePaper> papers_of_page(const std::vector<Paper>& papers, const std::vector<Report>& reports,
                                      std::vector<ClaimedPaper> claimed) {
  std::vector<PagePaper> shown;
  for (const Paper& paper : papers) {
    const auto of_paper = std::ranges::find(claimed, &paper, &ClaimedPaper::paper);
    if (of_paper == claimed.end() && std::ranges::find(reports, paper.name, &Report::paper) == reports.end())
      continue;
    shown.push_back({.name = paper.name,
                     .title = paper.title,
                     .citation = paper.citation,
                     .front = paper.figures.empty() ? "" : paper.figures.front()});
    if (of_paper == claimed.end()) continue;
    shown.back().finding = finding(paper, of_paper->claims);
    shown.back().claims = std::move(of_paper->claims);
  }
  return shown;
}

}  // namespace sketchbench
