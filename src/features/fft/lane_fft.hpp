#pragma once
#include <memory>
#include <vector>

#include "features/fft/lanes.hpp"

namespace sketchbench {

class LaneChirp;

/// Discrete Fourier transforms of length n >= 1 of 16 complex signals at once, one in each lane. Stockham's
/// self-sorting algorithm (Van Loan 1992, section 1.7) with radices 10, 8, 5, 4, 3 and 2, and other small
/// primes by their definition; a length with a large prime factor as a convolution of a smooth length
/// (lane_chirp.hpp). O(n log n) for every n. Since every lane does the same, no data move between lanes,
/// which is where a transform of a single signal loses time. Immutable; the plan is a function of n alone.
class LaneFft {
 public:
  explicit LaneFft(Index n);
  ~LaneFft();

  Index size() const { return n_; }
  /// Values that there must be room for: n, or more where n has a large prime factor. 0 for n = 0.
  Index points() const { return points(n_); }
  static Index points(Index n);
  /// out[k] = sum_j in[j] exp(-2 pi i j k / n) for k = 0 .. n - 1. The result is in `in` or in `scratch`, and
  /// is returned; both have room for points() values and are overwritten.
  ComplexLanes* forward(ComplexLanes* in, ComplexLanes* scratch) const;

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

  template <int radix>
  void run(const Pass& pass, const ComplexLanes* in, ComplexLanes* out) const;
  void run_any(const Pass& pass, const ComplexLanes* in, ComplexLanes* out) const;

  Index n_;
  std::vector<Pass> passes_;
  std::vector<Rotation> twiddle_;
  std::unique_ptr<const LaneChirp> chirp_;  ///< in place of passes, for a length with a large prime factor
};

/// The radices of Stockham's algorithm for n, in the order of its passes; their product is n.
std::vector<int> lane_fft_radices(Index n);
/// What a transform of a smooth length costs beside others, from its passes.
double lane_fft_cost(Index n);
/// The largest prime factor of n that LaneFft transforms by its definition.
inline constexpr int largest_lane_fft_radix = 23;

}  // namespace sketchbench
