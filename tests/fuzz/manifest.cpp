#include <sketchbench/data/manifest.hpp>

#include <sketchbench/core/json.hpp>

#include <cmath>

#include "fuzz/input_file.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {
namespace {

void check_file(const SourceFile& file) {
  require(
      !file.name.empty() && file.name.find('/') == std::string::npos && file.name != "." && file.name != "..",
      "a file's name does not lead out of the mirror");
  require(file.name.find('\0') == std::string::npos, "a file's name is whole");
  require(file.digest_is_unknown() || file.sha256.size() == 64, "a SHA-256 has 64 digits");
  require(
      file.bytes >= 0 && file.format.features >= 0 && file.format.rows >= 0 && file.format.ignore_first >= 0,
      "counts are not negative");
  for (const float label : file.format.labels) require(std::isfinite(label), "declared labels are finite");
}

}  // namespace

bool run_manifest(std::string_view input) {
  static InputFile file("manifest.json");
  const std::filesystem::path& path = file.put(input);
  return accepts(path, [&] {
    const Manifest manifest = read_manifest(path);
    require(manifest.name == "manifest", "a manifest is called like its file");
    require(!manifest.sources.empty() && !manifest.splits.empty(), "there is a source and a split");
    for (const Source& source : manifest.sources) {
      require(source.files.empty() == source.generator.has_value(), "a source has files or a generator");
      for (const SourceFile& one : source.files) check_file(one);
      static_cast<void>(json_text(source.identity));
    }
    for (const SplitSpec& split : manifest.splits) {
      require(&manifest.split(split.name) <= &split, "a split is found by its name");
      require(std::isfinite(split.test_share), "a share is finite");
    }
    static_cast<void>(manifest.any_columns());
    static_cast<void>(json_text(manifest.preprocess_identity));
  });
}

}  // namespace sketchbench::fuzz
