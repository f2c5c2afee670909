#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

// Titles of a group's method: those of words.hpp, or of somebody else's map the one that its configuration
// gives it.

/// Of RunGroup::method_label, with what it says of parameters: "Tensor Sketching, solver = 1".
std::string method_title(const RunGroup& group);
/// Of the label of another of its configuration's methods, or the group's own without parameters; `external`:
/// that method's map, or null.
std::string method_title(const std::string& label, const ExternalMap* external);
/// The short one of a built-in map, as tables and notes have it: "TS, solver = 1".
std::string method_short(const RunGroup& group);
/// The heading of the method's column, with the group's learner.
std::vector<std::string> method_heading(const RunGroup& group);

/// The configuration's kernel, with own_kernel_of(): "<x,y>^2 (K: affine)".
std::string kernel_title(const RunGroup& group, const Experiment& experiment);

}  // namespace sketchbench
