#pragma once
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>

namespace sketchbench::kdd13 {

/// CPU times of drawing a map and mapping n rows with it, of "construction_time" configurations. Times of
/// more than one processor have no number; any data decide.
///   construction_time_ratio    the method's over the other's: a case for each data set, kernel, D, method
///                              and other; speed_up()'s (report/verdicts) of the repeats
///   exponent_in_columns        log(t / t') / log(d / d'): t the method's time on data of d columns,
///                              t' on generated data of the same name with the fewest, d'; a case for each
///                              d, kernel, D and method
///   exponent_in_degree         log(t / t') / log(p / p'), likewise
///   memory_exponent_in_features
///                              log(b / b') / log(D / D'): b the bytes that the map keeps, likewise; they are
///                              counted, so that the interval is a point
///   exponent_in_features       e of the power law t ~ D^e through the medians, with the interval that their
///                              scatter about it gives; a case for each data set, kernel and method
///   exponent_beyond_claimed    the same less the exponent of the operations that are claimed for the map,
///                              fitted at the same D
std::vector<NamedMeasure> construction_measures();

}  // namespace sketchbench::kdd13
