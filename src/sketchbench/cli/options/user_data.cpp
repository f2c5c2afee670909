#include <sketchbench/cli/options/user_data.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>

#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/number_option.hpp>
#include <sketchbench/cli/options/value_text.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/data/read/table_text.hpp>
#include <sketchbench/learners/labels.hpp>

namespace sketchbench {
namespace {

FileFormat::Kind format_of_text(const std::string& text) {
  if (text == "arff") return FileFormat::Kind::arff;
  if (text == "csv") return FileFormat::Kind::delimited;
  if (text == "idx") return FileFormat::Kind::idx_images;
  if (text == "libsvm") return FileFormat::Kind::libsvm;
  throw InputError(fmt::format("--format \"{}\": expected arff, csv, idx or libsvm", text));
}

/// "a,b": each of them of this type.
void take_types(TableHints& hints, std::string_view option, const std::string& text, TableColumn::Type type) {
  for (const std::string& column : listed_values(option, text)) hints.types[column] = type;
}

char separator_of_text(const std::string& text) {
  if (text == "tab") return '\t';
  if (text == "space") return ' ';
  if (text.size() != 1 || text == "." || text == "-" || text == "+" ||
      std::isalnum(static_cast<unsigned char>(text.front())) != 0)
    throw InputError(fmt::format("--separator \"{}\": expected one sign, tab or space", text));
  return text.front();
}

char number_sign(std::string_view option, const std::string& said) {
  const std::string text = in_ascii(said);  // of blanks there are several
  if (text.size() != 1 || std::string_view(",.' _").find(text.front()) == std::string_view::npos)
    throw InputError(fmt::format("{} \"{}\": expected one of , . ' _ or a blank", option, text));
  return text.front();
}

}  // namespace

void add_user_format(CLI::App& command, UserFormat& format) {
  begin_group(command, option_group::data);
  add_parsed_option(command, "--format", "NAME",
                    "arff, csv, idx or libsvm (default: as its first bytes tell)",
                    [&format](const std::string& text) { format.kind = format_of_text(text); });
  add_parsed_option(command, "--labels", "FILE", "IDX and .npy: the labels of the images or rows in DATA",
                    [&format](const std::string& text) {
                      if (text.empty()) throw InputError("--labels \"\": expected the name of a file");
                      format.labels = text;
                    });
  TableHints& table = format.table;
  add_parsed_option(
      command, "--label", "COLUMN",
      "table: first, last, none, or the column's name or number from 1 (default: as in training, which has "
      "the last); .npz: the name of an array",
      [&table](const std::string& text) { table.label = text; });
  add_parsed_option(command, "--separator", "SIGN",
                    "CSV: between columns; tab and space by name (default: as the first lines have it)",
                    [&table](const std::string& text) { table.separator = separator_of_text(text); });
  command.add_flag_callback(
      "--header", [&table] { table.header = true; },
      "CSV: the first line names the columns (default: where a column of numbers, also of labels, begins "
      "with a text)");
  command.add_flag_callback(
      "--no-header", [&table] { table.header = false; }, "CSV: the first line is a row");
  add_parsed_option(command, "--decimal", "SIGN",
                    "CSV: of numbers (default: a point, or as the first lines have it)",
                    [&table](const std::string& text) { table.decimal = number_sign("--decimal", text); });
  add_parsed_option(
      command, "--thousands", "SIGN", "CSV: parts thousands, \",\" in 12,345 (default: none)",
      [&table](const std::string& text) { table.thousands = number_sign("--thousands", text); });
  add_parsed_option(
      command, "--missing", "WORD",
      "table: values that are missing are a reason to refuse (default), zero, the training rows' "
      "mean, or a reason to drop the row",
      [&table](const std::string& text) { table.missing = parse_missing("--missing", text); });
  add_parsed_option(
      command, "--missing-text", "TEXTS",
      "table: texts that stand for a missing value, \"-,unknown\", beside nothing, ?, NA, NaN and null",
      [&table](const std::string& text) { table.missing_texts = listed_values("--missing-text", text); });
  add_parsed_option(command, "--index-from", "N",
                    "LIBSVM: index of the first feature, 0 or 1 (default: 0 where an index is 0)",
                    [&format](const std::string& text) {
                      format.index_from = parse_whole_number("--index-from", text, 0, 1);
                    });
}

void add_column_options(CLI::App& command, UserFormat& format) {
  TableHints& table = format.table;
  add_parsed_option(
      command, "--ignore", "COLUMNS", "table: columns to leave out, by name or number, \"id,3\"",
      [&table](const std::string& text) { take_types(table, "--ignore", text, TableColumn::Type::ignored); });
  add_parsed_option(command, "--category", "COLUMNS",
                    "table: columns of numbers that are names of categories (texts are, without it)",
                    [&table](const std::string& text) {
                      take_types(table, "--category", text, TableColumn::Type::category);
                    });
}

void add_unseen_option(CLI::App& command, UserFormat& format) {
  add_parsed_option(command, "--unseen", "WORD",
                    "features that training rows did not have: ignore (default) counts them, refuse ends",
                    [&format](const std::string& text) {
                      if (text != "ignore" && text != "refuse")
                        throw InputError(fmt::format("--unseen \"{}\": expected ignore or refuse", text));
                      format.refuse_unseen = text == "refuse";
                    });
}

void say_notices(const UserData& data) {
  for (const std::string& notice : data.notices) complain(notice);
}

std::string place_of(const UserData& data, Index row) {
  const long line = data.line_of(row);
  return line > 0 ? fmt::format("{}:{}", data.file.string(), line)
                  : fmt::format("{}, row {}", data.file.string(), row + 1);
}

void with_file_named(const UserData& data, const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    if (std::string_view(error.what()).starts_with(data.file.string() + ":")) throw;
    fail_input(data.file, 0, error.what());
  }
}

namespace {

/// For a label that is none: where in the table the labels may be.
std::string advice_on_label(const UserData& data) {
  if (!data.form.table) return "";
  for (const TableColumn& column : data.form.table->columns) {
    std::string lower = column.name;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
    if (column.type != TableColumn::Type::label && column.type != TableColumn::Type::ignored)
      for (const char* usual : {"class", "label", "labels", "target", "y", "outcome"})
        if (lower == usual) return fmt::format("; --label {} takes that column for the label", column.name);
  }
  return "; --label says which column has the label";
}

}  // namespace

LabeledRows training_rows(const UserData& data, Task task, const std::string& learner) {
  if (!data.has_labels())
    fail_input(data.file, 0,
               "there are no labels to learn from; of IDX and .npy files, --labels says where they are, of "
               "others --label");
  if (task == Task::classification)
    for (std::size_t i = 0; i < data.rows.y.size(); ++i)
      if (const float label = data.rows.y[i];
          std::trunc(label) != label || std::abs(label) > static_cast<float>(largest_label))
        throw InputError(
            fmt::format("{}: the label is {}, expected a whole number of at most {}, since {} tells classes; "
                        "targets are for "
                        "another learner (sketchbench learners){}",
                        place_of(data, static_cast<Index>(i)), text_of_label(label), largest_label, learner,
                        advice_on_label(data)));
  return {data.rows.x.view(), data.rows.y, task, data.weights};
}

}  // namespace sketchbench
