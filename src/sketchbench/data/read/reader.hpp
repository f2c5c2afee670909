#pragma once
#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sketchbench/core/input_form.hpp>
#include <sketchbench/data/dataset.hpp>

namespace sketchbench {

struct TableHints;

/// How to read one published file. Compression (.gz, .bz2, .xz, .zip, none) is recognised from the content.
struct FileFormat {
  enum class Kind { libsvm, idx_images, idx_labels, delimited, arff, npy };
  Kind kind = Kind::libsvm;
  /// Columns of x. Required for libsvm but as_found (an index above it is an error); checked for the others
  /// when not 0.
  Index features = 0;
  /// Rows the file must have; checked when not 0.
  Index rows = 0;
  /// The labels that may occur; empty: any finite number.
  std::vector<float> labels;
  /// Of the data set. A label names a class, so that a whole number must stay what it is; a target is a
  /// measured number and is rounded to single precision like a feature.
  Task task = Task::classification;

  // libsvm only
  /// The file is somebody's own: comments, "qid:3", blank lines, rows without labels (all of them) and
  /// indices from 0 are taken, and FileFindings tell of them; features: 0 stands for as many as there are.
  bool as_found = false;
  /// The index of the first feature, 0 or 1; none: 1, and as_found 0 where an index is 0.
  std::optional<Index> index_from;
  /// as_found: rows are of a kernel matrix: each has an entry of the index 0, and `features`, where it is not
  /// 0, says that some row has the last index.
  bool kernel_matrix = false;
  /// as_found: features beyond the last are counted and left out; false: refused.
  bool drop_unseen = false;
  /// as_found: rows are for a model; of a table, missing labels then are no reason to refuse rows or to drop
  /// them where `may_lack_labels` says so, but NaN.
  bool for_model = false, may_lack_labels = false;

  // delimited, and of npy `label`
  char separator = ',';    ///< ' ' means any run of spaces or tabs
  bool header = false;     ///< the first line is a header: its names are for tables of a schema
  std::string header_end;  ///< skip all lines up to the one that reads so ("@data"); empty: none
  /// only: the file is a column of labels; column: see label_column
  enum class Label { none, first, last, only, column } label = Label::last;
  Index label_column = 0;  ///< the label's number among the file's columns, from 0
  Index ignore_first = 0;  ///< leading columns that are neither label nor feature (an identifier)
  /// More columns that are neither: the first and last of each range, from 0 and ascending.
  std::vector<std::pair<Index, Index>> ignore;

  /// How columns become features, and which is the label, which `label` none leaves out; null: all of them
  /// are numbers, of which the keys above say what they are.
  std::shared_ptr<const TableSchema> schema;
  /// Of a manifest's table, whose schema is inferred from the first file that is read; null elsewhere.
  std::shared_ptr<const TableHints> hints;
  Index width = 0;  ///< with a schema: fields of a row, which tells comments from rows
  /// Rows have one field more than the line of names, an empty one behind all others.
  bool ends_in_separator = false;
  /// With a schema that fills what is missing with means: NaN stands there, for means that are taken later.
  bool mark_missing = false;

  std::string member;  ///< of a .zip with several files: the one to read
  std::string
      members;  ///< of a .zip: all files whose names match (* is any text), joined in their names' order
};

/// What a reader found beside the rows.
struct FileFindings {
  std::vector<std::string> members;   ///< the files of a .zip that FileFormat::members matched
  Index index_from = 1;               ///< libsvm: of the first feature
  bool has_index_0 = false;           ///< libsvm, as_found: some entry has it
  Index query_ids = 0;                ///< libsvm: rows with "qid:"
  Index unseen = 0, unseen_rows = 0;  ///< values that were left out for drop_unseen, and rows that had some
  // Of a table.
  Index filled = 0;                  ///< missing values
  Index dropped = 0;                 ///< rows with a missing value
  Index unseen_labels = 0;           ///< rows whose label is no class of training
  Index missing_labels = 0;          ///< rows that lack theirs, as they may
  std::string unseen_example;        ///< a category that training did not have
  std::vector<std::string> surplus;  ///< columns that training did not have
  /// as_found: columns of which single precision loses a part of the spread, and what it loses, for people.
  std::vector<std::string> rounded;
  std::vector<double> targets;  ///< as_found, regression: of each row, as written
  /// For each line that was no row, how many rows came before it; ascending.
  std::vector<Index> skipped;

  /// Lines before a row (from 0) that were no rows.
  Index skipped_before(Index row) const { return std::ranges::upper_bound(skipped, row) - skipped.begin(); }
};

/// Takes rows as they are read, a piece of about a megabyte behind another, and may move them away. All
/// pieces have as many columns; the last may have no rows.
using TakeRows = std::function<void(LabeledMatrix&& piece)>;

/// Reads the file and holds no more than a piece of it, unless it is read as it is found (`as_found`) and not
/// both `features` and `index_from` are known, or is a .zip whose `members` have another order than their
/// names; x or y stays empty where the file has none (idx_labels has only y, idx_images only x). Zeros are
/// not stored. InputError names file, line (byte offset for IDX), the value found and what was expected:
/// malformed numbers, NaN and infinity, feature indices that are 0, negative, out of order, repeated or above
/// `features`, labels outside the declared set, rows of another length, empty files, truncated compressed
/// data, IDX headers that promise more or less than the file holds, a file that changes while it is read.
void read_data_file(const std::filesystem::path& file, const FileFormat& format, const TakeRows& take,
                    FileFindings* findings = nullptr);
/// The same, all of it held.
LabeledMatrix read_data_file(const std::filesystem::path& file, const FileFormat& format,
                             FileFindings* findings = nullptr);

/// The index of the first feature, 0 or 1, of a LIBSVM file that is read as it is found: 0 where an entry has
/// it. Reads the file once and holds nothing.
Index find_first_index(const std::filesystem::path& file, FileFormat format);

/// The number of images or labels that an IDX file's header promises; InputError where it has none.
Index promised_rows(const std::filesystem::path& file, const FileFormat& format);

/// A LIBSVM file with any labels and so many columns; 0: as many as its largest index, at least one. Strict:
/// files as people have them are for read_user_file().
LabeledMatrix read_libsvm_file(const std::filesystem::path& file, Index columns = 0,
                               Task task = Task::classification);

}  // namespace sketchbench
