#include "experiments/kernel_error/run.hpp"

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/cell/typed_experiment.hpp>
#include <sketchbench/report/statistics.hpp>
#include "experiments/cell_memory.hpp"
#include "experiments/kernel_error/relative_errors.hpp"
#include "experiments/kernel_error/report.hpp"
#include "experiments/resolved_kernel.hpp"
#include "experiments/sampled_rows.hpp"

namespace sketchbench {
namespace {

/// What is known of a cell's errors before any map is drawn.
struct Theory {
  std::optional<PredictedErrors> exact, bound;
  std::optional<BoundExcess> excess;

  Theory(const Cell& cell, const KernelPairs& pairs, const Rows& rows) {
    const FeatureMapKind& kind = kind_of_map(cell);
    const MapRequest request = map_request(cell, rows.dim(), rows.size(), 0);
    if (kind.variance == nullptr) return;
    const PairVariance variance = kind.variance(request);
    if (!variance) return;
    exact = predict(pairs, variance);
    if (kind.stated_bound == nullptr) return;
    const PairVariance stated = kind.stated_bound(request);
    bound = predict(pairs, stated);
    excess.emplace(pairs, variance, stated);
  }
};

struct KernelErrorCells {
  using Parameters = KernelErrorParameters;
  using Result = KernelError;

  static KernelError run(CellRun<Parameters>& run) {
    const auto& [cell, parameters, context, outcome, phases] = run;
    const auto dataset = run.load();
    const OwnedRows chosen = sampled_rows(*dataset, parameters.rows, parameters.pairs_seed, cell.experiment);
    const Rows rows = chosen.view();
    const Cell resolved = resolved_cell(cell, context, dataset->train(), outcome, phases);
    const KernelPairs pairs = phases.time("kernel", [&] {
      return has_own_kernel(resolved) ? KernelPairs(rows, exact_gram(resolved, rows, context.threads))
                                      : KernelPairs(rows, resolved.kernel);
    });
    if (pairs.used() == 0)
      throw Error(fmt::format(
          "the kernel is 0 for all pairs of the {} rows chosen, so none has a relative error", rows.size()));
    const Theory theory = phases.time("theory", [&] { return Theory(resolved, pairs, rows); });
    KernelError result{.rows = rows.size(),
                       .maps = parameters.maps,
                       .pairs = pairs.used(),
                       .pairs_left_out = pairs.left_out(),
                       .theory = theory.exact};
    if (theory.excess)
      result.bound = {*theory.bound,
                      theory.excess->pairs(),
                      theory.excess->largest_ratio(),
                      theory.excess->mean_ratio(),
                      {}};
    phases.time("maps", [&] {
      for_each_map(resolved, rows, parameters.maps, context.threads, [&](int number, MappedSample mapped) {
        const RelativeErrors errors =
            relative_errors(pairs, mapped.z, theory.excess ? &*theory.excess : nullptr);
        if (!std::isfinite(errors.mean_square))
          throw InputError(fmt::format("inner products of features of map {} are beyond single precision: {}",
                                       number, scaling_advice({resolved.kernel.advice()})));
        result.relative_error.push_back(errors.mean);
        result.mean_square.push_back(errors.mean_square);
        if (errors.mean_square_beyond_bound)
          result.bound->mean_square_beyond.push_back(*errors.mean_square_beyond_bound);
      });
    });
    return result;
  }

  static Resources estimate(const Cell& cell, const Parameters& parameters, const DatasetInfo& data) {
    require_enough_rows(cell.experiment, parameters.rows, data.n_train, data.name);
    const auto [rows, d, features, bytes, map_seconds] = sample_sizes(cell, parameters.rows, data);
    Resources need;
    // The kernel's matrices and the excess; the rows as columns, twice while they are squared; the features.
    need.bytes = bytes + 32 * rows * rows + 16 * rows * d + 4 * rows * features;
    const double pairs_s = 4e-7 * rows * rows, products_s = 6e-11 * rows * rows * features;
    need.seconds = 0.05 + pairs_s + parameters.maps * (products_s + map_seconds);
    return need;
  }

  static std::string headline(const KernelError& result) {
    return fmt::format("err {:.3g}", sample_of(result.relative_error).mean);
  }
};

}  // namespace

const Fields<KernelErrorParameters>& KernelErrorParameters::fields() {
  using P = KernelErrorParameters;
  static const Fields<P> all = {
      {{.name = "rows",
        .meaning = "training rows, of which all pairs are looked at: 1,000 make 499,500",
        .low = 2,
        .high = 20'000,  // four matrices of doubles: 13 GB
        .quick_most = 300},
       &P::rows},
      {{.name = "maps", .meaning = "independent maps", .low = 1, .high = 100'000, .quick_most = 3}, &P::maps},
      {{.name = "pairs_seed", .meaning = "which rows are drawn", .low = 0}, &P::pairs_seed}};
  return all;
}

const Fields<PredictedErrors>& PredictedErrors::fields() {
  using E = PredictedErrors;
  static const Fields<E> all = {{{.name = "mean_square", .low = 0}, &E::mean_square},
                                {{.name = "mean_deviation", .low = 0}, &E::mean_deviation}};
  return all;
}

const Fields<KernelError::StatedBound>& KernelError::StatedBound::fields() {
  using B = KernelError::StatedBound;
  static const Fields<B> all = {
      {{.name = "mean_square", .low = 0}, &B::mean_square},
      {{.name = "mean_deviation", .low = 0}, &B::mean_deviation},
      {{.name = "pairs_beyond", .low = 0}, &B::pairs_beyond},
      {{.name = "largest_ratio", .low = 0}, &B::largest_ratio},
      {{.name = "mean_ratio_beyond", .low = 0}, &B::mean_ratio_beyond},
      {{.name = "mean_square_beyond", .may_be_empty = true}, &B::mean_square_beyond}};
  return all;
}

const Fields<KernelError>& KernelError::fields() {
  using R = KernelError;
  static const Fields<R> all = {{{.name = "rows", .low = 1}, &R::rows},
                                {{.name = "maps", .low = 1}, &R::maps},
                                {{.name = "sigma", .low = 0}, &R::sigma},
                                {{.name = "pairs", .low = 1}, &R::pairs},
                                {{.name = "pairs_left_out", .low = 0}, &R::pairs_left_out},
                                {{.name = "relative_error", .low = 0}, &R::relative_error},
                                {{.name = "mean_square", .low = 0}, &R::mean_square},
                                {{.name = "theory"}, &R::theory},
                                {{.name = "bound"}, &R::bound}};
  return all;
}

Experiment kernel_error_experiment() {
  return typed_experiment<KernelErrorCells>({.name = "kernel_error",
                                             .trains = false,
                                             .seeded = false,
                                             .measures_kernel = true,
                                             .shows = {"error"},
                                             .quantities = kernel_error_ranking,
                                             .report = kernel_error_report});
}

}  // namespace sketchbench
