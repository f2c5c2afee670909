#include <sketchbench/data/manifest_file.hpp>

#include <sketchbench/core/json.hpp>

namespace sketchbench {

bool is_manifest(const std::filesystem::path& file) {
  const Json json = read_json(file);
  if (!json.is_object() || json.contains("experiment"))
    return false;  // configurations may name "splits" as well
  return json.contains("sources") || json.contains("splits");
}

}  // namespace sketchbench
