#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/data/catalog.hpp>
#include "support/local_paths.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {

/// 40 rows; the only feature of row i is i + 1, so that a row tells where it comes from.
inline std::string numbered_rows(int first_label) {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += fmt::format("{} 1:{}\n", i % 2 == 0 ? first_label : -first_label, i + 1);
  return text;
}

/// A data set "toy" with two sources, "best" and "second", in a mirror that may hold either.
class ToyCatalog : public testing::Test {
 protected:
  ToyCatalog() {
    paths = testing_support::local_paths(folder);
    write_manifest();
  }

  void write_manifest(const std::vector<std::string>& urls_of_best = {}) {
    const auto source = [](const std::string& name, const std::string& content,
                           const std::vector<std::string>& urls) {
      return Json{{"name", name},
                  {"files",
                   {{{"name", name + ".svm"},
                     {"part", "all"},
                     {"sha256", sha256_hex(content)},
                     {"urls", urls},
                     {"format", {{"kind", "libsvm"}, {"features", 1}, {"rows", 40}}}}}}};
    };
    const Json manifest = {
        {"name", "toy"},
        {"title", "A toy"},
        {"citation", "nobody"},
        {"licence", "CC0"},
        {"sources", {source("best", best, urls_of_best), source("second", second, {})}},
        {"splits",
         {{{"name", "fifth"}, {"kind", "random"}, {"parts", {"all"}}, {"test_share", 0.2}, {"seed", 1}},
          {{"name", "half"}, {"kind", "random"}, {"parts", {"all"}}, {"test_share", 0.5}, {"seed", 1}}}}};
    rewrite_manifest(manifest);
  }
  /// Another command would read it, with a catalogue of its own.
  void rewrite_manifest(const Json& manifest) {
    folder.write("datasets/toy.json", manifest.dump());
    paths.manifests = folder / "datasets";
  }

  DatasetInfo prepare(const DatasetRequest& request = {"toy", "", 0}) const {
    return prepare_dataset(request, paths,
                           [this](std::string_view line) { news += fmt::format("{}\n", line); });
  }
  std::vector<std::filesystem::path> entries() const {
    std::vector<std::filesystem::path> result;
    for (const auto& file : std::filesystem::directory_iterator(paths.cache / "prepared"))
      if (file.path().extension() == ".bin") result.push_back(file.path());
    return result;
  }

  /// Flips a bit of the byte that is `from_end` bytes before the end.
  static void flip(const std::filesystem::path& file, std::size_t from_end) {
    std::string content = read_file(file);
    content[content.size() - from_end] = static_cast<char>(content[content.size() - from_end] ^ 0x40);
    std::ofstream(file, std::ios::binary) << content;
  }

  const testing_support::TemporaryFolder folder;
  const std::string best = numbered_rows(1), second = numbered_rows(-1);
  DataPaths paths;
  mutable std::string news;
};

}  // namespace sketchbench
