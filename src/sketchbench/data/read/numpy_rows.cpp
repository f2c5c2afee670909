#include <sketchbench/data/read/numpy_rows.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/number.hpp>
#include <sketchbench/data/read/read_npy.hpp>
#include <sketchbench/data/read/rounding.hpp>
#include <sketchbench/data/read/unchanged.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

/// A whole number stays what it is.
float label_of(double value, Index row, const fs::path& file) {
  const auto label = static_cast<float>(value);
  if (std::trunc(value) == value && static_cast<double>(label) != value)
    fail_input(
        file, 0,
        fmt::format("the label of row {} is {}, which single precision does not hold", row + 1, value));
  return label;
}

/// The labels that an array has, one for each of so many rows of `file`.
std::vector<float> labels_of(const NpyArray& array, Index rows, Task task, const fs::path& of,
                             const fs::path& file, FileFindings& findings) {
  if (array.columns != 1 || array.rows != rows)
    fail_input(of, 0,
               fmt::format("{} x {} labels, expected {}, one for each row of {}", array.rows, array.columns,
                           rows, file.string()));
  std::vector<float> labels;
  for (Index i = 0; i < rows; ++i) {
    const double value = array.values[static_cast<std::size_t>(i)];
    labels.push_back(task == Task::classification ? label_of(value, i, of) : static_cast<float>(value));
  }
  if (task == Task::regression) findings.targets = array.values;
  return labels;
}

/// The column of the labels, from 0; -1: none.
Index label_column(const std::string& label, Index columns, const fs::path& file) {
  if (label == "none") return -1;
  if (label == "first") return 0;
  if (label == "last") return columns - 1;
  Index number = 0;
  if (!parse_number(label, number) || number < 1 || number > columns)
    fail_input(file, 0, fmt::format("--label {}: expected first, last, none or 1 to {}", label, columns));
  return number - 1;
}

/// Rows of a matrix, one of whose columns may be the labels.
LabeledMatrix rows_of(const NpyArray& array, Index label, Task task, const fs::path& file,
                      FileFindings& findings) {
  LabeledMatrix rows;
  std::vector<Rounding> rounding(static_cast<std::size_t>(array.columns));
  rows.x.d = array.columns - (label >= 0 ? 1 : 0);
  for (Index i = 0; i < array.rows; ++i) {
    rows.x.make_room(rows.x.d);
    Index feature = 0;
    for (Index j = 0; j < array.columns; ++j) {
      const double value = array.values[static_cast<std::size_t>(i * array.columns + j)];
      if (j == label) {
        if (task == Task::regression) findings.targets.push_back(value);
        rows.y.push_back(task == Task::classification ? label_of(value, i, file) : static_cast<float>(value));
        continue;
      }
      const auto number = static_cast<float>(value);
      if (number != 0) rows.x.push(feature, number);
      if (Rounding& column = rounding[static_cast<std::size_t>(j)]; column.is_narrow(number))
        column.add(value, number);
      ++feature;
    }
    rows.x.end_row();
  }
  for (Index j = 0; j < array.columns; ++j)
    if (const Rounding& column = rounding[static_cast<std::size_t>(j)]; column.loss() > 0)
      findings.rounded.push_back(text_of_rounding(column, fmt::format("column {}", j + 1)));
  return rows;
}

/// Of columns that have no names, one of them the labels': so that other rows may have labels there, or none.
TableSchema schema_of(const NpyArray& array, Index label) {
  TableSchema schema;
  schema.columns.resize(static_cast<std::size_t>(array.columns));
  for (std::size_t at = 0; at < array.values.size(); ++at)
    schema.columns[at % schema.columns.size()].mean += array.values[at] / static_cast<double>(array.rows);
  schema.columns[static_cast<std::size_t>(label)] = {.type = TableColumn::Type::label};
  return schema;
}

/// Where training rows had their label, in an array that has as many columns as they; "none" elsewhere.
std::string label_of_training(const InputForm* form, Index columns) {
  if (form == nullptr || !form->table || form->table->label() == nullptr) return "none";
  const TableSchema& table = *form->table;
  if (std::ssize(table.columns) != columns || table.features() + 1 != columns) return "none";
  return std::to_string(table.label() - table.columns.data() + 1);
}

/// Takes an array of whole numbers out of those of a SciPy matrix.
std::vector<Index> whole_numbers(NpzArrays& npz, const char* name, const fs::path& file) {
  auto found = npz.arrays.extract(name);
  if (found.empty())
    fail_input(file, 0,
               fmt::format("the sparse matrix has no array {}, expected those of a csr_matrix", name));
  const NpyArray array = std::move(found.mapped());
  std::vector<Index> numbers;
  for (const double value : array.values) {
    constexpr double exact = 9007199254740992;  // 2^53
    if (value < 0 || value >= exact || std::trunc(value) != value)
      fail_input(file, 0,
                 fmt::format("{} of the sparse matrix has {}, expected a whole number", name, value));
    numbers.push_back(static_cast<Index>(value));
  }
  return numbers;
}

/// What scipy.sparse.save_npz writes of a csr_matrix.
CsrMatrix sparse_rows(NpzArrays& npz, const fs::path& file, FileFindings& findings) {
  // Bytes, or text of four bytes for each letter.
  std::string format = npz.texts["format"];
  std::erase(format, '\0');
  if (format != "csr")
    fail_input(file, 0,
               fmt::format("the sparse matrix has the format {}, expected csr: "
                           "scipy.sparse.save_npz(\"rows.npz\", matrix.tocsr())",
                           in_quotes(format)));
  const std::vector<Index> shape = whole_numbers(npz, "shape", file);
  const std::vector<Index> start = whole_numbers(npz, "indptr", file);
  // A matrix of zeros has arrays without values, which are not among those that are read.
  const bool is_empty = !npz.arrays.contains("data") || !npz.arrays.contains("indices");
  const std::vector<Index> column = is_empty ? std::vector<Index>{} : whole_numbers(npz, "indices", file);
  const std::vector<double> value =
      is_empty ? std::vector<double>{} : std::move(npz.arrays.extract("data").mapped().values);
  if (shape.size() != 2 || std::ssize(start) != shape[0] + 1 || start.front() != 0 ||
      start.back() != std::ssize(column) || column.size() != value.size() || !std::ranges::is_sorted(start))
    fail_input(file, 0,
               "the arrays of the sparse matrix do not fit together, expected those of a csr_matrix");
  CsrMatrix rows;
  rows.d = shape[1];
  std::vector<std::pair<Index, double>> row;
  SparseRounding rounding;
  for (std::size_t i = 0; i + 1 < start.size(); ++i) {
    row.clear();
    for (auto k = static_cast<std::size_t>(start[i]); k < static_cast<std::size_t>(start[i + 1]); ++k)
      row.emplace_back(column[k], value[k]);
    std::ranges::sort(row);
    rows.make_room(std::ssize(row));
    Index before = -1;
    for (const auto& [j, written] : row) {
      if (j == before || j >= rows.d)
        fail_input(file, 0,
                   fmt::format("row {} of the sparse matrix has {} column {}, expected each once, below {}",
                               i + 1, j == before ? "twice the" : "the", j, rows.d));
      before = j;
      const auto number = static_cast<float>(written);
      if (number != 0) rows.push(j, number);
      rounding.add(j, number, [written = written] { return written; });
    }
    rows.end_row();
    rounding.end_row();
  }
  for (const auto& [j, lost] : rounding.columns())
    if (lost.loss() > 0) findings.rounded.push_back(text_of_rounding(lost, fmt::format("column {}", j + 1)));
  return rows;
}

constexpr std::array<std::string_view, 5> usual_labels = {"y", "labels", "label", "target", "targets"};

/// "X: the array's values are ..." of each array that is not read.
std::string faults_of(const NpzArrays& npz) {
  std::vector<std::string> faults;
  for (const auto& [name, fault] : npz.others) faults.push_back(fmt::format("{}: {}", name, fault));
  return fmt::format("{}", fmt::join(faults, "; "));
}

/// The name of the matrix of rows, of which there must be one: with several columns where an array has them,
/// and not called as labels are where another one is not.
std::string matrix_of_rows(const NpzArrays& npz, const std::string& summary, const fs::path& file) {
  std::vector<std::string> matrices, columns, of_labels, vectors;
  for (const auto& [name, array] : npz.arrays)
    if (std::ranges::find(usual_labels, name) != usual_labels.end()) {
      if (array.is_matrix && array.columns > 1) of_labels.push_back(name);
    } else {
      (!array.is_matrix ? vectors : array.columns > 1 ? matrices : columns).push_back(name);
    }
  if (matrices.empty()) matrices = std::move(of_labels);
  if (matrices.empty()) matrices = std::move(columns);
  if (matrices.size() == 1) return matrices.front();
  std::string message = fmt::format(
      "has the arrays {}, expected one matrix of rows: numpy.savez(\"rows.npz\", X=..., y=...)", summary);
  if (!npz.others.empty()) message += "; " + faults_of(npz);
  if (matrices.empty() && !vectors.empty())
    message += fmt::format("; {} is a matrix of one feature as {}.reshape(-1, 1)", vectors[0], vectors[0]);
  fail_input(file, 0, message);
}

/// The name of the array of labels: the one that the user says, or what arrays tell; empty: there is none.
std::string label_array(const NpzArrays& npz, const std::optional<std::string>& said, Index rows,
                        const std::string& summary, const fs::path& file) {
  if (said) return npz.arrays.contains(*said) ? *said : "";
  std::vector<std::string> fitting;
  for (const auto& [name, array] : npz.arrays)
    if (array.columns == 1 && array.rows == rows) fitting.push_back(name);
  for (const std::string_view usual : usual_labels)
    if (std::ranges::find(fitting, usual) != fitting.end()) return std::string(usual);
  for (const std::string_view usual : usual_labels)  // of which labels_of() says what they are to be
    if (npz.arrays.contains(std::string(usual))) return std::string(usual);
  if (fitting.size() > 1)
    fail_input(file, 0,
               fmt::format("has the arrays {}: --label NAME says which of {} has the labels, or none",
                           summary, fmt::join(fitting, ", ")));
  return fitting.empty() ? "" : fitting.front();
}

LabeledMatrix read_npz_rows(const fs::path& file, const UserFormat& user, Task task, FileFindings& findings,
                            std::vector<std::string>& notices) {
  NpzArrays npz = read_npz(file);
  const std::string summary = npz.summary();
  const std::optional<std::string> said =
      user.labels.empty() ? user.table.label : std::optional<std::string>("none");
  LabeledMatrix rows;
  if (npz.arrays.contains("shape") && npz.texts.contains("format")) {
    rows.x = sparse_rows(npz, file, findings);
  } else {
    const NpyArray array = std::move(npz.arrays.extract(matrix_of_rows(npz, summary, file)).mapped());
    const bool is_column = said && !npz.arrays.contains(*said) && !npz.others.contains(*said);
    rows = rows_of(array, is_column ? label_column(*said, array.columns, file) : -1, task, file, findings);
  }
  const Index n = rows.x.size();
  if (const std::string name = label_array(npz, said, n, summary, file); rows.y.empty() && !name.empty())
    rows.y = labels_of(npz.arrays.at(name), n, task, file.string() + "/" + name, file, findings);
  if (rows.y.empty() && !said && !npz.others.empty())
    notices.push_back(
        fmt::format("{}: what is not of numbers in rows is left out: {}", file.string(), faults_of(npz)));
  if (rows.y.empty() && said && npz.others.contains(*said))
    fail_input(file.string() + "/" + *said, 0, npz.others.at(*said));
  if (rows.y.empty() && said && *said != "none")
    fail_input(file, 0, fmt::format("has the arrays {}, and none that --label {} names", summary, *said));
  return rows;
}

}  // namespace

bool is_numpy(const fs::path& file) {
  if (is_npz(file)) return true;
  const std::unique_ptr<ByteStream> stream = open_byte_stream(file);
  std::string beginning;
  for (auto piece = stream->next(); !piece.empty() && beginning.size() < 8; piece = stream->next())
    beginning.append(piece.data(), std::min<std::size_t>(piece.size(), 8));
  return is_npy(beginning);
}

UserData read_numpy_rows(const fs::path& file, const UserFormat& user, Task task, Index columns,
                         const InputForm* form) {
  UserData data{.rows = {}, .file = file};
  if (is_npz(file)) {
    data.rows = read_npz_rows(file, user, task, data.findings, data.notices);
  } else {
    const NpyArray array = read_npy(file);
    const std::string said = user.table.label.value_or(label_of_training(form, array.columns));
    const Index label = label_column(user.labels.empty() ? said : "none", array.columns, file);
    data.rows = rows_of(array, label, task, file, data.findings);
    if (label >= 0) data.form.table = schema_of(array, label);
  }
  const Index d = data.rows.x.d;
  if (d < 1 || (columns > 0 && d != columns))
    fail_input(
        file, 0,
        fmt::format("the rows have {}, expected {}", plural(d, "feature"), std::max<Index>(columns, 1)));
  if (!user.labels.empty())
    data.rows.y = labels_of(read_unchanged(user.labels, [&] { return read_npy(user.labels); }),
                            data.rows.x.size(), task, user.labels, file, data.findings);
  return data;
}

}  // namespace sketchbench
