#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

/// Numbers that a change to the code must not move, with what each may move by. tests/baselines/*.json:
///   {"config": "../../configs/ci.json", "generated_from": {...}, "tolerance_rule": "...",
///    "cells": [{"dataset":, "degree":, "coef0":, "method":, "D":, "accuracy":, "runs":, "std":,
///    "tolerance":, "why":}]}
struct Baseline {
  struct Cell {
    std::string dataset;  ///< a Summary's labels
    Kernel kernel;
    std::string method;
    Index D = 0;
    Sample accuracy;
    double tolerance = 0;  ///< percentage points
    std::string why;       ///< how the tolerance came about
  };
  std::filesystem::path config;  ///< resolved
  std::vector<Cell> cells;
};

/// "config" is a path relative to the baseline's folder, or a bare name (find_configs.hpp). InputError when
/// malformed.
Baseline read_baseline(const std::filesystem::path& file);

/// A baseline from records. InputError when a row of the configuration is not complete: a tolerance from half
/// the seeds would guard nothing.
std::string make_baseline(const Results& results, const std::filesystem::path& file);

enum class Movement { ok, regressed, improved, missing };

/// One number of a baseline against today's records.
struct BaselineCheck {
  Baseline::Cell cell;
  std::optional<double> now;  ///< none when missing
  Movement movement = Movement::missing;
  std::string remark;  ///< why it is missing
};

std::vector<BaselineCheck> check_baseline(const Baseline& baseline, const Results& results);

/// False when anything moved by more than allowed, upwards as well, or is missing: a baseline changes
/// knowingly.
bool passes(const std::vector<BaselineCheck>& checks);

}  // namespace sketchbench
