#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/data/read/reader.hpp>

namespace sketchbench {

/// What is said of a table's columns; what is not said is inferred from the rows. Columns are called by the
/// names in the first line, or by number.
struct TableHints {
  Index first_number = 1;  ///< of columns: 1 on the command line, 0 in manifests
  /// "first" or "last" of those that are not ignored, "none", or a column; none: "last".
  std::optional<std::string> label;
  /// number, boolean, category or ignored.
  std::map<std::string, TableColumn::Type> types;
  /// Of a category, where their order or those to come are known.
  std::map<std::string, std::vector<std::string>> values;
  std::vector<std::string> classes;        ///< likewise of a label that is text
  std::optional<Missing> missing;          ///< none: refused, or as the schema has it
  std::vector<std::string> missing_texts;  ///< texts that stand for no value, beside those that always do
  std::optional<char> separator;
  std::optional<bool> header;  ///< none: where a column of numbers begins with a text
  std::optional<char> decimal, thousands;

  bool operator==(const TableHints&) const = default;
};

struct TableAdvice;

/// What reads a table.
struct InferredTable {
  FileFormat format;  ///< with the schema
  std::vector<std::string> notices;
};

/// Looks through the whole of a file of delimited text (`format` says what file, task and labels). A column
/// is of numbers, of true and false, or of categories; one of numbers with a few texts in it, of texts that
/// hardly ever repeat, and of numbers in a style that can be read in two ways are an InputError that says
/// what to do.
InferredTable infer_table(const std::filesystem::path& file, const FileFormat& format,
                          const TableHints& hints);

/// Likewise of an ARFF file, whose attributes tell the types; texts and dates are left out.
InferredTable infer_arff(const std::filesystem::path& file, const FileFormat& format,
                         const TableHints& hints);

/// The names of an ARFF file's attributes.
std::vector<std::string> names_in_arff(const std::filesystem::path& file);

/// Sets the types that the hints say, and the label's, of the columns of `file`. InputError for a column that
/// there is not.
void apply_hints(const std::filesystem::path& file, const TableHints& hints, const TableAdvice& advice,
                 TableSchema& schema);

/// The column that a hint calls by its name or number. InputError, with `option`, where there is none.
std::size_t find_column(const std::filesystem::path& file, const TableHints& hints, std::string_view option,
                        const std::string& name, const TableSchema& schema);

/// For people: how many columns there are of each type, the label and its classes.
std::string summary_of(const TableSchema& schema);

/// How to read a file whose columns a schema tells: separator, header and width, as its first lines have
/// them, and the label's column where the hints say one. The schema then has a label. InputError where there
/// is no such column.
FileFormat fit_format(const std::filesystem::path& file, const FileFormat& format, const TableHints& hints,
                      const TableSchema& schema);

}  // namespace sketchbench
