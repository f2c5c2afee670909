#pragma once

#include <filesystem>
#include <vector>

#include <sketchbench/cli/options/data_options.hpp>
#include "papers/paper_claims.hpp"

namespace sketchbench {

/// The claims of a paper, for a command that was given these folders: the commands that reports print name
/// them.
PaperClaims claims_for_command(const Paper& paper, const FindConfig& find, bool quick,
                               const std::filesystem::path& results, const DataOptions& data);
/// Those of all papers, by the configurations of this folder or the program's own.
std::vector<PaperClaims> claims_for_page(bool quick, const std::filesystem::path& results,
                                         const DataOptions& data);
/// The configurations of all of them.
std::vector<Config> configs_of(const std::vector<PaperClaims>& claims);

}  // namespace sketchbench
