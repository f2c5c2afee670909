#include "cli/map/map.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>

#include "cli/map/training_rows.hpp"
#include "cli/options/number_option.hpp"
#include "core/error.hpp"
#include "core/finite_rows.hpp"
#include "core/system/file.hpp"
#include "core/system/memory.hpp"
#include "core/text.hpp"
#include "data/read/reader.hpp"
#include "features/feature_map.hpp"
#include "features/map_spec.hpp"
#include "harness/cell/given_rows.hpp"

namespace sketchbench {
namespace {

constexpr Index kRowsPerBlock = 256;
constexpr int most_threads = 4096;
constexpr float largest_digits = 1e15f;  ///< larger whole numbers are shorter with an exponent

struct MapOptions {
  std::string map;
  std::optional<Index> D;
  std::optional<Seed> seed;
  Json kernel = Json::object();  ///< what is given of it
  Index features = 0;
  int threads = 1;
  std::string train, input, output;
};

bool is_specification(const std::string& map) { return map.ends_with(".json"); }

/// The map's name or its specification, with the command line's values on top.
MapSpec resolve(const MapOptions& options) {
  MapSpec spec = is_specification(options.map) ? read_map_spec(options.map) : MapSpec{.name = options.map};
  if (options.D) spec.request.D = *options.D;
  if (options.seed) spec.request.seed = *options.seed;
  StrictObject kernel(options.kernel, "the command line");
  spec.request.kernel = Kernel::parse_short(kernel, &spec.request.kernel);
  kernel.finish();
  return spec;
}

Json parse_parameter(const std::string& option, const std::string& text, const KernelParameter& parameter) {
  if (parameter.value.is_number_integer())
    return parse_whole_number(option, text, static_cast<std::int64_t>(parameter.low),
                              static_cast<std::int64_t>(parameter.high));
  return parse_number(option, text, parameter.low);
}

/// One line of a LIBSVM file. Numbers are written with as few digits as bring the same float back, and labels
/// that are whole numbers as such.
void append_row(std::string& text, float label, const float* z, Index d) {
  auto out = std::back_inserter(text);
  if (std::trunc(label) == label && std::abs(label) < largest_digits)
    fmt::format_to(out, "{}", static_cast<std::int64_t>(label));
  else
    fmt::format_to(out, "{}", label);
  for (Index j = 0; j < d; ++j)
    if (z[j] != 0) fmt::format_to(out, " {}:{}", j + 1, z[j]);
  text += '\n';
}

/// Throws InputError for what would not fit, before any of it is taken. A D that no map can have is the map's
/// to refuse.
void check_memory(const MapSpec& spec, const FeatureMapKind& kind, const Rows& x, int threads) {
  if (spec.request.D < 1 || spec.request.D > largest_D) return;
  const double rows = static_cast<double>(std::min(kRowsPerBlock, x.size()));
  const double need = bytes_in_use(kind, spec.request, threads) +
                      sizeof(float) * static_cast<double>(features_of(kind, spec.request)) * rows;
  require_memory(
      need, fmt::format("D = {} on {} columns with {}", spec.request.D, x.dim(), plural(threads, "thread")));
}

/// Throws InputError where the result would take the place of what it is made from.
void require_other_file(const std::string& output, const std::filesystem::path& file, std::string_view what) {
  std::error_code error;
  if (!file.empty() && std::filesystem::is_regular_file(file, error) &&
      std::filesystem::equivalent(file, output, error))
    throw InputError(fmt::format("{}: OUTPUT is the same file as {}, expected another", output, what));
}

void run_map(const MapOptions& options) {
  require_other_file(options.output, options.input, "INPUT");
  require_other_file(options.output, options.train, "that of --train");
  if (is_specification(options.map)) require_other_file(options.output, options.map, "that of --map");
  MapSpec spec = resolve(options);
  const FeatureMapKind& kind =
      find_feature_map(spec.name);  // a wrong name is told before a large file is read
  require_supported(kind, spec.request.kernel);
  if (spec.request.D == 0)
    throw InputError(
        "--D is missing, expected the number of mapped features, here or as \"D\" in a SPEC.json");
  require_training_rows(kind, spec.request.kernel, options.train, options.features);
  const auto given = take_given_rows(spec.request.parameters, kind, folder_of(options.map));
  if (given != nullptr)
    require_other_file(options.output, given->file, "the rows that the specification names");
  spec.request.landmarks = rows_of(given);
  std::optional<LabeledMatrix> others;
  if (!options.train.empty()) others = read_libsvm_file(options.train, options.features);
  const LabeledMatrix data = read_libsvm_file(options.input, others ? others->x.d : options.features);
  const Rows x = data.x.view(), train = others ? others->x.view() : x;
  spec.request.d_in = x.dim();
  spec.request.n_train = train.size();
  spec.request.threads = options.threads;
  check_memory(spec, kind, x, options.threads);
  spec.request.kernel = with_median_of(spec.request.kernel, train, others ? options.train : options.input);
  const auto map = make_feature_map(spec.name, spec.request, train);

  const std::string what =
      fmt::format("{} mapped by {} with D = {}", options.input, spec.name, spec.request.D);
  remove_stale_temporaries(std::filesystem::path(options.output).parent_path());
  AtomicFile output(options.output);
  DenseMatrix z(std::min(kRowsPerBlock, x.size()), map->d_out());
  std::string text;
  for (Index begin = 0; begin < x.size(); begin += kRowsPerBlock) {
    const Index end = std::min(begin + kRowsPerBlock, x.size());
    map->transform(x.slice(begin, end), MatrixRef(z).slice(0, end - begin), options.threads);
    require_finite(MatrixRef(z).slice(0, end - begin), begin, what, spec.request.kernel.advice());
    text.clear();
    for (Index i = begin; i < end; ++i)
      append_row(text, data.y[static_cast<std::size_t>(i)], z.row(i - begin), map->d_out());
    output.write(text);
  }
  output.commit();
}

std::string map_names() {
  std::string names;
  for (const FeatureMapKind& kind : feature_map_kinds()) names += (names.empty() ? "" : ", ") + kind.name;
  return names;
}

/// What the maps are, the kernels that they estimate and their parameters, which a specification can give.
std::string about_maps() {
  std::string text = "Maps:\n";
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    text +=
        fmt::format("  {}: {}; kernels: {}\n", kind.name, kind.summary, supported_families(kind.supports));
    for (const MapParameter& parameter : kind.parameters)
      text += fmt::format("    \"{}\": {} (default {})\n", parameter.name, parameter.meaning,
                          json_text(parameter.otherwise));
  }
  return text;
}

}  // namespace

void add_map_command(CLI::App& app) {
  const auto options = std::make_shared<MapOptions>();
  CLI::App* command =
      app.add_subcommand("map", "write the mapped features of a LIBSVM file as a LIBSVM file");
  command
      ->add_option(
          "--map", options->map,
          "a specification (SPEC.json, in which \"sigma\" may be \"median\": that of the training rows) "
          "or one of " +
              map_names())
      ->required();
  const auto number = [&](const std::string& name, const std::string& description, auto take) {
    return add_parsed_option(*command, name, "N", description,
                             [options, take](const std::string& text) { take(*options, text); });
  };
  number("--D", "number of mapped features", [](MapOptions& to, const std::string& text) {
    to.D = parse_whole_number("--D", text, 1, largest_D);
  });
  number("--seed", "the same seed gives the same map (default 1)",
         [](MapOptions& to, const std::string& text) { to.seed = parse_seed("--seed", text); });
  for (const std::string& column : Kernel::columns()) {
    const std::string name = "--" + column, meaning = Kernel::meaning(column),
                      otherwise = MapRequest().kernel.column(column);
    const std::string help = otherwise.empty() ? meaning : fmt::format("{} (default {})", meaning, otherwise);
    if (const auto parameter = Kernel::parameter(column))
      number(name, help, [name, parameter](MapOptions& to, const std::string& text) {
        to.kernel[parameter->name] = parse_parameter(name, text, *parameter);
      });
    else
      command->add_option_function<std::string>(
          name, [options, column](const std::string& text) { options->kernel[column] = text; }, help);
  }
  number(
      "--features",
      "number of input features (default: the largest index in INPUT, or in --train); give it, or --train, "
      "when training and test data are separate files, so that both get the same map",
      [](MapOptions& to, const std::string& text) {
        to.features = parse_whole_number("--features", text, 1, most_columns);
      });
  add_parsed_option(*command, "--train", "FILE",
                    "LIBSVM file with the training rows, for a map that looks at them (default: INPUT)",
                    [options](const std::string& text) {
                      if (text.empty()) throw InputError("--train \"\": expected the name of a file");
                      options->train = text;
                    });
  number("--threads", "threads to map with", [](MapOptions& to, const std::string& text) {
    to.threads = static_cast<int>(parse_whole_number("--threads", text, 1, most_threads));
  })->default_str("1");
  command->add_option("INPUT", options->input, "LIBSVM file, optionally compressed")->required();
  command->add_option("OUTPUT", options->output, "output file, written atomically")->required();
  command->footer(about_maps());
  command->callback([options] { run_map(*options); });
}

}  // namespace sketchbench
