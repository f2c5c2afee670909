#pragma once
#include <optional>
#include <string>

#include <sketchbench/harness/plan/plan.hpp>
#include <sketchbench/harness/worker/worker_process.hpp>

namespace sketchbench {

/// The record of a cell whose worker has ended: done with its outcome, or with the reason failed or, where
/// `limit_passed` says so, timeout. An outcome that cannot be (experiment.hpp, check) is a failure.
Record make_record(const PlannedCell& cell, const WorkerProcess& worker, const ChildEnd& end, Json run_facts,
                   const std::string& limit_passed);

/// The record that another run has put there since the plan was made, if it answers the cell under this time
/// limit (seconds; 0: none).
std::optional<Record> answered_since_planned(const PlannedCell& cell, const Store& store,
                                             double time_limit_s);

/// For people: "mnist  poly3  ortho_sketch D=1024 seed 1".
std::string title_of(const Cell& cell);
/// For people: "84.35 %", "timeout", "FAILED".
std::string shown_of(const Record& record);
/// The record's "error".
std::string error_of(const Record& record);

}  // namespace sketchbench
