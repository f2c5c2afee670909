#include "experiments/gram_error/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <sketchbench/features/embedding/embedding_kind.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/report/result_report.hpp>
#include <sketchbench/report/statistics.hpp>
#include "experiments/gram_error/error_bound.hpp"
#include "experiments/gram_error/measures.hpp"
#include "experiments/sampled_rows.hpp"

namespace sketchbench {
namespace {

constexpr Index most_rows = 20'000;  // a matrix of doubles: 3.2 GB

struct GramErrorCells {
  using Parameters = GramErrorParameters;
  using Result = GramError;

  static GramError run(CellRun<Parameters>& run) {
    const auto& [cell, parameters, context, outcome, phases] = run;
    const int threads = context.threads;
    const auto [dataset, sample, resolved] = sample_cell(run, most_rows);
    const Rows rows = sample.rows.view();
    GramError result{.rows = rows.size(), .maps = parameters.maps};
    std::vector<DenseMatrix> features;
    phases.time("maps", [&] {
      for_each_map(resolved, rows, parameters.maps, threads, [&](int /*number*/, MappedSample mapped) {
        result.map_seconds.push_back(mapped.seconds());
        if (Json facts = mapped.map->facts(); !facts.is_null()) result.map_facts.push_back(std::move(facts));
        features.push_back(std::move(mapped.z));
      });
    });

    Eigen::MatrixXd kernel = phases.time("kernel", [&] { return exact_gram(resolved, rows, threads); });
    const SpectralNorm norm =
        phases.time("norm", [&] { return norm_of(kernel, parameters.tolerance, threads); });
    const auto errors =
        phases.time("errors", [&] { return error_norms(kernel, features, parameters.tolerance, threads); });
    result.kernel_norm = norm.value;
    result.residual = norm.residual / norm.value;
    for (const SpectralNorm& error : errors) {
      result.relative_error.push_back(error.value / norm.value);
      if (error.value > 0) result.residual = std::max(result.residual, error.residual / error.value);
    }
    if (!parameters.lambda) return result;
    phases.time("optimum", [&] {
      result.optimum = training_optimum(std::move(kernel), sample.labels, *parameters.lambda, threads);
      for (const DenseMatrix& z : features)
        result.gap.push_back(training_optimum(z.view(), sample.labels, *parameters.lambda, threads) -
                             *result.optimum);
    });
    return result;
  }

  static Resources estimate(const Cell& cell, const Parameters& parameters, const DatasetInfo& data) {
    const auto [rows, d, features, bytes, map_seconds] =
        sample_sizes(cell, sampled_count(cell, parameters.rows, data.n_train, most_rows), data);
    const double maps = parameters.maps, products_of_a_norm = 40;
    Resources need;
    // The kernel and its rows in double precision, the features of all maps, a basis for each.
    need.bytes = bytes + 16 * rows * (rows + d) + maps * rows * (4 * features + 8 * products_of_a_norm);
    need.seconds = 0.1 + rows * rows * (2e-10 * d + 1e-8) + maps * map_seconds +
                   products_of_a_norm * rows * (1e-9 * rows + maps * (1e-10 * rows + 1e-9 * features));
    if (parameters.lambda) {
      need.bytes += 8 * features * features;
      need.seconds += 5e-11 * (rows * rows * rows / 3 + maps * features * features * (rows + features / 3));
    }
    return need;
  }

  static std::string headline(const GramError& result) {
    return fmt::format("|K - ZZ'| / |K| {:.3g}", sample_of(result.relative_error).mean);
  }
};

/// What Theorem 3's proof allows a map's gap to be, with its constants: L(G) - L(K) = lambda / 2 y^T (K + n
/// lambda I)^-1 (K - G) (G + n lambda I)^-1 y <= |K - G| / (n lambda) sqrt(L(K) L(G)), G = ZZ^T. Without the
/// errors the second factor alone: where |K - G| is more than n lambda the bound is above it, and says
/// nothing.
auto gap_bound(bool with_errors) {
  return over_records([with_errors](const Record& record) {
    const auto& result = result_of<GramError>(record);
    const auto lambda = parameters_of<GramErrorParameters>(record.cell).lambda;
    std::vector<double> bounds;
    for (std::size_t i = 0; i < result.gap.size(); ++i) {
      const double share =
          result.relative_error[i] * result.kernel_norm / (static_cast<double>(result.rows) * *lambda);
      bounds.push_back((with_errors ? share : 1) *
                       std::sqrt(*result.optimum * (*result.optimum + result.gap[i])));
    }
    return bounds;
  });
}

/// What Theorem 1's proof allows the relative error of each of TEFM-G's maps, which alone have powers q, to
/// be (error_bound.hpp); none of other maps'. Without it what it can be at most, n / |K|.
auto error_bound(bool of_theorem) {
  return over_records([of_theorem](const Record& record) -> std::vector<double> {
    const Cell& cell = record.cell;
    const auto& result = result_of<GramError>(record);
    const FeatureMapKind& kind = kind_of_map(cell);
    const ParameterValues parameters = with_defaults(cell.map_parameters, kind.parameters);
    if (kind.family != MapFamily::embedding || !parameters.contains("q") || cell.D <= 5) return {};
    const MapRequest request = map_request(cell, 1, result.rows, 0);
    const auto q = static_cast<int>(parameters.at("q").number());
    const double bound =
        tefm_error_bound({.n = result.rows, .d = fourier_features(request), .l = cell.D, .q = q});
    return std::vector<double>(
        result.relative_error.size(),
        (of_theorem ? bound : 1) * static_cast<double>(result.rows) / result.kernel_norm);
  });
}

const Quantities<RunGroup>& quantities() {
  static const Quantities<RunGroup> all = {
      {{.key = "maps", .heading = {"Maps"}, .form = Form::count}, of_result<GramError>(&GramError::maps)},
      {{.key = "rows", .heading = {"Rows"}, .form = Form::count}, of_result<GramError>(&GramError::rows)},
      {{.key = "relative_error",
        .heading = {"Error"},
        .title = "Relative error of the Gram matrix in the spectral norm",
        .axis = "‖K − ZZᵀ‖ / ‖K‖",
        .spread = true,
        .ranking = Ranking{.name = "relative_spectral_error",
                           .title = "Error of the Gram matrix, ‖K − ZZᵀ‖ / ‖K‖",
                           .better = Better::smaller}},
       over_runs<GramError>(&GramError::relative_error)},
      {{.key = "kernel_norm"}, of_result<GramError>(&GramError::kernel_norm)},
      {{.key = "map_s",
        .heading = {"Time of", "a map"},
        .title = "the CPU time of making a map and mapping the sample",
        .axis = "CPU time for making a map and mapping the rows (s)",
        .form = Form::seconds,
        .spread = true,
        .cost = "making a map and mapping the sampled rows"},
       over_runs<GramError>(&GramError::map_seconds)},
      {{.key = "chosen_sigma", .heading = {"σ"}, .form = Form::general},
       of_result<GramError>(&GramError::sigma)},
      {{.key = "optimum", .heading = {"Optimum"}, .form = Form::general, .place = ColumnPlace::behind_status},
       of_result<GramError>(&GramError::optimum)},
      {{.key = "gap", .heading = {"Gap"}, .spread = true, .place = ColumnPlace::behind_status},
       of_result<GramError>(&GramError::gap)},
      {{.key = "error_bound", .place = ColumnPlace::nowhere}, error_bound(true)},
      {{.key = "error_scale", .place = ColumnPlace::nowhere}, error_bound(false)},
      {{.key = "gap_bound", .place = ColumnPlace::nowhere}, gap_bound(true)},
      {{.key = "gap_scale", .place = ColumnPlace::nowhere}, gap_bound(false)}};
  return all;
}

Report gram_error_report(const Config& config, const ReportSources& sources) {
  const bool by_time = config.figure && config.figure->shows == "error_by_time";
  return group_report(
      config, sources, quantities(),
      {.main = "relative_error",
       .quick_effect = "the errors are those of a smaller matrix",
       .legend =
           {"Error: ‖K − ZZᵀ‖ / ‖K‖ in the spectral norm, K the Gram matrix of a sample of training rows "
            "and Z their features. A map that looks at data sees the sample. Means ± sample standard "
            "deviation over independent maps. Time: CPU seconds for making a map and mapping the sample.",
            "Optimum: the least value of regularised training with the square loss on the sample, with "
            "the kernel; gap: with a map's features, less that."},
       .exponents = {{"relative_error", "Error against D: exponent", "mean errors"}},
       .figures = {{.y = "relative_error",
                    .x = by_time ? "map_s" : "",
                    .means = "Means over independent maps on one sample of training rows; bars: one sample "
                             "standard deviation to either side."}}});
}

}  // namespace

const Fields<GramErrorParameters>& GramErrorParameters::fields() {
  using P = GramErrorParameters;
  // A quick run has at least the D of every map that looks at data, which needs that many rows.
  static const Fields<P> all = {
      {sample_rows_field(most_rows, 1000), &P::rows},
      {maps_field(), &P::maps},
      {rows_seed_field(), &P::rows_seed},
      {{.name = "tolerance", .meaning = "of both norms, relative", .low = 1e-12, .high = 0.1}, &P::tolerance},
      {{.name = "lambda",
        .meaning = "also the optimum of regularised training with the square loss on the sample's targets, "
                   "class labels as numbers (Chen et al., section 3.3, Theorem 3)",
        .low = 1e-12,
        .high = 1e12},
       &P::lambda}};
  return all;
}

const Fields<GramError>& GramError::fields() {
  using R = GramError;
  static const Fields<R> all = {{{.name = "rows", .low = 1}, &R::rows},
                                {{.name = "maps", .low = 1}, &R::maps},
                                {{.name = "sigma", .low = 0}, &R::sigma},
                                {{.name = "kernel_norm", .low = 0}, &R::kernel_norm},
                                {{.name = "relative_error", .low = 0}, &R::relative_error},
                                {{.name = "residual", .low = 0}, &R::residual},
                                {{.name = "map_seconds", .low = 0}, &R::map_seconds},
                                {{.name = "map_facts"}, &R::map_facts},
                                {{.name = "optimum", .low = 0}, &R::optimum},
                                {{.name = "gap", .optional = true}, &R::gap}};
  return all;
}

Experiment gram_error_experiment() {
  return typed_experiment<GramErrorCells>({.name = "gram_error",
                                           .trains = false,
                                           .seeded = false,
                                           .measures_kernel = true,
                                           .shows = {"error", "error_by_time"},
                                           .quantities = quantities,
                                           .report = gram_error_report});
}

}  // namespace sketchbench
