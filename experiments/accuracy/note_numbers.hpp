#pragma once
#include <sketchbench/report/explanations.hpp>
#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

/// Numbers for the notes about accuracies, from the records of `sources`:
///   {paper}        the published accuracy: "90.07 ± 0.65"; none where nothing is published
///   {difference}   how far ours is from it, in percentage points, without the sign: "3.7"; likewise
///   {OTHER.json}   the accuracy of the same data set, kernel, method and D in another configuration (a path
///                  relative to this one); "(no records here)" where it has not been run
///   {change of METHOD in OTHER.json}   how far that method's accuracies here and there are apart, in
///                  percentage points, at most over all data sets, kernels and D that both have: "0.52";
///                  likewise
/// Refers to `results` and to the sources' store.
NoteNumber accuracy_numbers(const Results& results, const ReportSources& sources);

}  // namespace sketchbench
