#include "papers/ijcai15/error_curve.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/report/claims/claim_subjects.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/statistics.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/gram_error/run.hpp"
#include "experiments/regression/results.hpp"
#include "experiments/regression/run.hpp"

namespace sketchbench::ijcai15 {
namespace {

/// Rows that are drawn alike are the same rows: the request of the data set, and what is sampled of it.
std::string sample_of_rows(const RunGroup& group, const Config& config) {
  const Json& parameters = config.parameters;
  const bool draws = parameters.is_object() && parameters.contains("rows");
  return fmt::format(
      "{}|{}", json_text(to_json(group.dataset)),
      draws ? fmt::format("{} {}", parameters.at("rows").dump(), parameters.at("rows_seed").dump()) : "");
}

/// A cell of "gram_error" draws its maps itself.
CurvePoint point_of(const RunGroup& group, ErrorOf error) {
  const GramError& result = result_of<GramError>(group.done.front());
  CurvePoint point{
      .l = static_cast<double>(group.D), .error = {}, .seconds = sample_of(result.map_seconds).mean};
  const std::vector<double>& values = error == ErrorOf::gap ? result.gap : result.relative_error;
  for (std::size_t run = 0; run < values.size(); ++run) point.error[static_cast<int>(run)] = values[run];
  return point;
}

CurvePoint point_of(const RegressionRow& row, ErrorOf /*error*/) {
  CurvePoint point{.l = static_cast<double>(row.D), .error = {}, .seconds = row.total_s.mean};
  for (const Record& record : row.done)
    point.error[static_cast<int>(record.cell.seed.value_or(0))] =
        result_of<RegressionErrors>(record).relative_rmse;
  return point;
}

void require_same(const Config& config, const ErrorCurve& curve, const char* what, const std::string& one,
                  const std::string& other) {
  if (one == other) return;
  throw InputError(
      fmt::format("{}: {} on {} has the {} {} and {}, expected one: a claim compares what differs in nothing "
                  "but the map and l",
                  config.file.string(), curve.method, curve.title, what, one, other));
}

void add_facts(ErrorCurve& curve, const RunGroup& group, const Config& config) {
  for (const Record& record : group.done) {
    curve.times.add(record, method_short(curve.method));
    curve.columns = static_cast<Index>(number_of(record, "/data/d", 0));
    curve.simulated = curve.simulated || !same_as_paper(record);
    const Json parameters =
        with_defaults(record.cell.map_parameters, kind_of_map(group.method, group.external).parameters);
    if (curve.points.empty()) curve.parameters = parameters;
    require_same(config, curve, "parameters", curve.parameters.dump(), parameters.dump());
  }
}

/// The curve of a group's method and sample, made where it is not there yet.
ErrorCurve& curve_of(std::vector<ErrorCurve>& curves, const RunGroup& group, const Config& config) {
  const std::string sample = sample_of_rows(group, config);
  for (ErrorCurve& curve : curves) {
    if (curve.sample != sample) continue;
    require_same(config, curve, "kernels", curve.kernel, group.kernel.display());
    if (curve.method != group.method_label) continue;
    require_same(config, curve, "learners", curve.learner.dump(), group.learner.dump());
    return curve;
  }
  return curves.emplace_back(ErrorCurve{.sample = sample,
                                        .dataset = group.dataset.name,
                                        .title = group.facts.title,
                                        .kernel = group.kernel.display(),
                                        .method = group.method_label,
                                        .learner = group.learner,
                                        .quick = config.quick});
}

template <class Row>
void add_rows(std::vector<ErrorCurve>& curves, const std::vector<Row>& rows, const Config& config,
              ErrorOf error) {
  for (const Row& row : rows) {
    if (row.method == exact_method) continue;
    ErrorCurve& curve = curve_of(curves, row, config);
    const bool is_there = std::ranges::any_of(
        curve.points, [&](const CurvePoint& point) { return point.l == static_cast<double>(row.D); });
    if (is_there) continue;
    ++curve.asked;
    CurvePoint point = row.done.empty() ? CurvePoint() : point_of(row, error);
    if (point.error.empty()) {
      if (row.status == Status::skipped) ++curve.skipped;
      if (curve.reason.empty()) curve.reason = row.reason.empty() ? "not measured by these runs" : row.reason;
      continue;
    }
    add_facts(curve, row, config);
    curve.points.push_back(std::move(point));
  }
}

}  // namespace

std::vector<ErrorCurve> error_curves(const std::vector<Config>& configs, const ReportSources& sources,
                                     ErrorOf error) {
  std::vector<ErrorCurve> curves;
  for (const Config& config : configs) {
    if (error == ErrorOf::result)
      require_experiment(config, {"gram_error", "regression"});
    else
      require_experiment(config, {"gram_error"});
    if (config.experiment == "gram_error")
      add_rows(curves, group_runs(config, sources).groups, config, error);
    else
      add_rows(curves, regression_results(config, sources).rows, config, error);
  }
  for (ErrorCurve& curve : curves) std::ranges::sort(curve.points, {}, &CurvePoint::l);
  return curves;
}

}  // namespace sketchbench::ijcai15
