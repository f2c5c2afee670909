#include "data/manifest_file.hpp"

#include "core/json.hpp"

namespace sketchbench {

bool is_manifest(const std::filesystem::path& file) {
  const Json json = read_json(file);
  return json.is_object() && (json.contains("sources") || json.contains("splits"));
}

}  // namespace sketchbench
