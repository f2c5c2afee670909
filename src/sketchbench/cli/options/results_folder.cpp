#include <sketchbench/cli/options/results_folder.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>

namespace sketchbench {

std::vector<std::string> folder_words(const std::filesystem::path& results, const DataOptions& data) {
  std::vector<std::string> words = data.words();
  if (results != default_results) words.insert(words.begin(), {"--results", results.string()});
  return words;
}

void name_folders(std::vector<Config>& configs, const std::filesystem::path& results,
                  const DataOptions& data) {
  for (Config& config : configs) config.named_folders = folder_words(results, data);
}

void require_results(const Store& store, const std::vector<Config>& configs) {
  const std::filesystem::path& results = store.results();
  std::error_code unknown;
  if (!std::filesystem::is_directory(results, unknown))
    throw InputError(
        fmt::format("--results {}: there is no such folder; \"sketchbench run CONFIG --results {}\" makes it",
                    results.string(), results.string()));
  for (const Config& config : configs)
    if (const std::string problem = store.skips_problem(config.name); !problem.empty())
      complain(fmt::format("warning: {}", problem));
  const bool skipped = std::any_of(configs.begin(), configs.end(),
                                   [&](const Config& config) { return !store.skips(config.name).empty(); });
  if (!skipped && store.record_files().empty() && store.packed_files().empty())
    throw InputError(fmt::format(
        "--results {}: the folder holds no records; \"sketchbench run CONFIG --results {}\" makes some",
        results.string(), results.string()));
}

}  // namespace sketchbench
