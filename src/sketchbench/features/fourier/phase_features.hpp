#pragma once
#include <string>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// Which random features stand for a frequency z.
///
/// pairs:  cos <z, x> and sin <z, x> (Chen et al. 2015, Eq. 2; Rahimi & Recht 2007, the pair that they
///         mention). Of an odd D the last feature has no partner and is of the other form.
/// offset: cos(<z, x> + b), b uniform in [0, 2 pi) (Eq. 3; Rahimi & Recht 2007, Algorithm 1).
enum class FourierForm { pairs, offset };

/// From phases <z_j, x> to D random features, each with the factor sqrt(2 / D), so that inner products
/// estimate the kernel without bias in either form and for every D. D = 2 h of pairs: features 0 .. h - 1 are
/// the cosines, h .. 2 h - 1 the sines of the same phases, and for an odd D feature 2 h is cos(phase h + b).
class PhaseFeatures {
 public:
  /// Offsets are drawn from (seed, name); one does not depend on D.
  PhaseFeatures(Index D, FourierForm form, Seed seed, const std::string& name);

  /// Frequencies that D features take.
  static Index frequencies(Index D, FourierForm form);
  Index frequencies() const { return pairs_ + static_cast<Index>(offsets_.size()); }

  /// Writes the features of a row from its phases begin .. end - 1, which it overwrites. z: the row's D.
  void write(float* phases, Index begin, Index end, float* z) const;

  std::size_t memory_bytes() const { return offsets_.size() * sizeof(float); }
  static double memory(Index D, FourierForm form);

 private:
  Index pairs_;
  float scale_;
  std::vector<float> offsets_;  ///< of the frequencies behind the pairs
};

/// The variance of the estimate from independent frequencies, given k = kappa(x, y) and k2 = kappa(2x, 2y):
///     a pair          Var cos <z, x - y>             = (1 + k2) / 2 - k^2
///     a lone feature  Var 2 cos(<z, x> + b) cos(<z, y> + b) = 1 + k2 / 2 - k^2
/// from cos^2 a = (1 + cos 2a) / 2; the second has the first's and 1 / 2 for the part that b cancels.
double fourier_variance(Index D, FourierForm form, double k, double k2);

}  // namespace sketchbench
