// An experiment of one's own, whole: how far |z(x)|^2, the features' estimate of k(x, x), is from it.
#include "examples/experiment/norm_error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <vector>

#include <sketchbench/report/result_report.hpp>
#include "experiments/sampled_rows.hpp"

namespace sketchbench {
namespace {

constexpr Index most_rows = 100'000;

struct NormErrorParameters {
  Index rows = 1000;
  Seed rows_seed = 1;
  int maps = 5;

  static const Fields<NormErrorParameters>& fields() {
    using P = NormErrorParameters;
    static const Fields<P> all = {{sample_rows_field(most_rows, 200), &P::rows},
                                  {rows_seed_field(), &P::rows_seed},
                                  {maps_field(), &P::maps}};
    return all;
  }
};

/// Lists have an entry for each map.
struct NormError {
  Index rows = 0;
  std::optional<double> sigma;      ///< that a rule chose for the kernel
  std::vector<double> error;        ///< mean over the rows of | |z|^2 / k(x, x) - 1 |
  std::vector<double> map_seconds;  ///< CPU time of making each map and mapping the rows

  static const Fields<NormError>& fields() {
    using R = NormError;
    static const Fields<R> all = {{{.name = "rows", .low = 1}, &R::rows},
                                  {{.name = "sigma", .low = 0}, &R::sigma},
                                  {{.name = "error", .low = 0}, &R::error},
                                  {{.name = "map_seconds", .low = 0}, &R::map_seconds}};
    return all;
  }
};

double error_of(const Kernel& kernel, const Rows& x, const Rows& z) {
  double sum = 0;
  for (Index i = 0; i < x.size(); ++i) {
    double norm = 0;
    for (const float value : z.dense_row(i)) norm += static_cast<double>(value) * value;
    sum += std::abs(norm / kernel(x, i, x, i) - 1);
  }
  return sum / static_cast<double>(x.size());
}

struct NormErrorCells {
  using Parameters = NormErrorParameters;
  using Result = NormError;

  static NormError run(CellRun<Parameters>& run) {
    const auto [dataset, sample, cell] = sample_cell(run, most_rows);
    const Rows x = sample.rows.view();
    NormError result{.rows = x.size()};
    run.phases.time("maps", [&] {
      for_each_map(cell, x, run.parameters.maps, run.context.threads,
                   [&](int /*number*/, MappedSample mapped) {
                     result.error.push_back(error_of(cell.kernel, x, mapped.z.view()));
                     result.map_seconds.push_back(mapped.seconds());
                   });
    });
    return result;
  }

  static Resources estimate(const Cell& cell, const Parameters& parameters, const DatasetInfo& data) {
    const SampleSizes of =
        sample_sizes(cell, sampled_count(cell, parameters.rows, data.n_train, most_rows), data);
    return {.bytes = of.bytes + 4 * of.rows * of.features,
            .seconds = 0.05 + parameters.maps * of.map_seconds};
  }

  static std::string headline(const NormError& result) {
    return fmt::format("error {:.3g}", sample_of(result.error).mean);
  }
};

const Quantities<RunGroup>& quantities() {
  static const Quantities<RunGroup> all = {
      {{.key = "rows", .heading = {"Rows"}, .form = Form::count}, of_result<NormError>(&NormError::rows)},
      {{.key = "norm_error",
        .heading = {"Error"},
        .title = "Relative error of squared norms",
        .axis = "| |z|² / k(x, x) − 1 |",
        .spread = true,
        .ranking =
            Ranking{
                .name = "norm_error", .title = "Relative error of squared norms", .better = Better::smaller}},
       over_runs<NormError>(&NormError::error)},
      {{.key = "map_s",
        .heading = {"Time of", "a map"},
        .axis = "CPU time for making a map and mapping the rows (s)",
        .form = Form::seconds,
        .spread = true,
        .cost = "making a map and mapping the sampled rows"},
       over_runs<NormError>(&NormError::map_seconds)}};
  return all;
}

Report norm_error_report(const Config& config, const ReportSources& sources) {
  return group_report(
      config, sources, quantities(),
      {.main = "norm_error",
       .quick_effect = "the errors are those of fewer rows and maps",
       .legend = {"Error: | |z(x)|² / k(x, x) − 1 |, the mean over a sample of training rows. Means ± sample "
                  "standard deviation over independent maps."},
       .exponents = {{"norm_error", "Error against D: exponent", "mean errors"}},
       .figures = {
           {.y = "norm_error", .means = "Means over independent maps; bars: a sample standard deviation."}}});
}

}  // namespace

Experiment norm_error_experiment() {
  return typed_experiment<NormErrorCells>({.name = "norm_error",
                                           .trains = false,
                                           .seeded = false,
                                           .shows = {"error"},
                                           .quantities = quantities,
                                           .report = norm_error_report});
}

}  // namespace sketchbench
