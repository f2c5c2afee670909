#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>
#include <sketchbench/report/page/page.hpp>
#include <sketchbench/report/report.hpp>
#include "papers/paper.hpp"

namespace sketchbench {

/// A paper's claims with the configurations that measure them.
struct PaperClaims {
  const Paper* paper = nullptr;
  std::filesystem::path file;             ///< of the claims; it need not be there
  std::vector<PublishedClaim> claims;     ///< none where the paper has no claims.json
  std::map<std::string, Config> configs;  ///< by the names that the claims call them by

  std::vector<Config> all_configs() const;
};

/// The file of the configuration of that name.
using FindConfig = std::function<std::filesystem::path(const std::string& name)>;

/// The paper's claims.json (file_of()). InputError for a claim
/// or a configuration that is wrong.
PaperClaims read_paper_claims(const Paper& paper, const FindConfig& find, bool quick);

/// The claim on the data sets, families of kernels and, of its numbers of features, those that a varied one
/// is on: a verdict on other cases is no change. `configs`: of both, by name.
PublishedClaim restricted(PublishedClaim claim, const PublishedClaim& varied,
                          const std::map<std::string, Config>& configs);

/// From records alone, in the file's order. InputError for a claim about what its configurations do not have
/// (claim_names.hpp). `made`: reports of the same sources that there are already; a configuration among them
/// is not read again.
std::vector<MeasuredClaim> measure_claims(const PaperClaims& claims, const ReportSources& sources,
                                          std::span<const Report> made = {});

/// What people get to see of a paper's claims: all tables, and table.csv; its configuration has the name of
/// its folder in results/, "claims-kdd13", and nothing else. It has records where any claim has been
/// measured.
Report report_on(const Paper& paper, const std::vector<MeasuredClaim>& claims);

/// A paper's claims with the report on them.
struct ClaimedPaper {
  const Paper* paper;
  std::vector<MeasuredClaim> claims;
  Report report;
};

/// Each paper of which some claim has been measured, in the papers' order. One that a configuration does not
/// fit, as where another has taken its name, is left out; the command "claims" says why.
std::vector<ClaimedPaper> claimed_papers(const std::vector<PaperClaims>& claims, const ReportSources& sources,
                                         std::span<const Report> made = {});

/// The papers of a page: those that a report is of (Report::paper) or whose claims have been measured.
std::vector<PagePaper> papers_of_page(const std::vector<Paper>& papers, const std::vector<Report>& reports,
                                      std::vector<ClaimedPaper> claimed);

}  // namespace sketchbench
