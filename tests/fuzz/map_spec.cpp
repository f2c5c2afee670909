#include <sketchbench/features/map_spec.hpp>

#include <sketchbench/features/feature_map.hpp>
#include "fuzz/input_file.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {

bool run_map_spec(std::string_view input) {
  static InputFile file("spec.json");
  const std::filesystem::path& path = file.put(input);
  return accepts(path, [&] {
    const MapSpec spec = read_map_spec(path);
    find_feature_map(spec.name);
    spec.request.kernel.check();
    require(spec.request.D >= 0 && spec.request.D <= largest_D, "D is a number of features");
    require(spec.request.seed <= static_cast<Seed>(INT64_MAX), "the seed is one that a file can say");
  });
}

}  // namespace sketchbench::fuzz
