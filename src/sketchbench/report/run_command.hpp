#pragma once
#include <span>
#include <string>

#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

/// The command that computes one cell of a configuration again: "sketchbench run configs/table1.json
/// --results again --only dataset=adult --only ...". The records that there are stay as they are: they may be
/// a reference to compare with. Words that a shell would not take as they are get quotes.
std::string rerun_command(const Config& config, const Cell& cell);
/// The same for all of several, as run_command().
std::string rerun_command(std::span<const Config> configs);
/// That sets what these have made beside what there was: "sketchbench compare again results".
std::string compare_command(const Config& config);

/// The command that runs all of a configuration, in which further words may follow.
std::string run_command(const Config& config);

/// The same for several that one command was given, which has its folders and --quick for all of them.
std::string run_command(std::span<const Config> configs);

/// The command that makes the runs of a group that are not there yet.
std::string run_command(const Config& config, const RunGroup& group);

}  // namespace sketchbench
