#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/core/input_form.hpp>
#include <sketchbench/data/read/infer_table.hpp>
#include <sketchbench/data/read/reader.hpp>

namespace sketchbench {

/// What the user says of a file of their own, of which no manifest tells the format.
struct UserFormat {
  /// None: as the file's first bytes tell.
  std::optional<FileFormat::Kind> kind;
  std::filesystem::path labels;  ///< IDX: the file of labels beside that of images; empty: none
  TableHints table;              ///< delimited and ARFF files
  /// Of training rows: the table's column of their weights, which is no feature, by name or number.
  std::optional<std::string> weight_column;
  // LIBSVM files.
  std::optional<Index> index_from;  ///< of the first feature: 0 or 1; none: as the model has it, or as found
  bool kernel_matrix = false;       ///< of training rows: InputForm::kernel_matrix
  // Of a model's features.
  bool refuse_unseen = false;  ///< what training rows did not have is refused; false: counted and left out
};

/// Rows of a user's file.
struct UserData {
  LabeledMatrix rows;  ///< y is empty where the file has none
  std::filesystem::path file;
  long lines_before = -1;  ///< of the first row; -1: rows are no lines
  FileFormat format = {};  ///< as it was read
  FileFindings findings = {};
  InputForm form = {};                    ///< for other files, which are to be read as this one was
  std::vector<std::string> notices = {};  ///< for people, of what was guessed or left out
  std::vector<double> weights = {};       ///< of rows, from user.weight_column; empty: 1 each
  bool looks_like_kernel_matrix = false;  ///< of LIBSVM rows that were not said to be one

  bool has_labels() const { return !rows.y.empty(); }
  /// The line of a row (from 0), from 1; 0 where it has none.
  long line_of(Index row) const {
    return lines_before < 0 ? 0 : lines_before + row + 1 + findings.skipped_before(row);
  }
};

/// Reads a LIBSVM, delimited or IDX file, compressed or not. `task`: what the labels are for; columns: how
/// many columns of features there must be, or, in a LIBSVM file, can be; 0: as many as there are. InputError
/// as read_data_file(), and where the rows and an IDX file of labels are not of one number.
UserData read_user_file(const std::filesystem::path& file, const UserFormat& format, Task task,
                        Index columns);

/// Reads rows for what was made from others: `form` is that of theirs, `columns` their number of features.
UserData read_user_file_as(const InputForm& form, const std::filesystem::path& file, const UserFormat& format,
                           Task task, Index columns);

}  // namespace sketchbench
