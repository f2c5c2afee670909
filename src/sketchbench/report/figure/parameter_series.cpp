#include <sketchbench/report/figure/parameter_series.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>

#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

bool has_several_D(const std::vector<PlottedGroup>& groups, const RunGroup& of) {
  return std::ranges::any_of(groups, [&](const PlottedGroup& other) {
    return other.point && other.group->method == of.method && other.group->dataset == of.dataset &&
           other.group->D != of.D;
  });
}

/// A label with one more key.
std::string with_key(const std::string& label, const std::string& key) {
  return label.ends_with(']') ? fmt::format("{},{}]", label.substr(0, label.size() - 1), key)
                              : fmt::format("{}[{}]", label, key);
}

struct NumberOfMap {
  std::string parameter;
  double value = 0;

  std::string text() const { return parameter_text(parameter, value); }
};

/// Of the first of these parameters that the group's map has; 0 stands for the map's own choice.
std::optional<NumberOfMap> first_value(const RunGroup& group, const std::vector<std::string>& parameters) {
  for (const std::string& parameter : parameters)
    if (const auto value = map_parameter_of(group, parameter); value && *value != 0)
      return NumberOfMap{.parameter = parameter, .value = *value};
  return std::nullopt;
}

/// The values of one series in all panels, by the labels of their points.
struct Values {
  std::string parameter;
  std::map<std::string, double> of_label;

  /// "s = 10", "s = 1 to 1000".
  std::string text() const {
    const auto [least, most] = std::ranges::minmax(of_label | std::views::values);
    const std::string text = parameter_text(parameter, least);
    return least == most ? text : fmt::format("{} to {:g}", text, most);
  }
  double of(const FigurePoint& point) const {
    const auto found = of_label.find(point.label);
    return found == of_label.end() ? 0 : found->second;
  }
};

}  // namespace

std::optional<double> map_parameter_of(const RunGroup& group, const std::string& parameter) {
  if (group.method == exact_method || group.done.empty()) return std::nullopt;
  const auto& known = kind_of_map(group.method, group.external).parameters;
  const ParameterValues all = with_defaults(group.done.front().cell.map_parameters, known);
  const auto value = all.find(parameter);
  return value != all.end() && value->second.is_number() ? std::optional(value->second.number())
                                                         : std::nullopt;
}

std::string label_without(const std::string& method_label, const std::string& parameter) {
  const auto open = method_label.find('[');
  if (open == std::string::npos || !method_label.ends_with(']')) return method_label;
  std::string_view keys(method_label);
  keys = keys.substr(open + 1, keys.size() - open - 2);
  std::vector<std::string_view> kept;
  for (std::size_t begin = 0; begin <= keys.size();) {
    const std::size_t end = std::min(keys.find(',', begin), keys.size());
    const std::string_view key = keys.substr(begin, end - begin);
    if (!key.starts_with(parameter + "=") && !key.starts_with("map." + parameter + "=")) kept.push_back(key);
    begin = end + 1;
  }
  const std::string name = method_label.substr(0, open);
  return kept.empty() ? name : fmt::format("{}[{}]", name, fmt::join(kept, ","));
}

std::vector<Panel> panels_by_parameter(const std::vector<PlottedGroup>& groups,
                                       const std::vector<std::string>& parameters, const Panel& like) {
  std::vector<PlottedGroup> plotted;
  std::map<std::string, Values> values;  ///< by the series' key
  for (const PlottedGroup& member : groups) {
    const auto found = member.point ? first_value(*member.group, parameters) : std::nullopt;
    if (!found) {
      plotted.push_back(member);
      continue;
    }
    RunGroup group = *member.group;
    group.method_label = label_without(group.method_label, found->parameter);
    if (has_several_D(groups, group))
      group.method_label = with_key(group.method_label, fmt::format("D={}", group.D));
    PlottedGroup labelled{.group = member.group, .point = member.point, .series = series_of(group)};
    labelled.point->label = found->text();
    Values& of_series = values[group.method_label];
    of_series.parameter = found->parameter;
    of_series.of_label[labelled.point->label] = found->value;
    plotted.push_back(std::move(labelled));
  }
  std::vector<Panel> panels = panels_of(plotted, like);
  for (Panel& panel : panels)
    for (FigureSeries& series : panel.series)
      if (const auto found = values.find(series.key); found != values.end()) {
        const Values& of_series = found->second;
        std::ranges::stable_sort(series.points, {},
                                 [&](const FigurePoint& point) { return of_series.of(point); });
        series.label += ", " + of_series.text();
        series.brief += ", " + of_series.text();
      }
  return panels;
}

}  // namespace sketchbench
