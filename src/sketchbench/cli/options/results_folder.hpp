#pragma once
#include <filesystem>
#include <vector>

#include <sketchbench/cli/options/data_options.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/record/store.hpp>

namespace sketchbench {

inline constexpr const char* default_results = "results";

/// What a command was given of folders, as words of a command line.
std::vector<std::string> folder_words(const std::filesystem::path& results, const DataOptions& data);

/// Has the commands that reports print name the folders that this one was given.
void name_folders(std::vector<Config>& configs, const std::filesystem::path& results,
                  const DataOptions& data);

/// Throws InputError, with the folder's name, unless it holds what runs leave: records, or for one of the
/// configurations the list of cells that were skipped. A folder's name with a typing error would look like a
/// run that did nothing.
void require_results(const Store& store, const std::vector<Config>& configs);

}  // namespace sketchbench
