#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

// What can be said below the results of any kind of experiment. Each fact comes from the records; nothing is
// said of this machine, which may not be the one that ran the cells.

/// A line for each data set: source, split, rows, columns, contents; and whether it is the paper's where
/// results are compared with published ones.
std::vector<std::string> data_lines(const RunGroupPointers& groups, bool compared);
/// A line for each learner, with its parameters, and where there are several the methods that it trains.
std::vector<std::string> learner_lines(const RunGroupPointers& groups);
/// A line for each group in which a solver stopped short of its tolerance, or one that none did.
std::vector<std::string> convergence_lines(const RunGroupPointers& groups);
/// What the maps that are there say of themselves (FeatureMapKind::remark).
std::vector<std::string> map_lines(const RunGroupPointers& groups);
/// Machine, how busy it was before, build with its revision and libraries, with the number of runs where they
/// differ.
std::vector<std::string> machine_lines(const RunGroupPointers& groups);

}  // namespace sketchbench
