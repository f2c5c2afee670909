#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/random.hpp"
#include "core/system/memory.hpp"
#include "core/text.hpp"
#include "data/generate/generated.hpp"
#include "data/generate/poly_teacher_points.hpp"

namespace sketchbench {
namespace {

constexpr int term_count = 2;
constexpr int largest_weight = 8;
constexpr double fewest_dense_values = 0.2;  // share that is not zero: bump_points

void check(const PolyTeacherParams& params) {
  const auto fail = [](std::string_view name, auto value, std::string_view expected) {
    throw InputError(fmt::format("poly_teacher: {} is {}, expected {}", name, value, expected));
  };
  if (params.n < 2) fail("n", params.n, "at least 2 rows");
  if (params.d < 4) fail("d", params.d, "at least 4 columns");
  if (params.degree < 1 || params.degree > 16) fail("degree", params.degree, "an integer 1..16");
  if (!(params.noise >= 0 && params.noise <= 0.5)) fail("noise", params.noise, "a share 0..0.5");
  // What a row takes besides its values: its start, projections, factors, terms, g twice, and its label.
  constexpr double row_bytes = 64, column_bytes = 64;
  const double values_in_row = params.form == PolyTeacherParams::Form::sparse_binary
                                   ? most_groups
                                   : fewest_dense_values * static_cast<double>(params.d);
  require_memory(
      static_cast<double>(params.n) * (row_bytes + 8 * values_in_row) +
          column_bytes * static_cast<double>(params.d),
      fmt::format("poly_teacher: {} rows of {} columns", with_commas(params.n), with_commas(params.d)));
}

// <u, x> for a random u, less its mean over the rows. Centred factors leave a product little that is linear
// in x, which is what keeps a linear classifier behind.
std::vector<double> draw_factor(const TeacherPoints& points, RandomStream random) {
  std::vector<int> weight(static_cast<std::size_t>(points.units));
  for (int& w : weight) w = random.sign() * (1 + static_cast<int>(random.below(largest_weight)));

  const Rows rows = points.levels.view();
  std::vector<std::int64_t> projection(static_cast<std::size_t>(rows.size()));
  for (Index i = 0; i < rows.size(); ++i) {
    rows.for_each_nonzero(i, [&](Index column, float level) {
      if (const int unit = points.unit[static_cast<std::size_t>(column)]; unit != TeacherPoints::unseen)
        projection[static_cast<std::size_t>(i)] +=
            weight[static_cast<std::size_t>(unit)] * static_cast<int>(level);
    });
  }
  const std::int64_t mean =
      std::accumulate(projection.begin(), projection.end(), std::int64_t{0}) / rows.size();
  std::vector<double> factor;
  factor.reserve(projection.size());
  for (const std::int64_t p : projection) factor.push_back(static_cast<double>(p - mean));
  return factor;
}

// g(x) = sum_k a_k prod_{j <= degree} <u_kj, x - mean>, for every row. All whole numbers, so exact up to
// 2^53.
std::vector<double> teach(const TeacherPoints& points, int degree, Seed seed) {
  const auto n = static_cast<std::size_t>(points.levels.size());
  std::vector<double> g(n, 0.0);
  RandomStream coefficients(seed, "poly_teacher/coefficients");
  for (int k = 0; k < term_count; ++k) {
    const auto a =
        static_cast<double>(coefficients.sign() * (512 + static_cast<int>(coefficients.below(1024))));
    std::vector<double> term(n, a);
    for (int j = 0; j < degree; ++j) {
      const auto index = static_cast<std::uint64_t>(k * degree + j);
      const std::vector<double> factor =
          draw_factor(points, RandomStream(seed, "poly_teacher/factor", index));
      for (std::size_t i = 0; i < n; ++i) term[i] *= factor[i];
    }
    for (std::size_t i = 0; i < n; ++i) g[i] += term[i];
  }
  return g;
}

// The sign of g - median. Rows exactly at the median (equal points, when categories are few) go together, to
// the side that leaves the classes nearer to balance.
std::vector<float> labels_about_median(const std::vector<double>& g) {
  std::vector<double> sorted = g;
  std::sort(sorted.begin(), sorted.end());
  const double median = sorted[sorted.size() / 2];
  const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), median);
  const bool ties_are_positive = first - sorted.begin() >= sorted.end() - last;
  std::vector<float> labels;
  labels.reserve(g.size());
  for (const double value : g)
    labels.push_back(value > median || (value == median && ties_are_positive) ? 1.0f : -1.0f);
  return labels;
}

void flip_some(std::vector<float>& labels, double share, Seed seed) {
  std::vector<std::size_t> rows(labels.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  RandomStream(seed, "poly_teacher/noise").shuffle(rows);
  const auto flips = static_cast<std::size_t>(std::llround(share * static_cast<double>(labels.size())));
  for (std::size_t i = 0; i < flips; ++i) labels[rows[i]] = -labels[rows[i]];
}

}  // namespace

LabeledMatrix generate_poly_teacher(const PolyTeacherParams& params, Seed seed) {
  check(params);
  const bool binary = params.form == PolyTeacherParams::Form::sparse_binary;
  TeacherPoints points =
      binary ? one_hot_points(params.n, params.d, seed) : bump_points(params.n, params.d, seed);

  LabeledMatrix result;
  result.y = labels_about_median(teach(points, params.degree, seed));
  flip_some(result.y, params.noise, seed);

  result.x = std::move(points.levels);
  for (float& value : result.x.value) value /= static_cast<float>(points.full_level);
  return result;
}

}  // namespace sketchbench
