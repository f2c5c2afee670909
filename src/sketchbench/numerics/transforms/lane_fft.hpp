#pragma once
#include <vector>

#include <sketchbench/numerics/transforms/lanes.hpp>

namespace sketchbench {

/// The places begin <= j < end of a signal, whose values are 0.
struct Gap {
  Index begin = 0, end = 0;
  bool holds(Index j) const { return begin <= j && j < end; }
};

/// Discrete Fourier transforms of length n >= 1 of lane_count complex signals at once, one in each lane.
/// Stockham's self-sorting algorithm (Van Loan 1992, section 1.7) with radices 10, 8, 5, 4, 3 and 2, and
/// other primes up to largest_lane_fft_radix by their definition. Since every lane does the same, no data
/// move between lanes, which is where a transform of a single signal loses time. Immutable; the plan is a
/// function of n alone.
class LaneFft {
 public:
  /// Throws InputError where lane_fft_is_slow(n): lane_interpolation.hpp is for such lengths.
  explicit LaneFft(Index n);

  Index size() const { return n_; }
  /// out[k] = sum_j in[j] exp(-2 pi i j k / n) for k = 0 .. n - 1. The result is in `in` or in `scratch`, and
  /// is returned; both have room for n values and are overwritten. Whatever stands in the gap counts as 0 and
  /// is not read.
  ComplexLanes* forward(ComplexLanes* in, ComplexLanes* scratch, Gap gap = {}) const;

  /// Bytes of the tables; for a length, the same before there are any (0 for n = 0).
  std::size_t memory_bytes() const;
  static double memory(Index n);

 private:
  /// One pass of the algorithm: `stride` interleaved transforms of `radix` x `rest` points.
  struct Pass {
    int radix;
    Index rest, stride;
    std::size_t twiddles;  ///< where its factors begin in twiddle_
    std::size_t roots;     ///< for a radix without code of its own: where its roots of unity begin
  };

  void run_pass(const Pass& pass, const ComplexLanes* in, ComplexLanes* out, Gap gap) const;
  template <int radix>
  void run_coded(const Pass& pass, const ComplexLanes* in, ComplexLanes* out, Gap gap) const;
  template <int radix, class Input>
  void run(const Pass& pass, const Input& input, ComplexLanes* out) const;
  void run_any(const Pass& pass, const ComplexLanes* in, ComplexLanes* out) const;

  Index n_;
  std::vector<Pass> passes_;
  std::vector<Rotation> twiddle_;
};

/// The radices of Stockham's algorithm for n, in the order of its passes; their product is n.
std::vector<int> lane_fft_radices(Index n);
/// What a transform of a smooth length costs beside others, from its passes.
double lane_fft_cost(Index n);
/// Whether n has a prime factor above largest_lane_fft_radix, for which the definition takes too long.
bool lane_fft_is_slow(Index n);
inline constexpr int largest_lane_fft_radix = 43;

}  // namespace sketchbench
