#include "data/manifest_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/error.hpp"

namespace sketchbench {
namespace {

std::vector<std::string> parts_of(const Source& source) {
  if (source.generator) return {"all"};
  std::vector<std::string> parts;
  for (const SourceFile& file : source.files) parts.push_back(file.part);
  return parts;
}

/// Names are what entries are asked for by: each once.
template <class Named>
void check_names(const Manifest& manifest, const char* key, const std::vector<Named>& entries) {
  std::set<std::string> seen;
  for (const Named& entry : entries)
    if (!seen.insert(entry.name).second)
      fail_input(
          manifest.file, 0,
          fmt::format("\"{}\" has two entries called \"{}\", expected each name once", key, entry.name));
}

/// The same file twice would be trained and tested on alike.
void check_files(const Manifest& manifest) {
  for (const Source& source : manifest.sources) {
    std::set<std::string> seen;
    for (const SourceFile& file : source.files)
      if (!file.digest_is_unknown() &&
          !seen.insert(file.sha256 + file.format.member + file.format.members).second)
        fail_input(manifest.file, 0,
                   fmt::format("source \"{}\": {} is given twice, expected each file for one part",
                               source.name, file.name));
  }
}

/// Every split must be possible with every source, so that falling back to another source cannot fail
/// halfway.
void check_parts(const Manifest& manifest) {
  for (const SplitSpec& split : manifest.splits) {
    const std::vector<std::string> needed =
        split.kind == SplitSpec::Kind::published ? std::vector<std::string>{"train", "test"} : split.parts;
    for (const Source& source : manifest.sources) {
      const std::vector<std::string> present = parts_of(source);
      for (const std::string& part : needed)
        if (std::find(present.begin(), present.end(), part) == present.end())
          fail_input(
              manifest.file, 0,
              fmt::format(
                  "split \"{}\" needs the part \"{}\", which the source \"{}\" does not have (it has {})",
                  split.name, part, source.name, fmt::join(present, ", ")));
    }
  }
}

bool gives_classes(const Generator& generator) {
  return !std::holds_alternative<PolyRegressionParams>(generator.params);
}

bool is_uniform(const Source& source) {
  return source.generator && std::holds_alternative<UniformParams>(source.generator->params);
}

/// Uniform points pass by the cache, where preprocessing happens and sources are chosen from.
void check_uniform(const Manifest& manifest) {
  if (std::none_of(manifest.sources.begin(), manifest.sources.end(), is_uniform)) return;
  if (manifest.sources.size() > 1)
    fail_input(
        manifest.file, 0,
        fmt::format("\"sources\" has {} entries, expected a generator of the type \"uniform\" to be the "
                    "only one",
                    manifest.sources.size()));
  if (!manifest.preprocess.empty())
    fail_input(
        manifest.file, 0,
        fmt::format("\"preprocess\" has {} steps, expected none for a generator of the type \"uniform\"",
                    manifest.preprocess.size()));
}

/// What gives or takes classes has no place in a data set for regression, nor targets in one of classes.
void check_task(const Manifest& manifest) {
  const bool classes = manifest.task == Task::classification;
  const auto refuse = [&](const std::string& place, std::string_view why) {
    fail_input(manifest.file, 0,
               fmt::format("\"{}\" {}, but \"task\" is \"{}\"", place, why, name_of(manifest.task)));
  };
  for (std::size_t s = 0; s < manifest.sources.size(); ++s) {
    const Source& source = manifest.sources[s];
    for (std::size_t f = 0; f < source.files.size(); ++f)
      if (!classes && !source.files[f].format.labels.empty())
        refuse(fmt::format("sources[{}].files[{}].format.labels", s, f), "lists classes");
    if (source.generator && gives_classes(*source.generator) != classes)
      refuse(fmt::format("sources[{}].generator.type", s),
             classes ? "is that of a generator of targets" : "is that of a generator of classes");
  }
  for (std::size_t i = 0; i < manifest.preprocess.size(); ++i) {
    if (!classes && std::holds_alternative<BinaryLabels>(manifest.preprocess[i]))
      refuse(fmt::format("preprocess[{}].op", i), "makes classes (binary_labels)");
    else if (classes && std::holds_alternative<TargetTransform>(manifest.preprocess[i]))
      refuse(fmt::format("preprocess[{}].op", i), "changes targets (target)");
  }
}

}  // namespace

void check_manifest(const Manifest& manifest) {
  check_names(manifest, "sources", manifest.sources);
  check_names(manifest, "splits", manifest.splits);
  check_files(manifest);
  check_parts(manifest);
  check_uniform(manifest);
  check_task(manifest);
}

}  // namespace sketchbench
