#include <sketchbench/data/manifest_parts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/data/read/compressed_stream.hpp>

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

/// What an entry takes of its file: all of it, a member, or the members that match.
std::string taken_of(const SourceFile& file) {
  if (!file.format.members.empty()) return fmt::format("\"members\": \"{}\"", file.format.members);
  return file.format.member.empty() ? "" : fmt::format("\"member\": \"{}\"", file.format.member);
}

/// Whether the two take the same bytes, as far as it can be told without them: which names two patterns match
/// is seen when the file is read (source.cpp).
bool take_the_same(const SourceFile& a, const SourceFile& b) {
  if (a.digest_is_unknown() || a.sha256 != b.sha256) return false;
  const FileFormat &x = a.format, &y = b.format;
  if (taken_of(a).empty() || taken_of(b).empty()) return true;  // without a name, the only file there is
  if (!x.members.empty() && !y.members.empty()) return x.members == y.members;
  if (!x.members.empty()) return matches(x.members, y.member);
  return y.members.empty() ? x.member == y.member : matches(y.members, x.member);
}

/// The same file twice would be trained and tested on alike.
void check_files(const Manifest& manifest) {
  for (const Source& source : manifest.sources)
    for (std::size_t i = 0; i < source.files.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const SourceFile &first = source.files[j], &second = source.files[i];
        if (!take_the_same(first, second)) continue;
        const std::string one = taken_of(first), other = taken_of(second);
        const std::string how = one == other
                                    ? ""
                                    : fmt::format(" (as {} and as {})", one.empty() ? "a whole" : one,
                                                  other.empty() ? "a whole" : other);
        const std::string what = first.name == second.name
                                     ? fmt::format("{} is given twice", second.name)
                                     : fmt::format("{} and {} have the same contents (SHA-256 {})",
                                                   first.name, second.name, second.sha256);
        fail_input(
            manifest.file, 0,
            fmt::format("source \"{}\": {}{}, expected each file for one part", source.name, what, how));
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
