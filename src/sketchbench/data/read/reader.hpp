#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <sketchbench/data/dataset.hpp>

namespace sketchbench {

/// How to read one published file. Compression (.gz, .bz2, .xz, .zip, none) is recognised from the content.
struct FileFormat {
  enum class Kind { libsvm, idx_images, idx_labels, delimited };
  Kind kind = Kind::libsvm;
  /// Columns of x. Required for libsvm (an index above it is an error); checked for the others when not 0.
  Index features = 0;
  /// Rows the file must have; checked when not 0.
  Index rows = 0;
  /// The labels that may occur; empty: any finite number.
  std::vector<float> labels;
  /// Of the data set. A label names a class, so that a whole number must stay what it is; a target is a
  /// measured number and is rounded to single precision like a feature.
  Task task = Task::classification;

  // delimited only
  char separator = ',';    ///< ' ' means any run of spaces or tabs
  bool header = false;     ///< skip the first line
  std::string header_end;  ///< skip all lines up to the one that reads so ("@data"); empty: none
  /// only: the file is a column of labels; column: see label_column
  enum class Label { none, first, last, only, column } label = Label::last;
  Index label_column = 0;  ///< the label's number among the file's columns, from 0
  Index ignore_first = 0;  ///< leading columns that are neither label nor feature (an identifier)
  /// More columns that are neither: the first and last of each range, from 0 and ascending.
  std::vector<std::pair<Index, Index>> ignore;

  std::string member;  ///< of a .zip with several files: the one to read
  std::string
      members;  ///< of a .zip: all files whose names match (* is any text), joined in their names' order
};

/// Reads the file; x or y stays empty where the file has none (idx_labels has only y, idx_images only x).
/// Zeros are not stored. InputError names file, line (byte offset for IDX), the value found and what was
/// expected: malformed numbers, NaN and infinity, feature indices that are 0, negative, out of order,
/// repeated or above `features`, labels outside the declared set, rows of another length, empty files,
/// truncated compressed data, IDX headers that promise more or less than the file holds. Where not null,
/// `members` becomes the names of a .zip's files that format.members matched; empty without such a pattern.
LabeledMatrix read_data_file(const std::filesystem::path& file, const FileFormat& format,
                             std::vector<std::string>* members = nullptr);

/// A LIBSVM file of the user's, with any labels and so many columns; 0: as many as its largest index, at
/// least one.
LabeledMatrix read_libsvm_file(const std::filesystem::path& file, Index columns = 0,
                               Task task = Task::classification);

}  // namespace sketchbench
