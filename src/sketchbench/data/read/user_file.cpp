#include <sketchbench/data/read/user_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/line_reader.hpp>
#include <sketchbench/data/read/number.hpp>
#include <sketchbench/data/read/numpy_rows.hpp>
#include <sketchbench/data/read/other_format.hpp>
#include <sketchbench/data/read/rounding.hpp>
#include <sketchbench/data/read/table.hpp>
#include <sketchbench/data/read/table_text.hpp>
#include <sketchbench/data/read/text_kind.hpp>
#include <sketchbench/data/read/unchanged.hpp>

namespace sketchbench {
namespace {

struct Beginning {
  std::string bytes;
  bool whole = false;  ///< there is nothing more
};

constexpr std::size_t enough_to_tell_format = 65'536;

/// A line or more, where there is one.
Beginning beginning_of(const std::filesystem::path& file) {
  const std::unique_ptr<ByteStream> stream = open_byte_stream(file);
  Beginning beginning;
  while (beginning.bytes.size() < enough_to_tell_format) {
    const auto piece = stream->next();
    if (piece.empty()) return {std::move(beginning.bytes), true};
    beginning.bytes.append(piece.data(),
                           std::min(piece.size(), enough_to_tell_format - beginning.bytes.size()));
  }
  return beginning;
}

bool may_be_row(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first != std::string_view::npos && !may_be_comment(line.substr(first));
}

/// The beginning, or where it has comments alone as much of what comes behind them.
Beginning beginning_of_rows(const std::filesystem::path& file, Beginning beginning) {
  if (beginning.whole) return beginning;
  for (std::string_view rest = without_byte_order_mark(beginning.bytes); !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (may_be_row(line)) return beginning;
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  const std::unique_ptr<ByteStream> stream = open_byte_stream(file);
  LineReader lines(*stream);
  Beginning rows;
  for (std::string_view line; rows.bytes.size() < enough_to_tell_format;) {
    rows.whole = !lines.next_of_header(line);
    if (rows.whole) break;
    if (!rows.bytes.empty() || may_be_row(line)) rows.bytes.append(line).append("\n");
  }
  return rows.bytes.empty() ? beginning : rows;  // rows may begin with a sign of comments
}

RowsBefore rows_before(const InputForm* form, const TableHints& said) {
  if (said.separator || said.header == true) return RowsBefore::said_table;
  if (form == nullptr) return RowsBefore::none;
  return form->table ? RowsBefore::table : RowsBefore::libsvm;
}

/// Whether the first feature of the rows is 1, 2, ...
bool numbers_rows(const Rows& rows) {
  if (rows.size() < 2) return false;
  for (Index i = 0; i < rows.size(); ++i) {
    float first = 0;
    rows.for_each_nonzero(i, [&](Index j, float value) { first = j == 0 ? value : first; });
    if (first != static_cast<float>(i + 1)) return false;
  }
  return true;
}

UserData read_libsvm_rows(const std::filesystem::path& file, const FileFormat& format) {
  UserData data{.rows = {}, .file = file, .lines_before = 0, .format = format};
  data.rows = read_data_file(file, format, &data.findings);
  const FileFindings& found = data.findings;
  data.form.index_from = found.index_from;
  data.form.kernel_matrix = format.kernel_matrix;
  const auto notice = [&](std::string text) {
    data.notices.push_back(file.string() + ": " + std::move(text));
  };
  if (!format.index_from && found.index_from == 0) {
    const bool has_numbers = numbers_rows(data.rows.x.view());
    data.looks_like_kernel_matrix = has_numbers && data.rows.x.d == data.rows.x.size() + 1;
    notice(
        fmt::format("an index is 0, so that feature 0 is taken for the first (--index-from){}",
                    has_numbers ? "; it numbers the rows, as in a kernel matrix: --kernel precomputed" : ""));
  }
  if (found.query_ids > 0) notice(fmt::format("qid: of {} is ignored", plural(found.query_ids, "row")));
  if (found.unseen > 0)
    notice(fmt::format("{} in {} of features beyond the last in training, {}, left out (--unseen refuse)",
                       plural(found.unseen, "value"), plural(found.unseen_rows, "row"),
                       format.features - 1 + found.index_from));
  return data;
}

UserData read_images(const std::filesystem::path& file, const UserFormat& user, FileFormat format) {
  if (user.labels.empty()) return {.rows = read_data_file(file, format), .file = file, .format = format};
  FileFormat of_labels = format;
  of_labels.kind = FileFormat::Kind::idx_labels;
  of_labels.features = 0;
  // What the headers say, before either file is read: one of them may hold a thousand times the other.
  format.rows = promised_rows(file, format);
  of_labels.rows = promised_rows(user.labels, of_labels);
  if (of_labels.rows != format.rows)
    fail_input(user.labels, 0,
               fmt::format("{} labels, expected {}, one for each image of {}", of_labels.rows, format.rows,
                           file.string()));
  UserData data{.rows = read_data_file(file, format), .file = file, .format = format};
  data.rows.y = read_data_file(user.labels, of_labels).y;
  return data;
}

void append_notices(UserData& data, const TableSchema& schema) {
  for (std::string& notice : notices_of(data.findings, schema, data.file))
    data.notices.push_back(std::move(notice));
}

/// Takes a column out of the matrix.
std::vector<double> take_column(CsrMatrix& x, Index column) {
  std::vector<double> taken(static_cast<std::size_t>(x.view().size()), 0);
  CsrMatrix rest;
  rest.d = x.d - 1;
  const Rows rows = x.view();
  for (Index i = 0; i < rows.size(); ++i) {
    rows.for_each_nonzero(i, [&](Index j, float value) {
      if (j == column)
        taken[static_cast<std::size_t>(i)] = double{value};
      else
        rest.push(j < column ? j : j - 1, value);
    });
    rest.end_row();
  }
  x = std::move(rest);
  return taken;
}

/// A column that was read as a feature becomes the rows' weights; other files need not have it.
void take_weights(UserData& data, const TableHints& hints, const std::string& name) {
  TableSchema& schema = *data.form.table;
  const std::size_t k = find_column(data.file, hints, "--weight-column", name, schema);
  TableColumn& column = schema.columns[k];
  if (column.type == TableColumn::Type::label)
    fail_input(data.file, 0,
               fmt::format("{} has the labels as well as the weights: --label says which has the labels",
                           name_of_column(k, column.name)));
  Index feature = 0;
  for (std::size_t before = 0; before < k; ++before) feature += schema.columns[before].features();
  column = {.name = column.name, .type = TableColumn::Type::ignored};
  data.weights = take_column(data.rows.x, feature);
  if (data.rows.x.d == 0) fail_input(data.file, 1, "there is no feature beside the weight");
  for (std::size_t i = 0; i < data.weights.size(); ++i)
    if (!(data.weights[i] >= 0))
      fail_input(data.file, data.line_of(static_cast<Index>(i)),
                 fmt::format("the weight is {}, expected a number of at least 0", data.weights[i]));
}

bool is_utf8(const std::string& text) {
  try {
    static_cast<void>(Json(text).dump());
    return true;
  } catch (const Json::exception&) {
    return false;
  }
}

/// Names and values are kept in the model's file, and compared with those of other files.
void require_utf8(const std::filesystem::path& file, const TableSchema& schema) {
  const auto require = [&](const std::string& text) {
    if (!is_utf8(text))
      fail_input(file, 0,
                 fmt::format("has the text {}, which is not UTF-8: iconv -f ISO-8859-1 -t UTF-8, or from "
                             "whatever it is",
                             in_quotes(text)));
  };
  for (const TableColumn& column : schema.columns) {
    require(column.name);
    for (const std::string& value : column.values) require(value);
  }
}

UserData read_training_table(const std::filesystem::path& file, const FileFormat& format,
                             const UserFormat& user) {
  TableHints hints = user.table;
  if (user.weight_column && !hints.types.try_emplace(*user.weight_column, TableColumn::Type::number).second)
    fail_input(file, 0,
               fmt::format("--weight-column {}: --ignore or --category names that column as well, expected "
                           "one of them",
                           *user.weight_column));
  UserData data{.rows = {}, .file = file, .lines_before = 0};
  InferredTable table = infer_table(file, format, hints);
  require_utf8(file, *table.format.schema);
  data.notices = std::move(table.notices);
  data.rows = read_data_file(file, table.format, &data.findings);
  data.form.table = *table.format.schema;
  data.format = std::move(table.format);
  if (user.weight_column) take_weights(data, hints, *user.weight_column);
  const TableSchema& schema = *data.form.table;
  if (format.features > 0 && schema.features() != format.features)
    fail_input(
        file, 1,
        fmt::format("the columns make {}, expected {}{}", plural(schema.features(), "feature"),
                    format.features,
                    schema.features() + 1 == format.features && !hints.label
                        ? "; the last was taken for the label, and --label none says that there is none"
                        : ""));
  append_notices(data, schema);
  return data;
}

UserData read_table_as(const InputForm& form, const std::filesystem::path& file, const FileFormat& format,
                       const UserFormat& user) {
  const TableHints& hints = user.table;
  if (!form.table) {  // training rows were not of a table: numbers are what they can have been
    UserData data = read_training_table(file, format, user);
    for (const TableColumn& column : data.form.table->columns)
      if (column.type == TableColumn::Type::category ||
          (column.type == TableColumn::Type::label && !column.values.empty()))
        fail_input(file, 1, "there are texts in the table, and training rows had numbers alone");
    return data;
  }
  UserData data{.rows = {}, .file = file, .lines_before = 0};
  auto schema = std::make_shared<TableSchema>(*form.table);
  if (hints.missing) schema->missing = *hints.missing;
  if (!hints.missing_texts.empty()) schema->missing_texts = hints.missing_texts;
  if (hints.decimal) schema->numbers.decimal = *hints.decimal;
  if (hints.thousands) schema->numbers.thousands = *hints.thousands;
  if (hints.label && hints.label != "none" && schema->label() == nullptr)
    schema->columns.push_back({.type = TableColumn::Type::label});  // which training did without
  FileFormat asked = format;
  asked.for_model = asked.may_lack_labels = true;
  FileFormat found = fit_format(file, asked, hints, *schema);
  found.schema = schema;
  data.rows = read_data_file(file, found, &data.findings);
  if (data.findings.missing_labels == data.rows.x.size()) {
    data.rows.y.clear();
    data.notices.push_back(fmt::format("{}: the column of the label has none in any row", file.string()));
  } else if (data.findings.missing_labels > 0) {  // some: refused, or their rows left out
    found.may_lack_labels = false;
    data.rows = read_data_file(file, found, &data.findings);
  }
  data.form = form;
  if (!found.header && schema->has_names() && found.kind == FileFormat::Kind::delimited)
    data.notices.push_back(fmt::format(
        "{}: no line names the columns, which are taken in the order of training", file.string()));
  append_notices(data, *schema);
  return data;
}

/// Refuses what is said of a table where the file is none, and would say nothing. NumPy's arrays have columns
/// of labels, and LIBSVM's label is the first of its line.
void require_no_table_options(const std::filesystem::path& file, const TableHints& said,
                              std::string_view format, bool may_have_label) {
  const bool label = said.label && said.label != "none" && said.label != "first" && !may_have_label;
  const std::string_view option = !said.types.empty()           ? "--ignore or --category"
                                  : said.missing                ? "--missing"
                                  : !said.missing_texts.empty() ? "--missing-text"
                                  : said.separator              ? "--separator"
                                  : said.header                 ? "--header or --no-header"
                                  : said.decimal                ? "--decimal"
                                  : said.thousands              ? "--thousands"
                                  : label                       ? "--label"
                                                                : "";
  if (!option.empty())
    fail_input(file, 0,
               fmt::format("{} is for tables of text, and this is read as {}{}", option, format,
                           may_have_label ? "" : "; --format csv says that it is a table"));
}

/// `form`: of the training rows; null: these are such.
UserData read_any(const std::filesystem::path& file, const UserFormat& user, Task task, Index columns,
                  const InputForm* form) {
  using Kind = FileFormat::Kind;
  const auto require_table = [&](bool is_table) {
    if (user.weight_column && !is_table)
      fail_input(file, 0, "--weight-column: expected a table, whose columns have names or numbers");
  };
  if (!user.kind && is_numpy(file)) {
    require_table(false);
    require_no_table_options(file, user.table, "NumPy's arrays", true);
    if (form != nullptr && form->table && !form->table->is_numeric())
      fail_input(file, 0, "training rows were of a table with categories, expected one like it");
    return read_numpy_rows(file, user, task, columns, form);
  }
  Beginning beginning = beginning_of(file);
  if (!user.kind || (*user.kind == Kind::delimited && !user.table.separator))
    require_text(beginning.bytes, file);
  if (!user.kind) {
    beginning = beginning_of_rows(file, std::move(beginning));
    require_values_in_lines(beginning.bytes, file);
  }
  const TextKind kind =
      user.kind ? TextKind{*user.kind}
      : form != nullptr && form->kernel_matrix
          ? TextKind{Kind::libsvm}
          : kind_of_text(beginning.bytes, beginning.whole, rows_before(form, user.table), file);
  FileFormat format{.kind = kind.kind, .features = columns, .task = task};
  const bool is_table = format.kind == Kind::delimited || format.kind == Kind::arff;
  require_table(is_table);
  if (!is_table)
    require_no_table_options(file, user.table, format.kind == Kind::libsvm ? "LIBSVM's format" : "IDX images",
                             false);
  if (user.index_from && format.kind != Kind::libsvm)
    fail_input(file, 0,
               "--index-from is for LIBSVM's format, and this is read as another one (--format libsvm)");
  if (form != nullptr && form->table && !is_table && !form->table->is_numeric())
    fail_input(file, 0, "training rows were of a table with categories, expected one like it");
  if (format.kind == Kind::idx_images) return read_images(file, user, format);
  if (!user.labels.empty())
    fail_input(
        user.labels, 0,
        fmt::format("a file of labels is for IDX images, and {} has its labels in its rows", file.string()));
  format.as_found = true;
  format.drop_unseen = form != nullptr && !user.refuse_unseen;
  UserData data;
  if (is_table) {
    data =
        form == nullptr ? read_training_table(file, format, user) : read_table_as(*form, file, format, user);
  } else {
    format.index_from = user.index_from;
    format.kernel_matrix = form != nullptr ? form->kernel_matrix : user.kernel_matrix;
    if (format.kernel_matrix) format.drop_unseen = false;
    if (form != nullptr && !format.index_from) format.index_from = form->index_from;
    data = read_libsvm_rows(file, format);
    if (user.table.label == "none") data.rows.y.clear();
  }
  if (!kind.notice.empty()) data.notices.insert(data.notices.begin(), kind.notice);
  return data;
}

/// Of IDX files, whose labels are bytes, and of classes that a table names.
UserData with_targets(UserData data, Task task) {
  if (const std::vector<float>& y = data.rows.y;
      task == Task::regression && data.findings.targets.size() != y.size())
    data.findings.targets.assign(y.begin(), y.end());
  return data;
}

/// Of training rows: columns and targets of which single precision holds little.
void note_rounding(UserData& data) {
  for (const std::string& rounded : data.findings.rounded)
    data.notices.push_back(fmt::format("{}: {}", data.file.string(), rounded));
  Rounding of_targets;
  for (std::size_t i = 0; i < data.findings.targets.size(); ++i)
    if (of_targets.is_narrow(data.rows.y[i])) of_targets.add(data.findings.targets[i], data.rows.y[i]);
  if (of_targets.loss() > 0)
    data.notices.push_back(fmt::format("{}: {}, and add it to what is predicted", data.file.string(),
                                       text_of_rounding(of_targets, "the targets")));
}

}  // namespace

UserData read_user_file(const std::filesystem::path& file, const UserFormat& format, Task task,
                        Index columns) {
  UserData data = with_targets(
      read_unchanged(file, [&] { return read_any(file, format, task, columns, nullptr); }), task);
  note_rounding(data);
  return data;
}

UserData read_user_file_as(const InputForm& form, const std::filesystem::path& file, const UserFormat& format,
                           Task task, Index columns) {
  return with_targets(read_unchanged(file, [&] { return read_any(file, format, task, columns, &form); }),
                      task);
}

}  // namespace sketchbench
