#include "experiments/construction_time/times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/verdicts/family.hpp>

namespace sketchbench {
namespace {

/// True when the configuration asks for as many columns as features on that data set.
bool d_follows_D(const Config& config, const DatasetRequest& dataset) {
  return std::any_of(config.grid.begin(), config.grid.end(), [&](const GridEntry& entry) {
    DatasetRequest asked = entry.dataset;
    asked.d = dataset.d;
    return entry.d_follows_D && asked == dataset;
  });
}

bool same_panel(const TimePanel& panel, const TimedMap& map, bool d_is_D) {
  DatasetRequest dataset = map.dataset;
  if (d_is_D) dataset.d = panel.any().dataset.d;
  return panel.d_is_D == d_is_D && dataset == panel.any().dataset && map.kernel == panel.any().kernel;
}

TimePanel& panel_of(std::vector<TimePanel>& panels, const TimedMap& map, bool d_is_D) {
  for (TimePanel& panel : panels)
    if (same_panel(panel, map, d_is_D)) return panel;
  panels.push_back({.title = {}, .d_is_D = d_is_D, .curves = {}});
  return panels.back();
}

void add_point(TimePanel& panel, const TimedMap& map) {
  const auto found = std::ranges::find_if(
      panel.curves, [&](const TimeCurve& curve) { return curve.any().method_label == map.method_label; });
  if (found != panel.curves.end())
    found->points.push_back(&map);
  else
    panel.curves.push_back({.points = {&map}, .growth = {}, .claimed_exponent = {}});
}

void fit(TimeCurve& curve) {
  std::vector<double> D, seconds, claimed;
  for (const TimedMap* map : curve.points) {
    if (!map->time) continue;
    D.push_back(static_cast<double>(map->D));
    seconds.push_back(map->time->total.cpu_quartiles.median);
    if (const auto operations = claimed_operations_of(*map)) claimed.push_back(*operations);
  }
  if (of_one_processor(pointers_to(curve.points))) curve.growth = fit_power_law(D, seconds);
  if (claimed.size() != D.size()) return;
  if (const auto law = fit_power_law(D, claimed)) curve.claimed_exponent = law->exponent;
}

std::string title_of(const TimePanel& panel, const Config& config) {
  std::string title = panel.any().dataset_title();
  Index d = 0;
  for (const TimeCurve& curve : panel.curves)
    for (const TimedMap* map : curve.points) d = std::max(d, map->d);
  if (panel.d_is_D)
    title += ", d = D";
  else if (d > 0)
    title += fmt::format(", d = {}", with_commas(d));
  if (config.kernels.size() > 1) title += ", " + panel.any().kernel.display();
  return title;
}

std::vector<TimePanel> panels_of(const std::vector<TimedMap>& maps, const Config& config) {
  std::vector<TimePanel> panels;
  for (const TimedMap& map : maps) {
    const bool d_is_D = d_follows_D(config, map.dataset);
    TimePanel& panel = panel_of(panels, map, d_is_D);
    add_point(panel, map);
  }
  for (TimePanel& panel : panels) {
    for (TimeCurve& curve : panel.curves) {
      std::ranges::stable_sort(curve.points, {}, &TimedMap::D);
      fit(curve);
    }
    panel.title = title_of(panel, config);
  }
  return panels;
}

}  // namespace

TimedMap::TimedMap(RunGroup group) : RunGroup(std::move(group)), d(dataset.d) {
  if (done.empty()) return;
  const Record& record = done.front();  // the experiment draws its own seeds: there is one run
  d = static_cast<Index>(number_of(record, "/data/d", static_cast<double>(d)));
  time = result_of<ConstructionTime>(record);
}

const TimedMap* TimePanel::find_reference(Index D) const {
  for (const TimedMap* map : reference().points)
    if (map->D == D && map->time) return map;
  return nullptr;
}

std::optional<double> claimed_operations_of(const TimedMap& map) {
  const auto operations = kind_of_map(map.method, map.external).claimed_operations;
  if (!map.time || !operations) return std::nullopt;
  return operations({.d_in = map.d, .kernel = map.kernel, .D = map.D});
}

std::optional<SpeedUp> time_against_reference(const TimedMap& map, const TimePanel& panel,
                                              double confidence) {
  const TimedMap* other = panel.find_reference(map.D);
  if (other == nullptr || !map.time || map.method_label == other->method_label ||
      !of_one_processor({&map, other}))
    return std::nullopt;
  return speed_up(map.time->total.cpu, other->time->total.cpu, confidence);
}

double ratio_confidence(const ConstructionTimes& times) {
  std::size_t compared = 0;
  for (const TimePanel& panel : times.panels)
    for (const TimeCurve& curve : panel.curves)
      for (const TimedMap* map : curve.points)
        if (time_against_reference(*map, panel, 0.95)) ++compared;
  return bonferroni_confidence(std::max<std::size_t>(compared, 1));
}

std::string claims_text(const ConstructionTimes& times) {
  std::vector<std::pair<std::string, std::vector<std::string>>> maps_of_claim;
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    if (kind.claim.empty() || std::ranges::find(times.maps, kind.name, &TimedMap::method) == times.maps.end())
      continue;
    const std::string claim = kind.claim + (kind.claim_letters.empty() ? "" : ", " + kind.claim_letters);
    auto known = std::ranges::find(maps_of_claim, claim, [](const auto& entry) { return entry.first; });
    if (known == maps_of_claim.end()) known = maps_of_claim.emplace(known, claim, std::vector<std::string>());
    known->second.push_back(fmt::format("{} ({})", kind.title, kind.brief));
  }
  std::vector<std::string> parts;
  for (const auto& [claim, maps] : maps_of_claim)
    parts.push_back(fmt::format("{} for {}", claim, fmt::join(maps, " and ")));
  return fmt::format("{}", fmt::join(parts, ", "));
}

ConstructionTimes construction_times(const Config& config, const ReportSources& sources) {
  RunGroups groups = group_runs(config, sources);
  ConstructionTimes times;
  times.config = std::move(groups.config);
  times.left_out = std::move(groups.left_out);
  for (RunGroup& group : groups.groups) times.maps.emplace_back(std::move(group));
  times.panels = panels_of(times.maps, times.config);
  return times;
}

}  // namespace sketchbench
