#include <sketchbench/data/source.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/fetch/fetch.hpp>
#include <sketchbench/data/read/infer_table.hpp>
#include <sketchbench/data/read/table.hpp>

namespace sketchbench {
namespace {

/// Reads parts of one source.
class PartLoader {
 public:
  PartLoader(std::filesystem::path manifest, const DataPaths& paths, SpillPlace place, DeadHosts& dead_hosts,
             const ProgressSink& progress)
      : manifest_(std::move(manifest)),
        paths_(paths),
        place_(std::move(place)),
        dead_hosts_(dead_hosts),
        progress_(progress) {}

  LabeledStore load(const Source& source, const std::string& part) {
    if (!source.generator) return read(source, part);
    LabeledStore result = empty();
    const LabeledMatrix rows = generate(*source.generator);
    result.append({rows.x.view(), rows.y});
    return result;
  }

 private:
  /// Joins the files of the part: one with rows and labels, or one of each.
  LabeledStore read(const Source& source, const std::string& part) {
    LabeledStore result = empty();
    for (const SourceFile& file : source.files) {
      if (file.part != part) continue;
      const std::filesystem::path path = fetch_file(file, paths_, dead_hosts_, progress_);
      say_reading(file.name);
      FileFindings findings;
      const FileFormat format = file.format.hints != nullptr ? format_of_table(path, file.format)
                                : file.format.as_found       ? format_of_libsvm(path, file.format)
                                                             : expected_format(file.format, result);
      LabeledStore piece = empty();
      read_data_file(
          path, format,
          [&](const LabeledMatrix& rows) {
            piece.append({rows.x.view(), rows.y});
          },
          &findings);
      if (format.schema != nullptr) tell(notices_of(findings, *format.schema, file.name));
      if (findings.query_ids > 0)
        tell({fmt::format("{}: qid: of {} is ignored", file.name, plural(findings.query_ids, "row"))});
      require_new(file, findings.members, path);
      if (piece.x.size() > 0) assign_once(result.x, std::move(piece.x), result.x.size() == 0, "rows", path);
      if (!piece.y.empty()) assign_once(result.y, std::move(piece.y), result.y.empty(), "labels", path);
    }
    if (result.x.size() != static_cast<Index>(result.y.size()))
      fail_input(manifest_, 0,
                 fmt::format("source \"{}\": the part \"{}\" has {} rows and {} labels", source.name, part,
                             result.x.size(), result.y.size()));
    return result;
  }

  /// IDX files have rows or labels, of which there are as many: known before the second is read.
  static FileFormat expected_format(FileFormat format, const LabeledStore& before) {
    const bool is_idx =
        format.kind == FileFormat::Kind::idx_images || format.kind == FileFormat::Kind::idx_labels;
    if (is_idx && format.rows == 0) format.rows = std::max(before.x.size(), std::ssize(before.y));
    return format;
  }

  /// The first file tells whether features are counted from 0, where the manifest does not say it.
  FileFormat format_of_libsvm(const std::filesystem::path& path, FileFormat format) {
    if (format.index_from) return format;
    if (!first_index_) first_index_ = find_first_index(path, format);
    format.index_from = first_index_;
    return format;
  }

  /// The first table that is read tells the types and categories of all: that of the training part, where
  /// there is one.
  FileFormat format_of_table(const std::filesystem::path& path, const FileFormat& format) {
    FileFormat result = format;
    if (schema_ == nullptr) {
      InferredTable table = infer_table(path, format, *format.hints);
      tell(table.notices);
      schema_ = table.format.schema;
      result = std::move(table.format);
    } else {
      result = fit_format(path, format, *format.hints, *schema_);
      result.schema = schema_;
      result.drop_unseen = true;
    }
    result.mark_missing = true;
    if (format.features > 0 && schema_->features() != format.features)
      fail_input(
          path, 0,
          fmt::format("the columns make {} features, expected {}", schema_->features(), format.features));
    return result;
  }

  void tell(const std::vector<std::string>& notices) {
    if (progress_)
      for (const std::string& notice : notices) progress_(notice);
  }

  /// Once of a file, however many of its members are read for themselves.
  void say_reading(const std::string& name) {
    if (progress_ && said_.insert(name).second) progress_(fmt::format("reading {}", name));
  }

  /// Two patterns may match the same member of one .zip, whose rows would be trained and tested on alike.
  void require_new(const SourceFile& file, const std::vector<std::string>& members,
                   const std::filesystem::path& path) {
    for (const std::string& member : members) {
      const auto [taken, is_new] = taken_.try_emplace({file.sha256, member}, file.format.members);
      if (!is_new)
        fail_input(
            path, 0,
            fmt::format("its file \"{}\" matches the \"members\" \"{}\" and \"{}\" of {}, expected each "
                        "file for one part",
                        member, taken->second, file.format.members, manifest_.string()));
    }
  }

  template <class T>
  static void assign_once(T& target, T&& value, bool is_empty, std::string_view what,
                          const std::filesystem::path& file) {
    if (!is_empty) fail_input(file, 0, fmt::format("a second file with {} for the same part", what));
    target = std::move(value);
  }

  /// What a generator refuses has the manifest's name and key in front.
  template <class Make>
  LabeledMatrix made(Make&& make) const {
    try {
      return make();
    } catch (const MemoryShortage&) {
      throw;
    } catch (const InputError& error) {
      fail_input(manifest_, 0, fmt::format("\"generator\" of \"sources\": {}", error.what()));
    }
  }

  LabeledMatrix generate(const Generator& generator) {
    if (const auto* teacher = std::get_if<PolyTeacherParams>(&generator.params)) {
      if (progress_) progress_("generating rows");
      return made([&] { return generate_poly_teacher(*teacher, generator.seed); });
    }
    if (const auto* teacher = std::get_if<PolyRegressionParams>(&generator.params)) {
      if (progress_) progress_("generating rows");
      return made([&] { return generate_poly_regression(*teacher, generator.seed); });
    }
    const Manifest& manifest = paths_.manifests.find(generator.images);
    if (manifest.sources.front().generator)
      fail_input(manifest.file, 0, "\"sources[0]\" is generated, expected files of images to generate from");
    LabeledStore images = load(manifest.sources.front(), "train");
    if (progress_) progress_(fmt::format("generating rows from {}", generator.images));
    return made([&] {
      return generate_gisette_sim(images.x.view(), images.y, std::get<GisetteSimParams>(generator.params),
                                  generator.seed);
    });
  }

  LabeledStore empty() const { return {StoredMatrix(place_), {}}; }

  std::filesystem::path manifest_;
  const DataPaths& paths_;
  SpillPlace place_;
  DeadHosts& dead_hosts_;
  const ProgressSink& progress_;
  /// The pattern that has taken a member, by the .zip's sum and the member's name.
  std::map<std::pair<std::string, std::string>, std::string> taken_;
  std::shared_ptr<const TableSchema> schema_;  ///< of the tables
  std::optional<Index> first_index_;           ///< of LIBSVM files of one's own
  std::set<std::string> said_;                 ///< names of the files that were said to be read
};

std::vector<SourceFile> files_of(const Source& source, const std::vector<std::string>& parts) {
  std::vector<SourceFile> files;
  for (const std::string& part : parts)
    for (const SourceFile& file : source.files)
      if (file.part == part) files.push_back(file);
  return files;
}

TrainAndTest divide(PartLoader& loader, const Manifest& manifest, const Source& source,
                    const SplitSpec& split) {
  if (split.kind == SplitSpec::Kind::published)
    return {loader.load(source, "train"), loader.load(source, "test")};
  LabeledStore pool = loader.load(source, split.parts.front());
  std::vector<LabeledStore> more;
  for (std::size_t i = 1; i < split.parts.size(); ++i) more.push_back(loader.load(source, split.parts[i]));
  try {
    for (LabeledStore& part : more) pool.append(std::exchange(part, {}).view());
    const RowSplit rows = divide_rows(pool.x.size(), split);
    return {pool.taken(rows.train), pool.taken(rows.test)};
  } catch (const MemoryShortage&) {
    throw;
  } catch (const InputError& error) {
    fail_input(manifest.file, 0, error.what());
  }
}

/// What is missing, which NaN stands for, becomes the mean of the training rows that have it.
void fill_with_means(TrainAndTest& parts) {
  struct Column {
    double sum = 0;
    Index have = 0;
  };
  const Rows train = parts.train.x.view();
  std::vector<Column> columns(static_cast<std::size_t>(train.dim()), {.sum = 0, .have = train.size()});
  for (Index i = 0; i < train.size(); ++i)
    train.for_each_nonzero(i, [&](Index j, float value) {
      Column& column = columns[static_cast<std::size_t>(j)];
      if (std::isnan(value))
        --column.have;
      else
        column.sum += double{value};
    });
  for (StoredMatrix* x : {&parts.train.x, &parts.test.x}) {
    const Rows before = x->view();
    StoredMatrix filled = x->empty_like();
    for (Index i = 0; i < before.size(); ++i) {
      before.for_each_nonzero(i, [&](Index j, float value) {
        const Column& column = columns[static_cast<std::size_t>(j)];
        if (std::isnan(value))
          value = column.have > 0 ? static_cast<float>(column.sum / static_cast<double>(column.have)) : 0.0f;
        filled.push(j, value);
      });
      filled.end_row();
    }
    *x = std::move(filled);
  }
}

std::vector<Index> all_rows(const LabeledStore& part) {
  std::vector<Index> rows(part.y.size());
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

/// A part of which all stay is not copied.
void keep_rows(LabeledStore& part, const std::vector<Index>& rows) {
  if (rows.size() < part.y.size()) part = part.taken(rows);
}

}  // namespace

bool fills_with_means(const Source& source) {
  return std::ranges::any_of(source.files, [](const SourceFile& file) {
    return file.format.hints != nullptr && file.format.hints->missing == Missing::mean;
  });
}

std::vector<std::string> parts_needed(const SplitSpec& split) {
  return split.kind == SplitSpec::Kind::published ? std::vector<std::string>{"train", "test"} : split.parts;
}

std::vector<SourceFile> files_needed(const Source& source, const SplitSpec& split, const DataPaths& paths) {
  if (!source.generator) return files_of(source, parts_needed(split));
  if (source.generator->images.empty()) return {};
  return files_of(paths.manifests.find(source.generator->images).sources.front(), {"train"});
}

TrainAndTest load_source(const Manifest& manifest, const Source& source, const SplitSpec& split,
                         const DatasetRequest& request, const DataPaths& paths, const SpillPlace& place,
                         DeadHosts& dead_hosts, const ProgressSink& progress) {
  PartLoader loader(manifest.file, paths, place, dead_hosts, progress);
  TrainAndTest parts = divide(loader, manifest, source, split);
  if (request.is_reduced()) {
    RowSplit rows{all_rows(parts.train), all_rows(parts.test)};
    subsample(rows, request, split);
    keep_rows(parts.train, rows.train);
    keep_rows(parts.test, rows.test);
  }
  if (fills_with_means(source)) fill_with_means(parts);
  if (parts.train.x.d != parts.test.x.d)
    fail_input(manifest.file, 0,
               fmt::format("source \"{}\": {} columns in training, {} in testing", source.name,
                           parts.train.x.d, parts.test.x.d));
  return parts;
}

}  // namespace sketchbench
