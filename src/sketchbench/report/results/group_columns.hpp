#pragma once
#include <sketchbench/report/results/quantity.hpp>

namespace sketchbench {

/// Dataset, degree, coef0 and method: how lines about groups of runs begin.
const Quantities<RunGroup>& first_group_columns();
/// The status, and what there is to be said of a kernel besides degree and coef0: how they end.
const Quantities<RunGroup>& last_group_columns();
/// "processor", "instruction_set", "revision": where a group's times come from; several values are joined by
/// "; ", and what no run of it says is empty.
const Quantities<RunGroup>& origin_columns();

/// The quantities, and before and behind them what all lines about groups of runs have.
template <class Row>
Quantities<Row> group_columns(const Quantities<Row>& own) {
  return joined(Quantities<Row>(first_group_columns().begin(), first_group_columns().end()), own,
                last_group_columns());
}

}  // namespace sketchbench
