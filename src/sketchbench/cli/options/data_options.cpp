#include <sketchbench/cli/options/data_options.hpp>

#include <CLI/CLI.hpp>

#include <sketchbench/cli/options/folder_option.hpp>

namespace sketchbench {

DataPaths DataOptions::paths(const std::vector<std::filesystem::path>& configurations) const {
  DataPaths paths = DataPaths::from_environment({configurations, datasets});
  if (mirror) paths.mirror = mirror;
  if (data) paths.cache = *data;
  return paths;
}

std::vector<std::string> DataOptions::words() const {
  std::vector<std::string> words;
  const auto add = [&](const char* option, const std::filesystem::path& folder) {
    words.insert(words.end(), {option, folder.string()});
  };
  for (const std::filesystem::path& folder : datasets) add("--datasets", folder);
  if (mirror) add("--mirror", *mirror);
  if (data) add("--data", *data);
  return words;
}

void add_report_options(CLI::App& command, DataOptions& options) {
  add_folder_option(
      command, "--datasets",
      "folder of manifests besides the built-in ones, may be repeated (default: SKETCHBENCH_DATASETS)",
      options.datasets);
  add_folder_option(command, "--data", "cache of data sets (default: SKETCHBENCH_DATA or datasets/cache)",
                    options.data);
}

void add_data_options(CLI::App& command, DataOptions& options) {
  add_report_options(command, options);
  add_folder_option(command, "--mirror",
                    "folder with the publishers' files, or with folders of them, tried before the network "
                    "(default: SKETCHBENCH_MIRROR)",
                    options.mirror);
}

}  // namespace sketchbench
