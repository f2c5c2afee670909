#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "papers/paper.hpp"

namespace sketchbench {

/// A paper's claims with the configurations that measure them.
struct PaperClaims {
  const Paper* paper = nullptr;
  std::vector<PublishedClaim> claims;  ///< none where the paper has no claims.json
  std::vector<Config> configs;         ///< each once

  /// The one of that name, or its --quick variant, which is among them.
  const Config& config(const std::string& name) const;
};

/// The file of the configuration of that name.
using FindConfig = std::function<std::filesystem::path(const std::string& name)>;

/// papers/<name>/claims.json, where the command runs or as it comes with the program. InputError for a claim
/// or a configuration that is wrong.
PaperClaims read_paper_claims(const Paper& paper, const FindConfig& find, bool quick);

/// From records alone, in the file's order.
std::vector<MeasuredClaim> measure_claims(const PaperClaims& claims, const ReportSources& sources);

/// By its name or its command; it points into `papers`. InputError, with the nearest one, for another word.
const Paper& find_paper(std::string_view word, const std::vector<Paper>& papers);

}  // namespace sketchbench
