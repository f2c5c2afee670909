#include <sketchbench/models/model_file.hpp>

#include <fmt/format.h>

#include <limits>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/models/file/array_file.hpp>
#include <sketchbench/models/file/row_arrays.hpp>
#include <sketchbench/models/file/serialized_map.hpp>
#include <sketchbench/models/held_out_sigmoids.hpp>

namespace sketchbench {
namespace {

constexpr const char* part_prefix = "model.";
constexpr const char* model_rows = "model.rows";
/// Before it a header has a "sigmoid", of two classes; from it on "sigmoids", one for each score.
constexpr int version_of_many_sigmoids = 2;
/// From it on a header may have an "input"; files without one are written as the version before it has them.
constexpr int version_of_input = 4;

Json header_of(const TrainedModel& model) {
  const ModelState& state = model.state();
  const ModelRequest& request = state.request;
  Json header = Writer::here();
  header.update({{"task", name_of(model.task())},
                 {"features", state.features},
                 {"training_rows", state.training_rows},
                 {"learner", request.learner.to_json()},
                 {"learner_version", request.learner.kind().version},
                 {"seed", request.seed}});
  if (model.task() == Task::classification) header["classes"] = model.classes();
  if (!request.map.empty()) header["map"] = map_header(request);
  if (uses_kernel(request)) header["kernel"] = request.kernel.to_json();
  if (!state.input.is_plain()) header["input"] = to_json(state.input);
  for (const Sigmoid& sigmoid : state.sigmoids)
    header["sigmoids"].push_back({{"A", sigmoid.A}, {"B", sigmoid.B}});
  return header;
}

/// The request as far as the header tells it, and what has to agree with the rest of the file.
struct HeaderOfModel {
  ModelState state;
  Writer writer;
  std::vector<int> classes;
};

Sigmoid read_sigmoid(StrictObject& object) {
  constexpr double largest = std::numeric_limits<double>::max();
  const Sigmoid sigmoid{.A = object.number("A", -largest, largest),
                        .B = object.number("B", -largest, largest)};
  object.finish();
  return sigmoid;
}

HeaderOfModel read_header(const Json& json, int version, const std::string& file) {
  StrictObject header(json, file);
  HeaderOfModel read;
  ModelRequest& request = read.state.request;
  read.writer = Writer::read(header);
  const std::string task = header.text("task");
  read.state.features = header.integer("features", 1, INT32_MAX);
  read.state.training_rows = header.integer("training_rows", 1, INT64_MAX);
  request.learner = LearnerSpec::parse(header.raw("learner"));
  static_cast<void>(header.integer("learner_version", 1, INT32_MAX));
  request.seed = seed_in(header);
  if (header.has("map")) read_map_header(header.object("map"), request);
  if (header.has("kernel")) request.kernel = kernel_in(header);
  request = complete_request(std::move(request));
  if (uses_kernel(request) != header.has("kernel"))
    header.fail("kernel", "one where something depends on it");
  if (task != name_of(request.learner.task())) header.fail("task", "the task of the learner");
  if (version >= version_of_many_sigmoids && header.has("sigmoids"))
    for (StrictObject& sigmoid : header.objects("sigmoids"))
      read.state.sigmoids.push_back(read_sigmoid(sigmoid));
  else if (version < version_of_many_sigmoids && header.has("sigmoid")) {
    StrictObject sigmoid = header.object("sigmoid");
    read.state.sigmoids.push_back(read_sigmoid(sigmoid));
  }
  request.probabilities = !read.state.sigmoids.empty();
  if (version >= version_of_input && header.has("input"))
    read.state.input = parse_input_form(header.object("input"), read.state.features);
  if (header.has("classes"))
    for (const Json& label : header.raw("classes")) {
      if (!label.is_number_integer()) header.fail("classes", "whole numbers");
      read.classes.push_back(label.get<int>());
    }
  header.finish();
  return read;
}

ModelParts take_parts(ArrayFile& file) {
  ModelParts parts;
  if (has_rows(file, model_rows)) parts.rows = take_rows(file, model_rows);
  for (auto& [name, array] : file.arrays) {
    if (!name.starts_with(part_prefix)) throw InputError(fmt::format("nothing has the array \"{}\"", name));
    const std::string part = name.substr(std::string_view(part_prefix).size());
    if (auto* const real = std::get_if<std::vector<double>>(&array))
      parts.real[part] = std::move(*real);
    else if (auto* const whole = std::get_if<std::vector<std::int64_t>>(&array))
      parts.whole[part] = std::move(*whole);
    else
      throw InputError(fmt::format("the array \"{}\" is of another kind", name));
  }
  return parts;
}

TrainedModel restored(ArrayFile& file, const std::string& name, int threads) {
  HeaderOfModel header = read_header(file.header, file.version, name);
  ModelState& state = header.state;
  const ModelRequest& request = state.request;
  require_keepable(request);
  take_columns(state, file);
  Index columns = state.known_columns();
  if (!request.map.empty()) {
    take_map(state, file, header.writer, threads);
    columns = state.map->d_out();
  }
  state.model = request.learner.restore(take_parts(file), request.kernel, columns);
  if (state.model->classes() != header.classes)
    throw InputError("the header's \"classes\" are not the labels of the model");
  if (const std::size_t expected = sigmoids_for(*state.model);
      !state.sigmoids.empty() && (header.classes.empty() || state.sigmoids.size() != expected))
    throw InputError(fmt::format(
        "the header has {} for {}, expected {}", plural(std::ssize(state.sigmoids), "sigmoid"),
        plural(std::ssize(header.classes), "class", "classes"), header.classes.empty() ? 0 : expected));
  return TrainedModel(std::move(state));
}

}  // namespace

void require_keepable(const ModelRequest& request) {
  if (request.learner.kind().restore == nullptr)
    throw InputError(fmt::format("models of {} cannot be kept in a file", request.learner.short_text()));
}

std::string model_bytes(const TrainedModel& model) {
  const ModelState& state = model.state();
  require_keepable(state.request);
  std::optional<ModelParts> parts = state.model->parts();
  if (!parts) throw Error(fmt::format("a model of {} has no parts", state.request.learner.short_text()));
  ArrayFile file{.header = header_of(model)};
  if (!state.input.is_plain()) file.version = version_of_input;
  put_columns(state, file);
  for (auto& [name, values] : parts->whole) file.arrays[part_prefix + name] = std::move(values);
  for (auto& [name, values] : parts->real) file.arrays[part_prefix + name] = std::move(values);
  if (parts->rows) put_rows(parts->rows->view(), model_rows, file);
  put_map(state, file);
  return array_file_bytes(file);
}

TrainedModel parse_model(std::string_view bytes, const std::filesystem::path& name, int threads) {
  try {
    ArrayFile file = parse_array_file(bytes, name);
    return restored(file, name.string(), threads);
  } catch (const InputError& error) {
    if (std::string_view(error.what()).starts_with(name.string() + ":")) throw;
    fail_input(name, 0, error.what());
  }
}

void save_model(const TrainedModel& model, const std::filesystem::path& file) {
  const std::string bytes = model_bytes(model);
  remove_stale_temporaries(file.parent_path());
  AtomicFile output(file);
  output.write(bytes);
  output.commit();
}

TrainedModel load_model(const std::filesystem::path& file, int threads) {
  return parse_model(read_file(file), file, threads);
}

}  // namespace sketchbench
