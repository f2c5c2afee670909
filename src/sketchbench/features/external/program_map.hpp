#pragma once
#include <memory>

#include <sketchbench/features/external/external_map.hpp>

namespace sketchbench {

/// Of docs/guides/external-maps.md, which describes it.
inline constexpr int map_protocol_version = 1;

/// Starts the program of request.external, tells it the request and, where it asks for them, the training
/// rows. Error with its last words where it does not do what the protocol says, then and in transform(): it
/// ends, is silent, answers in another shape or with a value that is not finite, or writes without an end.
std::unique_ptr<FeatureMap> make_program_map(const MapRequest& request, const Rows& train);

}  // namespace sketchbench
