#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/generate/generated.hpp>
#include <sketchbench/data/generate/poly_teacher_points.hpp>

namespace sketchbench {
namespace {

constexpr int term_count = 2;
constexpr int largest_weight = 8;
constexpr double fewest_dense_values = 0.2;  // share that is not zero: bump_points

template <class Value>
[[noreturn]] void fail(std::string_view generator, std::string_view name, Value value,
                       std::string_view expected) {
  throw InputError(fmt::format("{}: {} is {}, expected {}", generator, name, value, expected));
}

void check_shape(std::string_view generator, Index n, Index d, int degree, bool binary) {
  if (n < 2) fail(generator, "n", n, "at least 2 rows");
  if (d < 4) fail(generator, "d", d, "at least 4 columns");
  if (degree < 1 || degree > 16) fail(generator, "degree", degree, "an integer 1..16");
  // What a row takes besides its values: its start, projections, factors, terms, g twice, and its label.
  constexpr double row_bytes = 64, column_bytes = 64;
  const double values_in_row = binary ? most_groups : fewest_dense_values * static_cast<double>(d);
  require_memory(
      static_cast<double>(n) * (row_bytes + 8 * values_in_row) + column_bytes * static_cast<double>(d),
      fmt::format("{}: {} rows of {} columns", generator, with_commas(n), with_commas(d)));
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

CsrMatrix published_points(TeacherPoints&& points) {
  CsrMatrix x = std::move(points.levels);
  for (float& value : x.value) value /= static_cast<float>(points.full_level);
  return x;
}

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// (g - median) / median of |g - median|: both are values of g, whole numbers, so that no sum's rounding
/// decides anything.
void scale_by_medians(std::vector<double>& g) {
  const double median = median_of(g);
  std::vector<double> distances;
  distances.reserve(g.size());
  for (double& value : g) distances.push_back(std::abs(value -= median));
  const double unit = median_of(std::move(distances));
  if (unit == 0)
    throw InputError(
        "poly_regression: the polynomial has one value on most rows; give the points more columns");
  for (double& value : g) value /= unit;
}

/// Mean 0, variance 1.
double twelve_uniforms(RandomStream& random) {
  std::int64_t sum = 0;
  for (int k = 0; k < 12; ++k) sum += random.bits32();
  return static_cast<double>(sum + 6) * 0x1p-32 - 6;  // each in the middle of its cell
}

}  // namespace

LabeledMatrix generate_poly_teacher(const PolyTeacherParams& params, Seed seed) {
  const bool binary = params.form == PolyTeacherParams::Form::sparse_binary;
  check_shape("poly_teacher", params.n, params.d, params.degree, binary);
  if (!(params.noise >= 0 && params.noise <= 0.5))
    fail("poly_teacher", "noise", params.noise, "a share 0..0.5");
  TeacherPoints points =
      binary ? one_hot_points(params.n, params.d, seed) : bump_points(params.n, params.d, seed);

  LabeledMatrix result;
  result.y = labels_about_median(teach(points, params.degree, seed));
  flip_some(result.y, params.noise, seed);

  result.x = published_points(std::move(points));
  return result;
}

LabeledMatrix generate_poly_regression(const PolyRegressionParams& params, Seed seed) {
  check_shape("poly_regression", params.n, params.d, params.degree, false);
  if (!(params.noise >= 0 && std::isfinite(params.noise)))
    fail("poly_regression", "noise", params.noise, "a number of at least 0");
  TeacherPoints points = bump_points(params.n, params.d, seed);
  std::vector<double> f = teach(points, params.degree, seed);
  scale_by_medians(f);

  LabeledMatrix result;
  result.y.reserve(f.size());
  RandomStream random(seed, "poly_regression/noise");
  // One rounding, whether the compiler would fuse the two operations or not.
  for (const double value : f)
    result.y.push_back(static_cast<float>(std::fma(params.noise, twelve_uniforms(random), value)));
  result.x = published_points(std::move(points));
  return result;
}

}  // namespace sketchbench
