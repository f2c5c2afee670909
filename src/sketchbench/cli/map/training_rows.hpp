#pragma once
#include <string>

#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {

/// Throws InputError where a map that looks at data, or a kernel with a rule for its sigma, would be made
/// from the rows that are mapped, although `columns`, given for the sake of another file, says that they are
/// not all there is. `train`: the file of the training rows, empty where none is named; columns: 0 where not
/// given.
void require_training_rows(const FeatureMapKind& kind, const Kernel& kernel, const std::string& train,
                           Index columns);

/// The kernel with the median distance of the rows for its sigma where it has a rule: no other is for the
/// command line. InputError, with the rows' file, where they have none.
Kernel with_median_of(const Kernel& kernel, const Rows& train, const std::string& file);

}  // namespace sketchbench
