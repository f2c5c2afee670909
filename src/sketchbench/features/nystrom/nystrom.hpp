#pragma once
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {

// Kinds of NystromMap, which differ in how they choose landmarks (landmarks.hpp). They are for kernels of
// every family. A record has the rank of K_LL and the cut-off below which eigenvalues count as 0
// (NystromMap).

FeatureMapKind nystrom_uniform_kind();
FeatureMapKind nystrom_leverage_kind();
FeatureMapKind nystrom_rpcholesky_kind();

/// Landmarks of the user's own: the parameter "landmarks" names a LIBSVM file, whose first D rows they are,
/// in its order; its labels are not used. The rows are as the map will see others: after the data set's
/// preprocessing. In C++: MapRequest::landmarks, or NystromMap's constructor.
FeatureMapKind nystrom_given_kind();

}  // namespace sketchbench
