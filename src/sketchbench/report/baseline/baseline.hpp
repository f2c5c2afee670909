#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/report/report_sources.hpp>
#include <sketchbench/report/results/ranked.hpp>
#include <sketchbench/report/run_groups.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

/// One result of a configuration, with the number that a baseline guards.
struct GuardedRow : RunGroup {
  GuardedRow(RunGroup group, const GroupQuantity& guarded);

  Sample number;  ///< over the runs, or over the maps that a run drew
};

struct GuardedResults {
  Config config;
  const GroupQuantity* guarded = nullptr;  ///< the experiment's
  std::vector<GuardedRow> rows;            ///< in the order of expand()
  ManifestFacts datasets;
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used
};

/// From records alone. InputError for a configuration whose experiment has no number that could be guarded.
GuardedResults guarded_results(const Config& config, const ReportSources& sources);

/// Numbers that a change to the code must not move, with what each may move by. tests/baselines/*.json:
///   {"config": "../../configs/ci.json", "number": NAME, "generated_from": {...}, "tolerance_rule": "...",
///    "cells": [{"dataset":, "degree":, "coef0":, "method":, "D":, NAME:, "runs":, "std":, "tolerance":,
///    "why":}]}
/// NAME is a Ranking's; "accuracy" where "number" is not there.
struct Baseline {
  struct Cell {
    std::string dataset;  ///< a GuardedRow's labels
    Kernel kernel;
    std::string method;
    Index D = 0;
    Sample number;         ///< its n: "runs", or the maps of a run that draws several
    double tolerance = 0;  ///< in units of the number; percentage points
    std::string why;       ///< how the tolerance came about
  };
  std::filesystem::path config;  ///< resolved
  const GroupQuantity* guarded = nullptr;
  std::vector<Cell> cells;
};

/// "config" is a path relative to the baseline's folder, or a bare name (find_config()). InputError when
/// malformed.
Baseline read_baseline(const std::filesystem::path& file);

/// A baseline from records. InputError when a row of the configuration is not complete: a tolerance from half
/// the seeds would guard nothing.
std::string make_baseline(const GuardedResults& results, const std::filesystem::path& file);

}  // namespace sketchbench
