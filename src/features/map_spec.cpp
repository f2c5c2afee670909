#include "features/map_spec.hpp"

#include "base/error.hpp"
#include "base/json.hpp"
#include "features/feature_map.hpp"

namespace sketchbench {

MapSpec read_map_spec(const std::filesystem::path& file) {
  const Json json = read_json(file);
  StrictObject object(json, file.string());
  MapSpec spec;
  spec.name = object.text("map");
  spec.D = object.integer_or("D", 0, 1, most_columns);
  spec.seed = static_cast<Seed>(object.integer_or("seed", 1, 0, std::numeric_limits<std::int64_t>::max()));
  spec.kernel = Kernel::parse_short(object, &spec.kernel);
  object.finish();
  try {
    find_feature_map(spec.name);
  } catch (const InputError& error) {
    throw InputError(object.place("map") + ": " + error.what());
  }
  return spec;
}

}  // namespace sketchbench
