#include <sketchbench/core/json.hpp>
#include <sketchbench/models/file/array_file.hpp>
#include <sketchbench/models/model_file.hpp>
#include "fuzz/choices.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {
namespace {

constexpr const char* model_name = "input.model";

/// Whether it asks for a map or rows beyond what an input's time allows: a seed makes a map of any size.
bool is_large(std::string_view bytes) {
  const auto above = [](const Json& object, const char* key, double most) {
    return object.is_object() && object.contains(key) && object.at(key).is_number() &&
           object.at(key).get<double>() > most;
  };
  try {
    const Json header = parse_array_file(bytes, model_name).header;
    const Json map = header.value("map", Json::object()), kernel = header.value("kernel", Json::object());
    if (above(header, "features", 1000) || above(map, "D", 64) || above(kernel, "degree", 20)) return true;
    const Json parameters = map.is_object() ? map.value("parameters", Json::object()) : Json::object();
    for (const auto& [key, value] : parameters.items())
      if (value.is_number() && value.get<double>() > 256) return true;
    return false;
  } catch (const InputError&) {
    return false;
  }
}

void check_predictions(const TrainedModel& model) {
  CsrMatrix x;
  x.d = model.features();
  for (int i = 0; i < 2; ++i) {
    x.push(0, static_cast<float>(i));
    x.end_row();
  }
  // Weights are any finite numbers: a score may be beyond the range.
  try {
    require(model.predict(x.view()).size() == 2, "a prediction for each row");
    require(std::ssize(model.scores(x.view())) == 2 * model.outputs(), "scores for each row");
    if (model.has_probabilities())
      for (const double p : model.probabilities(x.view()))
        require(p >= 0 && p <= 1, "probabilities are such");
  } catch (const InputError&) {
  }
}

}  // namespace

// A letter, whether the checksum is to be put right, then the file: without its checksum, or with it.
bool run_model(std::string_view input) {
  Choices choices(input);
  const bool seal = choices.one_of(std::array{false, true});
  std::string bytes(choices.rest());
  if (seal) bytes += checksum_line(bytes);
  if (is_large(bytes)) return false;
  return accepts(model_name, [&] {
    const TrainedModel model = parse_model(bytes, model_name);
    check_predictions(model);
    const std::string again = model_bytes(model);
    require(model_bytes(parse_model(again, model_name)) == again,
            "what is written reads back as the same model");
  });
}

}  // namespace sketchbench::fuzz
