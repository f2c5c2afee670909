#include "request.hpp"

#include <sketchbench/core/json.hpp>

#include <cstdint>

namespace sketchbench::python {
namespace {

constexpr const char* place = "sketchbench";  // what messages name in the place of a file

Kernel kernel_in(StrictObject object) {
  const Kernel kernel = Kernel::parse(object);
  object.finish();
  return kernel;
}

}  // namespace

ModelRequest parse_request(const std::string& json, int threads) {
  const Json document = parse_json(json, place);
  StrictObject object(document, place);
  ModelRequest request;
  request.map = object.text_or("map", "");
  request.D = object.integer_or("D", 0, INT64_MIN, INT64_MAX);
  if (object.has("parameters")) request.map_parameters = ParameterValues(object.object("parameters").json());
  if (object.has("kernel")) request.kernel = kernel_in(object.object("kernel"));
  if (object.has("learner")) request.learner = LearnerSpec::parse(object.raw("learner"));
  if (object.has("seed")) {
    const Json& seed = object.raw("seed");
    if (!seed.is_number_unsigned()) object.fail("seed", "a whole number of at least 0");
    request.seed = seed.get<Seed>();
  }
  request.probabilities = object.boolean_or("probabilities", false);
  request.on_gram = object.boolean_or("on_gram", false);
  object.finish();
  request.threads = threads;
  return request;
}

Kernel parse_kernel(const std::string& json) {
  const Json document = parse_json(json, place);
  return kernel_in(StrictObject(document, place));
}

}  // namespace sketchbench::python
