#include <sketchbench/cli/commands.hpp>
#include <sketchbench/cli/options/help.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include <sketchbench/cli/options/user_data.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/cli/train/data_task.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/shipped.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/manifest.hpp>
#include <sketchbench/data/read/numpy_rows.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using Type = TableColumn::Type;

struct AddCommand {
  UserFormat format;
  std::optional<Task> task;
  std::string file;
};

/// A name that manifests and --only take: the file's without its ending.
std::string name_of_data(const fs::path& file) {
  std::string name = file.filename().string();
  name = name.substr(0, name.find('.'));
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-') c = '_';
  return name;
}

std::string text_of(char sign) { return std::string(1, sign); }

/// "columns" of a manifest: what is no number. Names where all columns have different ones, numbers
/// otherwise.
Json columns_of(const TableSchema& schema, bool by_name) {
  Json columns = Json::object();
  for (std::size_t k = 0; k < schema.columns.size(); ++k) {
    const TableColumn& column = schema.columns[k];
    if (column.type != Type::number && column.type != Type::label)
      columns[by_name ? column.name : std::to_string(k)] = name_of(column.type);
  }
  return columns;
}

Json format_of(const UserData& data) {
  if (!data.form.table) {
    Json format = {{"kind", "libsvm"}, {"features", data.rows.x.d}};
    return format;
  }
  const TableSchema& schema = *data.form.table;
  std::set<std::string> names;
  for (const TableColumn& column : schema.columns)
    if (!column.name.empty()) names.insert(column.name);
  const bool by_name = names.size() == schema.columns.size();
  const bool is_arff = data.format.kind == FileFormat::Kind::arff;
  Json format = {{"kind", is_arff ? "arff" : "delimited"}, {"columns", columns_of(schema, by_name)}};
  const TableColumn* const label = schema.label();
  const auto number = static_cast<Index>(label - schema.columns.data());
  if (by_name)
    format["label"] = label->name;
  else
    format["label"] = number;
  if (!label->values.empty()) format["classes"] = label->values;
  if (schema.missing != Missing::refuse) format["missing"] = name_of(schema.missing);
  if (!schema.missing_texts.empty()) format["missing_texts"] = schema.missing_texts;
  if (is_arff) return format;
  format["separator"] = text_of(data.format.separator);
  if (data.format.header) format["header"] = true;
  if (schema.numbers.decimal != '.') format["decimal"] = text_of(schema.numbers.decimal);
  if (schema.numbers.thousands != '\0') format["thousands"] = text_of(schema.numbers.thousands);
  return format;
}

/// Numbers get unit variance, each run of them by itself; what is 0 or 1 stays.
Json preprocess_of(const UserData& data) {
  Json steps = Json::array();
  if (!data.form.table) return steps;
  Index feature = 0, first = -1;
  const auto end_run = [&] {
    if (first >= 0) steps.push_back({{"op", "unit_variance"}, {"columns", {first, feature - 1}}});
    first = -1;
  };
  for (const TableColumn& column : data.form.table->columns) {
    if (column.type == Type::number && first < 0) first = feature;
    if (column.type == Type::category || column.type == Type::boolean) end_run();
    feature += column.features();
  }
  end_run();
  return steps;
}

Json manifest_of(const UserData& data, Task task, const std::string& name) {
  Json file = {{"name", data.file.filename().string()},
               {"sha256", sha256_file(data.file)},
               {"bytes", fs::file_size(data.file)},
               {"part", "all"},
               {"format", format_of(data)}};
  Json manifest = {
      {"name", name},
      {"title", name},
      {"citation", "not told"},
      {"licence", "not told"},
      {"sources", {{{"name", "own file"}, {"files", {file}}}}},
      {"splits",
       {{{"name", "random"}, {"kind", "random"}, {"parts", {"all"}}, {"test_share", 0.2}, {"seed", 1}}}}};
  if (task == Task::regression) manifest["task"] = name_of(task);
  if (Json steps = preprocess_of(data); !steps.empty()) manifest["preprocess"] = std::move(steps);
  return manifest;
}

/// The one that comes with the program for the task, with this data set.
Json configuration_of(Task task, const std::string& name) {
  Json config = read_json(find_resource(fmt::format("configs/start/{}.json", name_of(task))));
  config["name"] = name + "_maps";
  config["title"] = "Feature maps compared on " + name;
  for (Json& entry : config.at("grid")) entry["dataset"] = name;
  return config;
}

void write_new(const fs::path& file, const Json& content) {
  AtomicFile output(file);
  output.write(json_text(content, 1) + "\n");
  output.commit();
}

void run_add(const AddCommand& command) {
  const fs::path file = command.file;
  const std::string name = name_of_data(file);
  const fs::path manifest = file.parent_path() / (name + ".json"),
                 config = file.parent_path() / (name + "_maps.json");
  for (const fs::path& place : {manifest, config})
    if (fs::exists(place)) fail_input(place, 0, "the file is there already, and is not replaced");
  const Task task = command.task.value_or(Task::classification);
  if (!command.format.kind && is_numpy(file))
    fail_input(file, 0,
               "is of NumPy's arrays, and data sets are files of text: pandas.DataFrame(array).to_csv("
               "\"rows.csv\", index=False)");
  const UserData data = read_user_file(file, command.format, task, 0);
  say_notices(data);
  if (data.form.index_from == 0 || data.format.kind == FileFormat::Kind::idx_images)
    fail_input(file, 0, "expected a table, or a LIBSVM file with features from 1");
  static_cast<void>(training_rows(data, task, "a learner of classes"));
  // Read as data sets are, which may not have comments: better now than when they are run.
  if (!data.form.table)
    static_cast<void>(
        read_data_file(file, {.kind = FileFormat::Kind::libsvm, .features = data.rows.x.d, .task = task}));
  write_new(manifest, manifest_of(data, task, name));
  try {
    static_cast<void>(read_manifest(manifest));
    write_new(config, configuration_of(task, name));
  } catch (...) {
    fs::remove(manifest);
    throw;
  }
  say("{}: the data set {}, {} with {}; its title, citation and licence are yours to fill in\n",
      manifest.string(), name, plural(data.rows.x.size(), "row"), plural(data.rows.x.d, "feature"));
  say("{}: a comparison of maps on it: sketchbench run {}\n", config.string(), config.string());
}

}  // namespace

void add_datasets_add(CLI::App& datasets) {
  const auto command = std::make_shared<AddCommand>();
  CLI::App* const add =
      datasets.add_subcommand("add", "describe a file of your own: a manifest, and a comparison of maps");
  add_user_format(*add, command->format);
  add_column_options(*add, command->format);
  add_task_option(*add, command->task);
  add->add_option("FILE", command->file, "LIBSVM, CSV or ARFF file")->required();
  set_help_footer(*add, "Both files are written beside FILE.\n");
  add->callback([command] { run_add(*command); });
}

}  // namespace sketchbench
