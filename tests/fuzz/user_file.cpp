#include <sketchbench/data/read/user_file.hpp>

#include <string>

#include "fuzz/choices.hpp"
#include "fuzz/input_file.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {
namespace {

bool same_rows(const LabeledMatrix& a, const LabeledMatrix& b) {
  return a.x.d == b.x.d && a.x.row_start == b.x.row_start && a.x.column == b.x.column &&
         a.x.value == b.x.value && a.y == b.y;
}

}  // namespace

// Five letters: the format, the task, the label, what becomes of missing values, the decimal sign; then a
// file as people have it. Its rows are read again for a model that was trained on them: the same rows.
bool run_user_file(std::string_view input) {
  static InputFile file("input");
  Choices choices(input);
  using Kind = FileFormat::Kind;
  UserFormat format;
  format.kind = choices.one_of(
      std::array<std::optional<Kind>, 4>{std::nullopt, Kind::delimited, Kind::arff, Kind::libsvm});
  const Task task = choices.one_of(std::array{Task::classification, Task::regression});
  format.table.label =
      choices.one_of(std::array<std::optional<std::string>, 5>{std::nullopt, "first", "none", "2", "y"});
  format.table.missing = choices.one_of(
      std::array<std::optional<Missing>, 4>{std::nullopt, Missing::zero, Missing::mean, Missing::drop});
  format.table.decimal = choices.one_of(std::array<std::optional<char>, 2>{std::nullopt, ','});
  const std::filesystem::path& path = file.put(choices.rest());
  return accepts(path, [&] {
    const UserData data = read_user_file(path, format, task, 0);
    check_rows(data.rows);
    require(data.rows.y.empty() || std::ssize(data.rows.y) == data.rows.x.size(),
            "every row has a label, or none");
    if (data.form.table)
      require(data.form.table->features() == data.rows.x.d, "the schema has as many features as rows have");
    const UserData again = read_user_file_as(data.form, path, format, task, data.rows.x.d);
    require(same_rows(again.rows, data.rows), "rows are read for their own model as they were");
  });
}

}  // namespace sketchbench::fuzz
