#pragma once
#include <optional>
#include <vector>

#include <sketchbench/features/count_sketch.hpp>
#include <sketchbench/numerics/transforms/lane_fft.hpp>
#include <sketchbench/numerics/transforms/lane_interpolation.hpp>

namespace sketchbench {

/// The circular convolution of `count` >= 1 real signals of length n, for lane_count rows at once
/// (lanes.hpp). Two signals share one complex transform: with F that of a + i b, the spectrum of a * b is
/// (F[k] + conj F[n - k]) (F[k] - conj F[n - k]) / 4i. A signal that is left over, and the way back, need a
/// complex transform of half the length when n is even.
///
/// The signals are given one transform after the other: a pair (first signal in the real parts, second in the
/// imaginary parts), then, when `count` is odd, the last one.
class LaneConvolution {
 public:
  LaneConvolution(Index n, Index count);

  Index pairs() const { return pairs_; }
  bool has_single() const { return single_; }
  /// Throws InputError when the signals are too long.
  static void require_room(Index n);
  /// Where value j of signal k stands, in floats from the beginning of Workspace::signals, and its factor.
  /// Asks require_room() first.
  static std::vector<SignalLayout> layouts(Index n, Index count);
  /// ComplexLanes of Workspace::signals that the transform of a pair, or of the single signal, takes, and the
  /// gap in them that no value of a signal stands in and nobody reads; elsewhere they are to be 0 without
  /// one.
  struct Places {
    Index count;
    Gap gap;
  };
  Places pair_places() const { return {whole_ ? whole_->size() : 0, gap_}; }
  Places single_places() const;

  /// Memory for one thread: about 20 n bytes for each row, and half as much again where n has a large prime
  /// factor.
  struct Workspace {
    explicit Workspace(const LaneConvolution& convolution);
    std::vector<ComplexLanes> signals, scratch, product;
  };

  /// Takes the pair in work.signals into the product; `first` begins a new product. Overwrites the signals.
  void take_pair(Workspace& work, bool first) const;
  /// Likewise the single signal.
  void take_single(Workspace& work, bool first) const;
  /// The convolution of each row into a row of z, of n columns and at most lane_count rows. The product is
  /// used up.
  void finish(Workspace& work, MatrixRef z) const;

  /// Bytes of the tables; for a shape, the same before there are any.
  std::size_t memory_bytes() const;
  static double memory(Index n, Index count);
  /// Bytes of a Workspace.
  static double workspace(Index n, Index count);

 private:
  /// Of the transforms that a shape needs; 0: none.
  struct Lengths {
    Index whole, half;
  };
  static Lengths lengths(Index n, Index count);
  /// Of what is transformed: n, or more where n has a large prime factor.
  static Index transformed(Index n);
  static Index points(Lengths lengths, bool interpolates);
  const Lanes* transform_back(Workspace& work) const;
  float scale() const;
  /// Of Workspace::signals and ::scratch.
  Index points() const {
    return points({.whole = whole_ ? whole_->size() : 0, .half = half_ ? half_->size() : 0},
                  interpolation_.has_value());
  }

  Index n_, pairs_;
  bool single_;
  std::optional<LaneInterpolation> interpolation_;  ///< where n has a large prime factor
  Gap gap_;                                         ///< of a pair's values
  std::optional<LaneFft> whole_;                    ///< none where nothing needs it
  std::optional<LaneFft> half_;                     ///< where an even number of values is transformed
  std::vector<Rotation> half_twiddle_;  ///< exp(-2 pi i k / m), k = 0 .. m / 2, of m transformed values
};

}  // namespace sketchbench
