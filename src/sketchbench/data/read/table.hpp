#pragma once
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sketchbench/core/input_form.hpp>
#include <sketchbench/core/labeled_rows.hpp>
#include <sketchbench/data/read/formats.hpp>
#include <sketchbench/data/read/line_reader.hpp>
#include <sketchbench/data/read/reader.hpp>
#include <sketchbench/data/read/rounding.hpp>

namespace sketchbench {

/// Which column of a schema each field of a line is; -1: none, it is left out.
using FieldColumns = std::vector<int>;

/// What messages advise: options of the command line, or keys of a manifest.
struct TableAdvice {
  bool in_manifest = false;
  bool for_model = false;  ///< rows are read as those were that a model was trained on

  std::string for_missing() const;
  /// `column` as name_of_column() has it.
  std::string for_text(std::string_view field, std::string_view column) const;
  /// Of numbers that are written so.
  std::string for_style(const NumberStyle& style) const;
};

/// For people: what was left out or filled when rows of `file` were read.
std::vector<std::string> notices_of(const FileFindings& found, const TableSchema& schema,
                                    const std::filesystem::path& file);

/// "column 3 ("age")"; number: from 0.
std::string name_of_column(std::size_t number, std::string_view name);

/// The names of so many columns. Where there is one fewer, the first column has none: R writes the names of
/// rows so; or the last, where rows end in a separator.
std::vector<std::string> names_of_columns(std::vector<std::string> first_line, std::size_t width,
                                          bool ends_in_separator);
/// As pandas calls columns: one that stands twice "a.1" the second time, the third "Unnamed: 2" where it has
/// no name.
std::vector<std::string> distinct_names(std::vector<std::string> names);
/// Whether it is the name of a column without.
bool is_unnamed(std::string_view name);
/// Whether it is that of the first of them, also after pandas has read and saved it again, once or more:
/// "Unnamed: 0", "Unnamed: 0.1".
bool is_index(std::string_view name);

/// The columns of a schema by the names that a file has, the label where format.label_column says so.
/// InputError, with their names, where some with features are missing; those that the schema does not have
/// are told in `findings`.
FieldColumns columns_by_name(const std::vector<std::string>& names, const TableSchema& schema,
                             const FileFormat& format, const LineReader& lines, FileFindings& findings);
/// In the order of the schema, with the label or without, which format.label_column may say is elsewhere; for
/// a model also without the columns that it ignores. InputError where the width can mean two of these.
FieldColumns columns_by_number(std::size_t width, const TableSchema& schema, const FileFormat& format,
                               const LineReader& lines);

/// Puts rows of numbers together from the fields of rows of text.
class TableRows {
 public:
  /// `columns`: of the fields, by number.
  TableRows(const TableSchema& schema, FieldColumns columns, const FileFormat& format, FileFindings& findings,
            const TakeRows& take);

  /// Of the row that is begun; InputError, with the line, for what the column cannot be.
  void take(std::size_t field_number, std::string_view field, const LineReader& lines);
  void end_row();
  Index size() const { return pieces_.count(); }
  const FieldColumns& columns() const { return columns_; }
  void finish();

 private:
  void take_missing(std::size_t field_number, const TableColumn& column, const LineReader& lines);
  void take_label(std::size_t field_number, std::string_view field, const LineReader& lines);
  void push_label(float label, double written);
  void add(Index feature, float value);

  const TableSchema& schema_;
  FieldColumns columns_;
  const FileFormat& format_;
  FileFindings& findings_;
  TableAdvice advice_;
  std::vector<Index> first_feature_;                                      ///< of each column of the schema
  std::vector<std::map<std::string, Index, std::less<>>> value_numbers_;  ///< of its values
  std::vector<std::pair<Index, float>> row_;
  std::vector<Rounding> rounding_;  ///< of each column of the schema, for files as they are found
  bool ascends_ = true, is_dropped_ = false, lacks_label_ = false;
  Index unseen_ = 0;  ///< in this row
  RowsInPieces pieces_;
  LabeledMatrix& data_ = pieces_.rows;
};

/// The fields of delimited text by `schema`, whose names the first line has where format.header says so:
/// columns then are found by name, otherwise by number. The label may be absent. InputError, with names,
/// where columns are missing. What is left out or filled is told in `findings`.
void read_table(ByteStream& stream, const TableSchema& schema, const FileFormat& format,
                FileFindings& findings, const TakeRows& take);

}  // namespace sketchbench
