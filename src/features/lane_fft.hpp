#pragma once
#include <vector>

#include "features/lanes.hpp"

namespace sketchbench {

/// Discrete Fourier transforms of length n >= 1 of 16 complex signals at once, one in each lane. Stockham's
/// self-sorting algorithm (Van Loan 1992, section 1.7) with radices 10, 8, 5, 4, 3 and 2, and any other prime
/// by its definition: O(n log n) when n is a product of small primes, O(n q) when q is its largest prime
/// factor. Since every lane does the same, no data move between lanes, which is where a transform of a single
/// signal loses time. Immutable; the plan is a function of n alone.
class LaneFft {
 public:
  explicit LaneFft(Index n);

  Index size() const { return n_; }
  /// out[k] = sum_j in[j] exp(-2 pi i j k / n) for k = 0 .. n - 1. The result is in `in` or in `scratch`, and
  /// is returned; both have n values and are overwritten.
  ComplexLanes* forward(ComplexLanes* in, ComplexLanes* scratch) const;

 private:
  /// One pass of the algorithm: `stride` interleaved transforms of `radix` x `rest` points.
  struct Pass {
    int radix;
    Index rest, stride;
    std::size_t twiddles;  ///< where its factors begin in twiddle_
    std::size_t roots;     ///< for a radix without code of its own: where its roots of unity begin
  };
  struct Factor {
    float re, im;
  };

  template <int radix>
  void run(const Pass& pass, const ComplexLanes* in, ComplexLanes* out) const;
  void run_any(const Pass& pass, const ComplexLanes* in, ComplexLanes* out) const;

  Index n_;
  std::vector<Pass> passes_;
  std::vector<Factor> twiddle_;
};

/// The radices that LaneFft uses for n, in the order of its passes; their product is n.
std::vector<int> lane_fft_radices(Index n);

}  // namespace sketchbench
