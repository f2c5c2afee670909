#pragma once
#include <vector>

#include "features/fft/lane_fft.hpp"

namespace sketchbench {

/// The discrete Fourier transform of any length n as a convolution (Bluestein 1970): with jk = (j^2 + k^2 -
/// (k - j)^2) / 2 and the chirp w_k = exp(-pi i k^2 / n),
///     sum_j x_j exp(-2 pi i j k / n) = w_k sum_j (x_j w_j) conj(w_(k - j)),
/// which is circular once it is padded to a length of at least 2 n - 1; one that has small factors only makes
/// it O(n log n) where n is a large prime. Interface and conventions of LaneFft.
class LaneChirp {
 public:
  explicit LaneChirp(Index n);

  /// The padded length.
  Index points() const { return padded_.size(); }
  static Index points(Index n);
  ComplexLanes* forward(ComplexLanes* in, ComplexLanes* scratch) const;

  std::size_t memory_bytes() const;
  static double memory(Index n);

 private:
  Index n_;
  LaneFft padded_;
  std::vector<Rotation> chirp_;   ///< w_0 .. w_(n - 1)
  std::vector<Rotation> filter_;  ///< the spectrum of conj(w), divided by the padded length
};

}  // namespace sketchbench
