#pragma once
#include <sketchbench/data/manifest.hpp>

namespace sketchbench {

/// What the entries of a manifest ask of each other: names and files once, every split possible with every
/// source, uniform points by themselves, classes or targets as the task says. InputError with the manifest's
/// file.
void check_manifest(const Manifest& manifest);

}  // namespace sketchbench
