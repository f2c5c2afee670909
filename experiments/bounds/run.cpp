#include "experiments/bounds/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/features/count_sketch_bounds.hpp>
#include <sketchbench/harness/cell/cell_data.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/cell/typed_experiment.hpp>
#include "experiments/bounds/lemma_checks.hpp"
#include "experiments/bounds/pair_choice.hpp"
#include "experiments/bounds/report.hpp"
#include "experiments/cell_memory.hpp"

namespace sketchbench {
namespace {

constexpr const char* method_of_the_lemmas = "tensor_sketch";

/// The kernel that the lemmas speak of; throws InputError for any other, and for another map.
const PolynomialKernel& require_homogeneous_tensor_sketch(std::string_view method, const Kernel& any) {
  if (method != method_of_the_lemmas)
    throw InputError(fmt::format("the experiment \"bounds\" is about \"{}\" and has no bounds for \"{}\"",
                                 method_of_the_lemmas, method));
  const auto& kernel = require_family<PolynomialKernel>(any, "the experiment \"bounds\"");
  if (kernel.coef0 != 0)
    throw InputError(fmt::format(
        "the experiment \"bounds\" is about homogeneous kernels: coef0 is {}, expected 0", kernel.coef0));
  return kernel;
}

/// The points of the pairs, each once, and which of them make up each pair.
struct Points {
  CsrMatrix rows;
  std::vector<Index> row_of;  ///< of the training part; a constructed point has the number after its last
  std::vector<std::pair<Index, Index>> pairs;
  std::vector<PointPair> described;
};

/// The sum and the largest of |x_i|.
struct CoordinateNorms {
  double one = 0, largest = 0;
};

CoordinateNorms coordinate_norms(const Rows& x, Index i) {
  CoordinateNorms norms;
  x.for_each_nonzero(i, [&](Index, float value) {
    norms.one += std::abs(value);
    norms.largest = std::max(norms.largest, std::abs(double{value}));
  });
  return norms;
}

class PointCollector {
 public:
  explicit PointCollector(const Rows& x) : x_(x) { points_.rows.d = x.dim(); }

  void add(const RowPair& pair) {
    const Index a = place_of(pair.i), b = place_of(pair.j);
    points_.pairs.emplace_back(a, b);
    names_.push_back(pair.kind == PairKind::same
                         ? fmt::format("x = y, row {}", pair.i)
                         : fmt::format("{}, rows {} and {}", name_of(pair.kind), pair.i, pair.j));
  }

  void add_flat_vector() {
    const auto value = static_cast<float>(1 / std::sqrt(static_cast<double>(x_.dim())));
    for (Index j = 0; j < x_.dim(); ++j) points_.rows.push(j, value);
    points_.rows.end_row();
    points_.row_of.push_back(x_.size());
    const Index last = points_.rows.size() - 1;
    points_.pairs.emplace_back(last, last);
    names_.push_back("x = y, flat vector");
  }

  Points finish() && {
    const Rows rows = points_.rows.view();
    for (std::size_t k = 0; k < names_.size(); ++k) {
      const auto [a, b] = points_.pairs[k];
      const CoordinateNorms x = coordinate_norms(rows, a), y = coordinate_norms(rows, b);
      PointPair pair{.name = names_[k],
                     .moments = pair_moments(rows, a, rows, b),
                     .one_norm_x = x.one,
                     .one_norm_y = y.one};
      if (a == b) pair.largest = x.largest / std::sqrt(pair.moments.norm_x);
      pair.constructed = a >= std::ssize(taken_);
      points_.described.push_back(std::move(pair));
    }
    return std::move(points_);
  }

 private:
  Index place_of(Index row) {
    const auto found = std::find(taken_.begin(), taken_.end(), row);
    if (found != taken_.end()) return found - taken_.begin();
    x_.for_each_nonzero(row, [&](Index j, float value) { points_.rows.push(j, value); });
    points_.rows.end_row();
    taken_.push_back(row);
    points_.row_of.push_back(row);
    return points_.rows.size() - 1;
  }

  const Rows& x_;
  std::vector<Index> taken_;  ///< rows of the data set, by their place among the points
  std::vector<std::string> names_;
  Points points_;
};

Points collect_points(const Rows& x, const BoundsParameters& parameters) {
  PointCollector collector(x);
  for (const RowPair& pair : choose_pairs(x, parameters.pairs, parameters.pairs_seed)) collector.add(pair);
  collector.add_flat_vector();
  return std::move(collector).finish();
}

/// The checks divide by the pairs' norms and variances; none of these may leave double precision.
void require_bounds_range(const Points& points, const PolynomialKernel& kernel, Index D) {
  for (const PointPair& pair : points.described) {
    const double size = std::pow(pair.moments.norm_x * pair.moments.norm_y, kernel.degree),
                 variance = tensor_sketch_variance(pair.moments, kernel, D),
                 largest = lemma8_largest(pair.one_norm_x, pair.one_norm_y, kernel.degree);
    if (std::isnormal(size) && std::isfinite(variance) && std::isfinite(largest)) continue;
    throw InputError(fmt::format(
        "degree {} for the pair {}: |x|^2p |y|^2p is {:.3g}, the variance {:.3g} and Lemma 8's bound "
        "{:.3g}, which is beyond double precision: scale the data or lower the degree",
        kernel.degree, pair.name, size, variance, largest));
  }
}

Estimator estimator_for(const Cell& cell, const Points& points) {
  return [&cell, &points](Seed seed, std::span<double> estimates) {
    const Rows x = points.rows.view();
    const auto map = make_feature_map(cell.method, map_request(cell, x.dim(), x.size(), seed), x);
    DenseMatrix z(x.size(), map->d_out());
    map->transform(x, z);
    for (Index i = 0; i < z.n; ++i)
      require_finite_features(z.view().slice(i, i + 1), points.row_of[static_cast<std::size_t>(i)],
                              "training", cell);
    for (std::size_t k = 0; k < points.pairs.size(); ++k)
      estimates[k] = inner_product(z.view(), points.pairs[k].first, z.view(), points.pairs[k].second);
  };
}

std::vector<PairMeasured> pairs_measured(const Points& points, const Estimates& estimates,
                                         const PolynomialKernel& kernel, Index D) {
  std::vector<PairMeasured> all;
  for (std::size_t k = 0; k < points.described.size(); ++k) {
    const PairMoments& pair = points.described[k].moments;
    const double n = static_cast<double>(estimates[k].size());
    double mean = 0, squares = 0;
    for (const double value : estimates[k]) mean += value / n;
    for (const double value : estimates[k]) squares += (value - mean) * (value - mean);
    all.push_back({.pair = points.described[k].name,
                   .cosine = pair.inner / std::sqrt(pair.norm_x * pair.norm_y),
                   .kernel = kernel.of_inner_product(pair.inner),
                   .mean = mean,
                   .variance = squares / (n - 1),
                   .exact_variance = tensor_sketch_variance(pair, kernel, D),
                   .lemma6_variance = lemma6_variance(pair, kernel, D),
                   .corrected_variance = corrected_variance_bound(pair, kernel.degree, D),
                   .corrected_applies = corrected_bound_applies(pair)});
  }
  return all;
}

struct BoundsCells {
  using Parameters = BoundsParameters;
  using Result = LemmaVerdicts;

  static LemmaVerdicts run(CellRun<Parameters>& run) {
    const Parameters& parameters = run.parameters;
    const PolynomialKernel& kernel = require_homogeneous_tensor_sketch(run.cell.method, run.cell.kernel);
    const auto dataset = run.load();
    const Points points = collect_points(dataset->train().x, parameters);
    require_bounds_range(points, kernel, run.cell.D);
    const Estimates estimates = run.phases.time("map", [&] {
      return draw_estimates(estimator_for(run.cell, points), points.pairs.size(), parameters.seeds,
                            run.context.threads);
    });
    return {.seeds = parameters.seeds,
            .level = parameters.level,
            .checks = check_lemmas(points.described, estimates, kernel.degree, run.cell.D,
                                   {.level = parameters.level, .averages = parameters.averages}),
            .pairs = pairs_measured(points, estimates, kernel, run.cell.D)};
  }

  static Resources estimate(const Cell& cell, const Parameters& parameters, const DatasetInfo& data) {
    const PolynomialKernel& kernel = require_homogeneous_tensor_sketch(cell.method, cell.kernel);
    const auto seeds = static_cast<double>(parameters.seeds), pairs = static_cast<double>(parameters.pairs),
               d = static_cast<double>(data.d), D = static_cast<double>(cell.D);
    const double p = kernel.degree, nonzeros = data.nonzeros_per_row(), points = 2 * pairs;
    // Per map: drawing the tables, adding the points' coordinates to the sketches, their transforms, inner
    // products.
    const double per_map =
        1e-8 * d * p + points * p * (5e-10 * nonzeros + 2e-10 * D * std::log2(D + 1)) + 1e-9 * pairs * D;
    const double per_estimate = 1e-7;  // sorting it into batches, caps and tails
    return {
        .bytes = memory_of_any_cell(cell, data) +
                 bytes_in_use(kind_of_map(cell), map_request(cell, data.d, static_cast<Index>(points), 0)) +
                 4 * points * D + 8 * seeds * pairs,
        .seconds = 0.1 + seeds * (per_map + pairs * per_estimate)};
  }

  static std::string headline(const LemmaVerdicts& result) {
    const auto count = [&](BoundVerdict verdict) {
      return std::ranges::count(result.checks, verdict, &BoundCheck::verdict);
    };
    return fmt::format("{} hold, {} fail, {} inconclusive", count(BoundVerdict::holds),
                       count(BoundVerdict::fails), count(BoundVerdict::cannot_tell));
  }
};

}  // namespace

void BoundsParameters::check(const StrictObject& given) const {
  if (averages > seeds) given.fail("averages", fmt::format("at most \"seeds\", which is {}", seeds));
}

const Fields<BoundsParameters>& BoundsParameters::fields() {
  using P = BoundsParameters;
  constexpr double many = 1e8, quick = 500;
  static const Fields<P> all = {
      {{.name = "seeds",
        .meaning = "independent maps",
        .low = fewest_values,
        .high = many,
        .quick_most = quick},
       &P::seeds},
      {{.name = "averages",
        .meaning = "estimates in one average of Lemma 9",
        .low = 1,
        .high = many,
        .quick_most = quick},
       &P::averages},
      {{.name = "pairs", .meaning = "pairs of training rows", .low = 4, .high = 10'000}, &P::pairs},
      {{.name = "pairs_seed", .meaning = "which rows are paired", .low = 0}, &P::pairs_seed},
      {{.name = "level",
        .meaning = "probability with which one check may call a lemma wrong that is right",
        .low = 1e-12,
        .high = 0.5},
       &P::level}};
  return all;
}

const Fields<PairMeasured>& PairMeasured::fields() {
  using M = PairMeasured;
  static const Fields<M> all = {{{.name = "pair"}, &M::pair},
                                {{.name = "cosine"}, &M::cosine},
                                {{.name = "kernel"}, &M::kernel},
                                {{.name = "mean"}, &M::mean},
                                {{.name = "variance"}, &M::variance},
                                {{.name = "exact_variance"}, &M::exact_variance},
                                {{.name = "lemma6_variance"}, &M::lemma6_variance},
                                {{.name = "corrected_variance"}, &M::corrected_variance},
                                {{.name = "corrected_applies"}, &M::corrected_applies}};
  return all;
}

const Fields<LemmaVerdicts>& LemmaVerdicts::fields() {
  using R = LemmaVerdicts;
  static const Fields<R> all = {{{.name = "seeds", .low = 1}, &R::seeds},
                                {{.name = "level", .low = 0, .high = 1}, &R::level},
                                {{.name = "checks", .may_be_empty = true}, &R::checks},
                                {{.name = "pairs", .may_be_empty = true}, &R::pairs}};
  return all;
}

Experiment bounds_experiment() {
  return typed_experiment<BoundsCells>({.name = "bounds",
                                        .version = 2,  // 1 had no check of what holds in place of Lemma 6
                                        .trains = false,
                                        .seeded = false,
                                        .require_supported =
                                            [](std::string_view method, const Kernel& kernel) {
                                              static_cast<void>(
                                                  require_homogeneous_tensor_sketch(method, kernel));
                                            },
                                        .report = bounds_report});
}

}  // namespace sketchbench
