#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <sketchbench/features/estimator_variance.hpp>
#include "experiments/bounds/bound_check.hpp"

namespace sketchbench {

/// A pair of points as the lemmas see it.
struct PointPair {
  std::string name;  ///< for people: "x = y, row 17"
  PairMoments moments;
  double one_norm_x = 0, one_norm_y = 0;
  std::optional<double> largest;  ///< of a pair x = y: the largest |x_i| / |x|
  bool constructed = false;       ///< no pair of the data: looked at for Lemma 10 alone
};

/// Writes the estimate of <x, y>^p for each pair, all with the randomness of that seed. Called from several
/// threads at once.
using Estimator = std::function<void(Seed seed, std::span<double> estimates)>;

/// estimates[k]: those of pair k, one a seed.
using Estimates = std::vector<std::vector<double>>;

/// With the seeds 1 to `seeds`. Throws Error when an estimate is not finite.
Estimates draw_estimates(const Estimator& estimator, std::size_t pairs, Index seeds, int threads);

struct LemmaOptions {
  double level = 1e-4;  ///< probability with which a check may say "fails" of a lemma that holds
  Index averages = 10;  ///< estimates in an average, t of Lemma 9
};

/// Lemmas 2 and 3 (degree 1) or 6 (2 and more), 7, 8, 9 and 10 of Pham & Pagh 2013 for estimates with D
/// features, from whatever estimator they are; beside Lemma 6, as "6 corrected", the two bounds that hold in
/// its place: corrected_variance_bound() on the pairs that it speaks of ("variance"), and
/// variance_bound_by_norms() on all ("variance by norms"). Within a check all comparisons share the level
/// (Bonferroni); what several checks together may say wrongly is for whoever counts them (CheckFamily).
///
/// That an inequality for a variance fails is proven at that level for any law, by variance_lower_bound(); so
/// are the verdicts on probabilities. That a mean or a variance has a certain value, and that a variance
/// stays below its bound, rests on estimate_mean() and estimate_variance(), which are good approximations
/// where estimates are not heavy-tailed, as at degree 1.
///
/// Lemmas 7 and 9 bound a probability for every error: they are checked at the errors where the bound is 0.5,
/// 0.2, 0.1, 0.05, 0.02 and 0.01. Lemma 10 is checked on the pairs x = y scaled to length 1, at delta = 0.25,
/// 0.1, 0.01 and 0.001 with the smallest error that its conditions admit.
std::vector<BoundCheck> check_lemmas(const std::vector<PointPair>& pairs, const Estimates& estimates,
                                     int degree, Index D, const LemmaOptions& options);

}  // namespace sketchbench
