#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// The first points of Sobol's sequence in Gray-code order (Antonov & Saleev 1979), with the direction
/// numbers of Joe & Kuo 2008 as Boost has them, in 32 bits.
class SobolPoints {
 public:
  /// What the direction numbers are known for.
  static Index most_dimensions();
  static constexpr Index most_points = Index{1} << 32;

  /// The sequence itself, whose first point is 0. Throws InputError for more dimensions than there are.
  explicit SobolPoints(Index dimensions, Index points);
  /// Scrambled: in each dimension the bits are multiplied by a random lower triangular matrix with ones on
  /// its diagonal and shifted by random bits (Matousek 1998). The points keep the even distribution of the
  /// sequence, and each of them is uniform by itself.
  SobolPoints(Index dimensions, Index points, Seed seed, const std::string& name);

  /// u[i] = coordinate `dimension` of point i, in the middle of its 2^-32: never 0 or 1.
  void coordinates(Index dimension, std::span<double> u) const;

  /// Bytes, also of its making.
  static double memory(Index dimensions);

 private:
  static constexpr int bits = 32;
  struct Dimension {
    std::array<std::uint32_t, bits> direction = {};  ///< as many as the points take
    std::uint32_t shift = 0;
  };
  std::vector<Dimension> dimensions_;
};

}  // namespace sketchbench
