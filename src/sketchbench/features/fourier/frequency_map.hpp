#pragma once
#include <string>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/features/fourier/phase_features.hpp>
#include <sketchbench/numerics/panel_matrix.hpp>

namespace sketchbench {

/// A map with a table of frequencies: features cos <z, x>, sin <z, x> or cos(<z, x> + b) of D / 2 or D
/// frequencies z. O(d D) for a dense row, O(nnz D) for a sparse one. What differs from one such map to the
/// next is how its frequencies are drawn.
///
/// Phases are sums in single precision: <z, x> is off by at most d + 1 roundings, 6e-8 each, of the sum of
/// |z_k x_k|, and mostly by a few of its size, about |x| / sigma for a Gaussian kernel. The kernel is the
/// same for rows moved by a constant, and this is not: rows with |x| / sigma of 1e5 have features that are
/// off by about a hundredth of their size, and with 1e7 they are noise. Data far from 0 are to be moved
/// towards it.
class FrequencyMap final : public FeatureMap {
 public:
  /// `name` keeps the draws of different maps apart.
  FrequencyMap(PanelMatrix<float> frequencies, Index D, FourierForm form, Seed seed, const std::string& name);

  void transform(const Rows& x, MatrixRef z, int threads = 1) const override;
  std::size_t memory_bytes() const override { return frequencies_.memory_bytes() + features_.memory_bytes(); }

  /// The draws.
  const PanelMatrix<float>& frequencies() const { return frequencies_; }

  static double memory(Index d_in, Index D, FourierForm form);
  static double workspace();
  /// About how many seconds a row with so many non-zeros takes on one core.
  static double seconds_of_row(double nonzeros, Index D, FourierForm form);
  /// A training row's share of the seconds that it takes to draw the frequencies of D features.
  static double draw_share(const MapRequest& request, Index D, FourierForm form);

 private:
  PanelMatrix<float> frequencies_;
  PhaseFeatures features_;
};

}  // namespace sketchbench
