#pragma once
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>

namespace sketchbench::kdd13 {

/// CPU times of learning, of "accuracy" configurations: a case for each data set, kernel, D and one of the
/// claim's methods, in the ratios beside one of its others. Ratios are speed_up()'s (report/verdicts), those
/// of the report's Table 2. Times of more than one processor have no number.
///   map_time_ratio, train_time_ratio, total_time_ratio
///                         of making the features, of training, of both: the method's over the other's
///   map_time_share        making the features as a share of both
///   map_speed_up, train_speed_up, exact_speed_up
///                         the other's time over the method's (of features, training and both), over the
///                         least factor that would be printed as Table 2 of the configuration's published
///                         numbers has it in that column; where it has none there is no case
std::vector<NamedMeasure> learning_time_measures();

}  // namespace sketchbench::kdd13
