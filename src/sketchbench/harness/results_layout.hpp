#pragma once
#include <algorithm>
#include <array>
#include <string_view>

namespace sketchbench {

// What is in a results folder beside a folder of tables and figures for each configuration.

inline constexpr const char* records_folder = "records";  ///< <id>.json, one a cell, and packed ones
/// In it: finished records of a configuration, a file a data set, <configuration>.<data set>.jsonl.gz.
inline constexpr std::string_view packed_ending = ".jsonl.gz";
inline constexpr const char* claims_folder = "claims";    ///< who has which cell under way
inline constexpr const char* damaged_folder = "damaged";  ///< records that were set aside
inline constexpr const char* slurm_folder = "slurm";      ///< what was submitted to a cluster
/// In a configuration's folder: what its last run left out.
inline constexpr const char* skips_name = "skipped.json";

/// A folder of figures over all configurations; with quick_ending that of --quick runs.
inline constexpr const char* overview_name = "overview";
/// In it: what the runs of each configuration took, and where they come from (run_totals.hpp).
inline constexpr const char* run_totals_name = "runs.csv";
/// Of a folder of what records say of a paper's claims; its name follows.
inline constexpr std::string_view claims_prefix = "claims-";
/// Of the names of --quick runs, which no other configuration's name has.
inline constexpr const char* quick_ending = "-quick";

/// True for a folder that no configuration's results may take.
inline bool is_reserved_folder(std::string_view name) {
  constexpr std::array<std::string_view, 4> reserved = {records_folder, claims_folder, damaged_folder,
                                                        slurm_folder};
  return std::find(reserved.begin(), reserved.end(), name) != reserved.end();
}

}  // namespace sketchbench
