#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include <sketchbench/data/read/reader.hpp>

namespace sketchbench {

/// What the user says of a file of their own, of which no manifest tells the format.
struct UserFormat {
  /// None: as the file's first bytes tell.
  std::optional<FileFormat::Kind> kind;
  std::filesystem::path labels;  ///< IDX: the file of labels beside that of images; empty: none
  // Delimited files.
  std::optional<char> separator;  ///< none: a comma, semicolon or tab, as the first line has it
  bool header = false;            ///< the first line names the columns
  FileFormat::Label label = FileFormat::Label::last;
  Index label_column = 0;  ///< FileFormat::label_column
};

/// Rows of a user's file.
struct UserData {
  LabeledMatrix rows;  ///< y is empty where the file has none
  std::filesystem::path file;
  long lines_before = -1;  ///< of the first row; -1: rows are no lines

  bool has_labels() const { return !rows.y.empty(); }
  /// The line of a row (from 0), from 1; 0 where it has none.
  long line_of(Index row) const { return lines_before < 0 ? 0 : lines_before + row + 1; }
};

/// Reads a LIBSVM, delimited or IDX file, compressed or not. `task`: what the labels are for; columns: how
/// many columns of features there must be, or, in a LIBSVM file, can be; 0: as many as there are. InputError
/// as read_data_file(), and where the rows and an IDX file of labels are not of one number.
UserData read_user_file(const std::filesystem::path& file, const UserFormat& format, Task task,
                        Index columns);

}  // namespace sketchbench
