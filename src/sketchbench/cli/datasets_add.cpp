#include <sketchbench/cli/commands.hpp>
#include <sketchbench/cli/options/help.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <sketchbench/cli/options/number_option.hpp>
#include <sketchbench/cli/options/user_data.hpp>
#include <sketchbench/cli/options/value_text.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/cli/train/data_task.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/shipped.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/manifest.hpp>
#include <sketchbench/data/manifest_folders.hpp>
#include <sketchbench/data/read/numpy_rows.hpp>
#include <sketchbench/data/split.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/learners/labels.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using Type = TableColumn::Type;

struct AddCommand {
  UserFormat format;
  std::optional<Task> task;
  std::string file, name;  ///< name: of the data set; empty: as the file's
  bool replace = false;    ///< the manifest that an earlier call has written
};

/// A name that manifests and --only take: the file's without its ending.
std::string name_of_data(const fs::path& file) {
  std::string name = file.filename().string();
  name = name.substr(0, name.find('.'));
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-') c = '_';
  return name;
}

std::string name_of_data(const AddCommand& command) {
  if (!command.name.empty() && name_of_data(fs::path(command.name)) != command.name)
    throw InputError(fmt::format("--name \"{}\": expected letters, digits, - and _", command.name));
  return command.name.empty() ? name_of_data(fs::path(command.file)) : command.name;
}

/// A run of the configuration finds the other manifest as well, and refuses two of one name.
void require_free_name(const std::string& name, const fs::path& manifest, const fs::path& config) {
  for (const fs::path& other :
       manifest_files(manifest_folders({.configurations = {config}, .named = {}}), name))
    if (std::error_code error; !fs::equivalent(other, manifest, error))
      throw InputError(
          fmt::format("\"{}\" is the name of a data set that there is, {}, expected another: "
                      "--name NAME",
                      name, other.string()));
}

/// What there was before, where it is to be replaced.
std::optional<Manifest> replaced_manifest(const fs::path& manifest, const AddCommand& command) {
  if (!fs::exists(manifest)) return std::nullopt;
  if (!command.replace)
    fail_input(
        manifest, 0,
        "the file is there already, and is not replaced: --replace describes the data anew, --name NAME "
        "gives them another name");
  Manifest before = read_manifest(manifest);
  const auto is_of_file = [&](const Source& source) {
    return source.files.size() == 1 &&
           source.files.front().name == fs::path(command.file).filename().string();
  };
  if (before.sources.size() != 1 || !is_of_file(before.sources.front()))
    fail_input(
        manifest, 0,
        fmt::format("describes other files than {}, and is not replaced: put the new SHA-256 into it, or "
                    "--name NAME gives the data another name",
                    command.file));
  return before;
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
  if (!data.form.table)
    return {{"kind", "libsvm"},
            {"features", data.rows.x.d},
            {"rows", data.rows.x.size()},
            {"index_from", data.form.index_from}};
  const TableSchema& schema = *data.form.table;
  std::set<std::string> names;
  for (const TableColumn& column : schema.columns)
    if (!column.name.empty()) names.insert(column.name);
  const bool by_name = names.size() == schema.columns.size();
  const bool is_arff = data.format.kind == FileFormat::Kind::arff;
  Json format = {{"kind", is_arff ? "arff" : "delimited"},
                 {"features", data.rows.x.d},
                 {"rows", data.rows.x.size()},
                 {"columns", columns_of(schema, by_name)}};
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

/// What the labels are for, where --task does not say it. InputError where it says classes and they are none.
Task task_of(const UserData& data, std::optional<Task> said) {
  if (said == Task::regression) return *said;
  const auto is_class = [](float label) {
    return std::trunc(label) == label && std::abs(label) <= static_cast<float>(largest_label);
  };
  const auto target = std::ranges::find_if_not(data.rows.y, is_class);
  if (target != data.rows.y.end()) {
    const std::string found = fmt::format("{}: the label is {}", place_of(data, target - data.rows.y.begin()),
                                          text_of_label(*target));
    if (said)
      throw InputError(
          fmt::format("{}, expected a whole number of at most {} for a class; --task regression "
                      "is for targets",
                      found, largest_label));
    complain(found + ", which is no class: the task is taken for regression (--task)");
    return Task::regression;
  }
  if (const std::size_t classes = doubtful_classes(data); !said && classes > 0)
    complain(fmt::format("{}: the labels are taken for {} classes; --task regression takes them for targets",
                         data.file.string(), with_commas(static_cast<Index>(classes))));
  return Task::classification;
}

/// A fifth is tested on, or two rows. Where there are few of a class, another seed than the first may be the
/// one that leaves something to learn and to measure.
SplitSpec split_of(const UserData& data, Task task) {
  const std::vector<float>& y = data.rows.y;
  const Index n = std::ssize(y);
  SplitSpec split{
      .name = "random", .kind = SplitSpec::Kind::random, .parts = {"all"}, .test_share = 0.2, .seed = 1};
  constexpr Index fewest = 2;
  if (test_rows(n, split) < fewest) split.test_rows = fewest;
  const auto part = [&](const std::vector<Index>& rows) {
    std::vector<float> labels;
    for (const Index row : rows) labels.push_back(y[static_cast<std::size_t>(row)]);
    return labels;
  };
  constexpr Seed most = 100;
  const bool differ = std::ranges::any_of(y, [&](float label) { return label != y.front(); });
  for (; differ && n > fewest && split.seed <= most; ++split.seed) {
    const RowSplit rows = divide_rows(n, split);
    const LabelFacts labels = label_facts(part(rows.train), part(rows.test));
    if (task == Task::regression ? labels.test_differ && !labels.test_all_zero : labels.train_differ)
      return split;
  }
  fail_input(data.file, 0,
             fmt::format("{} with {}, expected rows to train and to test on, and {}", plural(n, "row"),
                         differ ? "labels that differ" : "one label alone",
                         task == Task::regression ? "two targets or more among the latter"
                                                  : "two classes or more among the former"));
}

/// `before`: the one that it replaces; what people fill in stays.
Json manifest_of(const UserData& data, Task task, const SplitSpec& split, const std::string& name,
                 const std::optional<Manifest>& before) {
  Json file = {{"name", data.file.filename().string()},
               {"sha256", sha256_file(data.file)},
               {"bytes", fs::file_size(data.file)},
               {"part", "all"},
               {"format", format_of(data)}};
  Json manifest = {{"name", name},
                   {"title", before ? before->title : name},
                   {"citation", before ? before->citation : "not told"},
                   {"licence", before ? before->licence : "not told"},
                   {"sources", {{{"name", "own file"}, {"files", {file}}}}}};
  Json& random = manifest["splits"][0];
  random = {{"name", split.name}, {"kind", "random"}, {"parts", split.parts}, {"seed", split.seed}};
  if (split.test_rows > 0)
    random["test_rows"] = split.test_rows;
  else
    random["test_share"] = split.test_share;
  if (task == Task::regression) manifest["task"] = name_of(task);
  if (before && before->short_title != before->title) manifest["short_title"] = before->short_title;
  if (Json steps = preprocess_of(data); !steps.empty()) manifest["preprocess"] = std::move(steps);
  return manifest;
}

/// The configuration's numbers of features, halved until each of its methods can have them with so many
/// training rows.
std::vector<Index> feature_counts(Config config, Index d, Index n_train) {
  std::vector<Index>& tried = config.grid.front().D;
  std::vector<Index> counts = tried;
  const auto is_possible = [&](Index D) {
    tried = {D};
    try {
      for_each_group(config, [&](const Cell& cell, std::size_t, std::span<const std::optional<Seed>>) {
        require_possible(kind_of_map(cell), map_request(cell, d, n_train, 0));
      });
    } catch (const InputError&) {
      return false;
    }
    return true;
  };
  while (counts.back() > 1 && !is_possible(counts.back()))
    for (Index& D : counts) D /= 2;
  std::erase_if(counts, [&](Index D) { return !is_possible(D); });
  return counts;
}

/// The one that comes with the program for the task, with this data set.
Json configuration_of(Task task, const std::string& name, Index d, Index n_train) {
  const fs::path start = find_resource(fmt::format("configs/start/{}.json", name_of(task)));
  Json config = read_json(start);
  config["name"] = name + "_maps";
  config["title"] = "Feature maps compared on " + name;
  const std::vector<Index> counts = feature_counts(read_config(start), d, n_train);
  for (Json& entry : config.at("grid")) {
    entry["dataset"] = name;
    if (!counts.empty()) entry["D"] = counts;  // what no number of features makes possible, a run says
  }
  return config;
}

void run_add(const AddCommand& command) {
  const fs::path file = command.file;
  const std::string name = name_of_data(command);
  const fs::path manifest = file.parent_path() / (name + ".json"),
                 config = file.parent_path() / (name + "_maps.json");
  require_free_name(name, manifest, config);
  const std::optional<Manifest> before = replaced_manifest(manifest, command);
  if (!before && fs::exists(config))
    fail_input(config, 0, "the file is there already, and is not replaced: --name NAME gives other names");
  if (!command.format.kind && is_numpy(file))
    fail_input(file, 0,
               "is of NumPy's arrays, and data sets are files of text: pandas.DataFrame(array).to_csv("
               "\"rows.csv\", index=False)");
  const UserData data = read_user_file(file, command.format, command.task.value_or(Task::classification), 0);
  if (data.looks_like_kernel_matrix)
    fail_input(
        file, 0,
        "feature 0 numbers the rows, as in a kernel matrix, which is no data set: sketchbench train --kernel "
        "precomputed trains on it; --index-from 0 says that it is a feature");
  say_notices(data);
  if (data.format.kind == FileFormat::Kind::idx_images)
    fail_input(file, 0, "expected a table or a LIBSVM file");
  const Task task = task_of(data, command.task);
  const Index n = training_rows(data, task, "a data set").x.size();
  const SplitSpec split = split_of(data, task);
  const bool keeps_config = before && before->task == task && fs::exists(config);
  const std::string old = before ? read_file(manifest) : "";
  write_file_atomically(manifest, json_text(manifest_of(data, task, split, name, before), 1) + "\n");
  try {
    static_cast<void>(read_manifest(manifest));
    if (!keeps_config)
      write_file_atomically(
          config, json_text(configuration_of(task, name, data.rows.x.d, n - test_rows(n, split)), 1) + "\n");
  } catch (...) {
    if (before)
      write_file_atomically(manifest, old);
    else
      fs::remove(manifest);
    throw;
  }
  say("{}: the data set {}, {} with {}; its title, citation and licence are yours to fill in\n",
      manifest.string(), name, plural(data.rows.x.size(), "row"), plural(data.rows.x.d, "feature"));
  say("{}: a comparison of maps on it{}: sketchbench run {}\n", config.string(),
      keeps_config ? ", kept as it is" : "", config.string());
}

}  // namespace

void add_datasets_add(CLI::App& datasets) {
  const auto command = std::make_shared<AddCommand>();
  CLI::App* const add =
      datasets.add_subcommand("add", "describe a file of your own: a manifest, and a comparison of maps");
  add_user_format(*add, command->format);
  add_column_options(*add, command->format);
  add_task_option(*add, command->task, "regression where a label is no whole number");
  begin_group(*add, "Manifest");
  add_parsed_option(*add, "--name", "NAME", "of the data set (default: FILE's without its ending)",
                    [command](const std::string& text) {
                      if (text.empty()) throw InputError("--name \"\": expected a name");
                      command->name = text;
                    });
  add->add_flag(
      "--replace", command->replace,
      "describe FILE anew, which was changed or read wrongly: title, citation and licence stay, and so "
      "does the comparison where its task does");
  add->add_option("FILE", command->file, "LIBSVM, CSV or ARFF file")->required();
  set_help_footer(*add, "Both files are written beside FILE.\n");
  add->callback([command] { run_add(*command); });
}

}  // namespace sketchbench
