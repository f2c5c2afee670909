#pragma once
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/report/baseline/baseline.hpp>
#include <sketchbench/report/document/document.hpp>

namespace sketchbench {

/// Regressed: a percentage that fell, or an error that grew.
enum class Movement { ok, regressed, improved, missing };

/// One number of a baseline against today's records.
struct BaselineCheck {
  Baseline::Cell cell;
  std::optional<double> now;  ///< none when missing
  Movement movement = Movement::missing;
  std::string remark;  ///< why it is missing
};

/// InputError when the baseline guards another number than the results' experiment has.
std::vector<BaselineCheck> check_baseline(const Baseline& baseline, const GuardedResults& results);

/// False when anything moved by more than allowed, for the better as well, or is missing: a baseline changes
/// knowingly.
bool passes(const std::vector<BaselineCheck>& checks);

/// The outcome of a check: each number with its baseline, where it stands now, and what it was allowed to
/// move.
Document baseline_document(const Baseline& baseline, const GuardedResults& results,
                           const std::vector<BaselineCheck>& checks);

}  // namespace sketchbench
