#pragma once
#include <vector>

#include <sketchbench/features/count_sketch.hpp>
#include <sketchbench/numerics/transforms/fft.hpp>

namespace sketchbench {

/// The circular convolution of `count` >= 2 real signals of length n, by FFT.
///
/// Two real signals a and b are transformed as one complex signal a + ib, whose spectrum F has both: with
/// G[k] = conj(F[n - k]), A = (F + G) / 2 and B = (F - G) / 2i. A complex transform takes hardly longer than
/// a real one.
class CircularConvolution {
 public:
  CircularConvolution(Index n, Index count);

  /// Throws InputError when the signals are too many or too long.
  static void require_room(Index n, Index count);
  /// Where to put the signals in Workspace::signals: pairs interleaved, the last of an odd count by itself.
  /// Asks require_room() first.
  static std::vector<SignalLayout> layouts(Index n, Index count);

  struct Workspace {
    explicit Workspace(const CircularConvolution& convolution);
    FftBuffer<float> signals;  ///< signal_floats() of them
    FftBuffer<Complex> spectrum, product, factor;
  };
  Index signal_floats() const { return pairs_ * pair_stride_ + (single_ ? fft_stride(n_) : 0); }
  /// Bytes of a Workspace.
  static double workspace(Index n, Index count);

  /// Writes the convolution of the signals in `work` to out[0 .. n - 1], of any alignment. Overwrites the
  /// workspace.
  void run(Workspace& work, float* out) const;

 private:
  void pair_product(const float* pair, Complex* spectrum, Complex* out) const;

  Index n_;
  Index pairs_;
  bool single_;
  Index pair_stride_;
  RealFft real_;
  ComplexFft complex_;
};

}  // namespace sketchbench
