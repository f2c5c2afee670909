#include <sketchbench/cli/options/user_data.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <functional>

#include <sketchbench/cli/options/number_option.hpp>
#include <sketchbench/cli/options/value_text.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/labels.hpp>

namespace sketchbench {
namespace {

FileFormat::Kind format_of_text(const std::string& text) {
  if (text == "csv") return FileFormat::Kind::delimited;
  if (text == "idx") return FileFormat::Kind::idx_images;
  if (text == "libsvm") return FileFormat::Kind::libsvm;
  throw InputError(fmt::format("--format \"{}\": expected csv, idx or libsvm", text));
}

void take_label(UserFormat& format, const std::string& text) {
  constexpr Index most_columns_here = 1'000'000'000;
  if (text == "first")
    format.label = FileFormat::Label::first;
  else if (text == "last")
    format.label = FileFormat::Label::last;
  else if (text == "none")
    format.label = FileFormat::Label::none;
  else {
    format.label = FileFormat::Label::column;
    format.label_column = parse_whole_number("--label", text, 1, most_columns_here) - 1;
  }
}

char separator_of_text(const std::string& text) {
  if (text == "tab") return '\t';
  if (text == "space") return ' ';
  if (text.size() != 1 || text == "." || text == "-" || text == "+" ||
      std::isalnum(static_cast<unsigned char>(text.front())) != 0)
    throw InputError(fmt::format("--separator \"{}\": expected one sign, tab or space", text));
  return text.front();
}

}  // namespace

void add_user_format(CLI::App& command, UserFormat& format) {
  add_parsed_option(command, "--format", "NAME", "csv, idx or libsvm (default: as its first bytes tell)",
                    [&format](const std::string& text) { format.kind = format_of_text(text); });
  add_parsed_option(command, "--labels", "FILE", "IDX: the labels of the images in DATA",
                    [&format](const std::string& text) {
                      if (text.empty()) throw InputError("--labels \"\": expected the name of a file");
                      format.labels = text;
                    });
  add_parsed_option(command, "--label", "COLUMN",
                    "CSV: first, last (default), none, or the column's number from 1",
                    [&format](const std::string& text) { take_label(format, text); });
  add_parsed_option(command, "--separator", "SIGN",
                    "CSV: between columns; tab and space by name (default: as the first line has it)",
                    [&format](const std::string& text) { format.separator = separator_of_text(text); });
  command.add_flag("--header", format.header, "CSV: the first line names the columns");
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

LabeledRows training_rows(const UserData& data, Task task, const std::string& learner) {
  if (!data.has_labels())
    fail_input(
        data.file, 0,
        "there are no labels to learn from; of IDX images, --labels says where they are, of CSV, --label");
  if (task == Task::classification)
    for (std::size_t i = 0; i < data.rows.y.size(); ++i)
      if (const float label = data.rows.y[i];
          std::trunc(label) != label || std::abs(label) > static_cast<float>(largest_label))
        throw InputError(
            fmt::format("{}: the label is {}, expected a whole number of at most {}, since {} tells classes; "
                        "targets are for "
                        "another learner (train --help)",
                        place_of(data, static_cast<Index>(i)), text_of_label(label), largest_label, learner));
  return {data.rows.x.view(), data.rows.y, task};
}

}  // namespace sketchbench
