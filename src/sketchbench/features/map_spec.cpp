#include <sketchbench/features/map_spec.hpp>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {

MapSpec read_map_spec(const std::filesystem::path& file) {
  const Json json = read_json(file);
  StrictObject object(json, file.string());
  MapSpec spec{.name = object.text("map")};
  MapRequest& request = spec.request;
  request.D = object.integer_or("D", 0, 1, largest_D);
  request.seed = static_cast<Seed>(object.integer_or("seed", 1, 0, std::numeric_limits<std::int64_t>::max()));
  request.kernel = Kernel::parse_short(object, &request.kernel);
  if (const Sigma* sigma = request.kernel.sigma();
      sigma != nullptr && sigma->rule() == Sigma::Rule::cross_validation)
    object.fail("sigma", "a number or \"median\": there is nothing here to validate with");
  const bool has_parameters = object.has("parameters");
  object.finish();
  const FeatureMapKind& kind = [&]() -> const FeatureMapKind& {
    try {
      return find_feature_map(spec.name);
    } catch (const InputError& error) {
      throw InputError(object.place("map") + ": " + error.what());
    }
  }();
  if (has_parameters) request.parameters = read_map_parameters(object.object("parameters"), kind.parameters);
  return spec;
}

}  // namespace sketchbench
