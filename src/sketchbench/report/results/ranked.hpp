#pragma once
#include <string_view>
#include <vector>

#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/report/results/quantity.hpp>

namespace sketchbench {

/// A quantity of groups of runs; what is pointed to stays.
using GroupQuantity = Quantity<RunGroup>;

/// What baselines guard and comparisons are of; nullptr: the experiment has no such quantity.
const GroupQuantity* guarded_quantity(const Experiment& experiment);
/// Those that results are ranked by, the guarded one first.
std::vector<const GroupQuantity*> ranked_quantities(const Experiment& experiment);
/// What a method itself costs, in seconds or in bytes (`form`); nullptr: records do not tell it.
const GroupQuantity* cost_quantity(const Experiment& experiment, Form form);

/// The guarded quantity of that name, of one of all experiments. InputError with the nearest known name.
const GroupQuantity& find_guarded_quantity(std::string_view name);

}  // namespace sketchbench
