#include <sketchbench/cli/commands.hpp>
#include <sketchbench/cli/options/help.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include <sketchbench/cli/map/training_rows.hpp>
#include <sketchbench/cli/options/map_options.hpp>
#include <sketchbench/cli/options/number_option.hpp>
#include <sketchbench/cli/options/parameter_help.hpp>
#include <sketchbench/cli/options/user_data.hpp>
#include <sketchbench/cli/options/value_text.hpp>
#include <sketchbench/cli/output_target.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/features/map_spec.hpp>
#include <sketchbench/harness/cell/landmark_file.hpp>
#include <sketchbench/models/fitted_map.hpp>

namespace sketchbench {
namespace {

constexpr Index rows_per_block = 256;

struct MapCommand {
  MapOptions choice;
  UserFormat format;
  Index features = 0;
  int threads = 1;
  std::string train, input, output;
};

/// One line of a LIBSVM file. Numbers are written with as few digits as bring the same float back.
void append_row(std::string& text, float label, const float* z, Index d) {
  text += text_of_label(label);
  auto out = std::back_inserter(text);
  for (Index j = 0; j < d; ++j)
    if (z[j] != 0) fmt::format_to(out, " {}:{}", j + 1, z[j]);
  text += '\n';
}

/// Throws InputError for mapped rows that would not fit, before the map is made. A D that no map can have is
/// the map's to refuse.
void require_room_for_features(MapRequest request, const FeatureMapKind& kind, const Rows& x, Index n_train) {
  if (request.D < 1 || request.D > largest_D) return;
  request.d_in = x.dim();
  request.n_train = n_train;
  const double rows = static_cast<double>(std::min(rows_per_block, x.size()));
  require_memory(sizeof(float) * static_cast<double>(features_of(kind, request)) * rows,
                 fmt::format("{} mapped with D = {}", plural(x.size(), "row"), request.D));
}

/// The rows that the map is made from. One that looks at none is the same for every file of so many columns,
/// unless it is told which of them occur in training.
Rows training_rows_for(const FeatureMapKind& kind, const Rows& first, const MapCommand& options) {
  const bool told = kind.looks_at_data || !options.train.empty();
  return told ? first : Rows::dense(nullptr, 0, first.dim(), first.dim());
}

void run_map(const MapCommand& options) {
  require_other_file(options.output, options.input, "INPUT");
  require_other_file(options.output, options.train, "that of --train");
  const std::string& map_name = options.choice.map;
  if (is_specification(map_name)) require_other_file(options.output, map_name, "that of --map");
  MapSpec spec = resolve_map(options.choice);
  const FeatureMapKind& kind =
      find_feature_map(spec.name);  // a wrong name is told before a large file is read
  require_supported(kind, spec.request.kernel);
  if (spec.request.D == 0)
    throw InputError(
        "--D is missing, expected the number of mapped features, here or as \"D\" in a SPEC.json");
  require_training_rows(kind, spec.request.kernel, options.train, options.features);
  const auto given = take_landmark_file(spec.request.parameters, kind, folder_of(map_name));
  if (given != nullptr)
    require_other_file(options.output, given->file, "the rows that the specification names");
  spec.request.landmarks = rows_of(given);
  const UserData first = read_user_file(options.train.empty() ? options.input : options.train, options.format,
                                        Task::classification, options.features);
  say_notices(first);
  std::optional<UserData> second;
  if (!options.train.empty()) {
    UserFormat as_training = options.format;
    if (first.form.table) as_training.table.label.reset();  // it is where those rows have it, or is not there
    second = read_user_file_as(first.form, options.input, as_training, Task::classification, first.rows.x.d);
    say_notices(*second);
  }
  const LabeledMatrix& data = second ? second->rows : first.rows;
  const Rows x = data.x.view(), train = first.rows.x.view();
  spec.request.kernel = with_median_of(spec.request.kernel, train, first.file);
  require_room_for_features(spec.request, kind, x, train.size());
  const ModelState map =
      fit_map(training_rows_for(kind, train, options), {.map = spec.name,
                                                        .D = spec.request.D,
                                                        .map_parameters = spec.request.parameters,
                                                        .landmarks = spec.request.landmarks,
                                                        .kernel = spec.request.kernel,
                                                        .seed = spec.request.seed,
                                                        .threads = options.threads});
  const Index width = map.map->d_out();

  const std::string what =
      fmt::format("{} mapped by {} with D = {}", options.input, spec.name, spec.request.D);
  remove_stale_temporaries(std::filesystem::path(options.output).parent_path());
  AtomicFile output(options.output);
  DenseMatrix z(std::min(rows_per_block, x.size()), width);
  std::string text;
  for (Index begin = 0; begin < x.size(); begin += rows_per_block) {
    const Index end = std::min(begin + rows_per_block, x.size());
    map.transform(x.slice(begin, end), MatrixRef(z).slice(0, end - begin), options.threads);
    require_finite(MatrixRef(z).slice(0, end - begin), begin, what, spec.request.kernel.advice());
    text.clear();
    for (Index i = begin; i < end; ++i)
      append_row(text, data.y.empty() ? 0 : data.y[static_cast<std::size_t>(i)], z.row(i - begin), width);
    output.write(text);
  }
  output.commit();
}

}  // namespace

void add_map_command(CLI::App& app) {
  const auto options = std::make_shared<MapCommand>();
  CLI::App* command =
      app.add_subcommand("map", "write the mapped features of a file's rows as a LIBSVM file");
  add_map_choice(*command, options->choice, true);
  for (const TextOption<MapOptions>& option : kernel_and_size_options())
    add_parsed_option(
        *command, option.name, option.kind, option.help,
        [options, take = option.take](const std::string& text) { take(options->choice, text); });
  begin_group(*command, option_group::data);
  add_parsed_option(
      *command, "--features", "N",
      "number of input features (default: the largest index in INPUT, or in --train); give it, or --train, "
      "when training and test data are separate files, so that both get the same map",
      [options](const std::string& text) {
        options->features = parse_whole_number("--features", text, 1, most_columns);
      });
  add_parsed_option(*command, "--train", "FILE",
                    "file with the training rows, for a map that looks at them (default: INPUT)",
                    [options](const std::string& text) {
                      if (text.empty()) throw InputError("--train \"\": expected the name of a file");
                      options->train = text;
                    });
  add_user_format(*command, options->format);
  add_column_options(*command, options->format);
  add_unseen_option(*command, options->format);
  begin_group(*command, option_group::others);
  add_threads_option(*command, "threads to map with", options->threads);
  command
      ->add_option(
          "INPUT", options->input,
          "LIBSVM, CSV, ARFF, .npy, .npz or IDX file, optionally compressed; rows without a label get 0")
      ->required();
  command->add_option("OUTPUT", options->output, "output file, written atomically")->required();
  set_help_footer(*command, "What there is: sketchbench maps, sketchbench kernels.\n");
  command->callback([options] { run_map(*options); });
}

}  // namespace sketchbench
