#pragma once
#include <vector>

#include <sketchbench/report/comparison/comparison.hpp>

namespace sketchbench {

/// A test for each method that both sides have on as many data sets as the test needs for its level, judged
/// together by Holm's test at family_level. Data sets that differ in rows, columns or split alone count as
/// one.
std::vector<AcrossDatasets> compare_across_datasets(const std::vector<ComparedNumber>& numbers);

/// The methods of each experiment, where two or more have results on as many data sets as Friedman's test
/// needs.
std::vector<RankedMethods> rank_methods(const std::vector<ComparedNumber>& numbers);

}  // namespace sketchbench
