#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/data/generate/generated.hpp>
#include <sketchbench/data/look.hpp>
#include <sketchbench/data/preprocess.hpp>
#include <sketchbench/data/read/reader.hpp>
#include <sketchbench/data/split.hpp>

namespace sketchbench {

/// In place of a SHA-256 that nobody has been able to take: such a file is named, and never read.
inline constexpr const char* unknown_digest = "unknown";

/// One published file. The files of one part are joined: a file with rows and labels, or one of each.
struct SourceFile {
  std::string name;               ///< in a mirror and among the downloads; never a path
  std::string sha256;             ///< of the file as published, compressed or not; or unknown_digest
  std::int64_t bytes = 0;         ///< 0: not known
  std::vector<std::string> urls;  ///< in order of preference; empty: not to be downloaded
  std::string part;               ///< "train", "test" or "all"
  FileFormat format;
  std::filesystem::path manifest;  ///< that names it; a file beside it is used as one of a mirror would be

  bool digest_is_unknown() const { return sha256 == unknown_digest; }
};

/// Data made by the program.
struct Generator {
  std::variant<PolyTeacherParams, PolyRegressionParams, GisetteSimParams, UniformParams> params;
  Seed seed = 0;
  std::string images;  ///< gisette_sim: the manifest whose part "train" gives images and digits
};

/// One way to the data: files, or a generator (whose rows are the part "all").
struct Source {
  std::string name;
  bool same_as_paper = true;
  std::vector<SourceFile> files;
  std::optional<Generator> generator;
  Json identity;  ///< what the rows depend on: the manifest's words without the URLs
};

/// A data set as <name>.json describes it, in one of the folders of manifest_folders.hpp.
struct Manifest {
  std::filesystem::path file;
  std::string name, title, citation, licence;
  std::string short_title;   ///< what reports and the page call it; the title where none is given
  std::optional<Look> look;  ///< in figures; none: what a figure has left
  /// The name of the data set whose published numbers are shown beside this one's, for reference only: that
  /// of which it is a stand-in. Empty: its own.
  std::string stands_for;
  /// The name of a data set whose rows are in this one as well, in another form: tests over data sets count
  /// both once. Empty: none.
  std::string shares_rows_with;
  Task task = Task::classification;
  std::vector<Source> sources;  ///< in order of preference
  std::vector<PreprocessStep> preprocess;
  std::vector<SplitSpec> splits;  ///< the first is the default
  Json preprocess_identity;

  /// Made in memory whenever it is opened (uniform_dataset.hpp), with as many columns as a request asks for.
  bool any_columns() const;

  /// An empty name means the default. InputError with the names there are.
  const SplitSpec& split(std::string_view split_name) const;
  /// The split that is asked for, with its seed where the request has one. InputError for a seed of a split
  /// that is not drawn, and for the manifest's own seed, which would be the same split under another name.
  SplitSpec split(const DatasetRequest& request) const;
};

/// Reads and checks all of it; InputError names file, key, value and what was expected.
Manifest read_manifest(const std::filesystem::path& file);

}  // namespace sketchbench
