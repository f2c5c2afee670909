#include <sketchbench/report/baseline/baseline_check.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

constexpr double rounding_slack = 1e-6;           // the file holds four decimals of a hundredth,
constexpr double relative_rounding_slack = 1e-5;  // or six significant digits

double slack_of(const Baseline::Cell& cell, const GroupQuantity& guarded) {
  return guarded.per_cent() ? rounding_slack : relative_rounding_slack * cell.number.mean;
}

Movement movement_of(double moved, double allowed, const GroupQuantity& guarded) {
  if (std::abs(moved) <= allowed) return Movement::ok;
  return (moved > 0) == guarded.per_cent() ? Movement::improved : Movement::regressed;
}

BaselineCheck check_cell(const Baseline::Cell& cell, const GroupQuantity& guarded,
                         const GuardedResults& results) {
  BaselineCheck check{.cell = cell, .now = {}, .movement = Movement::missing, .remark = {}};
  const auto row = std::find_if(results.rows.begin(), results.rows.end(), [&](const GuardedRow& candidate) {
    return candidate.dataset_label == cell.dataset && candidate.kernel == cell.kernel &&
           candidate.method_label == cell.method && candidate.D == cell.D;
  });
  if (row == results.rows.end()) {
    check.remark = "the configuration has no such result any more";
    return check;
  }
  if (row->status != Status::done) {
    check.remark = fmt::format("{}: {}", name_of(row->status), row->reason);
    return check;
  }
  if (!row->data_mismatch.empty()) {
    check.remark = row->data_mismatch;
    return check;
  }
  if (row->number.n != cell.number.n) {
    check.remark = fmt::format("{} runs, the baseline has {}", row->number.n, cell.number.n);
    return check;
  }
  check.now = row->number.mean;
  check.movement =
      movement_of(*check.now - cell.number.mean, cell.tolerance + slack_of(cell, guarded), guarded);
  return check;
}

}  // namespace

std::vector<BaselineCheck> check_baseline(const Baseline& baseline, const GuardedResults& results) {
  if (baseline.guarded->ranking->name != results.guarded->ranking->name)
    throw InputError(fmt::format("{}: the experiment \"{}\" measures \"{}\", the baseline guards \"{}\"",
                                 results.config.file.string(), results.config.experiment,
                                 results.guarded->ranking->name, baseline.guarded->ranking->name));
  std::vector<BaselineCheck> checks;
  for (const Baseline::Cell& cell : baseline.cells)
    checks.push_back(check_cell(cell, *baseline.guarded, results));
  return checks;
}

bool passes(const std::vector<BaselineCheck>& checks) {
  return std::all_of(checks.begin(), checks.end(),
                     [](const BaselineCheck& check) { return check.movement == Movement::ok; });
}

}  // namespace sketchbench
