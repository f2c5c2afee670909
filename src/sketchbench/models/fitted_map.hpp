#pragma once
#include <string>
#include <string_view>

#include <sketchbench/models/trained_model.hpp>

namespace sketchbench {

// A feature map by itself, without a learner: of a ModelState, those members that are about the map.

/// The map that the request asks for, from training rows. A kind that looks at none needs the number of
/// columns alone, and of sparse rows which of them occur: a wide map is made for these. The kernel's sigma is
/// a number. InputError where there can be no such map, and where there is no memory for it.
ModelState fit_map(const Rows& x, const ModelRequest& request);

/// The map in the form of a model file (docs/reference/model-file.md) without a learner: what it takes to
/// have it again, without another fit.
std::string map_bytes(const ModelState& map);
/// The inverse. InputError for what is no map, is of a later version or was altered, and where the map does
/// not become what it was. `threads` are for a map that is made again.
ModelState parse_map(std::string_view bytes, std::string_view name, int threads = 1);

}  // namespace sketchbench
