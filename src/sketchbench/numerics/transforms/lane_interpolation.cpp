#include <sketchbench/numerics/transforms/lane_interpolation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <sketchbench/numerics/transforms/lane_fft.hpp>

namespace sketchbench {
namespace {

// How much longer a transform must be for the window's error to be below rounding. The shorter it is, the
// more the window favours a signal's middle, and the more the rounding of its ends counts.
constexpr double least_share = 1.5;

/// The modified Bessel function I_0, whose series has positive terms alone.
double bessel_i0(double x) {
  double sum = 1, term = 1;
  for (int k = 1; term > 1e-17 * sum; ++k) {
    term *= x * x / 4 / (k * k);
    sum += term;
  }
  return sum;
}

/// Kaiser and Bessel's window for transforms that are `share` times as long as the signal.
class Window {
 public:
  Window(Index width, double share)
      : width_(static_cast<double>(width)), beta_(std::numbers::pi * width_ * (1 - 0.5 / share)) {}
  /// At a distance from its middle.
  double at(double distance) const {
    const double x = 2 * distance / width_;
    return std::abs(x) > 1 ? 0 : bessel_i0(beta_ * std::sqrt(1 - x * x));
  }
  /// Its Fourier transform; |frequency| < 1 / 2.
  double transform(double frequency) const {
    const double turn = std::numbers::pi * width_ * frequency, z = std::sqrt(beta_ * beta_ - turn * turn);
    return width_ * std::sinh(z) / z;
  }

 private:
  double width_, beta_;
};

/// The largest integer that is at most a / b, b > 0.
Index floor_of(Index a, Index b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

}  // namespace

Index LaneInterpolation::points(Index n) {
  const auto least = static_cast<Index>(std::ceil(least_share * static_cast<double>(n)));
  Index best = 0;
  double lowest = std::numeric_limits<double>::infinity();
  // A longer transform with better radices can be the faster one.
  for (Index fives = 2; fives <= 2 * least; fives *= 5)
    for (Index threes = fives; threes <= 2 * least; threes *= 3) {
      Index m = threes;
      while (m < least) m *= 2;
      const double cost = static_cast<double>(m) * lane_fft_cost(m);
      if (cost >= lowest) continue;
      lowest = cost;
      best = m;
    }
  return best;
}

Index LaneInterpolation::back_width(Index n) { return width * n / points(n) + 1; }

std::vector<float> LaneInterpolation::weights(Index n) {
  const auto length = static_cast<double>(points(n));
  const Window window(width, length / static_cast<double>(n));
  const double end = window.transform(static_cast<double>(centre(n)) / length);
  std::vector<float> weights;
  weights.reserve(static_cast<std::size_t>(n));
  for (Index j = 0; j < n; ++j)
    weights.push_back(
        static_cast<float>(end / window.transform(static_cast<double>(j - centre(n)) / length)));
  return weights;
}

LaneInterpolation::LaneInterpolation(Index n)
    : n_(n), points_(points(n)), back_width_(back_width(n)), weight_(weights(n)) {
  const Index m = points_;
  const auto length = static_cast<double>(m), step = length / static_cast<double>(n);
  const Window window(width, step);
  const double end = window.transform(static_cast<double>(centre()) / length);
  largest_weight_ = window.transform(0) / end;
  for (Index k = 0; k <= n / 2; ++k) {
    const Index first = floor_of(2 * k * m - width * n, 2 * n) + 1;
    first_.push_back(static_cast<std::int32_t>(first));
    for (Index i = 0; i < width; ++i)
      factor_.push_back(static_cast<float>(
          window.at(static_cast<double>(k) * step - static_cast<double>(first + i)) / end));
  }
  for (Index l = 0; l <= m / 2; ++l) {
    const Index first = floor_of((2 * l - width) * n, 2 * m) + 1;
    back_first_.push_back(static_cast<std::int32_t>(first));
    for (Index i = 0; i < back_width_; ++i)
      back_factor_.push_back(static_cast<float>(
          window.at(static_cast<double>(first + i) * step - static_cast<double>(l)) / window.transform(0)));
  }
}

/// A window over the spectrum of a real signal of `length` values, of which there is the first half.
ComplexLanes LaneInterpolation::window_sum(const ComplexLanes* spectrum, Index length, Index first,
                                           std::span<const float> factors) {
  ComplexLanes sum = {};
  for (const float factor : factors) {
    const Index l = first++;
    add(sum, factor,
        l < 0             ? conjugate(spectrum[-l])
        : l <= length / 2 ? spectrum[l]
                          : conjugate(spectrum[length - l]));
  }
  return sum;
}

ComplexLanes LaneInterpolation::of_real(const ComplexLanes* spectrum, Index k) const {
  return window_sum(spectrum, points_, first_[static_cast<std::size_t>(k)],
                    std::span(factor_).subspan(static_cast<std::size_t>(k * width), width));
}

ComplexLanes LaneInterpolation::spread_one(const ComplexLanes* spectrum, Index l) const {
  return window_sum(
      spectrum, n_, back_first_[static_cast<std::size_t>(l)],
      std::span(back_factor_)
          .subspan(static_cast<std::size_t>(l * back_width_), static_cast<std::size_t>(back_width_)));
}

void LaneInterpolation::store(const Lanes* signal, Index factors, float scale, MatrixRef z) const {
  const Index left = centre(), first = (factors - 1) * left % n_;  // where value 0 is to be, once moved back
  const auto store_values = [&](Index begin, Index end, const Lanes* from) {
    for (Index j = begin, count = 0; j < end; j += count) {
      const Index to = (first + j) % n_;
      count = std::min(end - j, n_ - to);  // up to where the circle closes
      store_lanes({.data = from + (j - begin), .weight = weight_.data() + j}, count, scale, z.data + to,
                  z.stride, z.n);
    }
  };
  store_values(0, left, signal + points_ - left);
  store_values(left, n_, signal);
}

std::size_t LaneInterpolation::memory_bytes() const {
  return sizeof(float) * (weight_.size() + factor_.size() + back_factor_.size()) +
         sizeof(std::int32_t) * (first_.size() + back_first_.size());
}

double LaneInterpolation::memory(Index n) {
  const auto values = [](Index rows, Index columns) { return static_cast<double>(rows * (columns + 1)); };
  return sizeof(float) *
         (static_cast<double>(n) + values(n / 2 + 1, width) + values(points(n) / 2 + 1, back_width(n)));
}

}  // namespace sketchbench
