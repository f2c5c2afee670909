#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// What a column of a table of text holds, and what becomes of it.
struct TableColumn {
  enum class Type {
    number,    ///< one feature
    boolean,   ///< one feature: 1 for true or yes, 0 for false or no
    category,  ///< one feature for each category, 1 where the row has it
    label,     ///< of the row
    ignored
  };
  std::string name = {};  ///< empty: the table names none
  Type type = Type::number;
  /// Of a category those that training rows have, ascending; of a label that is text the classes: the label k
  /// stands for the k-th, from 0.
  std::vector<std::string> values = {};
  double mean = 0;  ///< of a number or boolean over the training rows that have it

  Index features() const;
  bool operator==(const TableColumn&) const = default;
};

/// What becomes of a value that is missing: refused; 0, for a category that of none; the training rows' mean,
/// for a category that of none; or its row is left out.
enum class Missing { refuse, zero, mean, drop };

/// How numbers are written: "1.234,5" has the decimal sign ',' and the thousands sign '.'.
struct NumberStyle {
  char decimal = '.';
  char thousands = '\0';  ///< none
  bool operator==(const NumberStyle&) const = default;
};

/// How rows of a table become rows of numbers.
struct TableSchema {
  std::vector<TableColumn> columns;  ///< in the order of the training file, which is that of features
  Missing missing = Missing::refuse;
  NumberStyle numbers = {};
  std::vector<std::string> missing_texts = {};  ///< that stand for no value, beside those that always do

  Index features() const;
  bool has_names() const;
  /// Whether it has neither categories nor classes that are texts: features are columns then.
  bool is_numeric() const;
  /// Null where there is none.
  const TableColumn* label() const;
  bool operator==(const TableSchema&) const = default;
};

/// What must be known of a file of training rows to read other rows alike: a model keeps it.
struct InputForm {
  Index index_from = 1;              ///< a LIBSVM file's first feature: 0 or 1
  std::optional<TableSchema> table;  ///< of delimited text
  bool kernel_matrix = false;        ///< of a LIBSVM file: 0:N, the row's number, and kernel values

  /// Whether there is nothing to keep.
  bool is_plain() const { return index_from == 1 && !table; }
  /// Texts that labels 0, 1, ... stand for; empty: labels are numbers.
  const std::vector<std::string>& classes() const;
  bool operator==(const InputForm&) const = default;
};

std::string_view name_of(TableColumn::Type type);
std::string_view name_of(Missing missing);
std::optional<TableColumn::Type> parse_column_type(std::string_view name);
/// InputError for another word, which is `option`'s.
Missing parse_missing(std::string_view option, std::string_view text);

Json to_json(const InputForm& form);
/// The inverse, for rows of so many features.
InputForm parse_input_form(StrictObject object, Index features);

}  // namespace sketchbench
