#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/numerics/transforms/lane_butterflies.hpp>

namespace sketchbench {

/// The discrete Fourier transform of any length n from one of a smooth length m, about 1.6 n, and back: the
/// value of a spectrum at k / n is a weighted sum of the few next to it at multiples of 1 / m (Dutt & Rokhlin
/// 1993). With Kaiser and Bessel's window, of which 9 values in a row are not zero, that is exact but for the
/// rounding of single precision: its own error is below 1e-7 of a spectrum's size.
///
/// Signals are moved by centre() to the left, around the circle, so that the window's factors are real. A
/// convolution of p of them is moved by p centre().
class LaneInterpolation {
 public:
  explicit LaneInterpolation(Index n);

  /// m, an even number.
  Index points() const { return points_; }
  static Index points(Index n);
  Index centre() const { return centre(n_); }

  /// Of the m values that are to be transformed, value j of the signal is that at (j + shift()) mod m, times
  /// weights(n)[j]; the others are 0.
  static Index shift(Index n) { return points(n) - centre(n); }
  static std::vector<float> weights(Index n);
  /// Calls take(k, at, mirrored) for k = 0 .. n / 2 with the values at k and n - k of the spectrum of the n
  /// values; `spectrum`: of the m values.
  template <class Take>
  void for_each_both(const ComplexLanes* spectrum, const Take& take) const;
  /// The value at k <= n / 2 of a real signal's; of `spectrum` there are the values 0 .. m / 2.
  ComplexLanes of_real(const ComplexLanes* spectrum, Index k) const;

  /// The way back. From the values 0 .. n / 2 of a real signal's spectrum to 0 .. m / 2 of that which is to
  /// be transformed back: calls take(l, at, mirrored) for l = 0 .. m / 4 with its values at l and m / 2 - l
  /// ...
  template <class Take>
  void for_each_spread(const ComplexLanes* spectrum, const Take& take) const;
  /// ... and from the m values that come of it to the n of the signal, which was moved `factors` times: those
  /// of each row, times `scale` / scale(), into a row of z.
  void store(const Lanes* signal, Index factors, float scale, MatrixRef z) const;
  float scale() const { return static_cast<float>(largest_weight_); }

  /// Bytes of the tables; for a length, the same before there are any.
  std::size_t memory_bytes() const;
  static double memory(Index n);

 private:
  /// Values of a spectrum that are summed for one of the other length.
  static constexpr Index width = 9;
  static Index back_width(Index n);
  static Index centre(Index n) { return n / 2; }
  /// The values at k and n - k of the spectrum of the n values.
  struct Both {
    ComplexLanes at, mirrored;
  };
  Both both(const ComplexLanes* spectrum, Index k) const;
  /// The values at l and l + 1 of the spectrum that is to be transformed back.
  struct Two {
    ComplexLanes here, next;
  };
  static ComplexLanes window_sum(const ComplexLanes* spectrum, Index length, Index first,
                                 std::span<const float> factors);
  ComplexLanes spread_one(const ComplexLanes* spectrum, Index l) const;
  Two spread_two(const ComplexLanes* spectrum, Index l) const;
  static void add(ComplexLanes& sum, float factor, const ComplexLanes& value) {
    sum.re += factor * value.re;
    sum.im += factor * value.im;
  }

  Index n_, points_, back_width_;
  double largest_weight_ = 1;             ///< the middle's window beside the ends'
  std::vector<float> weight_;             ///< of each value of a signal, by its place; 1 at the ends
  std::vector<std::int32_t> first_;       ///< for each k, the first value of the spectrum that counts
  std::vector<float> factor_;             ///< and the factors of that and the next
  std::vector<std::int32_t> back_first_;  ///< likewise on the way back
  std::vector<float> back_factor_;
};

inline LaneInterpolation::Both LaneInterpolation::both(const ComplexLanes* spectrum, Index k) const {
  const Index first = first_[static_cast<std::size_t>(k)];
  const float* const factor = factor_.data() + k * width;
  Both sum = {};
  for (Index i = 0; i < width; ++i) {
    const Index l = first + i;
    add(sum.at, factor[i], spectrum[l < 0 ? points_ + l : l]);
    add(sum.mirrored, factor[i], spectrum[l <= 0 ? -l : points_ - l]);
  }
  return sum;
}

template <class Take>
void LaneInterpolation::for_each_both(const ComplexLanes* spectrum, const Take& take) const {
  const auto take_one = [&](Index k) {
    const Both sum = both(spectrum, k);
    take(k, sum.at, sum.mirrored);
  };
  Index k = 0;
  for (; k <= n_ / 2 && first_[static_cast<std::size_t>(k)] <= 0; ++k) take_one(k);
  // Two at once, whose windows have most values of the spectrum in common: reading those is what takes long.
  for (; k + 1 <= n_ / 2; k += 2) {
    const Index first = first_[static_cast<std::size_t>(k)],
                apart = first_[static_cast<std::size_t>(k) + 1] - first;
    const ComplexLanes *const here = spectrum + first, *const there = spectrum + points_ - first;
    const float *const factor = factor_.data() + k * width, *const next_factor = factor + width - apart;
    Both sum = {}, next = {};
    Index i = 0;
    for (; i < apart; ++i) {
      add(sum.at, factor[i], here[i]);
      add(sum.mirrored, factor[i], there[-i]);
    }
    for (; i < width; ++i) {
      const ComplexLanes at = here[i], mirrored = there[-i];
      add(sum.at, factor[i], at);
      add(sum.mirrored, factor[i], mirrored);
      add(next.at, next_factor[i], at);
      add(next.mirrored, next_factor[i], mirrored);
    }
    for (; i < width + apart; ++i) {
      add(next.at, next_factor[i], here[i]);
      add(next.mirrored, next_factor[i], there[-i]);
    }
    take(k, sum.at, sum.mirrored);
    take(k + 1, next.at, next.mirrored);
  }
  for (; k <= n_ / 2; ++k) take_one(k);
}

/// Their windows begin at the same value or at the next, and reach over no end of the half spectrum.
inline LaneInterpolation::Two LaneInterpolation::spread_two(const ComplexLanes* spectrum, Index l) const {
  const Index first = back_first_[static_cast<std::size_t>(l)],
              apart = back_first_[static_cast<std::size_t>(l) + 1] - first;
  const ComplexLanes* const from = spectrum + first;
  const float *const factor = back_factor_.data() + l * back_width_, *const next_factor =
                                                                         factor + back_width_ - apart;
  Two sum = {};
  if (apart > 0) add(sum.here, factor[0], from[0]);
  for (Index i = apart; i < back_width_; ++i) {
    const ComplexLanes value = from[i];
    add(sum.here, factor[i], value);
    add(sum.next, next_factor[i], value);
  }
  if (apart > 0) add(sum.next, next_factor[back_width_], from[back_width_]);
  return sum;
}

template <class Take>
void LaneInterpolation::for_each_spread(const ComplexLanes* spectrum, const Take& take) const {
  const Index half = points_ / 2, middle = half / 2;
  const auto inside = [&](Index l) {
    return back_first_[static_cast<std::size_t>(l)] >= 0 &&
           back_first_[static_cast<std::size_t>(half - l)] + back_width_ - 1 <= n_ / 2;
  };
  const auto take_one = [&](Index l) { take(l, spread_one(spectrum, l), spread_one(spectrum, half - l)); };
  Index l = 0;
  for (; l <= middle && !inside(l); ++l) take_one(l);
  for (; l + 1 <= middle; l += 2) {  // two at once, as above
    const Two low = spread_two(spectrum, l), high = spread_two(spectrum, half - l - 1);
    take(l, low.here, high.next);
    take(l + 1, low.next, high.here);
  }
  for (; l <= middle; ++l) take_one(l);
}

}  // namespace sketchbench
