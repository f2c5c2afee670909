#pragma once
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/report/figure/panels.hpp>

namespace sketchbench {

/// The number that the group's map has of a parameter of that name, given or by default; none where its kind
/// has no such parameter, for an exact kernel, and for a group without runs.
std::optional<double> map_parameter_of(const RunGroup& group, const std::string& parameter);

/// The label of the group's method without what it says of that parameter: what the groups have in common
/// that differ in it alone. "kernel_map[a=2,s=10]" is "kernel_map[a=2]" without "s", "kernel_map[s=10]" is
/// "kernel_map".
std::string label_without(const std::string& method_label, const std::string& parameter);

/// Panels as those of panels_of(), but groups of a map that has one of the parameters, all of them numbers,
/// and that differ in nothing else, are one series in the order of its values. Its points are labelled, "s =
/// 10", but for 0, the map's own choice; the series' name says from where to where the values go, over all
/// panels: "s = 1 to 1000". Of a map that has several of the parameters it is the first. Where such a map was
/// run with several D on a data set, each D is a series of its own. Any other map's series goes over D.
std::vector<Panel> panels_by_parameter(const std::vector<PlottedGroup>& groups,
                                       const std::vector<std::string>& parameters, const Panel& like);

}  // namespace sketchbench
