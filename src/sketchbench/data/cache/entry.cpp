#include <sketchbench/data/cache/entry.hpp>

#include <fmt/format.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/host_identity.hpp>
#include <sketchbench/data/source.hpp>

namespace sketchbench {
namespace {

/// To be raised when readers, generators, splitting or preprocessing make other rows out of the same files.
constexpr int preparation_version = 1;

constexpr std::size_t digits_of_key = 16;
constexpr std::string_view entry_ending = ".bin";

Json identity_of(const SplitSpec& split) {
  if (split.kind == SplitSpec::Kind::published) return {{"name", split.name}};
  if (split.kind == SplitSpec::Kind::last)
    return {{"name", split.name},
            {"kind", "last"},
            {"parts", split.parts},
            {"test_rows", split.test_rows},
            {"test_share", split.test_share}};
  return {
      {"name", split.name},           {"parts", split.parts},           {"sample_rows", split.sample_rows},
      {"test_rows", split.test_rows}, {"test_share", split.test_share}, {"seed", split.seed}};
}

}  // namespace

Entry entry_of(const Manifest& manifest, const Source& source, const SplitSpec& split,
               const DatasetRequest& request, const DataPaths& paths) {
  Json inputs =
      Json::array();  // with a generator, these are another manifest's and so not in source.identity
  for (const SourceFile& file : files_needed(source, split, paths)) inputs.push_back(file.sha256);
  Json key = {{"version", preparation_version}, {"name", manifest.name},
              {"source", source.identity},      {"inputs", inputs},
              {"split", identity_of(split)},    {"preprocess", manifest.preprocess_identity},
              {"max_train", request.max_train}};
  // Only where they say something new: entries that were made before they existed keep their names.
  if (request.max_test > 0) key["max_test"] = request.max_test;
  if (fills_with_means(source)) key["missing"] = "means of training rows";
  if (manifest.task == Task::regression) key["task"] = name_of(manifest.task);
  Entry entry;
  entry.key = key.dump();
  entry.file = paths.cache / "prepared" /
               fmt::format("{}-{}-{}{}", manifest.name, split.name,
                           sha256_hex(entry.key).substr(0, digits_of_key), entry_ending);
  return entry;
}

bool is_entry_name(std::string_view name) {
  if (!name.ends_with(entry_ending)) return false;
  name.remove_suffix(entry_ending.size());
  const std::size_t dash = name.rfind('-');
  return dash != std::string_view::npos && name.size() - dash - 1 == digits_of_key && name.find('-') < dash &&
         is_hex(name.substr(dash + 1));
}

}  // namespace sketchbench
