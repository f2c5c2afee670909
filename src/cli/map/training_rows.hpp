#pragma once
#include <string>

#include "features/feature_map.hpp"

namespace sketchbench {

/// Throws InputError where a map that looks at data would be made from the rows that it maps, although
/// `columns`, given for the sake of another file, says that they are not all there is. `train`: the file of
/// the training rows, empty where none is named; columns: 0 where not given.
void require_training_rows(const FeatureMapKind& kind, const std::string& train, Index columns);

}  // namespace sketchbench
