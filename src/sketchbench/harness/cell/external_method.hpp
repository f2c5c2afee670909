#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include <sketchbench/features/external/external_map.hpp>

namespace sketchbench {

// A method of a configuration that is a program or a shared library of somebody else's
// (docs/guides/external-maps.md):
//   {"method": "external", "name": "my_map", "command": ["python3", "my_map.py"], "parameters": {...}}
//   {"method": "plugin", "plugin": "libmymap.so", "parameters": {...}}
// Such a method goes by its name wherever a map's name may stand.

/// Whether the word says so in place of a map's name.
bool is_external_method(std::string_view method);

/// Reads "name", "command" or "plugin", and what may be said beside it ("title", "citation", "draws",
/// "own_kernel", "features_per_D", "memory_mb", "silence_limit_s"). Files are relative to the configuration's
/// folder. Throws InputError for a name that is another map's, a program that cannot be found and a library
/// that is not there.
std::shared_ptr<const ExternalMap> read_external_method(StrictObject& object, std::string_view method);

/// SHA-256 over what the map is made of: of the library, or of the words of the command, where the contents
/// of a file stand for its name. InputError for a file that cannot be read.
std::string sum_of(const ExternalMap& map);

/// Of a cell that is read from its description: of that name, form, sum and kernel, and nothing to run.
std::shared_ptr<const ExternalMap> described_external_map(std::string name, ExternalMap::Form form,
                                                          std::string sha256, std::string own_kernel);

/// What a worker must know of it beside its description. The words need not be UTF-8: they travel escaped.
Json to_json(const ExternalMap& map);
/// The map of a description with that. Throws InputError where its files no longer have the sum of the
/// description.
std::shared_ptr<const ExternalMap> parse_external_map(const ExternalMap& described, const Json& json);

/// Whether both are null, or of one sum and measured against the same kernel.
bool same_external_map(const std::shared_ptr<const ExternalMap>& a,
                       const std::shared_ptr<const ExternalMap>& b);

}  // namespace sketchbench
