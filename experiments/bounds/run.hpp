#pragma once
#include <string>
#include <vector>

#include <sketchbench/core/fields.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include "experiments/bounds/bound_check.hpp"

namespace sketchbench {

/// Lemmas 2, 3 and 6 to 10 of Pham & Pagh 2013, and what holds in place of Lemma 6, on pairs of a data set's
/// training rows: mean, variance and tails of Tensor Sketching's estimates over many seeds against each
/// formula (lemma_checks.hpp). For Lemma 10 there is also a flat vector of d equal coordinates, the first to
/// meet its condition. A cell is a data set, a degree and a D; the kernel is homogeneous, and degree 1 is
/// plain Count Sketch.
Experiment bounds_experiment();

struct BoundsParameters {
  Index seeds = 4'000;
  Index averages = 10;
  Index pairs = 24;
  Seed pairs_seed = 1;
  double level = 1e-4;

  void check(const StrictObject& given) const;
  static const Fields<BoundsParameters>& fields();
};

/// What was measured of a pair of points, for whoever wants to look behind the verdicts.
struct PairMeasured {
  std::string pair;
  double cosine = 0, kernel = 0;
  double mean = 0, variance = 0;  ///< of the estimates
  double exact_variance = 0, lemma6_variance = 0, corrected_variance = 0;
  bool corrected_applies = false;

  static const Fields<PairMeasured>& fields();
};

struct LemmaVerdicts {
  Index seeds = 0;
  double level = 0;
  std::vector<BoundCheck> checks;
  std::vector<PairMeasured> pairs;

  static const Fields<LemmaVerdicts>& fields();
};

}  // namespace sketchbench
