#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/map_spec.hpp>

namespace CLI {
class App;
}

namespace sketchbench {

/// A map and its kernel as the command line asks for them.
struct MapOptions {
  std::string map;  ///< a name, or a specification's file; empty: none
  std::optional<Index> D;
  std::optional<Seed> seed;
  Json kernel = Json::object();         ///< what is given of it
  std::vector<std::string> parameters;  ///< the map's own: "q=2"
};

/// An option with a text: what is read from it, and how.
template <class Options>
struct TextOption {
  std::string name, kind, help;  ///< "--degree", "N"
  std::function<void(Options& to, const std::string& text)> take;
};

/// --D and the kernel's own: "--kernel", "--degree", ...
std::vector<TextOption<MapOptions>> kernel_and_size_options();

/// --map, --seed and --map-parameter. `options` must live as long as the command.
void add_map_choice(CLI::App& command, MapOptions& options, bool required);

/// The map's name, or its specification, with the command line's values on top. Without a map, the kernel and
/// the seed. InputError for what does not go together.
MapSpec resolve_map(const MapOptions& options);

/// Whether --map names a file.
bool is_specification(const std::string& map);

}  // namespace sketchbench
