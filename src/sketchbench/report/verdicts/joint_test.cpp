#include <sketchbench/report/verdicts/joint_test.hpp>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/random.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {
namespace {

constexpr Seed draws_seed = 1979;
constexpr double most_correlation = 0.95, unknown_correlation = 0.5;

/// One difference's shares in V: what is its own, and its deviation of what all share.
struct Scatter {
  double own = 0, shared = 0;
};

/// d' (diag(own) + shared shared')^-1 d, by Sherman and Morrison's formula.
double squared_distance(std::span<const double> d, std::span<const Scatter> scatter) {
  double plain = 0, along = 0, of_shared = 0;
  for (std::size_t i = 0; i < d.size(); ++i) {
    plain += d[i] * d[i] / scatter[i].own;
    along += d[i] * scatter[i].shared / scatter[i].own;
    of_shared += scatter[i].shared * scatter[i].shared / scatter[i].own;
  }
  return plain - along * along / (1 + of_shared);
}

/// Of the gamma law with that shape, at least 1/2, and scale 1 (Marsaglia & Tsang 2000, "A simple method for
/// generating gamma variables", ACM Trans. Math. Softw. 26).
double gamma_value(RandomStream& random, double shape) {
  if (shape < 1) return gamma_value(random, shape + 1) * std::pow(1 - random.uniform(), 1 / shape);
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = random.normal(), v = std::pow(1 + c * x, 3);
    if (v > 0 && std::log1p(-random.uniform()) < x * x / 2 + d - d * v + d * std::log(v)) return d * v;
  }
}

/// How many times too large an estimate of a variance is.
double misjudged(RandomStream& random, double freedom) {
  return freedom > 1e8 ? 1 : 2 * gamma_value(random, freedom / 2) / freedom;
}

class JointLaw {
 public:
  JointLaw(std::span<const Difference> differences, double correlation) : correlation_(correlation) {
    for (const Difference& one : differences) {
      if (std::isinf(one.estimate.error) || one.estimate.error == 0) continue;
      known_.push_back(&one);
      split_freedom_ = std::min(split_freedom_, one.of_split.freedom);
    }
  }

  std::size_t size() const { return known_.size(); }

  std::vector<double> distances() const {
    std::vector<double> d;
    for (const Difference* one : known_) {
      const double beyond = std::max(0.0, std::abs(one->estimate.estimate) - one->estimate.bound);
      d.push_back(std::copysign(beyond, one->estimate.estimate));
    }
    return d;
  }

  std::vector<Scatter> scatter() const {
    return scatter_with([](const VariancePart&) { return 1.0; }, 1);
  }

  /// The statistic of differences of mean 0 whose variances are estimated anew.
  double drawn(RandomStream& random) const {
    const double shared = random.normal();
    std::vector<double> d;
    for (const Scatter& one : scatter())
      d.push_back(one.shared * shared + std::sqrt(one.own) * random.normal());
    const auto of_draws = [&](const VariancePart& part) { return misjudged(random, part.freedom); };
    return squared_distance(d, scatter_with(of_draws, misjudged(random, split_freedom_)));
  }

 private:
  template <class Factor>
  std::vector<Scatter> scatter_with(Factor factor, double of_split) const {
    std::vector<Scatter> all;
    for (const Difference* one : known_) {
      const double split = one->of_split.variance * of_split;
      all.push_back({one->of_draws.variance * factor(one->of_draws) + (1 - correlation_) * split,
                     std::sqrt(correlation_ * split)});
    }
    return all;
  }

  double correlation_;
  std::vector<const Difference*> known_ = {};
  double split_freedom_ = std::numeric_limits<double>::infinity();
};

double correlation_of(const std::vector<double>& x, const std::vector<double>& y) {
  const double x_mean = sample_of(x).mean, y_mean = sample_of(y).mean;
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - x_mean) * (x[i] - x_mean);
    xy += (x[i] - x_mean) * (y[i] - y_mean);
    yy += (y[i] - y_mean) * (y[i] - y_mean);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

}  // namespace

JointTest joint_test(std::span<const Difference> differences, double correlation, int draws) {
  const JointLaw law(differences, correlation);
  JointTest test{.differences = static_cast<int>(law.size())};
  if (law.size() == 0) return test;
  test.statistic = squared_distance(law.distances(), law.scatter());
  RandomStream random(draws_seed, "joint_test");
  int as_large = 1;
  for (int i = 0; i < draws; ++i) as_large += law.drawn(random) >= test.statistic ? 1 : 0;
  test.p_value = static_cast<double>(as_large) / (draws + 1);
  return test;
}

double split_correlation(std::span<const std::vector<double>> values) {
  double sum = 0;
  int pairs = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      sum += correlation_of(values[i], values[j]);
      ++pairs;
    }
  return pairs == 0 ? unknown_correlation : std::clamp(sum / pairs, 0.0, most_correlation);
}

}  // namespace sketchbench
