#pragma once
#include "features/feature_map.hpp"

namespace sketchbench {

// Kinds of NystromMap, which differ in how they choose landmarks (landmarks.hpp). They are for kernels of
// every family. Landmarks of one's own: NystromMap's constructor.

FeatureMapKind nystrom_uniform_kind();
FeatureMapKind nystrom_leverage_kind();
FeatureMapKind nystrom_rpcholesky_kind();

}  // namespace sketchbench
