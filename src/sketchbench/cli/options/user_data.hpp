#pragma once
#include <functional>
#include <string>

#include <sketchbench/data/read/user_file.hpp>

namespace CLI {
class App;
}

namespace sketchbench {

/// --format, --labels, --label, --separator and so on: what the file DATA is like.
void add_user_format(CLI::App& command, UserFormat& format);
/// --ignore and --category, where columns are not told by a model.
void add_column_options(CLI::App& command, UserFormat& format);
/// --unseen, where rows are read for a model.
void add_unseen_option(CLI::App& command, UserFormat& format);

/// What was guessed or left out when the file was read, on standard error.
void say_notices(const UserData& data);

/// "a9a:17", or "images, row 17" for a file without lines; row: from 0.
std::string place_of(const UserData& data, Index row);

/// Calls `work` and puts the file's name before what an InputError of it says, where that names no place.
void with_file_named(const UserData& data, const std::function<void()>& work);

/// The labels as training wants them. InputError, with the line, where there are none, or where `learner`, as
/// messages call it, tells classes and a label is no whole number.
LabeledRows training_rows(const UserData& data, Task task, const std::string& learner);

}  // namespace sketchbench
