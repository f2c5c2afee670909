#pragma once

#include <filesystem>
#include <vector>

#include <sketchbench/cli/options/data_options.hpp>
#include "papers/paper_claims.hpp"

namespace CLI {
class App;
}

namespace sketchbench {

/// The claims of a paper, for a command that was given these folders: the commands that reports print name
/// them. Without `find` the configurations are those that find_config() finds for the paper.
PaperClaims claims_for_command(const Paper& paper, bool quick, const std::filesystem::path& results,
                               const DataOptions& data, const FindConfig& find = nullptr);
/// Those of all the papers.
std::vector<PaperClaims> claims_for_page(const std::vector<Paper>& papers, bool quick,
                                         const std::filesystem::path& results, const DataOptions& data);
/// The configurations of all of them.
std::vector<Config> configs_of(const std::vector<PaperClaims>& claims);

/// --papers: folders for find_papers().
void add_papers_option(CLI::App& command, std::vector<std::filesystem::path>& folders);

}  // namespace sketchbench
