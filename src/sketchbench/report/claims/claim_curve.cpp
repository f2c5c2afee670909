#include <sketchbench/report/claims/claim_curve.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

/// Rows that are drawn alike are the same rows: the request of the data set, and what is sampled of it.
std::string sample_of_rows(const ResultRow& row, const Config& config) {
  const RunGroup& group = *row.group;
  const Experiment& experiment = find_experiment(config.experiment);
  std::string sample =
      fmt::format("{}|{}|", row.curve.empty() ? json_text(to_json(group.dataset)) : row.curve,
                  kernel_title(group, experiment));
  for (const FieldInfo& parameter : experiment.parameters)
    if (parameter.chooses_rows && config.parameters.contains(parameter.name))
      sample += config.parameters.at(parameter.name).json() + " ";
  return sample;
}

std::string title_of(const ResultRow& row, bool with_kernel) {
  if (!row.curve.empty()) return row.curve;
  return row.group->facts.title + (with_kernel ? ", " + row.group->kernel.display() : "");
}

void require_same(const ClaimCurve& curve, const char* what, const Json& one, const Json& other) {
  if (one == other) return;
  throw InputError(
      fmt::format("{} on {} has the {} {} and {}, expected one: a claim compares what differs in nothing but "
                  "the map and D",
                  curve.method, curve.title, what, one.dump(), other.dump()));
}

void add_facts(ClaimCurve& curve, const RunGroup& group) {
  curve.reduced = curve.reduced || group.dataset.is_reduced();
  for (const Record& record : group.done) {
    curve.times.add(record, method_short(curve.method));
    curve.columns = static_cast<Index>(number_of(record, "/data/d", 0));
    curve.simulated = curve.simulated || !same_as_paper(record);
  }
  const ParameterValues parameters = map_parameters_of(group);
  if (curve.points.empty()) curve.parameters = parameters;
  require_same(curve, "parameters", curve.parameters, parameters);
}

bool is_named(const PublishedClaim& claim, const std::string& label) {
  return std::ranges::find(claim.methods, label) != claim.methods.end() ||
         std::ranges::find(claim.others, label) != claim.others.end();
}

double mean_at(const ResultRow& row, std::optional<std::size_t> place) {
  return place ? row.values[*place].number.mean : 0;
}

/// The curve of a row's method and sample, made where it is not there yet.
ClaimCurve& curve_of(std::vector<ClaimCurve>& curves, const ResultRow& row, const Config& config,
                     bool with_kernel) {
  const RunGroup& group = *row.group;
  const std::string sample = sample_of_rows(row, config);
  for (ClaimCurve& curve : curves) {
    if (curve.sample != sample || curve.method != group.method_label) continue;
    require_same(curve, "learners", curve.learner.to_json(), group.learner.to_json());
    return curve;
  }
  return curves.emplace_back(ClaimCurve{.sample = sample,
                                        .title = title_of(row, with_kernel),
                                        .method = group.method_label,
                                        .learner = group.learner});
}

void add_row(ClaimCurve& curve, const ResultRow& row, const ClaimRows& rows) {
  const ClaimRows::Places& places = rows.places();
  const RunGroup& group = *row.group;
  const auto l = static_cast<double>(group.D);
  if (std::ranges::find(curve.points, l, &CurvePoint::l) != curve.points.end()) return;
  ++curve.asked;
  CurvePoint point{.l = l,
                   .value = values_by_run(row, places.quantity),
                   .cost = mean_at(row, places.cost),
                   .less = mean_at(row, places.less)};
  if (point.value.empty()) {
    if (group.status == Status::skipped) ++curve.skipped;
    if (curve.reason.empty())
      curve.reason = !group.reason.empty() ? group.reason
                     : group.done.empty()  ? "not run yet"
                                           : "not measured by these runs";
    return;
  }
  add_facts(curve, group);
  curve.looks = std::max(curve.looks, rows.looks_at(row));
  curve.points.push_back(std::move(point));
}

}  // namespace

std::map<int, double> values_by_run(const ResultRow& row, std::size_t place) {
  const std::vector<Record>& done = row.group->done;
  const Sample& sample = row.values[place].number;
  // What is not a number of each run is one of all of them.
  const std::vector<double> values =
      sample.values.empty() && sample.n > 0 ? std::vector<double>{sample.mean} : sample.values;
  std::map<int, double> by_run;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool of_a_cell = values.size() == done.size() && done[i].cell.seed;
    by_run[of_a_cell ? static_cast<int>(*done[i].cell.seed) : static_cast<int>(i)] = values[i];
  }
  return by_run;
}

ParameterValues map_parameters_of(const RunGroup& group) {
  if (group.done.empty() || group.method == exact_method) return {};
  return with_defaults(group.done.front().cell.map_parameters,
                       kind_of_map(group.method, group.external).parameters);
}

std::vector<ClaimCurve> claim_curves(const ClaimRows& rows) {
  std::vector<ClaimCurve> curves;
  const bool with_kernel = rows.has_several_kernels();
  const PublishedClaim& claim = rows.claim();
  std::set<std::string> samples;  // of the configuration that says which
  for (std::size_t i = 0; i < rows.tables().size(); ++i)
    if (claim.samples_of.empty() || claim.measured_by.at(i) == claim.samples_of)
      for (const ResultRow& row : rows.tables()[i]->rows)
        samples.insert(sample_of_rows(row, *rows.tables()[i]->config));
  for (const ResultTable* table : rows.tables())
    for (const ResultRow& row : table->rows)
      if (row.group->method != exact_method && rows.is_about(row) &&
          is_named(claim, row.group->method_label) && samples.contains(sample_of_rows(row, *table->config)))
        add_row(curve_of(curves, row, *table->config, with_kernel), row, rows);
  for (ClaimCurve& curve : curves) std::ranges::sort(curve.points, {}, &CurvePoint::l);
  return curves;
}

}  // namespace sketchbench
